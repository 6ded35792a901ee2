"""AlphaZero in an afternoon: a network learns a game by playing itself on a batch, and then plays in the arena.

    python examples/train.py telic --minutes 10 --save telic.npz
    pyramidion arena telic --players level:1 "engine:python examples/train.py --play telic.npz" --games 100

The network gives every action a logit and a position an expected reward. Before each move a search looks one ply ahead:
it tries the most promising actions, with some noise, on the batch itself, goes back to a snapshot, and prefers what led
to positions that the network likes (policy improvement as in Gumbel MuZero). The policy learns from the search, the
value from how games end. The network is plain NumPy; `--torch` trains a convolutional one with PyTorch, on a GPU where
there is one.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

import pyramidion as pyr
from pyramidion.engine.game import Game
from pyramidion.engine.position import Position

Floats = NDArray[np.float32]
HIDDEN = 256
CHANNELS = 64
LEARNING_RATE = 1e-3
LESSON = 256  # positions from which the network learns at once
CONSIDERED = 8  # actions that the search tries
SCALE = 8.0  # what a reward of 1 is worth in logits
ILLEGAL = np.float32(-1e9)


class Network(Protocol):
    """Judges positions and learns."""

    def judge(self, tensors: Floats) -> tuple[Floats, Floats]:
        """The logits of all actions, and the reward that the seat whose tensor it is may expect."""

    def learn(self, tensors: Floats, policies: Floats, rewards: Floats) -> float:
        """Take one step towards these policies and rewards; return the loss before it."""

    def weights(self) -> dict[str, Floats]: ...


class Perceptron:
    """One hidden layer, in NumPy, trained by Adam."""

    def __init__(self, inputs: int, actions: int, seed: int = 0) -> None:
        dice = np.random.default_rng(seed)
        self.parts = {
            "hidden": (dice.normal(size=(inputs + 1, HIDDEN)) / np.sqrt(inputs)).astype(np.float32),
            "policy": np.zeros((HIDDEN + 1, actions), dtype=np.float32),
            "value": np.zeros((HIDDEN + 1, 1), dtype=np.float32),
        }
        self._moments = {name: (np.zeros_like(part), np.zeros_like(part)) for name, part in self.parts.items()}
        self._steps = 0

    def _forward(self, tensors: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        inputs = _with_one(tensors.reshape(len(tensors), -1))
        hidden = _with_one(np.maximum(inputs @ self.parts["hidden"], 0))
        return inputs, hidden, hidden @ self.parts["policy"], np.tanh(hidden @ self.parts["value"])[:, 0]

    def judge(self, tensors: Floats) -> tuple[Floats, Floats]:
        _, _, logits, values = self._forward(tensors)
        return logits, values

    def learn(self, tensors: Floats, policies: Floats, rewards: Floats) -> float:
        inputs, hidden, logits, values = self._forward(tensors)
        chosen = softmax(logits)
        by_logits = (chosen - policies) / len(tensors)
        by_value = (2 * (values - rewards) * (1 - values**2) / len(tensors))[:, None]
        by_hidden = (by_logits @ self.parts["policy"].T + by_value @ self.parts["value"].T)[:, :-1]
        by_hidden *= hidden[:, :-1] > 0
        self._steps += 1
        self._adam("hidden", inputs.T @ by_hidden)
        self._adam("policy", hidden.T @ by_logits)
        self._adam("value", hidden.T @ by_value)
        return float(-(policies * np.log(chosen + 1e-9)).sum(axis=1).mean() + ((values - rewards) ** 2).mean())

    def _adam(self, name: str, gradient: NDArray[Any]) -> None:
        mean, square = self._moments[name]
        mean += 0.1 * (gradient - mean)
        square += 0.001 * (gradient**2 - square)
        step = (mean / (1 - 0.9**self._steps)) / (np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8)
        self.parts[name] -= LEARNING_RATE * step

    def weights(self) -> dict[str, Floats]:
        return self.parts


def _with_one(rows: Floats) -> Floats:
    return np.concatenate([rows, np.ones((len(rows), 1), dtype=np.float32)], axis=1)


class Convolutions:
    """Three convolutions and two heads, in PyTorch."""

    def __init__(self, shape: tuple[int, int, int], actions: int) -> None:
        import torch

        planes, ranks, files = shape
        nn, cells = torch.nn, ranks * files
        self.torch = torch
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        layers: list[Any] = []
        for inputs in (planes, CHANNELS, CHANNELS):
            layers += [nn.Conv2d(inputs, CHANNELS, 3, padding=1), nn.BatchNorm2d(CHANNELS), nn.ReLU()]
        self.body = nn.Sequential(*layers, nn.Flatten(), nn.Linear(CHANNELS * cells, HIDDEN), nn.ReLU()).to(self.device)
        self.heads = nn.Linear(HIDDEN, actions + 1).to(self.device)
        self.optimizer = torch.optim.Adam([*self.body.parameters(), *self.heads.parameters()], LEARNING_RATE)

    def _forward(self, tensors: Floats) -> tuple[Any, Any]:
        found = self.heads(self.body(self.torch.as_tensor(tensors, device=self.device)))
        return found[:, :-1], self.torch.tanh(found[:, -1])

    def judge(self, tensors: Floats) -> tuple[Floats, Floats]:
        self.body.eval()
        with self.torch.no_grad():
            logits, values = self._forward(tensors)
        return logits.cpu().numpy(), values.cpu().numpy()

    def learn(self, tensors: Floats, policies: Floats, rewards: Floats) -> float:
        self.body.train()
        logits, values = self._forward(tensors)
        wanted = self.torch.as_tensor(policies, device=self.device)
        results = self.torch.as_tensor(rewards, device=self.device)
        loss = self.torch.nn.functional.cross_entropy(logits, wanted) + ((values - results) ** 2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return float(loss)

    def weights(self) -> dict[str, Floats]:
        parts = {"body": self.body, "heads": self.heads}
        states = {part: module.state_dict() for part, module in parts.items()}
        return {f"{part}.{key}": value.cpu().numpy() for part, state in states.items() for key, value in state.items()}

    def load(self, weights: dict[str, Floats]) -> None:
        for part, module in {"body": self.body, "heads": self.heads}.items():
            own = {key.partition(".")[2]: value for key, value in weights.items() if key.startswith(part)}
            module.load_state_dict({key: self.torch.as_tensor(value) for key, value in own.items()})


def softmax(logits: Floats) -> Floats:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    found: Floats = powers / powers.sum(axis=1, keepdims=True)
    return found


@dataclass
class Frame:
    """Actions as the seat to move sees them: the second of two seats may see the board turned around."""

    mirrored: NDArray[np.int64]

    @classmethod
    def of(cls, game: Game) -> Frame:
        return cls(np.array(game.actions.mirrored, dtype=np.int64))

    def mask(self, shown: pyr.Shown) -> NDArray[np.bool_]:
        turned = (shown.mover == 1)[:, None]
        return np.where(turned, shown.mask[:, self.mirrored], shown.mask)

    def actions(self, chosen: NDArray[np.int64], mover: NDArray[np.int8]) -> NDArray[np.int64]:
        return np.where(mover == 1, self.mirrored[chosen], chosen)


def search(batch: pyr.Batch, network: Network, frame: Frame, dice: np.random.Generator) -> Floats:
    """Better policies for all games of a batch, which is left as it was: one ply of lookahead."""
    mover, mask = batch.shown.mover.copy(), frame.mask(batch.shown)
    logits, values = network.judge(batch.shown.observation)
    logits = np.where(mask, logits, ILLEGAL)
    ranked = np.argsort(-(logits + dice.gumbel(size=logits.shape) * mask), axis=1)
    worth = np.repeat(values[:, None], logits.shape[1], axis=1)
    rows, before = np.arange(len(batch)), batch.snapshot()
    for choice in range(min(CONSIDERED, int(mask.sum(axis=1).max()))):
        tried = ranked[:, choice]
        tried = np.where(mask[rows, tried], tried, ranked[:, 0])
        shown = batch.step(frame.actions(tried, mover))
        ahead = network.judge(shown.observation)[1]
        ahead = np.where(shown.mover == mover, ahead, -ahead)
        worth[rows, tried] = np.where(shown.done, shown.rewards[rows, mover], ahead)
        batch.restore(before)
    return softmax(np.where(mask, logits + SCALE * worth, ILLEGAL))


@dataclass
class Experience:
    """What a batch went through: for every step and game a tensor, a better policy, and how the game ended."""

    tensors: Floats
    policies: Floats
    rewards: Floats

    def parts(self, dice: np.random.Generator) -> list[NDArray[np.int64]]:
        """All of it in random order, a few hundred positions at a time."""
        return np.array_split(dice.permutation(len(self.rewards)), max(1, len(self.rewards) // LESSON))

    def part(self, chosen: NDArray[np.int64]) -> tuple[Floats, Floats, Floats]:
        return self.tensors[chosen], self.policies[chosen], self.rewards[chosen]


def self_play(batch: pyr.Batch, network: Network, frame: Frame, steps: int, dice: np.random.Generator) -> Experience:
    """Play on, drawing actions from the better policies; games that are not over end as the network expects."""
    tensors, policies, movers, rewards, done = [], [], [], [], []
    for _ in range(steps):
        policy = search(batch, network, frame, dice)
        tensors.append(batch.shown.observation.copy())
        policies.append(policy)
        movers.append(batch.shown.mover.copy())
        chosen = (policy.cumsum(axis=1) > dice.random((len(batch), 1))).argmax(axis=1)
        shown = batch.step(frame.actions(chosen, movers[-1]))
        rewards.append(shown.rewards.copy())
        done.append(shown.done.copy())
    results = _expected(batch, network)
    earned = []
    for step in reversed(range(steps)):
        results = np.where(done[step][:, None], rewards[step], results)
        earned.append(results[np.arange(len(batch)), movers[step]])
    return Experience(np.concatenate(tensors), np.concatenate(policies), np.concatenate(earned[::-1]))


def _expected(batch: pyr.Batch, network: Network) -> Floats:
    """What every seat may expect in every game: what is one seat's gain is the loss of the others."""
    seats, mover = batch.game.seats, batch.shown.mover
    own = network.judge(batch.shown.observation)[1]
    others = -own / max(1, seats - 1)
    return np.where(np.arange(seats)[None, :] == mover[:, None], own[:, None], others[:, None]).astype(np.float32)


