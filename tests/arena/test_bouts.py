"""One game between players: whoever fails loses it."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

import pyramidion as pyr
from pyramidion.arena import bouts, openings
from pyramidion.arena.bouts import Played, Stopped, play_bout
from pyramidion.arena.openings import is_even, opened
from pyramidion.arena.pairings import Schedule
from pyramidion.engine.game import Game
from pyramidion.engine.move import Move
from pyramidion.engine.position import Position
from pyramidion.players.bots import Player, player

FOUR = pyr.load("connect_four")
THREE = pyr.load("mid_challenge", players=3)


class Odd:
    """Plays the first legal move until it does something odd."""

    closed = 0

    def __init__(self, spec: str) -> None:
        self.name = spec
        self.asked = 0

    def choose(self, view: Position) -> Move:
        self.asked += 1
        if self.asked > 3 and self.name == "crashes":
            raise ZeroDivisionError("oops")
        if self.asked > 3 and self.name == "cheats":
            return Move(view, 99)
        return view.moves()[0]

    def close(self) -> None:
        Odd.closed += 1
        if self.name == "clings":
            raise RuntimeError("no")


def odd(game: Game, spec: str, seed: int) -> Player:
    return player(game, spec, seed) if spec == "random" else Odd(spec)


def test_a_whole_game_is_played_and_its_record_replays() -> None:
    played = play_bout(Schedule(pyr.load("topologic"), ("random", "greedy")), 0, odd)
    match = pyr.replay(pyr.Record(**played.record))
    assert match.outcome and played.results == tuple(float(result) for result in match.outcome.results)
    assert played.faulty is None and match.seats == ["random", "greedy"]
    assert Played.from_json(played.to_json()) == played


@pytest.mark.parametrize(
    ("culprit", "reason"), [("crashes", "ZeroDivisionError: oops"), ("cheats", "IllegalMove: 99 is not a code")]
)
def test_a_player_that_fails_loses_with_the_reason(culprit: str, reason: str) -> None:
    for number in (0, 1):
        played = play_bout(Schedule(FOUR, ("random", culprit)), number, odd)
        assert played.faulty == played.players.index(culprit) and played.fault.startswith(reason)
        assert played.results[played.faulty] == 0 and sum(played.results) == 1
        assert pyr.replay(pyr.Record(**played.record)).outcome is None


def test_a_player_that_cannot_be_made_loses() -> None:
    played = play_bout(Schedule(FOUR, ("random", "nobody")), 0, player)
    assert played.results == (1, 0) and "'nobody' is not a player" in played.fault


def test_the_others_share_a_game_that_a_third_player_loses_by_a_fault() -> None:
    played = play_bout(Schedule(THREE, ("random", "first", "crashes")), 0, odd)
    assert played.results == (0.5, 0.5, 0) and played.faulty == 2


def test_random_plies_at_the_start_are_the_same_for_all_rotations() -> None:
    schedule = Schedule(FOUR, ("random", "first"), opening=4)
    starts = [tuple(play_bout(schedule, number, odd).record["moves"][:4]) for number in range(20)]
    assert starts[::2] == starts[1::2] and len(set(starts)) > 7


def test_openings_that_end_the_game_are_refused() -> None:
    with pytest.raises(pyr.BadInput, match="over after 500 random plies"):
        play_bout(Schedule(FOUR, ("random", "first"), opening=500), 0, odd)


def test_even_openings_leave_out_what_is_as_good_as_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    schedule = Schedule(FOUR, ("random", "first"), opening=9, even=True)
    starts = [opened(schedule, schedule.bout(number)) for number in range(20)]
    assert [start.codes for start in starts[::2]] == [start.codes for start in starts[1::2]]
    assert all(is_even(start.position) for start in starts)
    assert all(opened(schedule, schedule.bout(number)).codes == starts[number].codes for number in (13, 4))
    random_ones = [opened(replace(schedule, even=False), schedule.bout(number)) for number in range(20)]
    assert not all(is_even(start.position) for start in random_ones)
    won = pyr.load("connect_four").start()
    for move in ("d", "a", "d", "a", "d", "b"):
        won = won.play(move)
    assert not is_even(won)
    monkeypatch.setattr(openings, "is_even", lambda position: False)
    with pytest.raises(pyr.BadInput, match="all but decided after 9 random plies"):
        opened(schedule, schedule.bout(0))


def test_a_game_that_takes_too_many_turns_counts_as_drawn() -> None:
    schedule = Schedule(pyr.load("telic"), ("random", "first"), most_turns=7)
    played = play_bout(schedule, 0, odd)
    match = pyr.replay(pyr.Record(**played.record))
    assert played.results == (0.5, 0.5) and played.faulty is None
    assert match.outcome is None and match.position.turn == 7


def test_a_player_is_asked_only_where_it_has_a_choice() -> None:
    played = play_bout(Schedule(pyr.load("telic"), ("random", "first")), 0, odd)
    match = pyr.replay(pyr.Record(**played.record))
    choices = [
        sum(position.mover == seat and len(position.moves()) > 1 for position in match.positions) for seat in (0, 1)
    ]
    assert list(played.choices) == choices and sum(choices) < len(match.codes)
    assert all(seconds > 0 for seconds in played.seconds)


def test_the_same_bout_is_the_same_game() -> None:
    schedule = Schedule(pyr.load("telic"), ("random", "greedy"), seed=9)
    one, two, other = (play_bout(schedule, number, player).record["moves"] for number in (4, 4, 6))
    assert one == two != other


def test_a_bout_stops_before_the_next_move_and_lets_its_players_go() -> None:
    asked = itertools.count()
    before = Odd.closed
    with pytest.raises(Stopped):
        play_bout(Schedule(FOUR, ("one", "two")), 0, odd, stopped=lambda: next(asked) == 5)
    assert Odd.closed == before + 2


def test_a_player_that_fails_to_close_does_not_keep_the_others() -> None:
    before = Odd.closed
    played = play_bout(Schedule(FOUR, ("clings", "two")), 0, odd)
    assert Odd.closed == before + 2 and played.faulty is None


def test_a_game_without_end_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bouts, "MOST_PLIES", 3)
    played = play_bout(Schedule(FOUR, ("one", "two")), 0, odd)
    assert played.results == (0.5, 0.5) and played.faulty is None and len(played.record["moves"]) == 3
