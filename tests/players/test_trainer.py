"""Networks: what they say, how they learn, the file."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from tests.scripts import script

import pyramidion as pyr
from pyramidion.engine.errors import BadInput
from pyramidion.players import network, trainer
from pyramidion.players.network import Examples
from pyramidion.players.trainer import Pupil, TrainingRound, some_variants, train
from pyramidion.players.weights import input_count, network_file, weights_of

TYRANTS = pyr.load("traffic_tyrants")


def quiet(what: str, done: int, of: int) -> None:
    """Tell nobody."""


def learned(count: int, rounds: int, seed: int) -> list[TrainingRound]:
    return list(train(TYRANTS, count, rounds, seed, quiet))


def test_a_network_adds_up_rows_and_leaves_out_silent_units() -> None:
    weights, scratch = np.zeros(network.size(3)), np.zeros(network.SCRATCH)
    weights[:2], weights[network.HIDDEN] = (2, 5), 0.5
    rows = weights[network.HEAD :].reshape(3, network.HIDDEN)
    rows[0, :2], rows[1, :2], rows[2, :2] = (1, -3), (10, 10), (3, 1)
    scratch[network.HIDDEN : network.HIDDEN + 2] = (0, 2)
    assert network.network_odds(weights, scratch, 2) == 0.5 + 2 * 4


def test_learning_finds_which_input_decides() -> None:
    pupil = Pupil(TYRANTS, 1)
    chance = np.random.default_rng(2)
    inputs = chance.integers(0, 8, (4000, 1)).astype(np.int16)
    results = np.where(inputs[:, 0] < 4, 0.9, 0.2)
    examples = Examples(inputs, np.ones(len(inputs), dtype=np.int16), results)
    places = np.arange(len(inputs))
    for _ in range(20):
        pupil.learn(examples, places, 0.01)
    least = -(0.9 * math.log(0.9) + 0.1 * math.log(0.1) + 0.2 * math.log(0.2) + 0.8 * math.log(0.8)) / 2
    assert pupil.loss(examples, places) == pytest.approx(least, abs=0.01)


def test_learning_lowers_the_loss_on_positions_held_out() -> None:
    (first,) = learned(24, 1, seed=1)
    assert first.loss < math.log(2) - 0.02 and first.positions > 800


def test_the_same_seed_gives_the_same_network() -> None:
    assert (learned(6, 2, seed=3)[-1].weights == learned(6, 2, seed=3)[-1].weights).all()


def test_half_of_the_games_have_the_usual_rules_and_the_others_any() -> None:
    variants = some_variants(TYRANTS, 60, seed=0)
    assert variants[::2] == [TYRANTS] * 30
    for option in TYRANTS.facts.options:
        assert {game.options[option.name] for game in variants[1::2]} == set(option.values)


def test_a_game_without_inputs_and_too_few_games_are_refused() -> None:
    with pytest.raises(BadInput, match="no network to train"):
        next(train(pyr.load("telic"), 10, 1, 0, quiet))
    with pytest.raises(BadInput, match="at least one game"):
        next(train(TYRANTS, 0, 1, 0, quiet))


def test_the_file_holds_the_network_and_how_it_was_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "network.json"
    assert (
        script("train").main(["traffic_tyrants", "--games", "4", "--rounds", "1", "--seed", "8", "--out", str(out)])
        == 0
    )
    made = json.loads(out.read_text())
    assert made["made"] == "python scripts/train.py traffic_tyrants --games=4 --rounds=1 --seed=8"
    assert len(made["rows"]) == input_count(TYRANTS) and len(made["units"]) == network.HEAD
    last = learned(4, 1, seed=8)[-1].weights
    monkeypatch.setattr("pyramidion.players.weights.network_file", lambda game: out)
    assert weights_of.__wrapped__(TYRANTS) == pytest.approx(last, abs=0.0006)


def test_the_network_in_use_is_small_and_names_its_command() -> None:
    text = network_file(TYRANTS).read_text()
    assert len(text) < 300_000
    assert json.loads(text)["made"].startswith("python scripts/train.py traffic_tyrants")


def test_a_network_for_other_inputs_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "network.json"
    out.write_text('{"units": [1], "rows": []}')
    monkeypatch.setattr("pyramidion.players.weights.network_file", lambda game: out)
    with pytest.raises(BadInput, match=r"Run scripts/train\.py traffic_tyrants"):
        weights_of.__wrapped__(TYRANTS)


def test_training_looks_far_enough_to_leave_the_turns_learned_together() -> None:
    assert trainer.DEPTH >= 2 * trainer.TURNS and trainer.SOLVED >= trainer.TURNS
