"""What a simulation found out, added up part by part, so that any number of games fits in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pyramidion.arena.intervals import mean_interval
from pyramidion.engine.game import Game
from pyramidion.engine.simulation import Run, Simulation

PART = 1 << 20  # games that are in memory at a time


@dataclass
class Lengths:
    """How many games had each length."""

    counts: NDArray[np.int64] = field(default_factory=lambda: np.zeros(1, dtype=np.int64))

    def add(self, values: NDArray[np.int32]) -> None:
        more = np.bincount(values)
        both = max(len(self.counts), len(more))
        self.counts = np.pad(self.counts, (0, both - len(self.counts))) + np.pad(more, (0, both - len(more)))

    @property
    def least(self) -> int:
        return int(np.flatnonzero(self.counts)[0])

    @property
    def most(self) -> int:
        return int(np.flatnonzero(self.counts)[-1])

    @property
    def mean(self) -> float:
        return float(self.counts @ np.arange(len(self.counts)) / self.counts.sum())

    def percentile(self, percent: float) -> float:
        """A quantile, interpolated between two values as NumPy does."""
        place = (int(self.counts.sum()) - 1) * percent / 100
        below, up_to = int(place), np.cumsum(self.counts)
        low, high = (int(np.searchsorted(up_to, rank, side="right")) for rank in (below, int(np.ceil(place))))
        return low + (high - low) * (place - below)

    @property
    def variance(self) -> float:
        """The mean square of the distance from the mean."""
        return float(self.counts @ (np.arange(len(self.counts)) - self.mean) ** 2 / self.counts.sum())

    def between(self, low: int, high: int) -> int:
        return int(self.counts[low:high].sum())


@dataclass
class Totals:
    """Games added up."""

    game: Game
    seed: int
    games: int = 0
    shared: int = 0  # games that nobody won alone
    endings: Counter[str] = field(default_factory=Counter)
    plies: Lengths = field(default_factory=Lengths)
    turns: Lengths = field(default_factory=Lengths)
    results: list[float] = field(default_factory=list)  # the sum for every seat
    squares: list[float] = field(default_factory=list)
    by_ending: dict[str, list[float]] = field(default_factory=dict)  # by ruling: the sum for every seat, and of turns

    def __post_init__(self) -> None:
        self.results, self.squares = [0.0] * self.game.seats, [0.0] * self.game.seats

    def add(self, run: Run) -> None:
        self.games += len(run)
        self.shared += int((run.results.max(axis=1, initial=0) < 1).sum())
        rulings, counts = np.unique(run.ruling_numbers, return_counts=True)
        for number, count in zip(rulings.tolist(), counts.tolist(), strict=True):
            self.endings[self.game.ruling(number)] += count
            self._add_ending(run, number)
        for lengths, values in ((self.plies, run.plies), (self.turns, run.turns)):
            lengths.add(values)
        for seat in range(self.game.seats):
            self.results[seat] += float(run.results[:, seat].sum())
            self.squares[seat] += float((run.results[:, seat] ** 2).sum())

    def _add_ending(self, run: Run, number: int) -> None:
        here = run.ruling_numbers == number
        sums = [*run.results[here].sum(axis=0).tolist(), float(run.turns[here].sum())]
        known = self.by_ending.setdefault(self.game.ruling(number), [0.0] * len(sums))
        known[:] = [one + two for one, two in zip(known, sums, strict=True)]

    def mean(self, seat: int) -> float:
        return self.results[seat] / self.games

    def interval(self, seat: int) -> tuple[float, float]:
        return mean_interval(self.mean(seat), self.squares[seat] / self.games, self.games)


def parts_of(game: Game, games: int, seed: int, device: str, threads: int | None) -> Iterator[Simulation]:
    """Simulated games, in parts that fit into memory."""
    Simulation(game, 1, seed, device, threads)  # refuses what makes no sense before anything is played
    for first in range(0, games, PART):
        yield Simulation(game, min(PART, games - first), seed, device, threads, first)
