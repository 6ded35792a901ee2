"""A table: a game, who sits where, and a journal from which everything else follows.

A journal is a list of entries that only grows. `Table` is what the entries say so far; it is
changed by `apply` alone, and every action of a seat is a function that returns the entries it would add, or
refuses. Nothing here reads a clock, a file or a socket.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal, assert_never

from pyramidion.engine.game import Game
from pyramidion.engine.header import CHANCE
from pyramidion.engine.position import Position
from pyramidion.engine.records import share
from pyramidion.engine.registry import load
from pyramidion.server.journal.chain import first_line, line_of, next_head
from pyramidion.server.journal.clocks import Clock
from pyramidion.server.journal.entries import (
    Asked,
    Begun,
    Closed,
    Credited,
    Declined,
    Ended,
    Entry,
    Moved,
    Opening,
    Paused,
    Rematched,
    Resumed,
    Said,
    Seated,
    Stuck,
    TakenBack,
)
from pyramidion.server.journal.fairness import NO_CONTRIBUTION, Fairness
from pyramidion.server.journal.table_match import TableMatch
from pyramidion.server.journal.terms import Terms

Status = Literal["open", "playing", "over"]
OPEN: Literal["open"] = "open"
PLAYING: Literal["playing"] = "playing"
OVER: Literal["over"] = "over"
SeatKind = Literal["", "person", "bot"]
PERSON: Literal["person"] = "person"
BOT: Literal["bot"] = "bot"
KEPT_TALK = 100
KEPT_HEADS = 64  # a signature may be behind by as many entries


@dataclass
class Seat:
    """Who sits there."""

    kind: SeatKind  # nothing while it is open
    name: str = ""
    level: int = 0
    holder: str = ""  # the hash of the key that holds the seat
    contribution: str = NO_CONTRIBUTION
    key: str = ""  # the public key with which it signs
    link: str = ""  # the last one it has revealed


@dataclass(frozen=True)
class Secret:
    """A hidden move, and what binds its seat to it."""

    ply: int
    move: str
    salt: str
    commitment: str


@dataclass
class Table:
    """What a journal says so far."""

    terms: Terms
    game: Game
    seats: list[Seat]
    clock: Clock
    number: int = 0
    status: Status = OPEN
    match: TableMatch | None = None
    asks: dict[str, list[int]] = field(default_factory=dict)  # what is asked for, and who has agreed
    paused: bool = False
    requests: set[str] = field(default_factory=set)  # those that were carried out
    rematch: str | None = None
    trouble: str = ""  # why a bot does not move
    talk: deque[tuple[int, int, str]] = field(default_factory=lambda: deque(maxlen=KEPT_TALK))  # the last lines
    committed: dict[int, int] = field(default_factory=dict)  # the entries of the hidden moves, by ply
    secrets: dict[int, Secret] = field(default_factory=dict)  # all hidden moves, also those taken back, by entry
    changed: int = 0
    ended_by: int | None = None  # the seat that resigned, ran out of time or agreed last
    over_at: int | None = None  # the entry with which it ended
    closed: set[int] = field(default_factory=set)  # the seats that stand by all of it
    lines: list[str] = field(default_factory=list)  # the public lines of its entries
    heads: deque[str] = field(default_factory=lambda: deque(maxlen=KEPT_HEADS))  # after the last entries

    @classmethod
    def new(cls, terms: Terms) -> Table:
        """A table with all seats open."""
        game = load(terms.game)
        seats = [
            Seat(BOT, f"Bot, level {terms.bots[seat]}", terms.bots[seat]) if seat in terms.bots else Seat("")
            for seat in range(game.seats)
        ]
        table = cls(terms, game, seats, Clock(terms.timing, game.seats), changed=terms.created)
        table.heads.append(next_head("", first_line(terms)))
        return table

    @property
    def id(self) -> str:
        return self.terms.id

    @property
    def ply(self) -> int:
        return len(self.match.codes) if self.match else 0

    @property
    def position(self) -> Position | None:
        return self.match.position if self.match else None

    @property
    def mover(self) -> int | None:
        """The seat that is to move, while the game goes on."""
        if self.status != PLAYING or self.match is None:
            return None
        mover = self.match.position.mover
        assert mover != CHANCE
        return mover

    @property
    def bot_to_move(self) -> bool:
        mover = self.mover
        return mover is not None and not self.paused and self.seats[mover].kind == BOT

    @property
    def persons(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.kind == PERSON]

    @property
    def fairness(self) -> Fairness:
        return Fairness(self.id, self.terms.seed, tuple(seat.contribution for seat in self.seats), self.terms.dice)

    @property
    def links(self) -> list[str]:
        """The last link that every seat has revealed."""
        return [seat.link for seat in self.seats]

    @property
    def head(self) -> str:
        """The head of the journal."""
        return self.heads[-1]

    def head_after(self, entry: int) -> str | None:
        """The head after an entry, unless that is too long ago, or yet to come."""
        back = self.number - entry
        return self.heads[-1 - back] if 0 <= back < len(self.heads) else None

    @property
    def deadline(self) -> int | None:
        """When the time of the seat to move runs out."""
        mover = self.mover
        return None if mover is None or self.paused else self.clock.deadline(mover)

    def apply(self, entry: Entry, line: str | None = None) -> None:
        """Take an entry of the journal in; its public line where the entry itself is not fully known."""
        assert entry.number == self.number + 1, f"entry {entry.number} after {self.number}"
        mover = self.mover
        if mover is not None and not self.paused:
            self.clock.charge(mover, entry.at)
        self._take_in(entry)
        self.number, self.changed = entry.number, entry.at
        self.lines.append(line or line_of(entry, self.terms.seed))
        self.heads.append(next_head(self.head, self.lines[-1]))
        if self.status == PLAYING and self.match and self.match.outcome is not None:
            self.status, self.asks, self.over_at = OVER, {}, entry.number
            self.match.ended = moment(entry.at)
        self.clock.since = entry.at

    def _take_in(self, entry: Entry) -> None:
        match entry.change:
            case Seated(seat, name, holder, contribution, key, opening):
                self.seats[seat] = Seat(PERSON, name, 0, holder, contribution, key or "")
                if opening is not None:
                    self._begin(opening, entry.at)
            case Begun(opening):
                self._begin(opening, entry.at)
            case Moved() as moved:
                self._move(moved, entry.number)
            case TakenBack(ply=ply):
                self._take_back(ply)
            case Asked(what, seat):
                self.asks.setdefault(what, []).append(seat)
            case Declined(what=what):
                self.asks.pop(what, None)
            case Ended() as ended:
                self._end(ended)
            case Paused():
                self.paused = True
                self.asks.pop("pause", None)
            case Resumed():
                self.paused, self.trouble = False, ""
            case Closed(seat):
                self.closed.add(seat)
            case Credited(ms):
                if self.mover is not None and not self.paused:
                    self.clock.credit(self.mover, ms)
            case Said(seat, text):
                self.talk.append((entry.at, seat, text))
            case Stuck(says):
                self.trouble = says
            case Rematched(table=table):
                self.rematch = table
            case unknown:
                assert_never(unknown)

    def _begin(self, opening: Opening, at: int) -> None:
        match = TableMatch(self.game, self.fairness, self.names, opening.setup)
        match.go_back(0)
        match.append(opening.plies)
        match.started = moment(at)
        self.match, self.status = match, PLAYING

    def _move(self, moved: Moved, number: int) -> None:
        assert self.match is not None
        if moved.commitment is not None:
            salt = moved.salt or self.fairness.secret_salt(number)
            self.secrets[number] = Secret(self.ply, moved.plies[0], salt, moved.commitment)
            self.committed[self.ply] = number
        self.match.append(moved.plies)
        self.clock.moved(moved.seat, turn_over=self.match.position.mover != moved.seat)
        self.asks, self.trouble = {}, ""
        if moved.link is not None:
            self.seats[moved.seat].link = moved.link
        if moved.request is not None:
            self.requests.add(moved.request)

    def _take_back(self, ply: int) -> None:
        assert self.match is not None
        self.match.go_back(ply)
        self.committed = {earlier: each for earlier, each in self.committed.items() if earlier < ply}
        self.asks, self.trouble = {}, ""
        self.clock.reset()

    def _end(self, ended: Ended) -> None:
        assert self.match is not None
        self.match.end([share(result) for result in ended.results], ended.reason)
        self.ended_by = ended.seat

    @property
    def names(self) -> list[str]:
        """The names of the seats; a person without one is called after the seat."""
        return [seat.name or name for seat, name in zip(self.seats, self.game.seat_names, strict=True)]


def moment(at: int) -> str:
    """A time of the journal as records write it."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")
