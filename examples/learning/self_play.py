"""Self-play on a batch, with a search of one ply that improves what the network would do.

The search tries the most promising actions, with some noise, on the batch itself, goes back to a snapshot, and prefers
what led to positions that the network likes (policy improvement as in Gumbel MuZero). It throws dice of its own: those
of the batch are still to come, and nobody may know them. It does see what a game hides, so it is for open games.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from examples.learning.networks import Floats, Network, softmax
from numpy.typing import NDArray

import pyramidion as pyr
from pyramidion.engine.game import Game

CONSIDERED = 8  # actions that the search tries
SCALE = 8.0  # what a reward of 1 is worth in logits
THROWS = 4  # of the dice that the search imagines after each action
ILLEGAL = np.float32(-1e9)


def host(array: Any) -> NDArray[Any]:
    """An array of a batch in the memory of the host, copied."""
    if hasattr(array, "copy_to_host"):
        found: NDArray[Any] = array.copy_to_host()
        return found
    return np.array(array)


@dataclass
class Frame:
    """Actions as the seat to move sees them: the second of two seats may see the board turned around."""

    mirrored: NDArray[np.int64]

    @classmethod
    def of(cls, game: Game) -> Frame:
        return cls(np.array(game.actions.mirrored, dtype=np.int64))

    def mask(self, shown: pyr.Shown, mover: NDArray[np.int8]) -> NDArray[np.bool_]:
        mask = host(shown.mask)
        return np.where((mover == 1)[:, None], mask[:, self.mirrored], mask)

    def actions(self, chosen: NDArray[np.int64], mover: NDArray[np.int8]) -> NDArray[np.int64]:
        return np.where(mover == 1, self.mirrored[chosen], chosen)


def search(batch: pyr.Batch, network: Network, frame: Frame, dice: np.random.Generator, explore: bool = True) -> Floats:
    """Better policies for all games of a batch, which is left as it was; to `explore` is to add noise."""
    mover = host(batch.shown.mover)
    mask = frame.mask(batch.shown, mover)
    logits, values = network.judge(batch.shown.observation)
    logits = np.where(mask, logits, ILLEGAL)
    noise = dice.gumbel(size=logits.shape) * mask if explore else 0
    ranked = np.argsort(-(logits + noise), axis=1)[:, :CONSIDERED]
    worth = np.repeat(values[:, None], logits.shape[1], axis=1)
    rows, before = np.arange(len(batch)), batch.snapshot()
    imagined = _futures(before, dice) if batch.game.facts.chance else [before]
    for choice in range(min(ranked.shape[1], int(mask.sum(axis=1).max()))):
        tried = ranked[:, choice]
        tried = np.where(mask[rows, tried], tried, ranked[:, 0])
        actions = frame.actions(tried, mover)
        worth[rows, tried] = np.mean([_ahead(batch, network, start, actions, mover) for start in imagined], axis=0)
    batch.restore(before)
    return softmax(np.where(mask, logits + SCALE * worth, ILLEGAL))


def _futures(now: pyr.Snapshot, dice: np.random.Generator) -> list[pyr.Snapshot]:
    """The games as they are, with dice that fall in other ways, the same for all actions that are tried."""
    return [replace(now, dice=dice.integers(1 << 32, size=now.dice.shape)) for _ in range(THROWS)]


def _ahead(
    batch: pyr.Batch, network: Network, start: pyr.Snapshot, actions: NDArray[np.int64], mover: NDArray[np.int8]
) -> Floats:
    """What the seats that act may expect after one action in every game."""
    batch.restore(start)
    shown = batch.step(actions)
    expected = network.judge(shown.observation)[1]
    expected = np.where(host(shown.mover) == mover, expected, -expected)
    found: Floats = np.where(host(shown.done), host(shown.rewards)[np.arange(len(batch)), mover], expected)
    return found


@dataclass
class Experience:
    """What a batch went through: for every step and game a tensor, a better policy, and how the game ended."""

    tensors: Any
    policies: Floats
    rewards: Floats

    def parts(self, dice: np.random.Generator, lesson: int) -> list[NDArray[np.int64]]:
        """All of it in random order, some positions at a time."""
        return np.array_split(dice.permutation(len(self.rewards)), max(1, len(self.rewards) // lesson))

    def part(self, chosen: NDArray[np.int64]) -> tuple[Any, Floats, Floats]:
        return self.tensors[chosen], self.policies[chosen], self.rewards[chosen]


def self_play(batch: pyr.Batch, network: Network, frame: Frame, steps: int, dice: np.random.Generator) -> Experience:
    """Play on, drawing actions from the better policies; games that are not over end as the network expects."""
    tensors, policies, movers, rewards, done = [], [], [], [], []
    for _ in range(steps):
        policy = search(batch, network, frame, dice)
        tensors.append(network.keep(batch.shown.observation))
        policies.append(policy)
        movers.append(host(batch.shown.mover))
        chosen = (policy.cumsum(axis=1) > dice.random((len(batch), 1))).argmax(axis=1)
        shown = batch.step(frame.actions(chosen, movers[-1]))
        rewards.append(host(shown.rewards))
        done.append(host(shown.done))
    results = _expected(batch, network)
    earned = []
    for step in reversed(range(steps)):
        results = np.where(done[step][:, None], rewards[step], results)
        earned.append(results[np.arange(len(batch)), movers[step]])
    return Experience(network.join(tensors), np.concatenate(policies), np.concatenate(earned[::-1]))


def _expected(batch: pyr.Batch, network: Network) -> Floats:
    """What every seat may expect in every game: what is one seat's gain is the loss of the others."""
    seats, mover = batch.game.seats, host(batch.shown.mover)
    own = network.judge(batch.shown.observation)[1]
    others = -own / max(1, seats - 1)
    return np.where(np.arange(seats)[None, :] == mover[:, None], own[:, None], others[:, None]).astype(np.float32)
