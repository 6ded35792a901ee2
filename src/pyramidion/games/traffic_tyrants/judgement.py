"""What a network is told of a position of Traffic Tyrants, and what can still come of it.

Every pyramid will be given, so it is known how many steps a runner still gets: just enough to
reach the last rank at first. What counts is whose steps are lost, and when.

The board is turned so that the seat to move goes up, and mirrored so that the first runner off the
middle file, its own before the opponent's and small before large, stands on the left.
"""

from __future__ import annotations

import numpy as np

from pyramidion.engine.contract import Judgement, Level
from pyramidion.engine.header import OVER, WHOLE
from pyramidion.engine.verbs import Numbers
from pyramidion.games.traffic_tyrants.rules import (
    BLACK,
    BLUE,
    EACH,
    GIFTS,
    LABEL,
    LENGTH,
    LONGEST,
    NO_UTURN,
    NONE,
    NOTHING,
    OFF,
    OWN,
    SMALL,
    SQUARES,
    STEPS,
    WIDTH,
    YES_DECLINE,
    gift_size,
    points,
)

RUNNERS = 6
MOST_POINTS = 18
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


MIRROR = np.array([square // WIDTH * WIDTH + WIDTH - 1 - square % WIDTH for square in range(SQUARES)])
PACKED_REST = (EACH + 1) ** 12 * (GIFTS + 1) * 8
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


def lead_limits(position: np.record) -> tuple[int, int]:
    """The leads if one seat's runners go back and the opponent's go on as far as they could, and the opposite."""
    if position.runner[BLACK, SMALL] == OFF or position.runner[BLUE, SMALL] == OFF:
        return -MOST_POINTS, MOST_POINTS
    if position.mover == OVER:
        lead = points(position, BLACK) - points(position, BLUE)
        return lead, lead
    black_least, black_most = point_limits(position, BLACK)
    blue_least, blue_most = point_limits(position, BLUE)
    return black_least - blue_most, black_most - blue_least


def point_limits(position: np.record, seat: int) -> tuple[int, int]:
    """The fewest and the most points that a seat can end with; only small runners are never covered (R13, R23)."""
    least, most = 0, 0
    for size in range(3):
        rank, steps = int(position.runner[seat, size]) // WIDTH, steps_left(position, seat, size)
        low, high = LABEL[seat, max(rank - steps, 0)], LABEL[seat, min(rank + steps, LENGTH - 1)]
        most += (size + 1) * max(low, high)
        if position.covered != NOTHING or size == SMALL:
            least += (size + 1) * min(low, high)
    return least, most


def steps_left(position: np.record, seat: int, size: int) -> int:
    """The steps of the gifts that a runner still gets, the one in hand too (R6, R7)."""
    steps = 0
    for colour in range(3):
        steps += int(position.supply[1 - seat, size, colour]) * STEPS[colour]
    if position.gift != NONE and position.seat == seat and gift_size(position, position.given - 1) == size:
        steps += STEPS[position.gift]
    return steps


def share_with(lead: int) -> int:
    """The first seat's result, in twelfths, with this lead in points (R22, R24)."""
    if lead == 0:
        return WHOLE // 2
    return WHOLE if lead > 0 else 0


def pack(position: np.record) -> int:
    """The smaller of the numbers of a position and of its mirror image. How many pyramids of a size are left follows
    from the number of gifts, so the reds need not be told."""
    plain, mirrored = 0, 0
    for seat in range(2):
        for size in range(3):
            square = int(position.runner[seat, size])
            plain = plain * (SQUARES + 1) + square + 1
            mirrored = mirrored * (SQUARES + 1) + (int(MIRROR[square]) + 1 if square != OFF else 0)
    rest = 0
    for seat in range(2):
        for size in range(3):
            for colour in range(2):
                rest = rest * (EACH + 1) + int(position.supply[seat, size, colour])
    rest = ((rest * (GIFTS + 1) + int(position.given)) * 4 + int(position.gift) + 1) * 2 + int(position.seat)
    return min(plain, mirrored) * PACKED_REST + rest