def against_random(network: Network, game: Game, games: int, seed: int = 0) -> float:
    """The mean reward of the network's favourite moves against random ones, from all seats equally."""
    batch, frame = pyr.batch(game, games, seed=seed, auto_reset=False), Frame.of(game)
    seats, total, step = np.arange(games) % game.seats, np.zeros(games), 0
    while not batch.shown.done.all():
        logits, _ = network.judge(batch.shown.observation)
        best = np.where(frame.mask(batch.shown), logits, ILLEGAL).argmax(axis=1)
        actions = np.where(batch.shown.mover == seats, frame.actions(best, batch.shown.mover), batch.sample(step))
        shown = batch.step(actions)
        total += shown.rewards[np.arange(games), seats]
        step += 1
    return float(total.mean())


def train(
    game: Game, network: Network, minutes: float, rows: int, steps: int, epochs: int, seed: int = 0, games: int = 400
) -> list[tuple[float, float]]:
    """Learn until the time is up; the learning curve: seconds, and the mean reward against random moves."""
    dice, frame = np.random.default_rng(seed), Frame.of(game)
    batch = pyr.batch(game, rows, seed=seed)
    start, curve = time.monotonic(), [(0.0, against_random(network, game, games))]
    while time.monotonic() - start < 60 * minutes:
        experience = self_play(batch, network, frame, steps, dice)
        losses = [network.learn(*experience.part(some)) for _ in range(epochs) for some in experience.parts(dice)]
        curve.append((time.monotonic() - start, against_random(network, game, games)))
        print(f"{curve[-1][0]:7.0f} s, loss {np.mean(losses):.3f}, against random {curve[-1][1]:+.3f}", flush=True)
    return curve


