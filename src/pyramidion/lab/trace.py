"""A game reduced to what measures need: numbers for each ply, made where the game was played."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from pyramidion.arena.bouts import Played
from pyramidion.engine.header import CHANCE
from pyramidion.engine.match import Match
from pyramidion.engine.position import Position
from pyramidion.lab.judge import Judge, Values
from pyramidion.lab.touches import Touches, touches_of

FIRST_CHOICES = 2  # that name an opening
LOOKS = 3  # decisions of a game of which every move is valued


@dataclass(frozen=True)
class Look:
    """A decision of which every move was valued: the seat, and what all seats may expect after each move."""

    seat: int
    moves: tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Bits:
    """How much a seat did not know after some turns: the logarithm of the number of possibilities."""

    turn: int
    seat: int
    bits: float


@dataclass(frozen=True)
class Trace:
    """One game in numbers. Lists have an entry for each ply."""

    results: tuple[float, ...]
    rule: str  # the ruling that ended it; empty if it was cut off or forfeited
    turns: int
    movers: tuple[int, ...]  # the seat that decided, or CHANCE
    choices: tuple[int, ...]  # how many moves, or outcomes, there were
    turn_of: tuple[int, ...]  # how many turns were complete before it
    repeated: int  # positions that had come up before, apart from counters
    opening: tuple[str, ...]  # the first moves that were chosen
    values: tuple[tuple[float, ...], ...] = ()  # what each seat could expect before each ply, and at the end
    exact: int = 0  # how many of the values are certain
    looks: tuple[Look, ...] = ()
    bits: tuple[Bits, ...] = ()
    touches: Touches | None = None

    @property
    def seats(self) -> int:
        return len(self.results)

    @property
    def plies(self) -> int:
        return len(self.movers)

    @property
    def winner(self) -> int | None:
        """The seat that won alone."""
        return self.results.index(1.0) if 1.0 in self.results else None


@dataclass(frozen=True)
class Depth:
    """How closely a game is looked at."""

    values: bool = False
    pictures: bool = False
    bits: bool = False


def trace_of(played: Played, match: Match, depth: Depth, seed: int) -> Trace:
    """The numbers of a game that has just been played."""
    plies = list(zip(match.positions, match.codes, strict=False))
    chosen = [(position, code) for position, code in plies if position.mover != CHANCE and len(position.codes) > 1]
    values, exact, looks = _valued(match, seed) if depth.values else ((), 0, ())
    return Trace(
        results=played.results,
        rule=match.outcome.rule if match.outcome and played.faulty is None else "",
        turns=match.position.turn,
        movers=tuple(_mover(position) for position, _ in plies),
        choices=tuple(len(position.codes) for position, _ in plies),
        turn_of=tuple(position.turn for position, _ in plies),
        repeated=_repeated(match.positions),
        opening=tuple(position.text_of(code) for position, code in chosen[:FIRST_CHOICES]),
        values=values,
        exact=exact,
        looks=looks,
        bits=_bits(match) if depth.bits else (),
        touches=touches_of(match) if depth.pictures else None,
    )


def _mover(position: Position) -> int:
    assert position.mover is not None
    return position.mover


def _repeated(positions: list[Position]) -> int:
    return len(positions) - len({position.key() for position in positions})


def _valued(match: Match, seed: int) -> tuple[tuple[Values, ...], int, tuple[Look, ...]]:
    """The values of all positions, how many are certain, and some decisions with the values of all moves."""
    judge = Judge(match.game, seed)
    opinions = [judge.value(position) for position in match.positions]
    chosen = [place for place in match.positions if place.mover is not None and place.mover >= 0]
    free = [position for position in chosen if len(position.codes) > 1]
    looked = random.Random(seed).sample(free, min(LOOKS, len(free)))
    looks = tuple(Look(_mover(position), tuple(judge.moves(position))) for position in looked)
    return tuple(opinion.values for opinion in opinions), sum(opinion.exact for opinion in opinions), looks


def _bits(match: Match) -> tuple[Bits, ...]:
    """What each seat did not know whenever a turn was complete."""
    found, last = list[Bits](), -1
    for position in match.positions:
        if position.turn != last:
            last = position.turn
            for seat in range(match.game.seats):
                view = position.view(seat)
                count = len(view.possibilities()) if view.blank else 1
                found.append(Bits(last, seat, math.log2(count)))
    return tuple(found)
