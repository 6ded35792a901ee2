"""A server that is killed again and again while many people play on it, and what must be true afterwards.

Every person is a thread with a client of its own. A request that gets no answer is sent again with the same id until
it is answered, as a good client does. Where several processes serve the same tables, it goes to the next one, as
behind a proxy.
"""

from __future__ import annotations

import json
import random
import secrets
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

import sqlalchemy as sa
from tests.server.serving import PATIENCE, Server

import pyramidion as pyr
from pyramidion.client import Client, Refused
from pyramidion.server.storage.database import open_database

T = TypeVar("T")
PAUSE = 0.05  # seconds before an unanswered request is sent again
OVERTAKEN = 409  # somebody else was quicker
UNDO = 0.06  # how often a person wants a move back
EARLY = 0.2  # how often the server is killed as soon as it has started
MORE = 2  # moves that every game must go on after the last kill


@dataclass
class Place:
    """A table, and the people at it by their seats."""

    id: str
    game: str
    people: dict[int, Person]


@dataclass
class Sent:
    """A request to change something, and what came back."""

    table: str
    seat: int
    what: str  # move or undo
    request: str = ""
    move: str = ""
    ply: int = 0
    answer: dict[str, Any] | None = None  # an acknowledgement
    disturbed: bool = False  # was the server killed before the answer came?
    refused: bool = False


@dataclass
class Play:
    """What happens on the server, and all that clients sent."""

    servers: list[Server]
    chance: random.Random
    places: list[Place] = field(default_factory=list)
    sent: list[Sent] = field(default_factory=list)
    kills: int = 0
    lost: int = 0  # connections that broke or could not be made
    stop: threading.Event = field(default_factory=threading.Event)

    @property
    def acknowledged(self) -> int:
        return sum(sent.answer is not None for sent in list(self.sent))


class Person:
    """Somebody who plays on all tables at which he or she sits, in turns."""

    def __init__(self, play: Play, seed: int) -> None:
        self.play = play
        self.chance = random.Random(seed)
        key = secrets.token_urlsafe(32)
        self._clients = [Client(server.address, key, timeout=PATIENCE) for server in play.servers]
        for client in self._clients[1:]:
            client.secrets, client.commitments = self._clients[0].secrets, self._clients[0].commitments
        self._asked = self.chance.randrange(len(self._clients))

    @property
    def client(self) -> Client:
        return self._clients[self._asked]

    def go_on(self) -> None:
        """Play until it is enough."""
        while not self.play.stop.is_set():
            own = [place for place in list(self.play.places) if self in place.people.values()]
            for place in self.chance.sample(own, len(own)):
                self.step(place)

    def step(self, place: Place) -> bool:
        """Do what is to be done at a table; True if a move was acknowledged."""
        seat = next(seat for seat, person in place.people.items() if person is self)
        state = self.insist(lambda: self.client.table(place.id))
        if state["status"] == "over":
            self._play_again(place, seat)
        elif self._wants_undo(seat, state):
            self._ask_for_undo(place, seat)
        elif state["mover"] == seat:
            return self._move(place, seat, state)
        return False

    def _move(self, place: Place, seat: int, state: dict[str, Any]) -> bool:
        move, request = self.chance.choice(state["moves"]), secrets.token_urlsafe(12)
        sent = Sent(place.id, seat, "move", request, move, state["ply"])
        form = {"move": move, "ply": state["ply"], "request": request}
        self._send(sent, lambda: self.insist(lambda: self.client.act(place.id, "moves", **form)))
        return sent.answer is not None

    def _wants_undo(self, seat: int, state: dict[str, Any]) -> bool:
        """Everybody agrees to what the other wants."""
        if "undo" in state["asks"]:
            return seat not in state["asks"]["undo"]
        return bool(state["can_undo"]) and not state["asks"] and self.chance.random() < UNDO

    def _ask_for_undo(self, place: Place, seat: int) -> None:
        """Ask once: nobody can tell whether a question that was not answered has been heard."""
        self._send(Sent(place.id, seat, "undo"), lambda: self.client.act(place.id, "asks", what="undo"))

    def _send(self, sent: Sent, request: Callable[[], dict[str, Any]]) -> None:
        kills = self.play.kills
        self.play.sent.append(sent)
        try:
            sent.answer = request()
        except Refused as refused:
            if refused.status not in (0, OVERTAKEN):
                raise
            sent.refused = refused.status == OVERTAKEN
        sent.disturbed = self.play.kills != kills

    def _play_again(self, place: Place, seat: int) -> None:
        """The first of those who played sets the next table up."""
        if seat == min(place.people) and place in self.play.places:
            found(self.play, place.game, list(place.people.values()))
            self.play.places.remove(place)

    def insist(self, request: Callable[[], T]) -> T:
        """Send a request until it is answered."""
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                return request()
            except Refused as refused:
                if refused.status != 0:
                    raise
                self.play.lost += 1
                self._asked = (self._asked + 1) % len(self._clients)
                assert time.monotonic() < deadline, "the server does not come back"
                time.sleep(PAUSE)


