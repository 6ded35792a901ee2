"""Intervals hold the truth as often as they say, also where games begin alike or repeat."""

from __future__ import annotations

import numpy as np
import pytest
from tests.scripts import script

from pyramidion.lab.estimates import deviation, holm, likelihood, numbered, ratio

CHECK = script("check_intervals")


def test_a_mean_by_hand() -> None:
    found = ratio(np.array([1.0, 2.0, 3.0, 6.0]), np.ones(4), np.arange(4))
    deviation_of_mean = np.std([1, 2, 3, 6], ddof=1) / 2
    assert found.value == 3 and found.n == 4
    assert found.high == pytest.approx(3 + 3.1824 * deviation_of_mean, rel=1e-3)


def test_the_same_game_many_times_in_a_cluster_is_no_surer_than_once() -> None:
    once = ratio(np.array([0.0, 1.0, 1.0]), np.ones(3), np.arange(3), bounded=True)
    often = ratio(np.repeat([0.0, 1.0, 1.0], 50), np.ones(150), np.repeat(np.arange(3), 50), bounded=True)
    assert often.value == once.value and often.n == 3
    assert (often.low, often.high) == pytest.approx((once.low, once.high))


def test_shares_stay_between_0_and_1_and_are_never_certain() -> None:
    found = ratio(np.ones(20), np.ones(20), np.arange(20), bounded=True)
    assert found.value == 1 and found.low is not None and 0.7 < found.low < 1


def test_nothing_measured_is_nothing() -> None:
    assert ratio(np.zeros(3), np.zeros(3), np.arange(3)).value is None
    assert ratio(np.ones(1), np.ones(1), np.arange(1)).low is None


def test_clusters_are_numbered_as_they_come_up() -> None:
    assert numbered(["b", "a", "b"]).tolist() == [0, 1, 0]
    assert deviation(np.array([1.0, -1.0]), 2.0, np.array([0, 0])) == (0.0, 1)


@pytest.mark.parametrize("setting", CHECK.SETTINGS)
def test_intervals_cover_the_truth(setting: str) -> None:
    assert 0.92 <= CHECK.coverage(setting, repetitions=400, seed=1) <= 0.98


def test_holms_correction_by_hand() -> None:
    assert holm([0.01, 0.04, None, 0.03]) == pytest.approx([0.03, 0.06, None, 0.06])
    assert holm([0.6, 0.7]) == [1.0, 1.0]


@pytest.mark.parametrize(
    ("away", "freedom", "known"),
    [(1.96, 1000, 0.050273), (3.0, 5, 0.030099), (2.5, 30, 0.018116), (6.0, 9, 0.0002025)],
)
def test_likelihood_is_students_and_two_sided(away: float, freedom: int, known: float) -> None:
    assert likelihood(away, 1.0, freedom) == pytest.approx(known, rel=0.05)
    assert likelihood(away, 1.0, freedom) == likelihood(-away, 1.0, freedom)


def test_no_difference_is_likely_and_one_without_spread_is_not() -> None:
    assert likelihood(0.0, 0.0, 3) == 1 and likelihood(1.0, 0.0, 3) == 0
