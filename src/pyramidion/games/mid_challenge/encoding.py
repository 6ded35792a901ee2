"""The Mid Challenge's moves and positions as numbers: the own seat first, then the others in turn order."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pyramidion.engine.contract import Encoding
from pyramidion.engine.planes import mark
from pyramidion.engine.verbs import Levels, Sets
from pyramidion.games.mid_challenge.rolls import FACES, ROLLS
from pyramidion.games.mid_challenge.rules import (
    EMPTY,
    LAST_TURN,
    LEAVE,
    MIDS,
    NO_ROLL,
    NO_SQUARE,
    OWNER,
    PASS,
    PLACE,
    ROLL,
    SIZES,
    TAKE,
)
from pyramidion.games.mid_challenge.squares import GRID, HEIGHT, MOST_SQUARES, TILES, WIDTH

NAMES = ("small", "medium", "large")
SIDES = ("own", "next seat's", "second next seat's", "third next seat's")
DICE = 3
MOST_MIDS = int(MIDS.max())
SHOWING = np.array([[roll.count(face) for face in range(len(FACES))] for roll in ROLLS])  # dice with each face


def planes(options: Mapping[str, str]) -> list[str]:
    sides = SIDES[: int(options["players"])]
    on_board = [f"{side} {size} mids" for side in sides for size in NAMES]
    in_hand = [f"{side} {size} mids in hand, of {MOST_MIDS}" for side in sides for size in NAMES]
    dice = [f"dice that show {face}, of {DICE}" for face in FACES]
    captures = ["the mid just placed, whose captures are taken or left"] if options["capture"] == "may" else []
    return [*on_board, *in_hand, *(f"{side} turn" for side in sides), *dice, f"turns, of {LAST_TURN}", *captures]


def board(options: Mapping[str, str]) -> tuple[int, int]:
    kind = _kind(options)
    return int(HEIGHT[kind]), int(WIDTH[kind])


def _kind(options: Mapping[str, str]) -> int:
    return GRID if options["board"] == "grid" else TILES


def moves(options: Mapping[str, str]) -> list[int]:
    """Pass, a mid of each size on each square, and taking or leaving what it captures."""
    ranks, files = board(options)
    placed = [PLACE + size * MOST_SQUARES + square for size in range(SIZES) for square in range(ranks * files)]
    return [PASS, *placed, *((TAKE, LEAVE) if options["capture"] == "may" else ())]


def outcomes(options: Mapping[str, str]) -> range:
    return range(ROLL, ROLL + len(ROLLS))


def observe(position: np.record, seat: int, sets: Sets, levels: Levels) -> None:
    players = 2 + int(position.players)
    for square in range(WIDTH[position.board] * HEIGHT[position.board]):
        mid = int(position.mids[square])
        if mid != EMPTY:
            side = (mid // OWNER - seat + players) % players
            mark(sets, side * SIZES + mid % OWNER - 1, square)
    in_hand, turn, dice = players * SIZES, 2 * players * SIZES, (2 * SIZES + 1) * players
    for side in range(players):
        for size in range(SIZES):
            levels[in_hand + side * SIZES + size] = position.hand[(seat + side) % players, size] / MOST_MIDS
    levels[turn + (position.seat - seat + players) % players] = 1
    if position.roll != NO_ROLL:
        for face in range(len(FACES)):
            levels[dice + face] = SHOWING[position.roll, face] / DICE
    levels[dice + len(FACES)] = position.turn / LAST_TURN
    if position.placed != NO_SQUARE:
        mark(sets, dice + len(FACES) + 1, int(position.placed))


ENCODING = Encoding(planes=planes, board=board, moves=moves, outcomes=outcomes)
