"""Ratings: against closed forms, with intervals that mean what they say."""

from __future__ import annotations

import math
import random

import pytest

from pyramidion.arena.bouts import Played
from pyramidion.arena.duels import Duel, Tally, different, duels, tally
from pyramidion.arena.ratings import ELO, Rating, expected, ratings


def match(wins: int, draws: int, losses: int, one: str = "a", two: str = "b") -> list[Duel]:
    """Games of two players, each a pairing of its own."""
    scores = [1.0] * wins + [0.5] * draws + [0.0] * losses
    return [Duel((one, two, number), one, two, score) for number, score in enumerate(scores)]


def rated(players: str, met: list[Duel], anchor: str | None = None) -> list[Rating]:
    found = [ratings(tuple(players), met, anchor)[player] for player in players]
    assert all(rating is not None for rating in found)
    return [rating for rating in found if rating is not None]


@pytest.mark.parametrize(("wins", "draws", "losses"), [(7, 0, 3), (60, 20, 20), (10, 0, 0), (5, 5, 5), (0, 4, 9)])
def test_two_players_have_the_odds_of_their_points(wins: int, draws: int, losses: int) -> None:
    a, b = rated("ab", match(wins, draws, losses))
    points, games = wins + draws / 2, wins + draws + losses
    assert a.elo - b.elo == pytest.approx(400 * math.log10((points + 0.5) / (games - points + 0.5)), abs=0.01)
    assert a.elo == pytest.approx(-b.elo, abs=1e-6) and a.low < a.elo < a.high


def test_three_players_on_a_chain_add_up() -> None:
    met = match(30, 0, 10) + match(20, 0, 20, "b", "c") + match(10, 0, 30, "c", "d")
    a, b, c, d = rated("abcd", met, anchor="d")
    step = 400 * math.log10(30.5 / 10.5)
    assert (a.elo, b.elo, c.elo, d.elo) == pytest.approx((0, -step, -step, 0), abs=0.01)
    assert d == Rating(0, 0, 0) and a.high - a.low > b.high - b.low > c.high - c.low


def test_with_independent_games_the_interval_is_that_of_log_odds() -> None:
    a, _ = rated("ab", match(600, 0, 400), anchor="b")
    assert (a.high - a.low) / 2 == pytest.approx(1.962 * ELO * math.sqrt(1 / 600 + 1 / 400), rel=0.01)


def test_intervals_shrink_with_the_number_of_games() -> None:
    widths = [rated("ab", match(6 * n, n, 3 * n), anchor="b")[0] for n in (1, 4, 16, 64)]
    sizes = [rating.high - rating.low for rating in widths]
    assert sizes[0] > 1.9 * sizes[1] > 3.6 * sizes[2] > 7.2 * sizes[3]


def test_who_wins_everything_is_not_infinitely_strong() -> None:
    a, _ = rated("ab", match(200, 0, 0), anchor="b")
    exact = 0.025 ** (1 / 200)  # the lower bound of Clopper and Pearson
    assert expected(a.low) == pytest.approx(exact, abs=0.005) and a.high < 2000


def test_luck_that_both_sides_had_does_not_widen_the_interval() -> None:
    split = [Duel(number // 2, "a", "b", number % 2) for number in range(200)]
    alone = [Duel(number, "a", "b", number % 2) for number in range(200)]
    narrow, wide = rated("ab", split, anchor="b")[0], rated("ab", alone, anchor="b")[0]
    assert narrow.high - narrow.low < (wide.high - wide.low) / 5
    agreed = [Duel(number // 2, "a", "b", number // 2 % 2) for number in range(200)]
    wider = rated("ab", agreed, anchor="b")[0]
    assert (wider.high - wider.low) / (wide.high - wide.low) == pytest.approx(math.sqrt(2), rel=0.05)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    chance, held = random.Random(1), 0
    for _ in range(300):
        wins = sum(chance.random() < 0.7 for _ in range(60))
        rating = rated("ab", match(wins, 0, 60 - wins), anchor="b")[0]
        held += rating.low <= 400 * math.log10(0.7 / 0.3) <= rating.high
    assert 0.92 <= held / 300 <= 0.99


def test_players_without_a_tie_to_the_others_have_no_rating() -> None:
    found = ratings(("a", "b", "c"), match(3, 0, 1))
    assert found["c"] is None and found["a"] is not None
    assert ratings(("a", "b"), []) == {"a": None, "b": None}


def played(players: str, *results: float, faulty: int | None = None) -> Played:
    count = len(players)
    return Played(count, tuple(players), results, faulty, "x" * bool(faulty), (0.0,) * count, (0,) * count, {})


def test_a_winner_beats_all_others_who_have_not_met() -> None:
    found = [duel[1:] for duel in duels([played("abc", 0, 1, 0)])]
    assert found == [("a", "b", 0), ("b", "c", 1)]
    assert [duel[1:] for duel in duels([played("abb", 0.5, 0.5, 0)])] == [("a", "b", 0.5), ("a", "b", 1)]


def begun(number: int, moves: str, *results: float) -> Played:
    record = {"setup": None, "moves": list(moves)}
    return Played(number, ("a", "b"), results, None, "", (0.0, 0.0), (0, 0), record)


def test_a_game_that_was_played_twice_counts_once() -> None:
    games = [begun(0, "xyz", 1, 0), begun(2, "xyz", 1, 0), begun(4, "xyy", 0, 1)]
    assert [game.number for game in different(games)] == [0, 4]


def test_games_that_begin_alike_belong_together() -> None:
    games = [begun(0, "xyz", 1, 0), begun(2, "xyy", 1, 0), begun(4, "xzz", 0, 1)]
    assert len({duel.pairing for duel in duels(games)}) == 3
    assert len({duel.pairing for duel in duels(games, opening=2)}) == 2


def test_a_fault_of_a_third_decides_nothing_between_the_others() -> None:
    found = [duel[1:] for duel in duels([played("abc", 0.5, 0.5, 0, faulty=2)])]
    assert found == [("a", "c", 1), ("b", "c", 1)]


def test_a_tally_counts_from_either_side() -> None:
    met = [*match(3, 2, 1), *match(1, 0, 4, "b", "a"), *match(9, 9, 9, "c", "a")]
    assert tally(met, "a", "b") == Tally(7, 2, 2)
