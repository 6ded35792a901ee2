"""How good a position is: features and what they are made into, for every game that judges."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from tests.players.test_solver import plain_value
from tests.speeds import interpreted_rules

import pyramidion as pyr
from pyramidion.engine.game import Game
from pyramidion.engine.header import CHANCE, OVER, WHOLE
from pyramidion.engine.position import Position
from pyramidion.players import verbs
from pyramidion.players.evaluation import MOST_FEATURES, judge, odds, scales_for
from pyramidion.players.network import MOST_ON
from pyramidion.players.weights import can_judge, feature_names, input_count, weights_of

NAMES = [name for name in pyr.games() if can_judge(pyr.load(name))]
JUDGED = {
    game.spec: game
    for name in NAMES
    for option in (None, *pyr.facts(name).options)
    for value in (option.values if option else [""])
    for game in [pyr.load(name, **({option.name: value} if option else {}))]
}
WEIGHED = {spec: game for spec, game in JUDGED.items() if feature_names(game)}
LEARNED = {spec: game for spec, game in JUDGED.items() if input_count(game)}
each_judged = pytest.mark.parametrize("game", JUDGED.values(), ids=JUDGED)
each_weighed = pytest.mark.parametrize("game", WEIGHED.values(), ids=WEIGHED)
each_learned = pytest.mark.parametrize("game", LEARNED.values(), ids=LEARNED)
each_name = pytest.mark.parametrize("judged", sorted({game.name for game in WEIGHED.values()}))
UNWRITTEN = 12345.0


def walk(game: Game, seed: int) -> Iterator[Position]:
    """A random game, position by position."""
    position = game.start(seed=seed)
    chooser = np.random.default_rng(seed)
    yield position
    while position.mover != OVER and position.mover is not None:
        moves = [move for move, _ in position.chances()] if position.mover == CHANCE else position.moves()
        position = position.play(moves[int(chooser.integers(len(moves)))])
        yield position


def features_of(position: Position, seat: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    game = position.game
    out = np.full(MOST_FEATURES, UNWRITTEN)
    count = game.bind(verbs.features)(position.fields, seat, out)
    assert (out[count:] == UNWRITTEN).all()
    return out[:count]


def inputs_of(position: Position) -> list[int]:
    game = position.game
    out = np.full(MOST_ON, UNWRITTEN)
    count = game.bind(verbs.inputs)(position.fields, out)
    assert (out[count:] == UNWRITTEN).all()
    return [int(number) for number in out[:count]]


def limits_of(position: Position) -> tuple[int, int]:
    game = position.game
    least, most = game.bind(verbs.limits)(position.fields)
    return int(least), int(most)


def worth_of(position: Position) -> list[float]:
    game = position.game
    scales = scales_for(game.seats, weights_of(game))
    game.bind(judge)(position.fields, scales)
    return [float(part) for part in scales.worth]


@each_weighed
def test_features_are_as_many_as_their_names_and_finite(game: Game) -> None:
    names = feature_names(game)
    assert 0 < len(names) == len(set(names)) <= MOST_FEATURES
    for position in walk(game, seed=3):
        for seat in range(game.seats):
            found = features_of(position, seat)
            assert len(found) == len(names)
            assert np.isfinite(found).all(), dict(zip(names, found, strict=True))


@each_judged
def test_expected_results_add_up_to_one_and_the_end_is_exact(game: Game) -> None:
    for position in walk(game, seed=4):
        worth = worth_of(position)
        assert sum(worth) == pytest.approx(1) and min(worth) >= 0
    assert position.outcome is not None
    assert worth == pytest.approx([float(result) for result in position.outcome.results])


@each_weighed
def test_the_start_is_about_even(game: Game) -> None:
    assert worth_of(game.start(seed=0)) == pytest.approx([1 / game.seats] * game.seats, abs=0.2)


@each_judged
def test_judging_changes_nothing(game: Game) -> None:
    for position in walk(game, seed=5):
        before = position.row.tobytes()
        worth_of(position)
        assert position.row.tobytes() == before


@each_name
def test_every_feature_tells_seats_apart_somewhere(judged: str) -> None:
    differs = np.zeros(len(feature_names(pyr.load(judged))), dtype=bool)
    for game in JUDGED.values():
        if game.name == judged:
            for seed in range(6):
                for position in walk(game, seed):
                    differs |= features_of(position, 0) != features_of(position, 1)
    assert differs.all(), [feature_names(game)[index] for index in np.flatnonzero(~differs)]


@each_name
def test_features_are_the_same_interpreted(judged: str) -> None:
    game = pyr.load(judged)
    positions = list(walk(game, seed=6))[::7]
    fast = [features_of(position, seat) for position in positions for seat in range(game.seats)]
    with interpreted_rules(game):
        slow = [features_of(position, seat) for position in positions for seat in range(game.seats)]
    assert np.allclose(fast, slow, rtol=1e-12)


@each_learned
def test_a_network_has_the_inputs_that_are_on_each_once(game: Game) -> None:
    for position in list(walk(game, seed=3))[:-1]:
        found = inputs_of(position)
        assert 0 < len(found) == len(set(found))
        assert min(found) >= 0 and max(found) < input_count(game)


@each_learned
def test_a_network_says_the_same_interpreted(game: Game) -> None:
    position = list(walk(game, seed=6))[-8]
    fast, results = inputs_of(position), worth_of(position)
    with interpreted_rules(game):
        assert inputs_of(position) == fast and worth_of(position) == pytest.approx(results)


@each_learned
def test_the_log_odds_of_the_first_seat_are_those_of_its_expected_result(game: Game) -> None:
    for position in list(walk(game, seed=7))[:-1]:
        first = game.bind(odds)(position.fields, scales_for(game.seats, weights_of(game)))
        assert worth_of(position)[0] == pytest.approx(1 / (1 + np.exp(-first)), abs=1e-9)


@each_learned
def test_what_a_position_is_worth_lies_within_its_limits(game: Game) -> None:
    for seed in range(4):
        for position in [*walk(game, seed)][-6:]:
            least, most = limits_of(position)
            assert least <= (plain_value(position, score=False) + 1) * WHOLE // 2 <= most


@each_learned
def test_limits_close_in(game: Game) -> None:
    """Whoever moves can keep what is sure, and no move leads to more than seemed possible."""
    *positions, _ = walk(game, 1)
    assert limits_of(positions[0]) == (0, WHOLE)
    for position in positions:
        least, most = limits_for(position, position.mover)
        after = [limits_for(position.play(move), position.mover) for move in position.moves()]
        assert max(low for low, _ in after) >= least
        assert max(high for _, high in after) <= most


def limits_for(position: Position, seat: int | None) -> tuple[int, int]:
    """The limits as a seat sees them."""
    least, most = limits_of(position)
    return (least, most) if seat == 0 else (WHOLE - most, WHOLE - least)


@each_learned
def test_limits_are_the_same_interpreted(game: Game) -> None:
    seen = [*walk(game, 2)]
    fast = [limits_of(position) for position in seen]
    with interpreted_rules(game):
        assert [limits_of(position) for position in seen] == fast


def test_there_is_something_to_judge() -> None:
    assert {"telic", "mid_challenge"} <= {game.name for game in WEIGHED.values()}
    assert LEARNED
