"""Weights by maximum likelihood: which make the results of games most likely, given the features."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pyramidion.engine.verbs import Numbers

PART = 8192
MOST_STEPS = 30
CLOSE = 1e-9


@dataclass(frozen=True, eq=False)
class Observations:
    """Positions of games with one number of seats."""

    features: np.ndarray[tuple[int, int, int], np.dtype[np.float32]]  # of position, seat
    results: np.ndarray[tuple[int, int], np.dtype[np.float64]]  # of position, seat; each row adds up to 1

    def __len__(self) -> int:
        return len(self.results)


@dataclass(frozen=True, eq=False)
class Slope:
    """The loss at some weights, and how it changes around them."""

    loss: float
    gradient: Numbers
    curvature: Numbers


def fit(data: Sequence[Observations], prior: float) -> Numbers:
    """The weights with the least cross entropy, those of usual size held back as by `prior` lost games.

    Newton's method; the loss is convex, so a step that does not lower it is halved until it does.
    """
    sizes = typical_sizes(data)
    penalty = prior * sizes**2
    weights = np.zeros(len(sizes))
    here = slope(data, weights, penalty)
    for _ in range(MOST_STEPS):
        step = np.linalg.solve(here.curvature, here.gradient)
        there = slope(data, weights - step, penalty)
        while there.loss > here.loss and np.abs(step).max() > CLOSE:
            step /= 2
            there = slope(data, weights - step, penalty)
        if here.loss - there.loss <= CLOSE * abs(here.loss):
            break
        weights, here = weights - step, there
    return weights


def loss_of(data: Sequence[Observations], weights: Numbers) -> float:
    """The mean cross entropy of the results, in nats a position."""
    return slope(data, weights, np.zeros(len(weights))).loss / sum(map(len, data))


def typical_sizes(data: Sequence[Observations]) -> Numbers:
    """How far a feature of one seat is usually from its mean over the seats; 1 where it never differs."""
    squares = sum((centred(each.features) ** 2).sum(axis=(0, 1)) for each in data)
    mean = np.asarray(squares / sum(each.results.size for each in data), dtype=np.float64)
    return np.where(mean > 0, np.sqrt(mean), 1.0)


def centred(features: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> Numbers:
    """Only differences between the seats matter."""
    wide = features.astype(np.float64)
    return np.asarray(wide - wide.mean(axis=1, keepdims=True))


def slope(data: Sequence[Observations], weights: Numbers, penalty: Numbers) -> Slope:
    loss = float(penalty @ weights**2) / 2
    gradient, curvature = penalty * weights, np.diag(penalty)
    for each in data:
        for start in range(0, len(each), PART):
            rows = slice(start, start + PART)
            part = _slope(centred(each.features[rows]), each.results[rows], weights)
            loss, gradient, curvature = loss + part.loss, gradient + part.gradient, curvature + part.curvature
    return Slope(loss, gradient, curvature)


def _slope(features: Numbers, results: Numbers, weights: Numbers) -> Slope:
    """Of the cross entropy of results with the exponentials of the scores in proportion."""
    scores = features @ weights
    scores -= scores.max(axis=1, keepdims=True)
    logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    expected = np.exp(logs)
    flat = features.reshape(-1, len(weights))
    means = (expected[:, :, None] * features).sum(axis=1)
    return Slope(
        loss=-float((results * logs).sum()),
        gradient=(expected - results).reshape(-1) @ flat,
        curvature=(flat * expected.reshape(-1, 1)).T @ flat - means.T @ means,
    )
