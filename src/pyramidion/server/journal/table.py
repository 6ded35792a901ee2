"""A table: a game, who sits where, and a journal from which everything else follows.

A journal is a list of entries that only grows. `Table` is what the entries say so far; it is
changed by `apply` alone, and every action of a seat is a function that returns the entries it would add, or
refuses. Nothing here reads a clock, a file or a socket.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal, assert_never

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.game import Game
from pyramidion.engine.header import CHANCE
from pyramidion.engine.match import Match, whole_weights
from pyramidion.engine.move import Move
from pyramidion.engine.position import Position
from pyramidion.engine.records import share
from pyramidion.engine.registry import load
from pyramidion.server.journal.clocks import Clock, Timing
from pyramidion.server.journal.entries import (
    Asked,
    Begun,
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
from pyramidion.server.journal.fairness import NO_CONTRIBUTION, Fairness, Seed

Status = Literal["open", "playing", "over"]
OPEN: Literal["open"] = "open"
PLAYING: Literal["playing"] = "playing"
OVER: Literal["over"] = "over"
SeatKind = Literal["", "person", "bot"]
PERSON: Literal["person"] = "person"
BOT: Literal["bot"] = "bot"


@dataclass(frozen=True)
class Committed:
    """What binds a seat to a hidden move, and the entry in which it was made."""

    entry: int
    commitment: str


@dataclass(frozen=True)
class Terms:
    """What is agreed when a table is set up."""

    id: str
    game: str  # with its options, as in telic(merge=either)
    bots: dict[int, int]  # the levels of the seats that bots have
    timing: Timing
    seed: Seed
    created: int
    listed: bool = False
    chat: bool = False
    before: str | None = None  # the table of which this is the rematch
    title: str = ""  # what the players call this game, such as "Treasure Hunt on Parrot Island"


@dataclass
class Seat:
    """Who sits there."""

    kind: SeatKind  # nothing while it is open
    name: str = ""
    level: int = 0
    holder: str = ""  # the hash of the key that holds the seat
    contribution: str = NO_CONTRIBUTION


class TableMatch(Match):
    """A match whose dice come from the table's fairness."""

    def __init__(self, game: Game, fairness: Fairness, seats: Sequence[str], setup: str | None = None) -> None:
        self.fairness = fairness
        super().__init__(game, fairness.setup_seed(), setup=setup, seats=seats)

    def _pick(self, weights: NDArray[np.int32]) -> int:
        return self.fairness.roll(len(self.codes), weights.tolist())

    def rolled(self, position: Position, ply: int) -> Move:
        """What chance plays in a position that would come at a ply."""
        outcomes = position.chances()
        return outcomes[self.fairness.roll(ply, whole_weights(outcomes).tolist())][0]

    def append(self, texts: Sequence[str]) -> None:
        """Plies that a journal knows already, rolls included."""
        for text in texts:
            self._append(text)


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
    talk: list[tuple[int, int, str]] = field(default_factory=list)
    committed: dict[int, Committed] = field(default_factory=dict)  # to the hidden moves, by ply
    changed: int = 0
    ended_by: int | None = None  # the seat that resigned, ran out of time or agreed last

    @classmethod
    def new(cls, terms: Terms) -> Table:
        """A table at which nobody has sat down yet."""
        game = load(terms.game)
        seats = [
            Seat(BOT, f"Bot, level {terms.bots[seat]}", terms.bots[seat]) if seat in terms.bots else Seat("")
            for seat in range(game.seats)
        ]
        return cls(terms, game, seats, Clock(terms.timing, game.seats), changed=terms.created)

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
        return self.mover is not None and not self.paused and self.seats[self.mover].kind == BOT

    @property
    def persons(self) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.kind == PERSON]

    @property
    def fairness(self) -> Fairness:
        return Fairness(self.id, self.terms.seed, tuple(seat.contribution for seat in self.seats))

    @property
    def deadline(self) -> int | None:
        """When the time of the seat to move runs out."""
        return None if self.mover is None or self.paused else self.clock.deadline(self.mover)

    def apply(self, entry: Entry) -> None:
        """Take an entry of the journal in."""
        assert entry.number == self.number + 1, f"entry {entry.number} after {self.number}"
        mover = self.mover
        if mover is not None and not self.paused:
            self.clock.charge(mover, entry.at)
        self._take_in(entry)
        self.number, self.changed = entry.number, entry.at
        if self.status == PLAYING and self.match and self.match.outcome is not None:
            self.status, self.asks = OVER, {}
            self.match.ended = moment(entry.at)
        self.clock.since = entry.at

    def _take_in(self, entry: Entry) -> None:
        match entry.change:
            case Seated(seat, name, holder, contribution, opening):
                self.seats[seat] = Seat(PERSON, name, 0, holder, contribution)
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
            self.committed[self.ply] = Committed(number, moved.commitment)
        self.match.append(moved.plies)
        self.clock.moved(moved.seat, turn_over=self.match.position.mover != moved.seat)
        self.asks, self.trouble = {}, ""
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
