"""How much a turn could tell, where something is hidden, and how much it did tell: in bits, by exact counts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pyramidion.engine.position import Position
from pyramidion.players.analysis import Line

CLOSE = 1e-9  # bits


@dataclass(frozen=True)
class Information:
    """What a seat could learn in a turn. A bit halves what is possible.

    What is expected is a mean over all possibilities, each as likely as any other.
    """

    possible: int  # possibilities before the turn
    left: int  # possibilities after it
    expected: float  # bits that the turn could be expected to tell
    best: float  # bits that the most telling turn found could be expected to tell
    mean_left: float  # possibilities that the turn leaves on average
    best_left: float  # and those that the most telling turn found leaves
    better: tuple[str, ...] = ()  # the moves of that turn; none where the one played tells as much

    @property
    def told(self) -> float:
        """Bits that the turn did tell."""
        return math.log2(self.possible / self.left)

    @property
    def luck(self) -> float:
        """Bits that it told beyond what could be expected."""
        return self.told - self.expected


def information_of(position: Position, played: Sequence[int], lines: Iterable[Line]) -> Information:
    """A turn of the seat to move; `lines` are turns that it could have played as well."""
    worlds = position.view(position.seat).possibilities()
    answers = [answer(world, played) for world in worlds]
    left = answers.count(answer(position, played))
    expected = bits(answers)
    best, best_left, better = expected, mean_left(answers), tuple[str, ...]()
    for line in lines:
        codes = whole_turn(position, line.line)
        others = [answer(world, codes) for world in worlds] if codes else []
        if bits(others) > best + CLOSE:
            best, best_left, better = bits(others), mean_left(others), line.line
    return Information(len(worlds), left, expected, best, mean_left(answers), best_left, better)


def answer(position: Position, codes: Iterable[int]) -> str:
    """What everybody is told in a turn with these moves."""
    turn, told = position.turn, list[str]()
    for code in codes:
        if position.mover is None or position.turn != turn:
            break
        after = position.play(code)
        told.append(position.game.manual.told(position.fields, after.fields))
        position = after
    return " ".join(told)


def whole_turn(position: Position, moves: Iterable[str]) -> list[int]:
    """The codes of moves that make a whole turn, or nothing."""
    turn, codes = position.turn, list[int]()
    for text in moves:
        if position.mover is None or position.turn != turn:
            break
        codes.append(position.check(text))
        position = position.play(codes[-1])
    return codes if position.turn != turn or position.mover is None else []


def bits(answers: Sequence[str]) -> float:
    """How much answers tell on average, if each possibility gives one of them."""
    total = len(answers)
    return sum(count / total * math.log2(total / count) for count in Counter(answers).values())


def mean_left(answers: Sequence[str]) -> float:
    """How many possibilities are left after an answer, on average over all of them."""
    return sum(count * count for count in Counter(answers).values()) / len(answers)
