"""The example that learns: the network's arithmetic is right, and seconds of self-play make it better than random."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from examples import train
from examples.learning import curve
from examples.learning.matches import against
from examples.learning.networks import Network, Perceptron, load
from examples.learning.self_play import Frame, search, self_play

import pyramidion as pyr

ROOT = Path(__file__).parents[1]


def test_a_network_learns_a_policy_and_a_reward_by_heart() -> None:
    dice = np.random.default_rng(1)
    network = Perceptron(12, 5)
    tensors = dice.random((8, 3, 2, 2)).astype(np.float32)
    policies = np.eye(5, dtype=np.float32)[np.arange(8) % 5]
    rewards = np.where(np.arange(8) % 2, 1, -1).astype(np.float32)
    first = network.learn(tensors, policies, rewards)
    for _ in range(600):
        last = network.learn(tensors, policies, rewards)
    assert last < first / 10
    logits, values = network.judge(tensors)
    assert np.array_equal(logits.argmax(axis=1), np.arange(8) % 5) and np.array_equal(np.sign(values), rewards)


def test_the_search_sees_a_win_and_leaves_the_batch_alone() -> None:
    game = pyr.load("connect_four")
    batch = pyr.batch(game, 2)
    for text in "ababab":
        batch.step([game.actions.index(text)] * 2)
    before = [batch.position(row) for row in range(2)]
    policy = search(batch, Perceptron(84, 7), Frame.of(game), np.random.default_rng(1))
    assert (policy.argmax(axis=1) == 0).all() and (policy[:, 0] > 0.9).all()
    assert [batch.position(row) for row in range(2)] == before


class Fortune:
    """A network that likes some positions better than others."""

    def judge(self, tensors: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
        flat = tensors.reshape(len(tensors), -1)
        return np.zeros((len(tensors), 62), dtype=np.float32), np.tanh(flat @ np.cos(np.arange(flat.shape[1])))


def test_the_search_does_not_know_how_the_dice_of_a_game_will_fall() -> None:
    """The same positions before other dice: what the search thinks of them does not depend on those."""
    game = pyr.load("telic")
    batch, frame = pyr.batch(game, 32, seed=1), Frame.of(game)
    batch.rollout(20, seed=3)
    now, other = batch.snapshot(), np.random.default_rng(9).integers(1 << 32, size=(32, 4))
    found = []
    for start in (now, dataclasses.replace(now, dice=other)):
        batch.restore(start)
        found.append(search(batch, cast("Network", Fortune()), frame, np.random.default_rng(1)))
        assert np.array_equal(batch.snapshot().dice, start.dice)
    assert np.array_equal(found[0], found[1])


def test_a_little_self_play_beats_random() -> None:
    game, network = pyr.load("connect_four"), Perceptron(84, 7)
    untrained = against(network, game, "random", 200, look_ahead=False).mean()
    batch, frame, dice = pyr.batch(game, 64), Frame.of(game), np.random.default_rng(0)
    for _ in range(8):
        lived = self_play(batch, network, frame, 24, dice)
        assert lived.tensors.shape == (64 * 24, 2, 6, 7) and np.allclose(lived.policies.sum(axis=1), 1, atol=1e-4)
        for part in lived.parts(dice, 256):
            network.learn(*lived.part(part))
    assert against(network, game, "random", 200, look_ahead=False).mean() > untrained + 0.1
    assert against(network, game, "greedy", 8).shape == (8,)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network after two lessons, the second of which goes on from the first."""
    file = tmp_path_factory.mktemp("trained") / "four.npz"
    for _ in range(2):
        train.main(
            ["connect_four", "--minutes", "0", "--rows", "16", "--steps", "8", "--games", "8", "--save", str(file)]
        )
    return file


def test_training_saves_a_network_and_its_curve_and_goes_on(trained: Path) -> None:
    game, network = load(trained)
    assert game.spec == "connect_four" and isinstance(network, Perceptron) and network.parts["value"].any()
    points = curve.read(trained.with_suffix(".csv"))
    assert [point.opponent for point in points] == ["random"] * len(points) and len(points) >= 4
    positions = [point.positions for point in points]
    assert positions == sorted(positions) and positions[-1] == 128 * len(points)
    assert trained.with_suffix(".svg").read_text().count("<polyline") == 1
    with pytest.raises(SystemExit, match="plays connect_four, not telic"):
        train.main(["telic", "--save", str(trained)])


def test_the_trained_network_is_an_engine(trained: Path) -> None:
    position = pyr.load("connect_four").start()
    for text in "ababab":
        position = position.play(text)
    requests: list[dict[str, object]] = [
        {"type": "hello", "protocol": "pyramidion-engine-1"},
        {"type": "game", "game": "connect_four", "options": {}, "seed": 1},
        {"type": "choose", "id": 7, "position": position.text},
        {"type": "quit"},
    ]
    command = [sys.executable, "-m", "examples.trained_engine", str(trained)]
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=120, check=True, cwd=ROOT)
    assert json.loads(done.stdout.splitlines()[-1]) == {"type": "choice", "id": 7, "move": "a"}
