"""A small network that judges positions from the side of the seat to move. Compiled.

Few of its inputs are on in a position, and each that is adds its row to the hidden units. Units
below zero are silent; what the others say, weighed, is the log odds of the seat to move.
"""

from __future__ import annotations

import math
from typing import NamedTuple

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
    """The log odds of the seat to move, with the first `count` inputs written in `scratch` on."""
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


class Examples(NamedTuple):
    """Positions as the network sees them, and what the seat to move may expect there."""

    inputs: NDArray[np.int16]  # that are on, a row for each position
    counts: NDArray[np.int16]  # how many they are
    results: Numbers


class Adam(NamedTuple):
    """A network that learns by Adam's method."""

    weights: Numbers
    means: Numbers  # of the gradients so far
    squares: Numbers  # of the same, on average
    gradient: Numbers
    scratch: Numbers
    steps: NDArray[np.int64]  # how many steps were made


def adam_for(weights: Numbers) -> Adam:
    """A network with these weights that has learned nothing yet."""
    means, squares, gradient = (np.zeros(len(weights)) for _ in range(3))
    return Adam(weights, means, squares, gradient, np.zeros(SCRATCH), np.zeros(1, dtype=np.int64))


def learn(adam: Adam, examples: Examples, order: NDArray[np.int64], batch: int, rate: float) -> None:
    """Step down the cross entropy of the results, after each batch of examples in an order."""
    for first in range(0, len(order) - batch + 1, batch):
        for place in range(first, first + batch):
            add_slope(adam, examples, order[place])
        step_down(adam, batch, rate)


def step_down(adam: Adam, batch: int, rate: float) -> None:
    """Change the weights against the gradient of a batch."""
    weights, means, squares, gradient = adam.weights, adam.means, adam.squares, adam.gradient
    adam.steps[0] += 1
    scale = rate * math.sqrt(1 - LONG ** adam.steps[0]) / (1 - SHORT ** adam.steps[0])
    for index in range(len(weights)):
        change = gradient[index] / batch
        gradient[index] = 0.0
        means[index] += (1 - SHORT) * (change - means[index])
        squares[index] += (1 - LONG) * (change * change - squares[index])
        weights[index] -= scale * means[index] / (math.sqrt(squares[index]) + LEAST)


def add_slope(adam: Adam, examples: Examples, example: int) -> None:
    """Add the gradient of one example's cross entropy."""
    weights, gradient, scratch = adam.weights, adam.gradient, adam.scratch
    error = 1 / (1 + math.exp(-example_odds(weights, scratch, examples, example))) - examples.results[example]
    gradient[HIDDEN] += error
    for unit in range(HIDDEN):
        said = max(scratch[unit], 0.0)
        gradient[unit] += error * said
        scratch[unit] = error * weights[unit] if said > 0 else 0.0
    for index in range(examples.counts[example]):
        row = HEAD + HIDDEN * int(examples.inputs[example, index])
        for unit in range(HIDDEN):
            gradient[row + unit] += scratch[unit]


def example_odds(weights: Numbers, scratch: Numbers, examples: Examples, example: int) -> float:
    count = examples.counts[example]
    for index in range(count):
        scratch[HIDDEN + index] = examples.inputs[example, index]
    return network_odds(weights, scratch, count)


def loss(weights: Numbers, scratch: Numbers, examples: Examples, order: NDArray[np.int64]) -> float:
    """The mean cross entropy of the results of some examples."""
    total = 0.0
    for example in order:
        odds = example_odds(weights, scratch, examples, example)
        total += math.log1p(math.exp(-abs(odds))) + max(odds, 0.0) - examples.results[example] * odds
    return total / len(order)
