"""Topologic's expert: it seeks by what the view tells, keeps to the rules, and hides secrets that cannot be read."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

import pyramidion as pyr
from pyramidion.engine.contract import Thought
from pyramidion.engine.position import Position
from pyramidion.games.topologic.drawing import location_name
from pyramidion.games.topologic.expert import Expert, believed, expectation
from pyramidion.games.topologic.field import LOCATIONS
from pyramidion.games.topologic.planner import Situation, floor

POCKET = ".########/#.#######/#########/#########/#########/#########/########."
GAMES = [
    pyr.load("topologic", **options)
    for options in (
        {},
        {"seekers": 4},
        {"seekers": 3},
        {"seekers": 3, "path": "free"},
        {"path": "free"},
        {"field": "random"},
        {"field": POCKET},
    )
]
GAME = GAMES[0]
FEW = 500


def thoughts(expert: Expert, position: Position, effort: int = FEW, seed: int = 1) -> Iterator[Thought]:
    mover = position.mover
    return expert.think(position.view(mover), effort, None, seed, lambda: False)


def choice(expert: Expert, position: Position, effort: int = FEW, seed: int = 1) -> str:
    *_, (lines, _, _) = thoughts(expert, position, effort, seed)
    return lines[0][0]


def hidden(game: pyr.Game, seed: int, secret: int) -> Position:
    position = game.start(seed=seed)
    return position.play(position.moves()[secret])


def turns_of(position: Position, expert: Expert | None, effort: int = FEW) -> int:
    """The score of round 1: the expert's, or that of a seeker at random."""
    dice = random.Random(5)
    while not position.fields.score[0]:
        legal = [str(move) for move in position.moves()]
        position = position.play(dice.choice(legal) if expert is None else choice(expert, position, effort))
    return int(position.fields.score[0])


def one_left(game: pyr.Game) -> Position:
    """A position in which the seeker knows the secret."""
    expert = Expert(game)
    for seed in range(100):
        position = hidden(game, seed, 37)
        while not position.fields.score[0]:
            if position.fields.moved == 0 and int(position.fields.possible) == 1 << 37:
                return position
            position = position.play(choice(expert, position, 2000))
    raise AssertionError("no such position")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec.replace("/", "|"))
def test_whole_games_are_legal_and_end_by_gathering(game: pyr.Game) -> None:
    expert, position, plies = Expert(game), game.start(seed=4), 0
    while position.mover is not None:
        position, plies = position.play(choice(expert, position, 300, plies)), plies + 1
    assert position.outcome is not None
    assert position.fields.score[0] <= 10
    assert position.outcome.rule in ("P19", "P20")


@pytest.mark.parametrize("game", [GAME, GAMES[3]], ids=lambda game: game.spec)
def test_a_known_secret_is_gathered_on_without_delay(game: pyr.Game) -> None:
    position = one_left(game)
    gatherable = all(
        place == 37
        or any(str(move) == f"{seeker + 1}-{location_name(position.fields, 37)}" for move in position.moves())
        for seeker, place in enumerate(position.fields.at.tolist()[: 5 - int(position.fields.seekers)])
    )
    before, expert = int(position.fields.turns), Expert(game)
    while not position.fields.score[0]:
        position = position.play(choice(expert, position))
    assert position.fields.score[0] - before <= (1 if gatherable else 2)


def test_who_overlooks_believes_more_secrets_but_never_misses_a_possible_one() -> None:
    now = Situation(0b1011 << 20, (0, 1, 2, 3, 4), turns=1)
    seen = [believed(now, 0.5, seed) for seed in range(20)]
    assert all(one.possible & now.possible == now.possible for one in seen)
    assert 25 < sum(one.count for one in seen) / len(seen) < 38
    assert believed(now, 0.5, 3) == seen[3]
    assert believed(now, 0.0, 3) == now


def test_with_every_hint_less_is_overlooked() -> None:
    counts = [
        sum(believed(Situation(1, (0,), turns=turns), 0.8, seed).count for seed in range(9)) for turns in (1, 5, 40)
    ]
    assert counts[0] > counts[1] > counts[2]
    assert counts[2] < 12


def test_who_overlooks_needs_longer_and_still_finds_the_secret() -> None:
    fields = [hidden(GAME, seed, seed * 7 % LOCATIONS) for seed in range(6)]
    blind, sharp = (sum(turns_of(field, Expert(GAME, overlooks), 100) for field in fields) for overlooks in (0.65, 0.0))
    assert sharp < blind < 6 * 20


@pytest.mark.parametrize("seekers", [5, 3])
def test_no_seeker_does_better_than_the_floor(seekers: int) -> None:
    """Two secrets, one in line: one is met at once, the other a turn later. Without: both in the turn after next."""
    costs = floor(np.arange(8.0), seekers)
    assert costs[2].tolist() == [4, 3]
    assert costs[4].tolist() == [8, 8]
    assert costs[2 * seekers + 1, 0] == 2 * 2 * seekers + 3


def test_the_choice_depends_on_the_view_alone() -> None:
    moves = ["1@a1", "2@c1", "3@j3", "4@f6"]
    choices = set()
    for secret in range(0, LOCATIONS, 7):
        position = hidden(GAME, 9, secret)
        for move in moves:
            position = position.play(move)
        choices.add(choice(Expert(GAME), position))
    assert len(choices) == 1


