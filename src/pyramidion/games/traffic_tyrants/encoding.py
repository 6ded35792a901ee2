"""Traffic Tyrants' moves and positions as numbers. The board is turned for Blue, so that both seats see it alike."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pyramidion.engine.contract import Encoding
from pyramidion.engine.planes import mark
from pyramidion.engine.verbs import Levels, Sets
from pyramidion.games.traffic_tyrants.rules import (
    EACH,
    GIFTS,
    GIVE,
    LENGTH,
    LINE_UP,
    MOVE,
    NONE,
    ORDERS,
    SQUARES,
    STAY,
    WIDTH,
    gift_size,
)

SIZES, COLOURS = ("S", "M", "L"), ("green", "yellow", "red")
SUPPLY, GIFT, NEXT, GIVEN, OWN_TURN = 6, 24, 27, 30, 31


def planes(options: Mapping[str, str]) -> list[str]:
    sides = ("own", "other")
    runners = [f"{side} runner {size}" for side in sides for size in SIZES]
    supply = [f"{side} {colour} {size}, of {EACH}" for side in sides for size in SIZES for colour in COLOURS]
    gift = [f"{colour} gift in hand" for colour in COLOURS]
    turn = [f"{size} is given or moves now" for size in SIZES]
    return [*runners, *supply, *gift, *turn, f"gifts, of {GIFTS}", "own turn"]


def board(options: Mapping[str, str]) -> tuple[int, int]:
    return LENGTH, WIDTH


def moves(options: Mapping[str, str]) -> list[int]:
    """Give a colour, stay, line up, and each runner to each square."""
    stay = [STAY] * (options["decline"] == "yes")
    orders = range(LINE_UP, LINE_UP + len(ORDERS)) if options["lineup"] == "chosen" else ()
    return [*range(GIVE, GIVE + len(COLOURS)), *stay, *orders, *range(MOVE, MOVE + len(SIZES) * SQUARES)]


def mirrored(code: int) -> int:
    """The same move on the board turned around; line-ups are read from the owner's left already."""
    if code < MOVE:
        return code
    size, square = divmod(code - MOVE, SQUARES)
    return MOVE + size * SQUARES + SQUARES - 1 - square


def observe(position: np.record, seat: int, sets: Sets, levels: Levels) -> None:
    for side in range(2):
        owner = seat if side == 0 else 1 - seat
        for size in range(3):
            square = int(position.runner[owner, size])
            if square >= 0:
                mark(sets, 3 * side + size, square if seat == 0 else SQUARES - 1 - square)
            for colour in range(3):
                levels[SUPPLY + 9 * side + 3 * size + colour] = position.supply[owner, size, colour] / EACH
    number = int(position.given)
    if position.gift != NONE:
        levels[GIFT + position.gift] = 1
        number -= 1
    levels[NEXT + gift_size(position, number)] = 1
    levels[GIVEN] = position.given / GIFTS
    levels[OWN_TURN] = position.seat == seat


ENCODING = Encoding(planes=planes, board=board, moves=moves, mirrored=mirrored)
