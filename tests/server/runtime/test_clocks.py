"""Clocks that run out end their games, whatever happens to the timers in between."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.loops import PATIENCE
from tests.server.inside import NOON, Inside, inside

from pyramidion.server.runtime.services import Services, milliseconds
from pyramidion.server.runtime.tables import OpenTable
from pyramidion.server.storage.store import Store

SECOND, HOUR = 1_000, 3_600_000
KEYS = ("a" * 43, "b" * 43)


def services(server: Inside) -> Services:
    found: Services = server.app.state.services
    return found


def begin(server: Inside) -> str:
    """A game with a second for every move."""
    timing = {"kind": "move", "seconds": 1, "increment": 0}
    table: str = server.ask("POST", "/api/tables", {"game": "activator", "timing": timing}).data["id"]
    for seat, key in enumerate(KEYS):
        server.ask("POST", f"/api/tables/{table}/seats/{seat}", {"name": "", "contribution": "0" * 32}, key)
    assert over(server) == 0
    return table


def over(server: Inside) -> int:
    """How many games are over, as the database says: nobody looks at the tables themselves."""
    return services(server).store.counts()["over"]


def wait_until(server: Inside, condition: Callable[[], bool]) -> None:
    async def waiting() -> None:
        while not condition():
            await asyncio.sleep(0.01)

    server.run(asyncio.wait_for(waiting(), PATIENCE))


def in_memory(server: Inside) -> OpenTable:
    (opened,) = services(server).tables
    return opened


@pytest.fixture
def database(tmp_path: Path) -> str:
    return str(tmp_path / "tables.sqlite")


def test_a_timer_that_wakes_early_wakes_again(database: str) -> None:
    with inside(database) as server:
        begin(server)
        opened = in_memory(server)
        for early in (0, 500, 998, 999):
            server.now = NOON + early
            before = opened.timer
            server.run(services(server).tables.act_late(opened))
            assert opened.timer is not before and opened.timer is not None and not opened.timer.cancelled()
            assert over(server) == 0
        server.now = NOON + SECOND
        wait_until(server, lambda: over(server) == 1)
        assert opened.timer is None


def test_a_timer_wakes_again_after_the_clock_was_set_back(database: str) -> None:
    with inside(database) as server:
        begin(server)
        server.now = NOON - HOUR
        server.run(services(server).tables.act_late(in_memory(server)))
        server.now = NOON + SECOND
        server.run(services(server).tables.act_late(in_memory(server)))
        assert over(server) == 1


def test_a_step_of_the_systems_clock_is_not_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    before, real = milliseconds(), time.time_ns
    for step in (-HOUR, HOUR):
        monkeypatch.setattr(time, "time_ns", lambda step=step: real() + step * 1_000_000)
        monkeypatch.setattr(time, "time", lambda step=step: real() / 1e9 + step / 1000)
        assert 0 <= milliseconds() - before < HOUR // 2


def test_time_does_not_go_back_over_a_restart(database: str) -> None:
    with inside(database) as server:
        server.now = NOON + HOUR
        server.run(services(server)._beat())
    with inside(database) as server:
        assert server.now == NOON and services(server).now() >= NOON + HOUR


def test_a_clock_runs_out_after_a_restart_though_nobody_looks(database: str) -> None:
    with inside(database) as server:
        begin(server)
    with inside(database) as server:
        server.now = NOON + SECOND
        wait_until(server, lambda: over(server) == 1)


def test_a_clock_runs_out_at_a_table_that_left_memory(database: str) -> None:
    with inside(database) as server:
        table = begin(server)
        services(server).tables._drop(table)
        assert not list(services(server).tables)
        server.now = NOON + SECOND
        server.run(services(server)._sweep())
        wait_until(server, lambda: over(server) == 1)


def test_a_game_that_could_not_be_ended_is_ended_later(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with inside(database) as server:
        begin(server)
        append = Store.append

        def fail(*arguments: Any) -> Any:
            monkeypatch.setattr(Store, "append", append)
            raise OSError("no space left")

        monkeypatch.setattr(Store, "append", fail)
        server.now = NOON + SECOND
        wait_until(server, lambda: over(server) == 1)
        assert any("could not be ended" in line for line in server.log.lines)


def test_many_clocks_run_out_by_themselves(database: str) -> None:
    with inside(database) as server:
        for _ in range(30):
            begin_another(server)
        server.now = NOON + SECOND
        wait_until(server, lambda: over(server) == 30)


def begin_another(server: Inside) -> None:
    timing = {"kind": "game", "seconds": 1, "increment": 0}
    table = server.ask("POST", "/api/tables", {"game": "telic", "timing": timing}).data["id"]
    for seat, key in enumerate(KEYS):
        answer = server.ask("POST", f"/api/tables/{table}/seats/{seat}", {"name": "", "contribution": "0" * 32}, key)
        assert answer.status == 200, answer.body
