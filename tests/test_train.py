"""The example that learns: the network's arithmetic is right, and seconds of self-play make it better than random."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pyramidion as pyr

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def train() -> Any:
    return importlib.import_module("examples.train")


def test_a_network_learns_a_policy_and_a_reward_by_heart(train: Any) -> None:
    dice = np.random.default_rng(1)
    network = train.Perceptron(12, 5)
    tensors = dice.random((8, 3, 2, 2)).astype(np.float32)
    policies = np.eye(5, dtype=np.float32)[np.arange(8) % 5]
    rewards = np.where(np.arange(8) % 2, 1, -1).astype(np.float32)
    first = network.learn(tensors, policies, rewards)
    for _ in range(600):
        last = network.learn(tensors, policies, rewards)
    assert last < first / 10
    logits, values = network.judge(tensors)
    assert np.array_equal(logits.argmax(axis=1), np.arange(8) % 5) and np.array_equal(np.sign(values), rewards)


def test_the_search_sees_a_win_and_leaves_the_batch_alone(train: Any) -> None:
    game = pyr.load("connect_four")
    batch = pyr.batch(game, 2)
    for text in "ababab":
        batch.step([game.actions.index(text)] * 2)
    before = [batch.position(row) for row in range(2)]
    network = train.Perceptron(84, 7)
    policy = train.search(batch, network, train.Frame.of(game), np.random.default_rng(1))
    assert (policy.argmax(axis=1) == 0).all() and (policy[:, 0] > 0.9).all()
    assert [batch.position(row) for row in range(2)] == before


def test_a_little_self_play_beats_random_and_the_network_is_an_engine(train: Any, tmp_path: Path) -> None:
    game = pyr.load("connect_four")
    network = train.made(game, with_torch=False)
    untrained = train.against_random(network, game, 200)
    batch, frame, dice = pyr.batch(game, 64), train.Frame.of(game), np.random.default_rng(0)
    for _ in range(8):
        lesson = train.self_play(batch, network, frame, 24, dice)
        assert lesson.tensors.shape == (64 * 24, 2, 6, 7) and np.allclose(lesson.policies.sum(axis=1), 1, atol=1e-4)
        for part in lesson.parts(dice):
            network.learn(*lesson.part(part))
    assert train.against_random(network, game, 200) > untrained + 0.1
    file = str(tmp_path / "network.npz")
    train.save(file, game, network)
    position = game.start()
    for text in "ababab":
        position = position.play(text)
    requests: list[dict[str, object]] = [
        {"type": "hello", "protocol": "pyramidion-engine-1"},
        {"type": "game", "game": "connect_four", "options": {}, "seed": 1},
        {"type": "choose", "id": 7, "position": position.text},
        {"type": "quit"},
    ]
    command = [sys.executable, str(ROOT / "examples" / "train.py"), "--play", file]
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run(command, input=lines, capture_output=True, text=True, timeout=120, check=True)
    assert json.loads(done.stdout.splitlines()[-1]) == {"type": "choice", "id": 7, "move": "a"}
