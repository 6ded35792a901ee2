"""Every measure on games so small that it can be worked out by hand."""

from __future__ import annotations

import dataclasses
from typing import cast

import numpy as np
import pytest

import pyramidion as pyr
from pyramidion.arena.bouts import Played
from pyramidion.arena.pairings import Schedule
from pyramidion.engine.header import CHANCE
from pyramidion.lab.games import Games
from pyramidion.lab.measures import BY_KEY, MEASURES, chosen_measures
from pyramidion.lab.timelines import uncertainty
from pyramidion.lab.touches import SeatTouches, Touches
from pyramidion.lab.trace import Bits, Look, Trace
from pyramidion.lab.trials import Trial

# Seat 0 moves (3 ways), chance rolls (2 outcomes), seat 1 moves (1 way), seat 0 moves (5 ways) and wins in turn 3.
# What seat 0 may expect goes 0.5, 0.4, 0.2, 0.2, 1.
WON = Trace(
    results=(1.0, 0.0),
    rule="X1",
    turns=3,
    movers=(0, CHANCE, 1, 0),
    choices=(3, 2, 1, 5),
    turn_of=(0, 1, 1, 2),
    repeated=1,
    opening=("a", "b"),
    values=((0.5, 0.5), (0.4, 0.6), (0.2, 0.8), (0.2, 0.8), (1.0, 0.0)),
    looks=(
        Look(0, ((0.5, 0.5), (0.46, 0.54), (0.1, 0.9))),
        Look(1, ((0.2, 0.8), (0.4, 0.6))),
    ),
    bits=(Bits(0, 0, 3.0), Bits(0, 1, 0.0), Bits(1, 0, 1.0), Bits(1, 1, 0.0), Bits(2, 0, 0.0), Bits(2, 1, 0.0)),
    touches=Touches((SeatTouches({}, {}, {}, {}, {}),) * 2, passes=(1, 0), cells=4, used=("a1", "a2", "b1")),
)
# A draw that was never in doubt: two moves, both forced.
DRAWN = Trace(
    results=(0.5, 0.5),
    rule="",
    turns=2,
    movers=(0, 1),
    choices=(1, 1),
    turn_of=(0, 1),
    repeated=0,
    opening=(),
    values=((0.5, 0.5), (0.5, 0.5), (0.5, 0.5)),
)
BY_HAND = {
    "result": (1 + 0.5) / 2,
    "advantage_p1": (0.5 + 0) / 2,
    "drawishness": 1 / 2,
    "completion": 1 / 2,
    "duration_turns": (3 + 2) / 2,
    "duration_plies": (4 + 2) / 2,
    "positional_repetition": 1 / (5 + 3),
    "branching_factor_average": (3 + 1 + 5 + 1 + 1) / 5,
    "decision_factor_average": (3 + 5) / 2,
    "decisions": 2 / 2,
    "decision_moves": 2 / 5,
    "forced_turns": (1 + 2) / (3 + 2),  # turn 1 of the first game, both of the second
    "passes": 1 / 3,  # only the first game was looked at
    "board_coverage_used": 3 / 4,
    "near_best": (2 + 1) / 2,  # 0.46 is within 0.05 of 0.5; for seat 1 nothing is near 0.8
    "stakes": ((0.5 - (0.5 + 0.46 + 0.1) / 3) + (0.8 - 0.7)) / 2,
    "lead_change": 1 / 2,  # seat 1 leads from 0.6 on, and seat 0 takes it at the end
    "drama_average": (0.2 + 0.6 + 0.6) / 3,
    "drama_maximum": 0.6,
    "comeback": 1.0,  # 0.2 is less than half of a half
    "decisiveness_moves": 1 - 4 / 4,  # seat 0 exceeds 0.8 only at the very end
    "decided_at": 4 / 4,
    "runaway_leader": 0.0,  # seat 1 led half way through and lost
    "luck_share": (2 * 0.5 * -0.2) / (2 * 0.5**2),  # chance cost seat 0 two tenths; it gained five in all
    "luck_swing": 0.2,
    "hidden_information": 3 / 2,
    "information_per_turn": (2 + 1) / 2,
    "in_the_dark": 2 / 3,
}


def measured(key: str, *traces: Trace) -> float | None:
    return BY_KEY[key].measured(traces, np.arange(len(traces))).estimate.value


@pytest.mark.parametrize("key", BY_HAND)
def test_a_measure_is_what_it_is_by_hand(key: str) -> None:
    assert measured(key, WON, DRAWN) == pytest.approx(BY_HAND[key])


