"""A network against other players, many games at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from examples.learning.networks import Network
from examples.learning.self_play import ILLEGAL, Frame, search
from numpy.typing import NDArray

import pyramidion as pyr
from pyramidion.engine.game import Game

MOST_STEPS = 1000  # games that go on longer count as drawn


def against(
    network: Network, game: Game, opponent: str, games: int, seed: int = 0, look_ahead: bool = True
) -> NDArray[np.float64]:
    """The network's rewards against a player, from all seats equally, in every game."""
    batch, frame, dice = (
        pyr.batch(game, games, seed=seed, auto_reset=False),
        Frame.of(game),
        np.random.default_rng(seed),
    )
    seats, total = np.arange(games) % game.seats, np.zeros(games)
    others = [pyr.player(game, opponent, seed + row) for row in range(games)] if opponent != "random" else []
    with ThreadPoolExecutor() as pool:
        for step in range(MOST_STEPS):
            if batch.shown.done.all():
                break
            actions = np.array(batch.sample(step), dtype=np.int64)
            mover = batch.shown.mover.copy()
            mine = mover == seats
            if mine.any():
                actions[mine] = _chosen(batch, network, frame, dice if look_ahead else None)[mine]
            theirs = np.flatnonzero(~mine & (mover >= 0)) if others else np.zeros(0, dtype=np.int64)
            positions = [batch.position(int(row)) for row in theirs]
            for row, move in zip(
                theirs, pool.map(lambda row, at: others[row].choose(at), theirs, positions), strict=True
            ):
                actions[row] = game.actions.of(move)
            total += batch.step(actions).rewards[np.arange(games), seats]
    for other in others:
        other.close()
    return total


def _chosen(batch: pyr.Batch, network: Network, frame: Frame, dice: np.random.Generator | None) -> NDArray[np.int64]:
    """The action that looks best: to a search, which needs dice, or to the network alone."""
    if dice is not None:
        policies = search(batch, network, frame, dice, explore=False)
        return frame.actions(policies.argmax(axis=1), batch.shown.mover)
    logits, _ = network.judge(batch.shown.observation)
    mask = frame.mask(batch.shown, batch.shown.mover)
    return frame.actions(np.where(mask, logits, ILLEGAL).argmax(axis=1), batch.shown.mover)