def made(game: Game, with_torch: bool) -> Perceptron | Convolutions:
    actions = len(game.actions)
    if with_torch:
        return Convolutions(game.tensor_shape, actions)
    return Perceptron(int(np.prod(game.tensor_shape)), actions)


def save(path: str, game: Game, network: Network) -> None:
    np.savez(path, spec=np.array(game.spec), **network.weights())  # type: ignore[arg-type]


def load(path: str) -> tuple[Game, Network]:
    """A game and its network from a file that `save` has written."""
    with np.load(path) as file:
        weights = {name: file[name] for name in file.files}
    game = pyr.load(str(weights.pop("spec")))
    network = made(game, with_torch="hidden" not in weights)
    if isinstance(network, Perceptron):
        network.parts = weights
    else:
        network.load(weights)
    return game, network


def choose(position: Position, network: Network) -> str:
    """The move that leads to the positions that the network likes best, averaged over chance."""
    mover = position.mover
    assert mover is not None
    moves = list(position.moves())
    logits, _ = network.judge(position.tensor(mover)[None])
    turned = position.game.actions.mirrored if mover == 1 else range(len(position.game.actions))
    liked = [logits[0, turned[position.game.actions.of(move)]] for move in moves]
    worth = [expected(position.play(move), mover, network) for move in moves]
    return str(moves[int(np.argmax(np.array(liked) + SCALE * np.array(worth)))])


