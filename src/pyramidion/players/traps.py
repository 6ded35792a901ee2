"""What a seat that never errs may hope for from an opponent who soon errs."""

from __future__ import annotations

from collections.abc import Callable

from pyramidion.engine.position import Position

Solve = Callable[[Position], float]  # the first seat's result when both play as well as can be


class Unsolved(Exception):
    """There is no time left to solve a position."""


def hope(position: Position, seat: int, plies: int, solve: Solve) -> float:
    """What a seat may expect if the opponent makes any move within some plies, and nobody errs afterwards."""
    if position.outcome is not None:
        return float(position.outcome.results[seat])
    if plies == 0:
        first = solve(position)
        return first if seat == 0 else 1 - first
    hopes = [hope(position.play(move), seat, plies - 1, solve) for move in position.moves()]
    return max(hopes) if position.mover == seat else sum(hopes) / len(hopes)
