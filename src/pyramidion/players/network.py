"""A small network that judges positions from the side of the seat to move. Compiled.

Few of its inputs are on in a position, and each that is adds its row to the hidden units. Units
below zero are silent; what the others say, weighed, is the log odds of the seat to move.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.verbs import Numbers

HIDDEN = 32
MOST_ON = 48  # inputs
SCRATCH = HIDDEN + MOST_ON  # the hidden units, then the inputs that are on
SHORT, LONG, LEAST = 0.9, 0.999, 1e-8  # Adam's usual memories, and the least size of a step's divisor
HEAD = HIDDEN + 1  # what the units' weights and the constant take, before the rows of the inputs


def size(inputs: int) -> int:
    """How many weights a network has."""
    return HEAD + inputs * HIDDEN


def network_odds(weights: Numbers, scratch: Numbers, count: int) -> float:
    """The log odds of the seat to move, with the first `count` inputs noted in `scratch` on."""
    for unit in range(HIDDEN):
        scratch[unit] = 0.0
    for index in range(count):
        row = HEAD + HIDDEN * int(scratch[HIDDEN + index])
        for unit in range(HIDDEN):
            scratch[unit] += weights[row + unit]
    total = weights[HIDDEN]
    for unit in range(HIDDEN):
        total += weights[unit] * max(scratch[unit], 0.0)
    return float(total)


def learn(
    weights: Numbers,
    means: Numbers,
    squares: Numbers,
    gradient: Numbers,
    scratch: Numbers,
    inputs: NDArray[np.int16],
    counts: NDArray[np.int16],
    results: Numbers,
    order: NDArray[np.int64],
    batch: int,
    rate: float,
    step: int,
) -> None:
    """Adam's steps down the cross entropy of the results, after each batch of examples in an order."""
    for first in range(0, len(order) - batch + 1, batch):
        for place in range(first, first + batch):
            example = order[place]
            add_slope(weights, gradient, scratch, inputs[example], counts[example], results[example])
        step += 1
        scale = rate * math.sqrt(1 - LONG**step) / (1 - SHORT**step)
        for index in range(len(weights)):
            change = gradient[index] / batch
            gradient[index] = 0.0
            means[index] += (1 - SHORT) * (change - means[index])
            squares[index] += (1 - LONG) * (change * change - squares[index])
            weights[index] -= scale * means[index] / (math.sqrt(squares[index]) + LEAST)


def add_slope(
    weights: Numbers, gradient: Numbers, scratch: Numbers, inputs: NDArray[np.int16], count: int, result: float
) -> None:
    """Add the gradient of one example's cross entropy."""
    error = 1 / (1 + math.exp(-example_odds(weights, scratch, inputs, count))) - result
    gradient[HIDDEN] += error
    for unit in range(HIDDEN):
        said = max(scratch[unit], 0.0)
        gradient[unit] += error * said
        scratch[unit] = error * weights[unit] if said > 0 else 0.0
    for index in range(count):
        row = HEAD + HIDDEN * int(inputs[index])
        for unit in range(HIDDEN):
            gradient[row + unit] += scratch[unit]


def example_odds(weights: Numbers, scratch: Numbers, inputs: NDArray[np.int16], count: int) -> float:
    for index in range(count):
        scratch[HIDDEN + index] = inputs[index]
    return network_odds(weights, scratch, count)


def loss(
    weights: Numbers,
    scratch: Numbers,
    inputs: NDArray[np.int16],
    counts: NDArray[np.int16],
    results: Numbers,
    order: NDArray[np.int64],
) -> float:
    """The mean cross entropy of the results of some examples."""
    total = 0.0
    for example in order:
        odds = example_odds(weights, scratch, inputs[example], counts[example])
        total += math.log1p(math.exp(-abs(odds))) + max(odds, 0.0) - results[example] * odds
    return total / len(order)
