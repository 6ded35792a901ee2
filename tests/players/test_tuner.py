"""Weights from self-play: the fit, the games, the file."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from tests.scripts import script

import pyramidion as pyr
from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game
from pyramidion.players import tuner
from pyramidion.players.evaluation import MOST_FEATURES
from pyramidion.players.regression import Observations, fit, loss_of
from pyramidion.players.tuner import ALWAYS, Side, Sides, TuningRound, compare, play, tune
from pyramidion.players.weights import can_judge, feature_names, network_file, weights_file, weights_of
from pyramidion.terminal.progress import Bar


def quiet(what: str, done: int, of: int) -> None:
    """Tell nobody."""


def random_data(seats: int, weights: list[float], count: int, seed: int) -> Observations:
    """Results drawn as the weights say."""
    dice = np.random.default_rng(seed)
    features = dice.normal(size=(count, seats, len(weights))).astype(np.float32)
    scores = features @ np.array(weights) + dice.gumbel(size=(count, seats))
    return Observations(features, np.eye(seats)[scores.argmax(axis=1)])


def learned(games: list[Game], count: int, rounds: int, seed: int) -> list[TuningRound]:
    return list(tune(games, count, rounds, seed, quiet))


def test_a_fit_finds_the_weights_that_made_the_results() -> None:
    weights = [1.5, -0.7, 0.0, 0.2]
    data = [random_data(2, weights, 20_000, seed=1), random_data(4, weights, 20_000, seed=2)]
    assert fit(data, prior=1.0) == pytest.approx(weights, abs=0.06)


def test_a_feature_that_never_differs_gets_no_weight() -> None:
    data = random_data(2, [1.0, 0.0], 1000, seed=3)
    data.features[:, :, 1] = 5
    assert fit([data], prior=1.0)[1] == pytest.approx(0, abs=1e-9)


def test_results_that_are_certain_give_finite_weights() -> None:
    features = np.array([[[1], [0]]] * 100, dtype=np.float32)
    weights = fit([Observations(features, np.array([[1.0, 0.0]] * 100))], prior=1.0)
    assert 1 < weights[0] < 20


def test_without_weights_the_loss_is_that_of_equal_chances() -> None:
    assert loss_of([random_data(3, [1.0], 50, seed=4)], np.zeros(1)) == pytest.approx(math.log(3))


def test_learning_beats_random_play_and_lowers_the_loss_on_games_held_out() -> None:
    (first,) = learned([pyr.load("telic")], 600, 1, seed=1)
    assert first.better and first.share > 0.9
    assert first.loss < math.log(2) - 0.03


def test_the_same_seed_gives_the_same_weights_on_any_number_of_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    one = learned([pyr.load("telic")], 100, 2, seed=5)[-1]
    monkeypatch.setattr(tuner, "cores", lambda: 1)
    other = learned([pyr.load("telic")], 100, 2, seed=5)[-1]
    assert np.array_equal(one.weights, other.weights) and one.loss == other.loss
    assert not np.array_equal(one.weights, learned([pyr.load("telic")], 100, 2, seed=6)[-1].weights)


def test_variants_with_different_seats_are_learned_together() -> None:
    games = [pyr.load("mid_challenge"), pyr.load("mid_challenge(players=4)")]
    (only,) = learned(games, 200, 1, seed=1)
    assert only.loss < (math.log(2) + math.log(4)) / 2 - 0.1 and np.isfinite(only.weights).all()


def test_a_side_is_even_with_itself_because_luck_is_paired() -> None:
    side = Side(weights_of(pyr.load("telic")).copy())
    assert compare([pyr.load("telic")], 40, 3, Sides(side, side), quiet) == (0.5, 0.0)


def test_weights_in_use_beat_random_play() -> None:
    game = pyr.load("telic")
    random = Side(np.zeros(MOST_FEATURES), ALWAYS)
    share, error = compare([game], 300, 4, Sides(Side(weights_of(game).copy()), random), quiet)
    assert share - error > 0.97


def test_samples_come_from_all_over_a_game() -> None:
    game = pyr.load("telic")
    side = Side(np.zeros(MOST_FEATURES), ALWAYS)
    played = play(game, 64, 1, Sides(side, side), 8, quiet)
    assert (played.taken == 8).all()
    work = played.samples[:, :, :, feature_names(game).index("logarithm of work left")]
    assert work.max() > 3.5 and work.min() < 2.5


def test_a_game_that_cannot_judge_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuner, "feature_names", lambda game: ())
    with pytest.raises(BadInput, match=r"no judgement\.py"):
        learned([pyr.load("telic")], 10, 1, seed=0)


def test_too_few_games_or_rounds_are_refused() -> None:
    for count, rounds in ((9, 1), (100, 0)):
        with pytest.raises(BadInput, match="at least 10 games"):
            learned([pyr.load("telic")], count, rounds, seed=0)


def test_the_file_holds_the_weights_and_how_they_were_made(tmp_path: Path) -> None:
    out = tmp_path / "weights.json"
    words = ["telic", "--games", "60", "--rounds", "1", "--seed", "8", "--out", str(out)]
    assert script("tune").main(words) == 0
    made = json.loads(out.read_text())
    assert made["made"] == "python scripts/tune.py telic --games=60 --rounds=1 --seed=8"
    assert tuple(made["weights"]) == feature_names(pyr.load("telic"))
    assert (made["games"], made["rounds"], made["seed"]) == (60, 1, 8)
    before = out.read_bytes()
    script("tune").main(words)
    assert out.read_bytes() == before


@pytest.mark.parametrize(("calls", "rounds"), [(1, None), (9, 1)])
def test_an_interruption_leaves_the_file_whole_or_absent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, calls: int, rounds: int | None
) -> None:
    class Interrupting(Bar):
        left = calls

        def __call__(self, what: str, done: int, of: int) -> None:
            self.left -= 1
            if self.left == 0:
                raise KeyboardInterrupt

    tuning = script("tune")
    monkeypatch.setattr(tuning, "Bar", Interrupting)
    out = tmp_path / "weights.json"
    with pytest.raises(KeyboardInterrupt):
        tuning.main(["telic", "--games", "64", "--rounds", "3", "--out", str(out)])
    assert rounds is None or json.loads(out.read_text())["rounds"] == rounds
    assert [path.name for path in tmp_path.iterdir()] == ([] if rounds is None else ["weights.json"])


def test_every_judged_game_has_weights_with_the_command_that_made_them() -> None:
    for game in map(pyr.load, pyr.games()):
        if can_judge(game):
            learned = [file for file in (weights_file(game), network_file(game)) if file.exists()]
            assert len(learned) == 1
            maker = "tune" if learned[0] == weights_file(game) else "train"
            made = json.loads(learned[0].read_text())["made"]
            assert made.startswith(f"python scripts/{maker}.py {game.name}")
