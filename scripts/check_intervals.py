"""Check in simulation how often the lab's 95 % intervals hold the truth.

    PYTHONPATH=src python scripts/check_intervals.py            1,000 repetitions of each setting
    PYTHONPATH=src python scripts/check_intervals.py 20000      more

Each repetition makes up games whose true mean is known, estimates it, and looks whether the interval holds it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from pyramidion.lab.estimates import Numbers, ratio

Games = tuple[Numbers, Numbers, NDArray[np.int64], float, bool]  # above, below, clusters, the truth, is it a share?


def independent_results(chance: np.random.Generator) -> Games:
    """Wins and losses of 200 games that have nothing in common."""
    return _results(chance.binomial(1, 0.55, 200), np.arange(200), 0.55)


def games_that_begin_alike(chance: np.random.Generator) -> Games:
    """Sixty openings, some better for the first seat, and five games of each."""
    openings = np.repeat(np.arange(60), 5)
    wins = chance.binomial(1, chance.beta(2, 3, 60)[openings])
    return _results(wins, openings, 2 / 5)


def games_that_repeat(chance: np.random.Generator) -> Games:
    """Eighty openings whose games were played up to six times; the players do not vary, so repeats are dropped."""
    wins = chance.binomial(1, 0.3, 80)
    kept = np.repeat(np.arange(80), chance.integers(1, 7, 80))
    _, first = np.unique(kept, return_index=True)
    return _results(wins[kept][first], kept[first], 0.3)


def some_games_that_repeat(chance: np.random.Generator) -> Games:
    """Sixty openings; in half of them all of six games are the same, in the others they differ."""
    worth, openings = chance.beta(2, 2, 60), np.repeat(np.arange(60), 6)
    same = np.repeat(chance.binomial(1, worth), 6)
    wins = np.where(openings % 2 == 0, same, chance.binomial(1, worth[openings]))
    kept = np.flatnonzero((openings % 2 == 1) | (np.arange(360) % 6 == 0))
    return _results(wins[kept], openings[kept], 0.5)


def rare_events(chance: np.random.Generator) -> Games:
    """Something that happens in three games of a hundred, in 400 games."""
    return _results(chance.binomial(1, 0.03, 400), np.arange(400), 0.03)


def lengths(chance: np.random.Generator) -> Games:
    """Turns of 40 games, few of them very long."""
    return chance.gamma(4, 10, 40), np.ones(40), np.arange(40), 40.0, False


def moves_to_choose_from(chance: np.random.Generator) -> Games:
    """Moves over plies: long games have wider positions, so the ratio is not the mean of the games' ratios."""
    plies = chance.integers(20, 100, 100).astype(np.float64)
    return plies * chance.normal(plies / 10, 1), plies, np.arange(100), _width(), False


def _width() -> float:
    plies = np.arange(20, 100)
    return float((plies**2 / 10).sum() / plies.sum())


def _results(wins: NDArray[np.int64], clusters: NDArray[np.int64], truth: float) -> Games:
    return wins.astype(np.float64), np.ones(len(wins)), clusters, truth, True


SETTINGS: dict[str, Callable[[np.random.Generator], Games]] = {
    made.__name__: made
    for made in (
        independent_results,
        games_that_begin_alike,
        games_that_repeat,
        some_games_that_repeat,
        rare_events,
        lengths,
        moves_to_choose_from,
    )
}


def coverage(setting: str, repetitions: int, seed: int) -> float:
    """The share of repetitions in which the interval held the truth."""
    chance, held = np.random.default_rng(seed), 0
    for _ in range(repetitions):
        above, below, clusters, truth, bounded = SETTINGS[setting](chance)
        found = ratio(above, below, clusters, bounded)
        held += (found.low or 0.0) <= truth <= (found.high or 0.0)
    return held / repetitions


def main() -> None:
    repetitions = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for setting in SETTINGS:
        print(f"{setting:24} {coverage(setting, repetitions, 0):.1%} of {repetitions} intervals hold the truth")


if __name__ == "__main__":
    main()
