"""What a position is worth to the first of two seats, as a whole number: the value of alpha-beta search. Compiled."""

from __future__ import annotations

import math

import numpy as np

from pyramidion.engine.header import WHOLE
from pyramidion.players.evaluation import Scales, odds
from pyramidion.players.verbs import limits

SCALE = 1000  # of judged values: thousandths of log odds
MOST_JUDGED = 1 << 20
WIN = 1 << 28
CERTAIN = 1 << 27  # values beyond this are won or lost
EXACT, AT_LEAST, AT_MOST = 1, 2, 3  # what a value is


def is_settled(frame: np.record, position: np.record) -> bool:
    """Do the limits of a position answer the question, where only the result counts?"""
    least, most = limits(position)
    drawn = (2 * least == WHOLE and frame.beta <= 0) or (2 * most == WHOLE and frame.alpha >= 0)
    if least != most and not drawn:
        return False
    frame.best = 0 if drawn else result(least, 0)
    frame.sound = 1
    return True


def final(position: np.record, haste: int) -> int:
    """The value of a game that is over; the earlier it was won, the better."""
    return result(int(position.shares[0]), haste * int(position.turn))


def result(share: int, late: int) -> int:
    """The value of what the first seat gets, in twelfths."""
    if 2 * share == WHOLE:
        return 0
    return WIN - late if 2 * share > WHOLE else late - WIN


def judged(position: np.record, scales: Scales) -> int:
    """The log odds of the first seat, as a whole number."""
    return int(min(max(SCALE * odds(position, scales), -MOST_JUDGED), MOST_JUDGED))


def bound_of(value: int, alpha: int, beta: int) -> int:
    """What a value is that was found between alpha and beta."""
    if value <= alpha:
        return AT_MOST
    return AT_LEAST if value >= beta else EXACT


def expected(value: int) -> float:
    """The expected result of the first seat for a value."""
    if abs(value) >= CERTAIN:
        return float(value > 0)
    return 1 / (1 + math.exp(-max(-40.0, min(40.0, value / SCALE))))
