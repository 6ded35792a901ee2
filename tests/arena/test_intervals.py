"""Intervals of shares of points."""

from __future__ import annotations

import pytest
from scipy.stats import binomtest

from pyramidion.arena.intervals import CERTAINTY, share_interval


@pytest.mark.parametrize(("wins", "games"), [(50, 100), (0, 7), (7, 7), (1, 3), (123_456, 1_000_000)])
def test_shares_have_wilsons_interval(wins: int, games: int) -> None:
    known = binomtest(wins, games).proportion_ci(CERTAINTY, method="wilson")
    assert share_interval(wins / games, games) == pytest.approx((known.low, known.high), abs=1e-12)


def test_without_games_every_share_is_possible() -> None:
    assert share_interval(0.5, 0) == (0, 1)
