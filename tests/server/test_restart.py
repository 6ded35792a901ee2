"""A server that stops, by force or when told to, and starts again: clocks, bots and what was acknowledged."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

import pytest
from tests.server.serving import PATIENCE, Server, served
from websockets.exceptions import ConnectionClosed
from websockets.frames import Close
from websockets.sync.client import connect

from pyramidion.client import Client

DOWN = 4.0  # seconds without a server; more than the time between two signs of life
BEAT = 1_000  # milliseconds between two signs of life
ROUNDING = 100  # milliseconds
LONG = {"kind": "game", "seconds": 600, "increment": 0}
SHORT = {"kind": "game", "seconds": 20, "increment": 0}
KILL = signal.SIGKILL
ALL = [KILL, signal.SIGTERM]


@dataclass
class Table:
    id: str
    people: list[Client]
    before: dict[str, Any] = field(default_factory=dict)  # as it was shown last before the end

    def state(self) -> dict[str, Any]:
        return self.people[0].table(self.id)

    def is_over(self) -> bool:
        return bool(self.state()["status"] == "over")


@dataclass
class Restart:
    """Tables on a server that was stopped and started again."""

    server: Server
    how: signal.Signals
    thought: Table  # somebody thought while the server stopped
    moved: Table  # somebody had just moved
    short: Table  # little time is left
    bot: Table  # a bot was to move
    acknowledged: dict[str, Any]  # the move just made
    code: int = 0
    last_words: list[Close | None] = field(default_factory=list)  # to somebody who watched
    away: float = 0.0  # milliseconds between the last answer and the first after the restart
    first_shown: dict[str, Any] = field(default_factory=dict)  # the first table, then


@pytest.fixture(scope="module")
def restarts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[signal.Signals, Restart]]:
    """Two servers at the same time, since most of it is waiting."""
    with ExitStack() as stack, ThreadPoolExecutor() as pool:
        servers = []
        for _ in ALL:
            folder = tmp_path_factory.mktemp("restart")
            limits = "--unlimited", "--bots", "1"
            servers.append(stack.enter_context(served(folder / "tables.sqlite", folder / "log", *limits)))
        yield dict(zip(ALL, pool.map(restarted, servers, ALL), strict=True))


@pytest.fixture(params=ALL, ids=lambda how: how.name)
def restart(request: pytest.FixtureRequest, restarts: dict[signal.Signals, Restart]) -> Restart:
    return restarts[request.param]


def restarted(server: Server, how: signal.Signals) -> Restart:
    thought, moved = two_people(server, LONG), two_people(server, LONG)
    short, bot = two_people(server, SHORT), against_bots(server)
    time.sleep(2 * BEAT / 1000)
    done = moved.people[0].move(moved.id, moved.state()["moves"][0], 0)
    found = Restart(server, how, thought, moved, short, bot, done)
    listening = threading.Thread(target=listen, args=(server, moved.id, found.last_words))
    listening.start()
    for table in (thought, moved, short, bot):
        table.before = table.state()
    begin = time.monotonic()
    found.code = server.stop(found.how)
    listening.join(PATIENCE)
    time.sleep(DOWN)
    server.start()
    found.first_shown = thought.state()
    found.away = (time.monotonic() - begin) * 1000
    return found


def two_people(server: Server, timing: dict[str, Any]) -> Table:
    people = [server.client(), server.client()]
    table = people[0].new_table("activator", timing=timing)["id"]
    for seat, person in enumerate(people):
        person.take_seat(table, seat)
    return Table(table, people)


def against_bots(server: Server) -> Table:
    """Many bots think, more than there are threads; the last of them for a person."""
    for _ in range(2):
        server.client().new_table("activator", bots={0: 8, 1: 8})
    person = server.client()
    table = person.new_table("activator", bots={0: 8})["id"]
    person.take_seat(table, 1)
    return Table(table, [person])


def listen(server: Server, table: str, last_words: list[Close | None]) -> None:
    """Watch a table until the end."""
    with connect(f"ws{server.address.removeprefix('http')}/api/tables/{table}/live?picture=none") as socket:
        try:
            while True:
                socket.recv(PATIENCE)
        except ConnectionClosed as closed:
            last_words.append(closed.rcvd)


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "that never came"
        time.sleep(0.1)


def test_what_was_acknowledged_is_there(restart: Restart) -> None:
    state = restart.moved.state()
    assert restart.acknowledged["ply"] == 1 and len(state["history"]) == 1
    assert state["ply"] == 1 and state["number"] >= restart.acknowledged["number"]


def test_time_without_a_server_is_not_charged(restart: Restart) -> None:
    before, after = restart.thought.before["clock"]["left"], restart.first_shown["clock"]["left"]
    assert before[0] - after[0] <= restart.away - DOWN * 1000 + ROUNDING
    assert after[1] == before[1] == 600_000


def test_nobody_gains_time_that_was_not_spent(restart: Restart) -> None:
    assert max(restart.first_shown["clock"]["left"]) <= 600_000
    assert max(restart.moved.state()["clock"]["left"]) <= 600_000


def test_the_game_goes_on(restart: Restart) -> None:
    table, state = restart.thought, restart.thought.state()
    assert table.people[0].move(table.id, state["moves"][0], state["ply"])["ply"] == state["ply"] + 1


def test_a_bot_that_was_to_move_moves(restart: Restart) -> None:
    wait_for(lambda: restart.bot.state()["mover"] == 1)
    assert {ply["seat"] for ply in restart.bot.state()["history"]} == {0}


def test_a_clock_runs_out_all_the_same(restart: Restart) -> None:
    wait_for(restart.short.is_over)
    outcome = restart.short.state()["outcome"]
    assert outcome["rule"] == "time" and outcome["results"] == ["0", "1"]


def test_who_watched_is_told_why_it_ends(restart: Restart) -> None:
    (words,) = restart.last_words
    if restart.how == KILL:
        assert words is None
    else:
        assert words is not None and (words.code, words.reason) == (1012, "the server stops for a while: connect again")


def test_to_stop_when_told_to_is_not_a_failure(restart: Restart) -> None:
    assert restart.code == (-KILL if restart.how == KILL else 0)
    log = restart.server.log.read_text()
    assert ('"closed"' in log) == (restart.how != KILL)
    assert "Traceback" not in log
