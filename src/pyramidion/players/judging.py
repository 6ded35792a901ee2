"""How good a position is for every seat: a game's features, weighed, or its network, as expected results. Compiled."""

from __future__ import annotations

import math

import numpy as np

from pyramidion.engine.header import OVER, WHOLE
from pyramidion.engine.verbs import Numbers
from pyramidion.players.network import HIDDEN, SCRATCH, network_odds
from pyramidion.players.verbs import features, inputs

MOST_FEATURES = SCRATCH
STEEPEST = 40.0  # differences of scores beyond this are as good as certain


def judge(position: np.record, seats: int, weights: Numbers, scratch: Numbers, worth: Numbers) -> None:
    """Write the result that each seat may expect: the true one at the end, else what its score makes likely.

    Expected results are in the ratio of the exponentials of the scores, so with two seats the
    difference of the scores is the log odds.
    """
    if position.mover == OVER:
        for seat in range(seats):
            worth[seat] = position.shares[seat] / WHOLE
        return
    best = -1e300
    write_scores(position, seats, weights, scratch, worth)
    for seat in range(seats):
        best = max(best, worth[seat])
    total = 0.0
    for seat in range(seats):
        worth[seat] = math.exp(max(worth[seat] - best, -STEEPEST))
        total += worth[seat]
    for seat in range(seats):
        worth[seat] /= total


def write_scores(position: np.record, seats: int, weights: Numbers, scratch: Numbers, scores: Numbers) -> None:
    """The weighed sum of each seat's features; where there is a network, the log odds of the seat to move, 0 for
    the other."""
    count = inputs(position, scratch[HIDDEN:])
    for seat in range(seats):
        scores[seat] = 0.0 if count else score(position, seat, weights, scratch)
    if count:
        scores[position.mover] = network_odds(weights, scratch, count)


def odds(position: np.record, weights: Numbers, scratch: Numbers) -> float:
    """The log odds of the first of two seats."""
    count = inputs(position, scratch[HIDDEN:])
    if count:
        own = network_odds(weights, scratch, count)
        return own if position.mover == 0 else -own
    ahead = 0.0
    for seat in range(2):
        worth = score(position, seat, weights, scratch)
        ahead += worth if seat == 0 else -worth
    return ahead


def score(position: np.record, seat: int, weights: Numbers, scratch: Numbers) -> float:
    """The weighed sum of a seat's features."""
    total = 0.0
    for index in range(features(position, seat, scratch)):
        total += weights[index] * scratch[index]
    return total