def test_a_full_position_tells_the_seeker_no_more_than_its_view() -> None:
    expert = Expert(GAME)
    position = hidden(GAME, 9, 30)
    *_, seen = expert.think(position.view(1), FEW, None, 3, lambda: False)
    *_, full = Expert(GAME).think(position, FEW, None, 3, lambda: False)
    assert seen == full


def test_the_same_seed_gives_the_same_thoughts() -> None:
    position = hidden(GAME, 2, 11)
    once, again = (list(thoughts(Expert(GAME), position, 20_000)) for _ in range(2))
    assert once == again
    assert len(once) > 1


def test_the_rest_of_a_turn_follows_the_plan_and_costs_nothing() -> None:
    expert, position = Expert(GAME), hidden(GAME, 2, 11)
    *_, (lines, _, _) = thoughts(expert, position)
    for number, move in enumerate(lines[0][4]):
        if number:
            [(again, effort, _)] = thoughts(expert, position)
            assert again[0][4] == lines[0][4][number:] and effort == 0
        position = position.play(move)
    assert position.fields.turns == 1


def test_a_turn_begun_by_somebody_else_is_ended_well() -> None:
    position = hidden(GAME, 2, 11)
    for move in ("1@a1", "2@a1", "3@j6"):
        position = position.play(move)
    move = choice(Expert(GAME), position)
    assert move.startswith("4@")


def test_results_add_up_and_the_best_line_comes_first() -> None:
    position = hidden(GAME, 6, 20)
    *_, (lines, effort, depth) = thoughts(Expert(GAME), position, 300_000)
    assert all(sum(line[1]) == pytest.approx(1) for line in lines)
    assert [line[1][1] for line in lines] == sorted((line[1][1] for line in lines), reverse=True)
    assert len({line[0] for line in lines}) == len(lines)
    assert effort >= 300_000 and depth >= 3


@pytest.mark.parametrize("mover", ["referee", "seeker"])
def test_cancelled_at_once_it_still_has_a_legal_move(mover: str) -> None:
    position = GAME.start(seed=1) if mover == "referee" else hidden(GAME, 1, 5)
    found = list(Expert(GAME).think(position, None, 60.0, 1, lambda: True))
    assert len(found) == 1
    position.play(found[0][0][0][0])


def test_it_finds_secrets_far_sooner_than_chance() -> None:
    expert = Expert(GAME)
    fields = [hidden(GAME, seed, seed * 7 % LOCATIONS) for seed in range(6)]
    assert sum(turns_of(field, expert, 3000) for field in fields) / 6 <= 5.5
    assert min(turns_of(field, None) for field in fields) > 20


def test_P20_in_its_last_turn_the_second_seeker_gathers_on_a_possible_secret() -> None:
    """Three secrets are left and one turn: only a gathering can save a draw."""
    seen = 0
    for seed in range(40):
        position = hidden(pyr.load("topologic", path="free"), seed, 37)
        expert = Expert(position.game)
        while not position.fields.stretch:
            position = position.play(choice(expert, position, 1000))
        position = position.play("secret:e4")
        last = int(position.fields.score[0])
        while position.mover == 0 and position.fields.turns < last - 1:
            position = position.play(choice(expert, position, 1000))
        if position.mover == 0:
            possible = int(position.fields.possible)
            *_, (lines, _, _) = thoughts(expert, position, 5000)
            targets = {move[2:] for move in lines[0][4] if move != "done"}
            assert len(targets) == 1
            seen += possible.bit_count() > 1
        if seen == 2:
            return
    raise AssertionError("round 2 never came to its last turn with several secrets left")


def test_the_referee_mixes_its_secrets() -> None:
    start = GAME.start(seed=3)
    drawn = Counter(choice(Expert(GAME), start, 400_000, seed) for seed in range(8))
    assert len(drawn) >= 3


def test_the_referee_prefers_secrets_that_take_long() -> None:
    start = GAME.start(seed=3)
    *_, (lines, _, depth) = thoughts(Expert(GAME), start, 1_000_000)
    ranked = [line[1][0] for line in lines[1:]]
    assert depth >= 5
    assert ranked == sorted(ranked, reverse=True) and ranked[0] > 0.6


def test_a_referee_without_time_expects_half_of_the_game() -> None:
    start = pyr.load("topologic").start(seed=1)
    first = next(iter(pyr.bot("topologic", 8).analyse(start, seconds=5)))
    assert first.effort == 0 and all(line.results == (0.5, 0.5) for line in first.lines)


def test_few_imagined_rounds_do_not_tell_secrets_apart() -> None:
    chance = np.random.default_rng(4)
    noise = chance.random((3, 60))
    assert np.ptp(expectation(noise[:1], 0.5)) == 0
    assert np.ptp(expectation(noise, 0.5)) < 0.5 * np.ptp(noise.mean(axis=0))
    clear = np.linspace(0.2, 0.4, 60) + 0.001 * noise
    assert np.allclose(expectation(clear, None), clear.mean(axis=0), atol=0.01)
    assert expectation(clear, 0.5).mean() == pytest.approx(0.5)


def test_on_a_field_of_one_rank_seekers_in_each_others_way_do_not_stop_the_player() -> None:
    game = pyr.load("topologic", field="#" * 60)
    match, some = pyr.Match(game, seed=5), pyr.bot(game, 1)
    for _ in range(60):
        match.play(some.choose(match.position.view(match.position.mover), effort=1))
    assert len(match.codes) == 60 and match.outcome is None
