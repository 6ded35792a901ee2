"""The sequential test: quick where it is clear, and wrong no more often than it says."""

from __future__ import annotations

import random

import pytest

import pyramidion as pyr
from pyramidion.arena.ratings import expected
from pyramidion.arena.sprt import Sprt, read_sprt


def test_a_clear_case_is_decided_soon() -> None:
    for score, answer in ((1.0, "elo1"), (0.0, "elo0")):
        test = Sprt(0, 50)
        while not test.decision:
            test.add(score)
        assert test.decision == answer and 3 < test.pairings < 15


def test_it_is_the_same_from_either_side() -> None:
    one, two = Sprt(-20, 30), Sprt(-30, 20)
    for number in range(40):
        one.add(number % 3 / 2)
        two.add(1 - number % 3 / 2)
        assert one.ratio == pytest.approx(-two.ratio)


@pytest.mark.parametrize(("elo", "answer"), [(0, "elo0"), (60, "elo1")])
def test_it_errs_no_more_often_than_it_says(elo: float, answer: str) -> None:
    chance, wrong, runs = random.Random(elo), 0, 300
    for _ in range(runs):
        test = Sprt(0, 60)
        while not test.decision:
            test.add(sum(chance.random() < expected(elo) for _ in range(2)) / 2)
        wrong += test.decision != answer
    assert wrong / runs < 0.09


def test_it_is_read_from_two_numbers() -> None:
    assert read_sprt("-5:12.5") == Sprt(-5, 12.5)
    for text in ("", "5", "a:b", "50:0", "0:inf", "nan:5", "0:0", "0:9999"):
        with pytest.raises(pyr.BadInput, match="as in --sprt 0:50"):
            read_sprt(text)
