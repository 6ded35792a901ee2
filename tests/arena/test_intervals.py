"""Intervals of shares of points."""

from __future__ import annotations

import pytest

from pyramidion.arena.intervals import mean_interval, share_interval, students_quantile


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (50, 100, 0.4038315304, 0.5961684696),
        (0, 7, 0, 0.3543304351),
        (7, 7, 0.6456695649, 1),
        (1, 3, 0.0614919447, 0.7923403992),
        (123_456, 1_000_000, 0.1228126965, 0.1241021964),
    ],
)
def test_shares_have_wilsons_interval(wins: int, games: int, low: float, high: float) -> None:
    """As SciPy computes it."""
    assert share_interval(wins / games, games) == pytest.approx((low, high), abs=1e-9)


@pytest.mark.parametrize(
    ("freedom", "known"),
    [(1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (7, 2.3646), (30, 2.0423), (1000, 1.9623)],
)
def test_quantiles_are_students(freedom: int, known: float) -> None:
    assert students_quantile(freedom) == pytest.approx(known, rel=0.01)


def test_without_games_every_share_is_possible() -> None:
    assert share_interval(0.5, 0) == (0, 1)


def test_draws_make_a_mean_surer_and_wins_and_losses_do_not() -> None:
    results = [0.5] * 60 + [1.0] * 20 + [0.0] * 20
    mean, square = sum(results) / 100, sum(each**2 for each in results) / 100
    low, high = mean_interval(mean, square, 100)
    assert high - low == pytest.approx(2 * 1.96 * (0.1 / 100) ** 0.5, rel=0.05)
    assert mean_interval(0.3, 0.3, 100) == pytest.approx(share_interval(0.3, 100))


def test_results_that_are_all_alike_are_not_certain_for_ever() -> None:
    low, high = mean_interval(0.5, 0.25, 10)
    assert 0.25 < low < 0.45 and 0.55 < high < 0.75
    assert mean_interval(1.0, 1.0, 10) == share_interval(1.0, 10) and mean_interval(0.0, 0.0, 0) == (0, 1)
