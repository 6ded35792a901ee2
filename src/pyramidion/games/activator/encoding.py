"""Activator's moves and positions as numbers. The board is turned for Blue, so that both seats see it alike."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pyramidion.engine.contract import Encoding
from pyramidion.engine.planes import mark
from pyramidion.engine.verbs import Levels, Sets
from pyramidion.games.activator.lines import SIDE, SQUARES, TALLEST, bent_reach, reach
from pyramidion.games.activator.rules import ACTIVATE, ACTIVATOR, MOVE, PASS, QUIET_TURNS, STAY

SIZES = 5  # B to F
UNITS, ACTIVATORS, STAGE, PASSED, FORFEIT, CALM, OWN_TURN = 0, 10, 12, 13, 14, 15, 16


def planes(options: Mapping[str, str]) -> list[str]:
    pieces = [f"{side} {letter}" for side in ("own", "other") for letter in "BCDEF"]
    state = ["activator to move", "turn before forfeited", "turn forfeited", "quiet turns, of those that draw"]
    return [*pieces, "own activator", "other activator", *state, "own turn"]


def board(options: Mapping[str, str]) -> tuple[int, int]:
    return SIDE, SIDE


def moves(options: Mapping[str, str]) -> list[int]:
    """Pass, stay, activate a square, and a unit or its top part to each square that it reaches on an empty board."""
    reached = bent_reach if options["bend"] == "all" else reach
    found = [PASS, STAY, *range(ACTIVATE, ACTIVATE + SQUARES)]
    for origin in range(SQUARES):
        for split in range(TALLEST):
            counts = [split] if split else range(1, TALLEST + 1)
            targets = {to for count in counts for to in range(SQUARES) if reached(origin, count, 0) >> to & 1}
            found += [MOVE + (origin * TALLEST + split) * SQUARES + to for to in sorted(targets)]
    return found


def mirrored(code: int) -> int:
    """The same move on the board turned around."""
    if code < ACTIVATE:
        return code
    if code < MOVE:
        return ACTIVATE + SQUARES - 1 - (code - ACTIVATE)
    part, target = divmod(code - MOVE, SQUARES)
    origin, split = divmod(part, TALLEST)
    return MOVE + ((SQUARES - 1 - origin) * TALLEST + split) * SQUARES + SQUARES - 1 - target


def observe(position: np.record, seat: int, sets: Sets, levels: Levels) -> None:
    for side in range(2):
        owner = seat if side == 0 else 1 - seat
        for square in range(SQUARES):
            here = square if seat == 0 else SQUARES - 1 - square
            unit = int(position.board[owner, square]) >> 1
            for size in range(SIZES):
                if unit >> size & 1:
                    mark(sets, UNITS + side * SIZES + size, here)
        stands = int(position.activator[owner])
        mark(sets, ACTIVATORS + side, stands if seat == 0 else SQUARES - 1 - stands)
    levels[STAGE] = position.stage == ACTIVATOR
    levels[PASSED] = position.passed
    levels[FORFEIT] = position.forfeit
    if QUIET_TURNS[position.quiet]:
        levels[CALM] = max(0, int(position.calm)) / QUIET_TURNS[position.quiet]
    levels[OWN_TURN] = position.seat == seat


ENCODING = Encoding(planes=planes, board=board, moves=moves, mirrored=mirrored, counters=("calm",))