def expected(position: Position, seat: int, network: Network) -> float:
    """What a seat may expect in a position."""
    if position.outcome is not None:
        seats = position.game.seats
        return float((seats * position.outcome.results[seat] - 1) / max(1, seats - 1))
    if position.mover == pyr.CHANCE:
        return sum(float(weight) * expected(position.play(move), seat, network) for move, weight in position.chances())
    assert position.mover is not None
    value = float(network.judge(position.tensor(position.mover)[None])[1][0])
    return value if position.mover == seat else -value


def serve(path: str) -> None:
    """Speak the engine protocol: see docs/engines.md."""
    game, network = load(path)
    for line in sys.stdin:
        request = json.loads(line)
        if request["type"] == "hello":
            reply = {"type": "hello", "protocol": "pyramidion-engine-1", "name": f"network for {game.spec}"}
        elif request["type"] == "game" and (request["game"], request["options"]) != (game.name, dict(game.options)):
            reply = {"type": "error", "error": f"this network plays {game.spec}"}
        elif request["type"] == "game":
            reply = {"type": "ready"}
        elif request["type"] == "choose":
            view = game.position(request["position"])
            move = choose(view.guess(0) if view.blank else view, network)
            reply = {"type": "choice", "id": request["id"], "move": move}
        else:
            return
        print(json.dumps(reply), flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", default="telic", help="with options, as in telic(merge=either)")
    parser.add_argument("--minutes", type=float, default=10, help="how long to train; default: 10")
    parser.add_argument("--rows", type=int, default=256, help="games that are played at once; default: 256")
    parser.add_argument("--steps", type=int, default=32, help="moves between two lessons; default: 32")
    parser.add_argument("--epochs", type=int, default=2, help="how often a lesson is repeated; default: 2")
    parser.add_argument("--torch", action="store_true", help="train a convolutional network with PyTorch")
    parser.add_argument("--save", metavar="FILE", help="where to write the network, an .npz file")
    parser.add_argument("--play", metavar="FILE", help="do not train: be an engine with a saved network")
    chosen = parser.parse_args(arguments)
    if chosen.play:
        serve(chosen.play)
        return
    game = pyr.load(chosen.game)
    network = made(game, chosen.torch)
    train(game, network, chosen.minutes, chosen.rows, chosen.steps, chosen.epochs)
    if chosen.save:
        save(chosen.save, game, network)


if __name__ == "__main__":
    main()
