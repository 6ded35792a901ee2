"""What a seat that makes no mistakes may hope for from an opponent who soon makes one."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from contextlib import suppress

from pyramidion.engine.position import Position

FAR = 5  # plies in which traps are looked for
MOST_SOLVED = 2000  # positions, for that
Solve = Callable[[Position], float]  # the first seat's result with best play


class Unsolved(Exception):
    """There is no time left to solve a position."""


def hope(position: Position, seat: int, plies: int, solve: Solve) -> float:
    """What a seat may expect if the opponent moves at random for some plies and neither makes mistakes afterwards."""
    if position.outcome is not None:
        return float(position.outcome.results[seat])
    if plies == 0:
        first = solve(position)
        return first if seat == 0 else 1 - first
    hopes = [hope(position.play(move), seat, plies - 1, solve) for move in position.moves()]
    return max(hopes) if position.mover == seat else sum(hopes) / len(hopes)


def hopes(after: dict[int, Position], seat: int, solve: Solve) -> dict[int, float]:
    """What there is to hope for after each move, seen as far ahead as there is time for."""
    found, solved = dict[int, float](), itertools.count()

    def counted(position: Position) -> float:
        if next(solved) == MOST_SOLVED:
            raise Unsolved
        return solve(position)

    with suppress(Unsolved):
        for plies in range(1, FAR + 1):
            found = {move: hope(position, seat, plies, counted) for move, position in after.items()}
    return found
