"""The review of a finished game: what each ply did, who erred, what was luck, and the moments that decided it.

All values are what a seat may expect, from 0 for a loss to 1 for a win; those of all seats add up to 1.
"""

from __future__ import annotations

from dataclasses import dataclass

from pyramidion.lab.judge import Values
from pyramidion.lab.plain import read_json, to_json
from pyramidion.study.chances import points
from pyramidion.study.reviews.information import Information

FORMAT = "pyramidion-review-2"
MARKS = {
    "only": "!",
    "dubious": "?!",
    "mistake": "?",
    "blunder": "??",
    "lucky": "+",
    "unlucky": "-",
}  # at most one of each in the opening, in the middle and in the end of a game


@dataclass(frozen=True)
class Ply:
    """A ply and what it did. `number` is its row in the list of moves."""

    ply: int
    number: int
    seat: int | None  # that decided; None for a roll
    whose: int  # turn it was
    move: str
    before: Values
    after: Values
    cost: float = 0.0  # of a decision: what the best move found would have kept and this one gave away
    luck: float = 0.0  # of a roll: what it was worth to the seat whose turn it was
    best: str = ""  # the best move found; empty for rolls, and where there was one move only
    stake: float = 0.0  # of a decision: what the best of the moves looked at is worth more than the worst
    certain: bool = False  # are the values proven?
    proven: bool = False  # is at least the value after it proven?
    solved: bool = False  # are the values of all moves proven?
    confirmed: bool = False  # did more effort find the same?
    least: float = 0.0  # where looks at a choice differ in the numbers: what it cost by all of them
    mark: str = ""  # one of MARKS
    information: Information | None = None  # at the beginning of a turn in which something was hidden

    @property
    def effects(self) -> Values:
        """What the ply did to each seat."""
        return tuple(after - before for before, after in zip(self.before, self.after, strict=True))

    @property
    def change(self) -> int:
        """What the ply did to the seat whose turn it was, in whole percents: the difference of the chances shown
        beside it."""
        return points(self.after[self.whose]) - points(self.before[self.whose])

    @property
    def told(self) -> int:
        """What a choice cost, in whole percents, as it is shown."""
        return points(self.least) if self.least else -self.change if self.cost else 0


@dataclass(frozen=True)
class Moment:
    """A moment that decided the game, in words that the search has confirmed."""

    ply: int
    kind: str  # "choice", "roll" or "turn"
    says: str


@dataclass(frozen=True)
class Seat:
    """A player: how well they chose, and how lucky they were. `result = start + luck + skill`."""

    name: str
    start: float  # what the seat could expect at the start
    result: float
    luck: float  # what all rolls were worth to the seat
    own_luck: float  # what the rolls in its own turns were worth to it
    skill: float  # what all choices were worth to the seat, those of others included
    unforeseen: float  # the part of it that no choice explains: what the search saw only later
    cost: float  # what its own choices gave away
    choices: int  # decisions in which something was at stake
    accuracy: float | None  # the share that it kept of all that was at stake in them; None for too few
    bits: float | None = None  # where something is hidden: the share of what its turns could tell
    bits_luck: float | None = None  # bits that its turns told beyond what could be expected
    settled: bool = False  # were these numbers nearly the same with less effort?
    judged: bool = False  # were those about choices at least roughly the same?

    @property
    def mean_cost(self) -> float:
        """What a choice cost on average."""
        return self.cost / self.choices if self.choices else 0.0

    @property
    def adjusted(self) -> float:
        """The result without the luck of the rolls."""
        return self.result - self.luck


@dataclass(frozen=True)
class Review:
    """A game reviewed."""

    game: str
    title: str
    seats: tuple[Seat, ...]
    plies: tuple[Ply, ...]
    moments: tuple[Moment, ...]
    summary: tuple[str, ...]  # what decided the game, in sentences: moments and luck
    players: tuple[str, ...]  # how everybody chose, in a sentence each
    effort: int  # spent on each position
    complete: bool = True  # or is there more to come?
    format: str = FORMAT

    @property
    def course(self) -> tuple[Values, ...]:
        """What the seats could expect before each ply, and at the end."""
        return (*(ply.before for ply in self.plies), tuple(seat.result for seat in self.seats))

    def stands(self, ply: int) -> Values:
        """What the seats could expect after some plies. After a ply that changed something it is what this ply led
        to, so that the number is the one that is told of it."""
        last = self.plies[ply - 1] if 0 < ply < len(self.plies) else None
        return last.after if last is not None and (last.cost or last.luck) else self.course[ply]

    def to_json(self) -> str:
        return to_json(self)

    @classmethod
    def from_json(cls, text: str) -> Review:
        return read_json(cls, text, FORMAT)
