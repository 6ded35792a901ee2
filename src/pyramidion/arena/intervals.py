"""How sure a mean or a share of points is."""

from __future__ import annotations

import math
from statistics import NormalDist

CERTAINTY = 0.95
QUANTILE = NormalDist().inv_cdf((1 + CERTAINTY) / 2)
STUDENTS = (12.706, 4.303, 3.182)  # quantiles of Student's distribution for 1, 2 and 3 degrees of freedom


def students_quantile(freedom: int) -> float:
    """Student's two-sided 95 % quantile: the expansion of Cornish and Fisher, within 1 % from 4 degrees on."""
    if freedom <= len(STUDENTS):
        return STUDENTS[max(freedom, 1) - 1]
    z, v = QUANTILE, freedom
    first = (z**3 + z) / (4 * v)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    return z + first + second + third


def share_interval(share: float, games: float, quantile: float = QUANTILE) -> tuple[float, float]:
    """Wilson's 95 % interval for a mean of results between 0 and 1; draws only make it wider than it need be."""
    if not games:
        return 0.0, 1.0
    centre = share + quantile**2 / (2 * games)
    spread = quantile * math.sqrt(share * (1 - share) / games + quantile**2 / (4 * games**2))
    whole = 1 + quantile**2 / games
    return max(0.0, (centre - spread) / whole), min(1.0, (centre + spread) / whole)


def mean_interval(mean: float, square: float, games: int) -> tuple[float, float]:
    """A 95 % interval for the mean of results between 0 and 1, given the mean of their squares.

    Wins and losses alone have the greatest variance that a mean allows; results with less, such as draws, tell as much
    as so many more games.
    """
    greatest = mean * (1 - mean)
    if not games or greatest <= 0:
        return share_interval(mean, games)
    ratio = max((square - mean**2) / greatest, 1 / games)
    return share_interval(mean, games / ratio)
