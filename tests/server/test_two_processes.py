"""Two server processes on one PostgreSQL: one table, played and watched through both."""

from __future__ import annotations

import json
import queue
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
import pytest
from tests.server.serving import PATIENCE, Server, new_database, served

from pyramidion.client import Client, Refused

SLOW = 8  # the level of a bot that thinks long enough to be caught at it


@pytest.fixture(scope="module")
def two(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    folder, database = tmp_path_factory.mktemp("two"), new_database(postgres_url)
    with (
        served(database, folder / "one", "--unlimited") as one,
        served(database, folder / "other", "--unlimited") as other,
    ):
        yield one, other


@pytest.fixture
def mortal(two: tuple[Server, Server], tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two processes of which the first is going to die."""
    one = Server(two[1].database, tmp_path / "one", "--unlimited")
    one.start()
    yield one, two[1]
    if one.process is not None:
        one.kill()


def seated(servers: tuple[Server, Server], game: str, **more: Any) -> tuple[str, list[Client]]:
    """A table at which the first person plays through one process and the second through the other."""
    people = [server.client() for server in servers]
    table = people[0].new_table(game, **more)["id"]
    for seat in range(2 - len(more.get("bots", {}))):
        people[seat].take_seat(table, seat)
    for person in people:
        wait_for(partial(is_playing, person, table))
    return table, people


def is_playing(person: Client, table: str) -> bool:
    """Does the person's process know by now that the game has begun?"""
    return bool(person.table(table)["status"] == "playing")


class Watcher:
    """Listens to a table in a thread of its own."""

    def __init__(self, messages: Iterator[dict[str, Any]]) -> None:
        self.heard: queue.Queue[dict[str, Any]] = queue.Queue()
        self.numbers: list[int] = []
        threading.Thread(target=self._listen, args=(messages,), daemon=True).start()

    def _listen(self, messages: Iterator[dict[str, Any]]) -> None:
        for message in messages:
            self.heard.put(message)

    def until(self, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The next message that fits."""
        while True:
            message = self.heard.get(timeout=PATIENCE)
            if message["type"] in ("table", "update"):
                self.numbers.append(message["number"])
            if fits(message):
                return message


@contextmanager
def watching(client: Client, table: str) -> Iterator[Watcher]:
    with client.live(table, picture="none") as messages:
        watcher = Watcher(messages)
        watcher.until(lambda message: message["type"] == "table")
        yield watcher


def reached(number: int, message: dict[str, Any]) -> bool:
    return bool(message.get("number", 0) >= number)


def answered(number: int, message: dict[str, Any]) -> bool:
    """Is it the first seat's turn again, or nobody's, after an entry?"""
    return reached(number, message) and message["mover"] in (0, None)


def test_a_game_is_played_from_both_sides_and_both_see_it_live(two: tuple[Server, Server], name: str) -> None:
    table, people = seated(two, name)
    chance = random.Random(name)
    with watching(people[0], table) as first, watching(people[1], table) as second:
        state = people[0].table(table)
        for _ in range(16):
            mover = state["mover"]
            if mover is None:
                break
            moves = people[mover].table(table)["moves"]
            done = people[mover].move(table, chance.choice(moves), state["ply"])
            told = [seen.until(partial(reached, done["number"])) for seen in (first, second)]
            assert told[0]["ply"] == told[1]["ply"] == done["ply"]
            state = told[0]
    assert first.numbers == second.numbers == list(range(first.numbers[0], first.numbers[-1] + 1))
    assert len(first.numbers) > 4
    spectators = [server.client() for server in two]
    assert spectators[0].record(table) == spectators[1].record(table)


def test_of_two_moves_at_the_same_moment_one_is_refused(two: tuple[Server, Server]) -> None:
    """The same person sits at both processes."""
    for _ in range(5):
        table, (red, _) = seated(two, "activator")
        again = Client(two[1].address, red.key, timeout=PATIENCE)
        one, other = again.table(table)["moves"][:2]
        answers = both(partial(red.move, table, one, 0), partial(again.move, table, other, 0))
        assert sorted(isinstance(answer, Refused) for answer in answers) == [False, True]
        assert [entry["kind"] for entry in journal(two[0], table)].count("move") == 1


def both(*actions: Callable[[], Any]) -> list[Any]:
    """What actions that begin together return or raise."""
    start, found = threading.Barrier(len(actions)), list[Any]()

    def run(action: Callable[[], Any]) -> None:
        start.wait()
        try:
            found.append(action())
        except Refused as refused:
            found.append(refused)

    threads = [threading.Thread(target=run, args=(action,)) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return found


def journal(server: Server, table: str) -> list[dict[str, Any]]:
    """The journal of a table as the database has it."""
    with psycopg.connect(server.database) as connection:
        rows = connection.execute("SELECT kind, body FROM entries WHERE table_id = %s ORDER BY number", (table,))
        return [{"kind": kind, **json.loads(body)} for kind, body in rows]


def test_a_bot_moves_once_though_both_processes_have_its_table_open(two: tuple[Server, Server]) -> None:
    table, (one, other) = seated(two, "telic", bots={1: 1})
    other.key = one.key
    chance = random.Random(1)
    with watching(one, table) as first, watching(other, table) as second:
        state = one.table(table)
        for turn in range(12):
            person = (one, other)[turn % 2]
            if state["mover"] is None:
                break
            moves = person.table(table, seat=0)["moves"]
            done = person.move(table, chance.choice(moves), state["ply"])
            for seen in (first, second):
                state = seen.until(partial(answered, done["number"]))
    moves = [entry for entry in journal(two[0], table) if entry["kind"] == "move"]
    requests = [entry["request"] for entry in moves if entry["seat"] == 1]
    assert requests and len(set(requests)) == len(requests)
    assert first.numbers == second.numbers == list(range(first.numbers[0], first.numbers[-1] + 1))


def worker_of(server: Server, table: str) -> str | None:
    """The process whose bot thinks at a table."""
    with psycopg.connect(server.database) as connection:
        row = connection.execute("SELECT worker FROM tables WHERE id = %s", (table,)).fetchone()
    assert row is not None
    return None if row[0] is None else str(row[0])


def wait_for(condition: Callable[[], Any]) -> Any:
    deadline = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < deadline, "that never came"
        time.sleep(0.02)
    return found


def test_the_bot_of_a_process_that_dies_is_taken_over(mortal: tuple[Server, Server]) -> None:
    one, other = mortal
    person = one.client()
    table = person.new_table("activator", bots={1: SLOW})["id"]
    person.take_seat(table, 0)
    spectator = other.client()
    with watching(spectator, table) as seen:
        play_a_turn(person, table)
        wait_for(lambda: worker_of(one, table))
        one.kill()
        answer = seen.until(lambda message: message.get("what", {}).get("seat") == 1)
    assert answer["what"]["kind"] == "move"
    bots = [entry["request"] for entry in journal(other, table) if entry["kind"] == "move" and entry["seat"] == 1]
    assert bots and len(set(bots)) == len(bots)


def play_a_turn(person: Client, table: str) -> int:
    """Let the first seat make its moves; the ply afterwards."""
    state = person.table(table)
    while state["mover"] == 0:
        person.move(table, state["moves"][0], state["ply"])
        state = person.table(table)
    return int(state["ply"])


def is_at(person: Client, table: str, ply: int) -> bool:
    return bool(person.table(table)["ply"] == ply)


def test_undo_and_resignation_are_seen_through_the_other_process(two: tuple[Server, Server]) -> None:
    table, (red, blue) = seated(two, "activator")
    with watching(red, table) as first, watching(blue, table) as second:
        ply = play_a_turn(red, table)
        second.until(lambda message: message.get("ply") == ply)
        red.act(table, "asks", what="undo")
        second.until(lambda message: message.get("asks") == {"undo": [0]})
        assert blue.act(table, "asks", what="undo")["ply"] == ply - 1
        assert first.until(lambda message: message.get("what", {}).get("kind") == "undo")["ply"] == ply - 1
        blue.act(table, "resign")
        end = first.until(lambda message: message.get("status") == "over")
    assert end["outcome"]["results"] == ["1", "0"]
    with pytest.raises(Refused, match="over"):
        red.move(table, "stay", 0)


def test_an_undo_asked_through_one_process_is_granted_at_once_through_the_other(two: tuple[Server, Server]) -> None:
    """Nothing waits for a notice: whoever acts on an old state looks at the database first."""
    table, (red, blue) = seated(two, "activator")
    for _ in range(5):
        ply = play_a_turn(red, table)
        red.act(table, "asks", what="undo")
        assert blue.act(table, "asks", what="undo")["ply"] == ply - 1
        wait_for(partial(is_at, red, table, ply - 1))


def test_a_clock_runs_out_for_both(two: tuple[Server, Server]) -> None:
    table, (red, blue) = seated(two, "activator", timing={"kind": "game", "seconds": 2, "increment": 0})
    with watching(red, table) as first, watching(blue, table) as second:
        ends = [seen.until(lambda message: message.get("status") == "over") for seen in (first, second)]
    says = [end["outcome"].pop("says") for end in ends]
    assert says == ["You ran out of time.", "Red ran out of time."] and ends[0]["outcome"] == ends[1]["outcome"]
    assert ends[0]["outcome"]["rule"] == "time" and ends[0]["outcome"]["results"] == ["0", "1"]
    assert [entry["kind"] for entry in journal(two[0], table)].count("end") == 1


def test_a_clock_runs_out_though_the_process_that_began_the_game_has_died(mortal: tuple[Server, Server]) -> None:
    one, other = mortal
    person = one.client()
    table = person.new_table("activator", timing={"kind": "game", "seconds": 3, "increment": 0})["id"]
    for seat in range(2):
        person.take_seat(table, seat)
    one.kill()
    wait_for(lambda: [entry for entry in journal(other, table) if entry["kind"] == "end"])
    assert other.client().table(table)["outcome"]["rule"] == "time"
