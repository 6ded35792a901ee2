"""Means and ratios over games with 95 % intervals, where games that have something in common tell less than others.

An estimate is a ratio of two sums over games: the mean result is the sum of results over the number of games. Games in
a cluster, such as those that begin alike, go on alike; so the variance is taken from how clusters differ, not games.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from pyramidion.arena.intervals import share_interval, students_quantile
from pyramidion.lab.results import Estimate

Numbers = NDArray[np.float64]


def numbered(clusters: Sequence[Hashable]) -> NDArray[np.int64]:
    """The clusters as numbers from 0, in the order in which they come up."""
    known: dict[Hashable, int] = {}
    return np.array([known.setdefault(cluster, len(known)) for cluster in clusters], dtype=np.int64)


def ratio(
    above: Numbers,
    below: Numbers,
    clusters: NDArray[np.int64],
    bounded: bool = False,
    limits: tuple[float, float] = (-math.inf, math.inf),
) -> Estimate:
    """The sum of `above` over the sum of `below`, one entry for each game; `bounded` ratios lie between 0 and 1. No
    interval reaches beyond the `limits` of what is possible."""
    kept = below > 0
    above, below = above[kept], below[kept]
    if not len(below):
        return Estimate(None)
    value = float(above.sum() / below.sum())
    spread, count = deviation(above - value * below, below.sum(), clusters[kept])
    if bounded:
        return Estimate(value, *_share(value, spread, count), count)
    if count < 2:
        return Estimate(value, None, None, count)
    margin = students_quantile(count - 1) * spread
    low, high = max(value - margin, limits[0]), min(value + margin, limits[1])
    return Estimate(value, min(low, value), max(high, value), count)


def deviation(surprises: Numbers, total: float, clusters: NDArray[np.int64]) -> tuple[float, int]:
    """The standard deviation of a ratio, from what each game adds to it beyond what was expected, and the number of
    clusters."""
    _, places = np.unique(clusters, return_inverse=True)
    sums = np.bincount(places, weights=surprises)
    count = len(sums)
    if count < 2:
        return 0.0, count
    return math.sqrt(count / (count - 1) * float((sums**2).sum())) / float(total), count


def _share(value: float, spread: float, count: int) -> tuple[float, float]:
    """Wilson's interval for as many games as would have this deviation."""
    value = min(max(value, 0.0), 1.0)
    greatest = value * (1 - value)
    alike = greatest <= 0 or count < 2
    enough = float(count) if alike else min(greatest / max(spread**2, 1e-30), float(count) ** 2)
    low, high = share_interval(value, enough, students_quantile(count - 1))
    return min(low, value), max(high, value)  # not rounded past the value


def likelihood(value: float, spread: float, freedom: int) -> float:
    """How likely a mean so far from 0 is by chance (two-sided): Student's distribution, after Wallace."""
    if value == 0 or spread == 0:
        return float(value == 0)
    z = math.sqrt(freedom * math.log1p((value / spread) ** 2 / freedom)) * (8 * freedom + 1) / (8 * freedom + 3)
    return 2 * NormalDist().cdf(-z)


def holm(chances: Sequence[float | None]) -> list[float | None]:
    """Holm's correction: how likely each is when all of them are looked at together. None stays None."""
    order = sorted((chance, place) for place, chance in enumerate(chances) if chance is not None)
    adjusted: list[float | None] = [None] * len(chances)
    worst = 0.0
    for rank, (chance, place) in enumerate(order):
        worst = max(worst, min(1.0, chance * (len(order) - rank)))
        adjusted[place] = worst
    return adjusted
