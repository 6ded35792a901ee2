"""What makes a position of Traffic Tyrants good for a seat.

Every pyramid will be given, so it is known how many steps a runner still gets: just enough to
reach the last rank at first. What counts is whose steps are lost, and when.
"""

from __future__ import annotations

import numpy as np

from pyramidion.engine.verbs import Numbers
from pyramidion.games.traffic_tyrants.rules import (
    BLACK,
    GIFTS,
    LABEL,
    LENGTH,
    NONE,
    OFF,
    RED,
    STEPS,
    WIDTH,
    gift_size,
    is_covered,
    obstacles,
    points,
)

SEARCH = "alphabeta"
FEATURES = (
    "on turn",
    "points",
    "points, later",
    "points, with few gifts left",
    "points, with hardly any left",
    "points to hope for",
    "points to hope for, later",
    "points to hope for, with few gifts left",
    "points to hope for, with hardly any left",
    "steps too few for S",
    "steps too few for M",
    "steps too few for L",
    "advance of S",
    "advance of M",
    "advance of L",
    "M covered",
    "L covered",
    "steps to come for covered M",
    "steps to come for covered L",
    "way of M barred",
    "way of L barred",
    "S about to tackle",
    "M about to tackle",
    "greens in hand",
    "yellows in hand",
    "reds to come for S",
    "reds to come for M",
    "reds to come for L",
    "pips in the middle file",
)


def features(position: np.record, seat: int, out: Numbers) -> int:
    for index in range(len(FEATURES)):
        out[index] = 0.0
    if position.runner[0, 0] == OFF or position.runner[1, 0] == OFF:
        return len(FEATURES)
    left = GIFTS - position.given
    late, few, last = position.given / GIFTS, 4.0 / (4 + left), 1.0 / (1 + left)
    now = points(position, seat)
    out[0] = position.seat == seat
    out[1] = now
    out[2] = now * late
    out[3] = now * few
    out[4] = now * last
    for size in range(3):
        runner_features(position, seat, size, out)
    out[6] = out[5] * late
    out[7] = out[5] * few
    out[8] = out[5] * last
    if position.gift != NONE and position.seat == seat:
        out[23 + position.gift] = 1
    return len(FEATURES)


def runner_features(position: np.record, seat: int, size: int, out: Numbers) -> None:
    """How far a runner has come, whether it can go on, and what the opponent must still give it."""
    square = int(position.runner[seat, size])
    advance = square // WIDTH if seat == BLACK else LENGTH - 1 - square // WIDTH
    steps = steps_to_come(position, seat, size)
    goal = LENGTH - 1
    out[5] += (size + 1) * LABEL[BLACK, min(goal, advance + steps)]
    out[9 + size] = max(0, goal - advance - steps)
    out[12 + size] = advance
    if size and is_covered(position, seat, size):
        out[14 + size] = 1
        out[16 + size] = min(steps, goal - advance)
    elif advance < goal:
        ahead = 1 << square + (WIDTH if seat == BLACK else -WIDTH)
        blocked, tackled = obstacles(position, seat, size)
        if size:
            out[18 + size] = blocked & ahead != 0
        if size < 2:
            out[21 + size] = tackled & ahead != 0
    out[25 + size] = position.supply[1 - seat, size, RED]
    out[28] += (size + 1) * (square % WIDTH == 1)


def steps_to_come(position: np.record, seat: int, size: int) -> int:
    """The steps of all gifts of a size that the opponent has still to give, and of the one in hand."""
    steps = 0
    for colour in range(3):
        steps += STEPS[colour] * position.supply[1 - seat, size, colour]
    if position.gift != NONE and position.seat == seat and gift_size(position, position.given - 1) == size:
        steps += STEPS[position.gift]
    return steps