def test_uncertainty_is_the_entropy_of_what_seats_may_expect() -> None:
    halves, sure = ((0.5, 0.5), (1.0, 0.0)), ((1.0, 0.0), (1.0, 0.0))
    short = dataclasses.replace(WON, movers=(0,), choices=(2,), turn_of=(0,))
    assert measured("uncertainty", dataclasses.replace(short, values=halves)) == pytest.approx(1)
    assert measured("uncertainty", dataclasses.replace(short, values=sure)) == pytest.approx(0)
    skewed = dataclasses.replace(short, values=((0.25, 0.75), (1.0, 0.0)))
    assert measured("uncertainty", skewed) == pytest.approx(0.811278)


def test_a_finished_draw_is_no_longer_open() -> None:
    finished = dataclasses.replace(DRAWN, rule="X1", values=((0.5, 0.5),) * 3)
    trials = (Trial(0, cast(Played, None), finished),)
    (curve,) = uncertainty(Games(Schedule(pyr.load("connect_four"), ("random",)), trials, np.arange(1))).curves
    assert curve.values[0] == 1 and curve.values[-1] == 0


@pytest.mark.parametrize("key", ["lead_change", "drama_average", "drama_maximum", "advantage_p1", "duration_turns"])
def test_no_interval_reaches_what_is_impossible(key: str) -> None:
    lost = dataclasses.replace(WON, results=(0.0, 1.0), turns=400, values=((0.9, 0.1), (0.1, 0.9)) * 2 + ((0.0, 1.0),))
    found = BY_KEY[key].measured([WON, lost], np.arange(2)).estimate
    least, most = (-0.5, 0.5) if key == "advantage_p1" else (0, 1 if "drama" in key else 1e9)
    assert found.low is not None and found.value is not None and found.high is not None
    assert least <= found.low <= found.value <= found.high <= most
    assert str(found.low) != "-0.0"


def test_results_and_advantages_are_told_for_every_seat() -> None:
    result = BY_KEY["result"].measured((WON, DRAWN), np.arange(2))
    assert [seat.value for seat in result.by_seat] == [0.75, 0.25]


def test_a_game_that_nobody_won_tells_nothing_of_winners() -> None:
    for key in ("drama_average", "comeback", "decided_at", "decisiveness_moves", "runaway_leader"):
        assert measured(key, DRAWN) is None


def test_all_chance_is_luck_and_all_decisions_are_not() -> None:
    lucky = dataclasses.replace(
        WON, movers=(0, CHANCE, 1, CHANCE), values=tuple((v, 1 - v) for v in (0.5, 0.5, 0.1, 0.1, 1))
    )
    assert measured("luck_share", lucky) == pytest.approx(1)
    assert measured("luck_share", dataclasses.replace(lucky, movers=(0, 1, 0, 1))) == 0


THREE = Trace(
    results=(0.0, 1.0, 0.0),
    rule="X1",
    turns=5,
    movers=(0, 1, 2, 2, 0),
    choices=(2, 2, 2, 2, 2),
    turn_of=(0, 1, 2, 2, 3),
    repeated=0,
    opening=(),
    values=((1 / 3,) * 3,) * 6,
    looks=(
        Look(0, ((0.1, 0.7, 0.2), (0.05, 0.4, 0.55))),  # out of it, and decides between the others
        Look(0, ((0.1, 0.7, 0.2), (0.1, 0.68, 0.22))),  # out of it, and decides nothing
        Look(1, ((0.1, 0.7, 0.2), (0.5, 0.2, 0.3))),  # not out of it
    ),
)


def test_waiting_counts_decisions_of_others_between_two_turns_of_a_seat() -> None:
    assert measured("down_time", THREE) == 3
    by_seat = BY_KEY["down_time"].measured((THREE,), np.arange(1)).by_seat
    assert [seat.value for seat in by_seat] == [3, None, None]


def test_kingmaking_is_deciding_between_others_without_hope() -> None:
    assert measured("kingmaking", THREE) == pytest.approx(1 / 3)


def test_every_measure_has_a_test_and_words() -> None:
    assert set(BY_KEY) == {*BY_HAND, "uncertainty", "down_time", "kingmaking"}
    for measure in MEASURES:
        assert measure.formula.endswith(".") and measure.meaning.endswith(".") and measure.title


def test_measures_that_do_not_fit_a_game_are_left_out_or_refused() -> None:
    telic, four = pyr.load("telic"), pyr.load("connect_four")
    assert "luck_share" in {measure.key for measure in chosen_measures(telic)}
    assert not {"luck_share", "kingmaking"} & {measure.key for measure in chosen_measures(four)}
    with pytest.raises(pyr.BadInput, match="luck_share cannot be taken of connect_four"):
        chosen_measures(four, ["luck_share"])
    with pytest.raises(pyr.BadInput, match=r"'fun' is not a measure\. Measures: result"):
        chosen_measures(four, ["fun"])
