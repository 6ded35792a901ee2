"""A database that takes nothing for a while: that is said, nothing runs hot, and everything goes on afterwards."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.inside import NOON, Inside, inside
from tests.server.runtime.test_clocks import KEYS, SECOND, begin, in_memory, over, services

from pyramidion.server.runtime import tables
from pyramidion.server.storage import database


@contextlib.contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another program holds the database."""
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")
        connection.close()


@contextlib.contextmanager
def full(file: Path) -> Iterator[None]:
    """No file may grow beyond the size that the database's log has now, as on a disk without space."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = file.with_name(f"{file.name}-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(database, "WAIT_SECONDS", 0.05)
    return tmp_path / "tables.sqlite"


def beat(server: Inside) -> None:
    with contextlib.suppress(Exception):
        server.run(services(server)._beat())


def move(server: Inside, table: str) -> int:
    text = server.ask("GET", f"/api/tables/{table}", key=KEYS[0]).data["moves"][0]
    return server.ask("POST", f"/api/tables/{table}/moves", {"move": text, "ply": 0}, KEYS[0]).status


def test_a_move_that_cannot_be_stored_is_not_made(file: Path) -> None:
    with inside(str(file)) as server:
        table = begin(server)
        with locked(file):
            assert move(server, table) == 503
            assert server.ask("POST", "/api/tables", {"game": "telic"}).status == 503
            assert server.ask("GET", f"/api/tables/{table}").data["ply"] == 0
        assert move(server, table) == 200


def test_a_full_disk_is_said_and_nothing_acknowledged_is_lost(file: Path) -> None:
    with inside(str(file)) as server:
        table = begin(server)
        opened = in_memory(server)
        with full(file):
            assert move(server, table) == 503
            beat(server)
            assert server.ask("GET", "/ready").status == 503
            server.now = NOON + 2 * SECOND
            for failures in range(1, 6):
                server.run(services(server).tables.act_late(opened))
                assert opened.failures >= failures
        assert server.ask("GET", f"/api/tables/{table}").data["ply"] == 0
        beat(server)
        assert server.ask("GET", "/ready").status == 200
        server.run(services(server).tables.act_late(opened))
        assert over(server) == 1
        assert len([line for line in server.log.lines if "could not be ended" in line]) == 1
    with inside(str(file)) as server:
        assert server.ask("GET", f"/api/tables/{table}").data["status"] == "over"


def test_it_is_not_ready_until_it_can_write_again(file: Path) -> None:
    with inside(str(file)) as server:
        with locked(file):
            beat(server)
            assert server.ask("GET", "/ready").status == 503
            assert server.ask("GET", "/health").status == 200
        beat(server)
        assert server.ask("GET", "/ready").status == 200


def test_a_clock_that_cannot_end_its_game_tries_less_and_less_often(file: Path) -> None:
    with inside(str(file)) as server:
        begin(server)
        opened = in_memory(server)
        server.now = NOON + 2 * SECOND
        with locked(file):
            for failures in range(1, 9):
                server.run(services(server).tables.act_late(opened))
                assert opened.failures >= failures
            assert opened.timer is not None
            left = opened.timer.when() - server.run(_time())
            assert tables.LONGEST / 2 < left <= tables.LONGEST
        assert len([line for line in server.log.lines if "could not be ended" in line]) == 1
        server.run(services(server).tables.act_late(opened))
        assert over(server) == 1


async def _time() -> float:
    return asyncio.get_running_loop().time()


def test_all_who_wait_for_a_locked_database_wait_once(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "WAIT_SECONDS", 0.5)
    with inside(str(file)) as server:
        store = services(server).store
        with locked(file):
            first = store.beat(1)
            waiting = [store.beat(2) for _ in range(200)]
            assert first.exception(60) is not None
            kinds = {type(each.exception(60)).__name__ for each in waiting}
        assert kinds == {"Unwritable"}
        assert store.beat(3).result(60) is None
