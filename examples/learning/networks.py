"""Networks that judge positions: one hidden layer in NumPy, or convolutions in PyTorch, on a GPU where there is one."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

import pyramidion as pyr
from pyramidion.engine.game import Game

Floats = NDArray[np.float32]
HIDDEN = 256
CHANNELS = 64
LEARNING_RATE = 1e-3


class Network(Protocol):
    """Judges positions and learns. Tensors come as a batch shows them: as arrays, or in the memory of a GPU."""

    def judge(self, tensors: Any) -> tuple[Floats, Floats]:
        """The logits of all actions, and the reward that the seat whose tensor it is may expect."""

    def keep(self, tensors: Any) -> Any:
        """A copy of tensors, to learn from later."""

    def join(self, kept: list[Any]) -> Any: ...

    def learn(self, tensors: Any, policies: Floats, rewards: Floats) -> float:
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

    def judge(self, tensors: Any) -> tuple[Floats, Floats]:
        _, _, logits, values = self._forward(tensors)
        return logits, values

    def keep(self, tensors: Any) -> Any:
        return tensors.copy()

    def join(self, kept: list[Any]) -> Any:
        return np.concatenate(kept)

    def learn(self, tensors: Any, policies: Floats, rewards: Floats) -> float:
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

    def load(self, weights: dict[str, Floats]) -> None:
        self.parts = weights


def _with_one(rows: Floats) -> Floats:
    return np.concatenate([rows, np.ones((len(rows), 1), dtype=np.float32)], axis=1)


def softmax(logits: Floats) -> Floats:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    found: Floats = powers / powers.sum(axis=1, keepdims=True)
    return found


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
        body = nn.Sequential(*layers, nn.Flatten(), nn.Linear(CHANNELS * cells, HIDDEN), nn.ReLU())
        self.net = nn.Sequential(body, nn.Linear(HIDDEN, actions + 1)).to(self.device)
        self.optimizer = torch.optim.Adam(self.net.parameters(), LEARNING_RATE)

    def _forward(self, tensors: Any) -> tuple[Any, Any]:
        found = self.net(self._taken(tensors))
        return found[:, :-1], self.torch.tanh(found[:, -1])

    def _taken(self, tensors: Any) -> Any:
        """Tensors for PyTorch: those on a GPU as they are, others copied, since a batch shows them read-only."""
        given = tensors.copy() if isinstance(tensors, np.ndarray) else tensors
        return self.torch.as_tensor(given, device=self.device)

    def judge(self, tensors: Any) -> tuple[Floats, Floats]:
        self.net.eval()
        with self.torch.no_grad():
            logits, values = self._forward(tensors)
        return logits.cpu().numpy(), values.cpu().numpy()

    def keep(self, tensors: Any) -> Any:
        return self._taken(tensors).clone()

    def join(self, kept: list[Any]) -> Any:
        return self.torch.cat(kept)

    def learn(self, tensors: Any, policies: Floats, rewards: Floats) -> float:
        self.net.train()
        logits, values = self._forward(tensors)
        wanted = self.torch.as_tensor(policies, device=self.device)
        results = self.torch.as_tensor(rewards, device=self.device)
        loss = self.torch.nn.functional.cross_entropy(logits, wanted) + ((values - results) ** 2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return float(loss.detach())

    def weights(self) -> dict[str, Floats]:
        return {f"net.{name}": part.cpu().numpy() for name, part in self.net.state_dict().items()}

    def load(self, weights: dict[str, Floats]) -> None:
        parts = {name.removeprefix("net."): self.torch.as_tensor(part) for name, part in weights.items()}
        self.net.load_state_dict(parts)


def made(game: Game, with_torch: bool) -> Perceptron | Convolutions:
    actions = len(game.actions)
    if with_torch:
        return Convolutions(game.tensor_shape, actions)
    return Perceptron(int(np.prod(game.tensor_shape)), actions)


def save(path: Path, game: Game, network: Network) -> None:
    """Write a network and the game it plays; what was there before stays until all is written."""
    fresh = path.with_suffix(".part.npz")
    np.savez(fresh, spec=np.array(game.spec), **network.weights())  # type: ignore[arg-type]
    fresh.replace(path)


def load(path: Path) -> tuple[Game, Perceptron | Convolutions]:
    """A game and its network from a file that `save` has written."""
    with np.load(path) as file:
        weights = {name: file[name] for name in file.files}
    game = pyr.load(str(weights.pop("spec")))
    network = made(game, with_torch="hidden" not in weights)
    network.load(weights)
    return game, network
