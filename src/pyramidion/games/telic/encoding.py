"""Telic's moves and positions as numbers. The board is turned for Red, so that both seats see it alike."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pyramidion.engine.bits import first
from pyramidion.engine.contract import Encoding
from pyramidion.engine.planes import mark
from pyramidion.engine.stacks import LETTERS
from pyramidion.engine.verbs import Levels, Sets
from pyramidion.games.telic.rules import (
    CENTRE,
    ENTER,
    FACE,
    FACES,
    LANDING,
    LAST_TURN,
    MOVE,
    NO_ROLL,
    PASS,
    PYRAMIDS,
    ROLL,
    SIZES,
    SPACES,
    STEPS,
)

RANKS, FILES = 5, 4
OUTSIDE = CENTRE  # what squares without a space are called
STASH, INSIDE, ROLLED, OWN_TURN, TURNS = 2 * SIZES, 4 * SIZES, 4 * SIZES + 2, 4 * SIZES + 3, 4 * SIZES + 4
IN_STASH = 2  # of each size at the start


def planes(options: Mapping[str, str]) -> list[str]:
    sides = ("own", "other")
    on_board = [f"{side} {letter} on the board" for side in sides for letter in LETTERS]
    in_stash = [f"{side} {letter} in the stash, of {IN_STASH}" for side in sides for letter in LETTERS]
    inside = [f"{side} in the Centre Zone, of {PYRAMIDS}" for side in sides]
    return [*on_board, *in_stash, *inside, "tile rolled", "own turn", f"turns, of {LAST_TURN}"]


def board(options: Mapping[str, str]) -> tuple[int, int]:
    return RANKS, FILES


def squares(options: Mapping[str, str]) -> list[int]:
    """The spaces, rank by rank; the middle of the board has none."""
    names = [f"{file}{rank + 1}" for rank in range(RANKS) for file in "abcd"]
    return [SPACES.index(name) if name in SPACES else OUTSIDE for name in names]


def moves(options: Mapping[str, str]) -> list[int]:
    """Roll, pass, enter, and a step to every neighbouring space."""
    steps = [MOVE + origin * (CENTRE + 1) + int(to) for origin in range(CENTRE) for to in STEPS[origin] if to >= 0]
    return [ROLL, PASS, *range(ENTER, ENTER + SIZES), *sorted(steps)]


def outcomes(options: Mapping[str, str]) -> range:
    return range(FACE, FACE + FACES)


def mirrored(code: int) -> int:
    """The same step on the board turned around; the Centre Zone stays where it is."""
    if code < MOVE:
        return code
    origin, target = divmod(code - MOVE, CENTRE + 1)
    return MOVE + (CENTRE - 1 - origin) * (CENTRE + 1) + (target if target == CENTRE else CENTRE - 1 - target)


def observe(position: np.record, seat: int, sets: Sets, levels: Levels) -> None:
    for side in range(2):
        owner = seat if side == 0 else 1 - seat
        for space in range(CENTRE):
            here = space if seat == 0 else CENTRE - 1 - space
            piece = int(position.board[owner, space])
            while piece:
                mark(sets, side * SIZES + first(piece), here)
                piece &= piece - 1
        for size in range(SIZES):
            levels[STASH + side * SIZES + size] = position.stash[owner, size] / IN_STASH
        levels[INSIDE + side] = position.centre[owner] / PYRAMIDS
    if position.die != NO_ROLL:
        landing = LANDING[position.seat, position.die]
        mark(sets, ROLLED, landing if seat == 0 else CENTRE - 1 - landing)
    levels[OWN_TURN] = position.seat == seat
    levels[TURNS] = position.turn / LAST_TURN


ENCODING = Encoding(planes=planes, board=board, squares=squares, moves=moves, outcomes=outcomes, mirrored=mirrored)