def found(play: Play, game: str, people: list[Person]) -> None:
    """Set a table up for some people; level-1 bots have the other seats."""
    seats = pyr.load(game).seats
    bots = dict.fromkeys(range(len(people), seats), 1)
    founder = people[0]
    table = founder.insist(lambda: founder.client.new_table(game, bots))["id"]
    place = Place(table, game, dict(enumerate(people)))
    for seat, person in place.people.items():
        sit(person, table, seat)
    play.places.append(place)


def sit(person: Person, table: str, seat: int) -> None:
    person.insist(lambda: person.client.take_seat(table, seat))


@contextmanager
def played(servers: list[Server], people: int, tables: int, bot_tables: int, seed: int = 0) -> Iterator[Play]:
    """People at tables with each other and with bots, playing until the end of the block; then every game goes on."""
    play = Play(servers, random.Random(seed))
    persons = [Person(play, seed + number) for number in range(people)]
    games = pyr.games()
    for number in range(tables):
        two = [persons[number % people], persons[(number + 1) % people]]
        found(play, games[number % len(games)], two)
    for number in range(bot_tables):
        found(play, games[number % len(games)], [persons[number % people]])
    failures: list[BaseException] = []
    threads = [threading.Thread(target=_noted, args=(person.go_on, failures), daemon=True) for person in persons]
    for thread in threads:
        thread.start()
    try:
        yield play
    finally:
        play.stop.set()
        for thread in threads:
            thread.join(PATIENCE)
    assert not failures, "".join(traceback.format_exception(failures[0]))
    assert not any(thread.is_alive() for thread in threads), "a client hangs"
    for place in list(play.places):
        _goes_on(play, place)


def _noted(work: Callable[[], None], failures: list[BaseException]) -> None:
    try:
        work()
    except BaseException as failure:
        failures.append(failure)


def _goes_on(play: Play, place: Place) -> None:
    """A game that was not over is played on, bots included."""
    deadline, made = time.monotonic() + PATIENCE, 0
    while made < MORE and place in play.places:
        made += sum([person.step(place) for person in place.people.values() if place in play.places])
        assert time.monotonic() < deadline, f"{place.game} does not go on: {place.people[0].client.table(place.id)}"


def kill(play: Play) -> None:
    """Let people play for a random while, then cut the power of one process and switch it on again.

    Mostly moves have been acknowledged by then; sometimes the server has hardly started.
    """
    if play.chance.random() < EARLY:
        time.sleep(play.chance.uniform(0, 1))
    else:
        _wait_for(play, play.acknowledged + play.chance.randint(1, 60))
        time.sleep(play.chance.uniform(0, 0.1))
    play.kills += 1
    server = play.chance.choice(play.servers)
    server.kill()
    if len(play.servers) > 1:  # the others have it all for a while
        time.sleep(play.chance.uniform(0, 2))
    server.start()


