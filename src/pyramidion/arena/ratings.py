"""Ratings on the Elo scale after Bradley and Terry, with 95 % intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pyramidion.arena.duels import Duel
from pyramidion.arena.intervals import students_quantile

ELO = 400 / math.log(10)  # Elo points in one unit of log odds
CLOSE = 1e-9  # in log odds
MOST_STEPS = 200
Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Rating:
    """A strength in Elo points and its interval."""

    elo: float
    low: float
    high: float


def expected(elo: float) -> float:
    """The share of points that a player stronger by `elo` may expect."""
    return 1 / (1 + 10 ** (-elo / 400))


def ratings(players: Sequence[str], met: Sequence[Duel], anchor: str | None = None) -> dict[str, Rating | None]:
    """A rating for each player, None for those without a tie to the others.

    The anchor has 0, or the mean of all where there is none. One drawn game between each two players
    that met is added, so that nobody is infinitely strong. The games of a pairing have their luck in
    common, so intervals are taken from how pairings differ (the sandwich estimator), not single games.
    """
    rated = _connected(players, met, anchor)
    if len(rated) < 2:
        return dict.fromkeys(players)
    known = [duel for duel in met if duel.player in rated]
    strength, spread = _fit(rated, known, rated.index(anchor) if anchor in rated else None)
    found: dict[str, Rating | None] = dict.fromkeys(players)
    for index, player in enumerate(rated):
        value, margin = strength[index] * ELO, spread[index] * ELO
        found[player] = Rating(float(value), float(value - margin), float(value + margin))
    return found


def _connected(players: Sequence[str], met: Sequence[Duel], anchor: str | None) -> list[str]:
    """The anchor and all that are tied to it by games, or the largest such set."""
    groups = {player: {player} for player in players}
    for duel in met:
        joined = groups[duel.player] | groups[duel.other]
        groups.update(dict.fromkeys(joined, joined))
    chosen = groups[anchor] if anchor in groups else max(groups.values(), key=len, default=set())
    return [player for player in players if player in chosen]


def _fit(players: list[str], met: list[Duel], anchor: int | None) -> tuple[Matrix, Matrix]:
    """The log odds of each player, and half the width of its interval."""
    pairs = dict.fromkeys((min(duel.player, duel.other), max(duel.player, duel.other)) for duel in met)
    imagined = [Duel(object(), one, two, score) for one, two in pairs for score in (1.0, 0.0)]
    together = [*met, *imagined]
    design = np.zeros((len(together), len(players)))
    for row, duel in enumerate(together):
        design[row, players.index(duel.player)] = 1
        design[row, players.index(duel.other)] = -1
    score = np.array([duel.score for duel in together])
    weight = np.repeat([1.0, 0.5], [len(met), len(imagined)])
    numbers = {pairing: number for number, pairing in enumerate(dict.fromkeys(duel.pairing for duel in together))}
    cluster = np.array([numbers[duel.pairing] for duel in together])
    strength, covariance = _estimate(design[:, 1:], score, weight, cluster)
    freedom = max(1, len(numbers) - len(imagined) - 1)
    return _referred(strength, covariance, anchor, students_quantile(freedom))


def _estimate(design: Matrix, score: Matrix, weight: Matrix, cluster: NDArray[np.int64]) -> tuple[Matrix, Matrix]:
    """Log odds relative to the first player, by greatest likelihood, and their covariance."""

    def slopes(x: Matrix) -> Matrix:
        surprise: Matrix = weight * (_logistic(design @ x) - score)
        return surprise[:, None] * design

    def curvature(x: Matrix) -> Matrix:
        chance: Matrix = _logistic(design @ x)
        return design.T @ ((weight * chance * (1 - chance))[:, None] * design)

    best = np.zeros(design.shape[1])
    for _ in range(MOST_STEPS):
        step = np.linalg.solve(curvature(best), slopes(best).sum(axis=0))
        best -= step / max(1.0, np.abs(step).max())  # far from the answer, Newton's steps are too long
        if np.abs(step).max() < CLOSE:
            break
    together = np.zeros((cluster.max() + 1, design.shape[1]))
    np.add.at(together, cluster, slopes(best))
    inverse = np.linalg.inv(curvature(best))
    count = len(together)
    return best, inverse @ (together.T @ together) @ inverse * count / (count - 1)


def _logistic(lead: Matrix) -> Matrix:
    """The chance to win for a lead in log odds."""
    found: Matrix = (1 + np.tanh(lead / 2)) / 2
    return found


def _referred(strength: Matrix, covariance: Matrix, anchor: int | None, quantile: float) -> tuple[Matrix, Matrix]:
    """The same relative to the anchor, or to the mean."""
    count = len(strength) + 1
    reference = np.full(count, 1 / count) if anchor is None else np.eye(count)[anchor]
    turn = (np.eye(count) - reference[None, :])[:, 1:]
    return turn @ strength, quantile * np.sqrt(np.diag(turn @ covariance @ turn.T))
