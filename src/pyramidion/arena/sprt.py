"""A sequential test after Wald: stop as soon as the question is answered.

Is the first player stronger than the second by `elo1` points, or only by `elo0`? What is counted is
the mean score of each pairing, as its games have their luck in common. The ratio of likelihoods is
that of normal distributions with the variance seen so far (the generalised test that is usual for
game engines); two imagined pairings, one won and one lost, keep that variance from being nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from pyramidion.arena.ratings import expected
from pyramidion.engine.errors import BadInput

ERROR = 0.05  # of either kind
BOUND = math.log((1 - ERROR) / ERROR)
MOST_ELO = 2000


@dataclass
class Sprt:
    """The test under way."""

    elo0: float
    elo1: float
    pairings: int = 0
    total: float = 0.0
    squares: float = 0.0

    def __post_init__(self) -> None:
        if not -MOST_ELO <= self.elo0 < self.elo1 <= MOST_ELO:
            raise BadInput("A sequential test needs two Elo differences, the lower first, as in --sprt 0:50.")

    def add(self, score: float) -> None:
        """Count a pairing in which the first player made this share of the points."""
        self.pairings += 1
        self.total += score
        self.squares += score * score

    @property
    def ratio(self) -> float:
        """The logarithm of the ratio of likelihoods, elo1 against elo0."""
        count = self.pairings + 2
        mean = (self.total + 1) / count
        variance = (self.squares + 1) / count - mean * mean
        low, high = expected(self.elo0), expected(self.elo1)
        return (high - low) * (2 * self.total - self.pairings * (low + high)) / (2 * variance)

    @property
    def decision(self) -> str:
        """`elo1` or `elo0` when one is accepted, else nothing yet."""
        return "elo1" if self.ratio >= BOUND else "elo0" if self.ratio <= -BOUND else ""

    def to_json(self) -> dict[str, object]:
        decided = self.decision or None
        limits = {"elo0": self.elo0, "elo1": self.elo1, "error": ERROR, "bound": BOUND}
        return {**limits, "pairings": self.pairings, "ratio": self.ratio, "accepted": decided}


def read_sprt(text: str) -> Sprt:
    """A test from its two differences: `0:50`."""
    low, _, high = text.partition(":")
    try:
        return Sprt(float(low), float(high))
    except ValueError as error:
        raise BadInput(f"'{text}' is not a sequential test. Write two Elo differences, as in --sprt 0:50.") from error