def _wait_for(play: Play, acknowledged: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while play.acknowledged < acknowledged:
        assert time.monotonic() < deadline, "nothing goes on"
        time.sleep(0.01)


@dataclass
class Verdict:
    """What was compared, and what did not fit."""

    tables: int = 0
    entries: int = 0
    moves: int = 0
    bot_moves: int = 0
    undos: int = 0
    faults: list[str] = field(default_factory=list)

    def check(self, holds: bool, says: str) -> None:
        if not holds:
            self.faults.append(says)


@dataclass(frozen=True)
class Line:
    """An entry as it is in the database, and the ply before it."""

    number: int
    kind: str
    body: dict[str, Any]
    ply: int


def judged(play: Play) -> Verdict:
    """Compare what clients were told with the journals in the database and with what the server shows."""
    verdict = Verdict()
    sent: dict[str, list[Sent]] = {}
    for each in play.sent:
        sent.setdefault(each.table, []).append(each)
    engine = open_database(play.servers[0].database)
    spectator = play.servers[0].client()
    _wait_for_bots(engine)
    with engine.connect().execution_options(reading=True) as connection:
        counts = {row.id: row.entries for row in connection.execute(sa.text("SELECT id, count AS entries FROM tables"))}
        rows = connection.execute(sa.text("SELECT table_id, number, kind, body FROM entries ORDER BY table_id, number"))
        journals: dict[str, list[tuple[int, str, str]]] = {}
        for row in rows:
            journals.setdefault(row.table_id, []).append((row.number, row.kind, row.body))
    engine.dispose()
    for table, journal in journals.items():
        lines, plies = folded(journal)
        _check_journal(verdict, table, lines, counts[table])
        _check_sent(verdict, table, lines, sent.get(table, []))
        if plies is not None:
            _check_shown(verdict, table, lines, plies, spectator)
    return verdict


def _wait_for_bots(engine: sa.Engine) -> None:
    """Until no bot is to move any more: then nothing changes while it is looked at."""
    deadline = time.monotonic() + PATIENCE
    moving = sa.text("SELECT count(*) FROM tables WHERE bot")
    while True:
        with engine.connect().execution_options(reading=True) as connection:
            if not connection.execute(moving).scalar():
                return
        assert time.monotonic() < deadline, "a bot does not move"
        time.sleep(0.1)


def folded(journal: list[tuple[int, str, str]]) -> tuple[list[Line], list[str] | None]:
    """The entries with their plies, and all plies that stand in the end; None for those if the game never began."""
    lines, plies, begun = [], list[str](), False
    for number, kind, text in journal:
        body = json.loads(text)
        lines.append(Line(number, kind, body, len(plies)))
        if "begin" in body:
            plies, begun = list(body["begin"]["plies"]), True
        elif kind == "move":
            plies = plies + body["plies"]
        elif kind == "undo":
            plies = plies[: body["ply"]]
    return lines, plies if begun else None


def _check_journal(verdict: Verdict, table: str, lines: list[Line], count: int) -> None:
    """Entries are numbered without gaps, and no request was carried out twice."""
    verdict.tables += 1
    verdict.entries += len(lines)
    numbers = [line.number for line in lines]
    verdict.check(numbers == list(range(1, count + 1)), f"{table} has entries {numbers}, but a count of {count}")
    requests = Counter(line.body["request"] for line in lines if line.kind == "move")
    twice = [request for request, times in requests.items() if times > 1]
    verdict.check(not twice, f"{table}: the requests {twice} were carried out more than once")
    for line in lines:
        if line.kind == "move" and line.body["request"].startswith("bot "):
            verdict.bot_moves += 1
            verdict.check(line.body["request"] == f"bot {line.number - 1}", f"{table}: {line} is a bot's for elsewhere")


def _check_sent(verdict: Verdict, table: str, lines: list[Line], sent: list[Sent]) -> None:
    """What was acknowledged is there, in order; what was refused is not; and nothing is there that nobody sent."""
    made = {line.body["request"]: line for line in lines if line.kind == "move"}
    known = {f"{each.seat} {each.request}" for each in sent if each.what == "move"}
    strange = {request for request in made if not request.startswith("bot ")} - known
    verdict.check(not strange, f"{table}: nobody sent {strange}")
    last: dict[int, int] = {}
    for each in sent:
        if each.what == "undo":
            _check_undo(verdict, lines, each)
            continue
        line = made.get(f"{each.seat} {each.request}")
        if each.refused:
            verdict.check(line is None, f"{table}: {each} was refused, but {line} is there")
        if each.answer is None:
            continue
        verdict.moves += 1
        if line is None:
            verdict.faults.append(f"{table}: {each} was acknowledged and is lost")
            continue
        same = (line.body["seat"], line.body["plies"][0], line.ply) == (each.seat, each.move, each.ply)
        verdict.check(same, f"{table}: {each} is there as {line}")
        told = each.answer["number"]
        verdict.check(told == line.number or (each.disturbed and told > line.number), f"{table}: {each} is {line}")
        verdict.check(line.number > last.get(each.seat, 0), f"{table}: {each} is out of order")
        last[each.seat] = line.number


def _check_undo(verdict: Verdict, lines: list[Line], sent: Sent) -> None:
    """A question or an agreement that was acknowledged is the entry that it was said to be."""
    if sent.answer is not None:
        verdict.undos += 1
        number = sent.answer["number"]
        line = lines[number - 1] if number <= len(lines) else None
        fits = line is not None and line.kind in ("ask", "undo") and line.body["seat"] == sent.seat
        verdict.check(fits, f"{sent.table}: {sent} was acknowledged as {number}, which is {line}")


def _check_shown(verdict: Verdict, table: str, lines: list[Line], plies: list[str], spectator: Client) -> None:
    """What the server shows is what the journal says."""
    state = spectator.table(table)
    verdict.check(state["number"] == len(lines), f"{table} is shown at entry {state['number']} of {len(lines)}")
    verdict.check(state["ply"] == len(plies), f"{table} is shown at ply {state['ply']}, not {len(plies)}")
    if not pyr.facts(state["game"]["name"]).hidden or state["status"] == "over":
        moves = json.loads(spectator.record(table))["moves"]
        verdict.check(moves == plies, f"{table}: the record has {moves}, the journal {plies}")
