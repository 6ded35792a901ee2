"""Who meets whom: the same luck for all, every player in every seat."""

from __future__ import annotations

from collections import Counter

import pytest

import pyramidion as pyr
from pyramidion.arena.bouts import Played, play_bout
from pyramidion.arena.openings import usual_opening
from pyramidion.arena.pairings import Schedule, groups
from pyramidion.players.bots import player

TELIC = pyr.load("telic")
THREE = pyr.load("mid_challenge", players=3)


def test_a_pairing_is_every_rotation_with_the_same_luck() -> None:
    schedule = Schedule(TELIC, ("a", "b", "c"), seed=5)
    bouts = [schedule.bout(number) for number in range(schedule.count(4))]
    assert len(bouts) == 12
    assert [bout.seats for bout in bouts[:4]] == [("a", "b"), ("b", "a"), ("a", "c"), ("c", "a")]
    assert [bout.pairing for bout in bouts[:4]] == [0, 0, 1, 1]
    assert len({bout.luck for bout in bouts[:6]}) == 1 and bouts[0].luck != bouts[6].luck
    assert len({seed for bout in bouts for seed in bout.seeds}) == 24


def rolls(played: Played, seat: int) -> list[str]:
    """What a seat rolled in a game."""
    match = pyr.replay(pyr.Record(**played.record))
    plies = zip(match.positions, match.texts(), strict=False)
    return [text for position, text in plies if position.mover == pyr.CHANCE and position.seat == seat]


def test_both_sides_of_a_pairing_get_the_same_dice() -> None:
    schedule = Schedule(TELIC, ("one", "two"), seed=3)
    one, two, other = (play_bout(schedule, n, lambda game, _, seed: player(game, "random", seed)) for n in (0, 1, 2))
    assert one.record["moves"] != two.record["moves"]
    for seat in (0, 1):
        count = min(len(rolls(one, seat)), len(rolls(two, seat)))
        assert count > 10 and rolls(one, seat)[:count] == rolls(two, seat)[:count]
        assert rolls(one, seat)[:10] != rolls(other, seat)[:10]
    assert rolls(one, 0)[:10] != rolls(one, 1)[:10]


def test_both_sides_of_a_pairing_get_the_same_set_up() -> None:
    schedule = Schedule(pyr.load("topologic"), ("random", "greedy"), seed=3)
    setups = [pyr.Match(schedule.game, schedule.bout(number).luck).record().setup for number in range(4)]
    assert setups[0] == setups[1] != setups[2] == setups[3]


@pytest.mark.parametrize(
    ("players", "seats", "tables"),
    [
        ("ab", 2, ["ab"]),
        ("abc", 2, ["ab", "ac", "bc"]),
        ("ab", 3, ["aab", "abb"]),
        ("ab", 4, ["aaab", "aabb", "abbb"]),
        ("abc", 4, ["aabc", "abbc", "abcc"]),
        ("abcd", 3, ["abc", "abd", "acd", "bcd"]),
        ("abcd", 4, ["abcd"]),
    ],
)
def test_tables_hold_as_many_different_players_as_they_can(players: str, seats: int, tables: list[str]) -> None:
    assert ["".join(group) for group in groups(players, seats)] == tables


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("names", ["ab", "abc", "abcde"])
def test_everyone_sits_everywhere_equally_often(seats: int, names: str) -> None:
    schedule = Schedule(pyr.load("mid_challenge", players=seats), tuple(names))
    counts = Counter(
        (name, seat) for number in range(schedule.count(1)) for seat, name in enumerate(schedule.bout(number).seats)
    )
    assert len(counts) == len(names) * seats and len(set(counts.values())) == 1


def test_the_number_of_games_is_rounded_up_to_whole_pairings() -> None:
    assert Schedule(TELIC, ("a", "b")).count(3) == 4
    assert Schedule(THREE, ("a", "b", "c")).count(400) == 402


def test_only_games_without_luck_begin_with_random_plies(name: str) -> None:
    game = pyr.load(name)
    lucky = pyr.facts(name).chance or pyr.Match(game, 1).position != pyr.Match(game, 2).position
    assert (usual_opening(game) == 0) == bool(lucky)
    assert lucky or pyr.perft(game, usual_opening(game)) >= 100 > pyr.perft(game, usual_opening(game) - 1)


@pytest.mark.parametrize(
    ("players", "seed", "opening", "reason"),
    [
        ((), 0, 0, "needs players"),
        (("a", "a"), 0, 0, "named once"),
        (("a", "b"), -1, 0, "seed"),
        (("a", "b"), 0, 1001, "Openings are 0 to 1000"),
    ],
)
def test_impossible_settings_are_refused(players: tuple[str, ...], seed: int, opening: int, reason: str) -> None:
    with pytest.raises(pyr.BadInput, match=reason):
        Schedule(TELIC, players, seed, opening)


def test_impossible_openings_and_limits_are_refused() -> None:
    with pytest.raises(pyr.BadInput, match="ask for some with --openings"):
        Schedule(TELIC, ("a", "b"), even=True)
    with pytest.raises(pyr.BadInput, match="at least one turn, not 0"):
        Schedule(TELIC, ("a", "b"), most_turns=0)


def test_no_games_are_refused() -> None:
    with pytest.raises(pyr.BadInput, match="number of games"):
        Schedule(TELIC, ("a", "b")).count(0)
