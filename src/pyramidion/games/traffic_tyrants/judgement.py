"""What a network is told of a position of Traffic Tyrants, and what can still come of it.

Every pyramid will be given, so it is known how many steps a runner still gets: just enough to
reach the last rank at first. What counts is whose steps are lost, and when.

The board is turned so that the seat to move goes up, and mirrored so that the first runner off the
middle file, its own before the opponent's and small before large, stands on the left.
"""

from __future__ import annotations

import numpy as np

from pyramidion.engine.contract import Judgement, Level
from pyramidion.engine.header import WHOLE
from pyramidion.engine.verbs import Numbers
from pyramidion.games.traffic_tyrants.prospects import lead_limits
from pyramidion.games.traffic_tyrants.rules import (
    EACH,
    GIFTS,
    LENGTH,
    LONGEST,
    NO_UTURN,
    NONE,
    NOTHING,
    OFF,
    OWN,
    SQUARES,
    WIDTH,
    YES_DECLINE,
    gift_size,
)

RUNNERS = 6
SUPPLIES = (EACH + 1) ** 3  # what can be left of a size
# Where each kind of input begins.
STANDS = 0  # a runner on a square
AWAITS = STANDS + RUNNERS * SQUARES  # a runner on a rank, and what its owner's opponent has left for it
HOLDS = AWAITS + RUNNERS * LENGTH * SUPPLIES  # a gift in hand
GIVEN = HOLDS + 9  # how many gifts were given, by sequence
OPTIONS = GIVEN + 2 * (GIFTS + 1)
INPUTS = OPTIONS + 4
# A few thousand positions are enough to keep a won game won, so the levels below the highest see fewer.
LEVELS = {
    1: Level(blur=2.4),
    2: Level(blur=1.2),
    3: Level(blur=0.4),
    4: Level(effort=40),
    5: Level(effort=250),
    6: Level(effort=5_000),
    7: Level(effort=100_000),
}
JUDGEMENT = Judgement(inputs=INPUTS, search="alphabeta", levels=LEVELS)


def _seen(square: int, seat: int, mirrored: int) -> int:
    """A square as a seat sees it."""
    turned = SQUARES - 1 - square if seat else square
    rank, file = divmod(turned, WIDTH)
    return rank * WIDTH + (WIDTH - 1 - file if mirrored else file)


SEEN = np.array([[[_seen(square, seat, side) for square in range(SQUARES)] for side in (0, 1)] for seat in (0, 1)])


def inputs(position: np.record, out: Numbers) -> int:
    seat = int(position.mover)
    count = option_inputs(position, out)
    if position.runner[0, 0] == OFF or position.runner[1, 0] == OFF:
        return count
    if position.gift != NONE:
        out[count] = HOLDS + 3 * int(gift_size(position, position.given - 1)) + int(position.gift)
        count += 1
    mirrored = is_mirrored(position, seat)
    for runner in range(RUNNERS):
        owner, size = seat ^ (runner // 3), runner % 3
        square = SEEN[seat, mirrored, position.runner[owner, size]]
        supply = position.supply[1 - owner, size]
        left = ((EACH + 1) * int(supply[0]) + int(supply[1])) * (EACH + 1) + int(supply[2])
        out[count] = STANDS + runner * SQUARES + square
        out[count + 1] = AWAITS + (runner * LENGTH + square // WIDTH) * SUPPLIES + left
        count += 2
    return count


def option_inputs(position: np.record, out: Numbers) -> int:
    """How far the game has come, and by which rules it is played."""
    out[0] = GIVEN + (GIFTS + 1) * int(position.sequence == OWN) + int(position.given)
    count = 1
    if position.decline == YES_DECLINE:
        out[count] = OPTIONS
        count += 1
    if position.uturn == NO_UTURN:
        out[count] = OPTIONS + 1 + int(position.short == LONGEST)
        count += 1
    if position.covered == NOTHING:
        out[count] = OPTIONS + 3
        count += 1
    return count


def is_mirrored(position: np.record, seat: int) -> int:
    for runner in range(RUNNERS):
        file = SEEN[seat, 0, position.runner[seat ^ (runner // 3), runner % 3]] % WIDTH
        if file != 1:
            return int(file > 1)
    return 0


def limits(position: np.record) -> tuple[int, int]:
    """What the first seat gets with the least lead and with the most."""
    least, most = lead_limits(position)
    return share_with(least), share_with(most)


def share_with(lead: int) -> int:
    """The first seat's result, in twelfths, with this lead in points (R22, R24)."""
    if lead == 0:
        return WHOLE // 2
    return WHOLE if lead > 0 else 0
