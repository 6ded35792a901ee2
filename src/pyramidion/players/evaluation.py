"""What a position is worth to every seat, as expected results: a game's features, weighed, or its network. Compiled."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from pyramidion.engine.header import OVER, WHOLE
from pyramidion.engine.verbs import Numbers
from pyramidion.players.network import HIDDEN, SCRATCH, network_odds
from pyramidion.players.verbs import features, inputs

MOST_FEATURES = SCRATCH
STEEPEST = 40.0  # differences of scores beyond this are practically certain


class Scales(NamedTuple):
    """What positions are weighed with."""

    weights: Numbers  # of the features or of the network
    scratch: Numbers  # room for the features of a seat, or for the network
    worth: Numbers  # what each seat may expect, one number a seat


def scales_for(seats: int, weights: Numbers) -> Scales:
    return Scales(weights, np.zeros(MOST_FEATURES), np.zeros(seats))


def judge(position: np.record, scales: Scales) -> None:
    """Write the result that each seat may expect: the true one at the end, else what its score makes likely.

    Expected results are in the ratio of the exponentials of the scores, so with two seats the
    difference of the scores is the log odds.
    """
    worth = scales.worth
    if position.mover == OVER:
        for seat in range(len(worth)):
            worth[seat] = position.shares[seat] / WHOLE
        return
    best = -1e300
    write_scores(position, scales)
    for seat in range(len(worth)):
        best = max(best, worth[seat])
    total = 0.0
    for seat in range(len(worth)):
        worth[seat] = math.exp(max(worth[seat] - best, -STEEPEST))
        total += worth[seat]
    for seat in range(len(worth)):
        worth[seat] /= total


def write_scores(position: np.record, scales: Scales) -> None:
    """The weighed sum of each seat's features; where there is a network, the log odds of the seat to move, and 0 for
    the other."""
    scores = scales.worth
    count = inputs(position, scales.scratch[HIDDEN:])
    for seat in range(len(scores)):
        scores[seat] = 0.0 if count else score(position, seat, scales)
    if count:
        scores[position.mover] = network_odds(scales.weights, scales.scratch, count)


def odds(position: np.record, scales: Scales) -> float:
    """The log odds of the first of two seats."""
    count = inputs(position, scales.scratch[HIDDEN:])
    if count:
        own = network_odds(scales.weights, scales.scratch, count)
        return own if position.mover == 0 else -own
    ahead = 0.0
    for seat in range(2):
        worth = score(position, seat, scales)
        ahead += worth if seat == 0 else -worth
    return ahead


def score(position: np.record, seat: int, scales: Scales) -> float:
    """The weighed sum of a seat's features."""
    total = 0.0
    for index in range(features(position, seat, scales.scratch)):
        total += scales.weights[index] * scales.scratch[index]
    return total
