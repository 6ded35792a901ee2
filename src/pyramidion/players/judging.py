"""How good a position is for every seat: a game's features, weighed, as expected results. Compiled."""

from __future__ import annotations

import math

import numpy as np

from pyramidion.engine.header import OVER, WHOLE
from pyramidion.engine.verbs import Numbers, features

MOST_FEATURES = 64
STEEPEST = 40.0  # differences of scores beyond this are as good as certain


def judge(position: np.record, seats: int, weights: Numbers, scratch: Numbers, worth: Numbers) -> None:
    """Write the result that each seat may expect: the true one at the end, else from the weighed features.

    A seat's score is the weighed sum of its features; expected results are in the ratio of the
    exponentials of the scores, so with two seats the difference of the scores is the log odds.
    """
    if position.mover == OVER:
        for seat in range(seats):
            worth[seat] = position.shares[seat] / WHOLE
        return
    best = -1e300
    for seat in range(seats):
        worth[seat] = score(position, seat, weights, scratch)
        best = max(best, worth[seat])
    total = 0.0
    for seat in range(seats):
        worth[seat] = math.exp(max(worth[seat] - best, -STEEPEST))
        total += worth[seat]
    for seat in range(seats):
        worth[seat] /= total


def score(position: np.record, seat: int, weights: Numbers, scratch: Numbers) -> float:
    """The weighed sum of a seat's features."""
    total = 0.0
    for index in range(features(position, seat, scratch)):
        total += weights[index] * scratch[index]
    return total
