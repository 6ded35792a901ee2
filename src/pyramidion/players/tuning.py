"""Weights learned from self-play: games in bulk, a fit of their results, again with the new weights."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine import dice
from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game
from pyramidion.engine.header import MOST_SEATS, WHOLE
from pyramidion.engine.simulation import cores
from pyramidion.engine.verbs import Numbers
from pyramidion.players import selfplay
from pyramidion.players.fitting import Data, fit, loss_of
from pyramidion.players.judging import MOST_FEATURES
from pyramidion.players.weights import feature_names

SAMPLES = 12  # positions taken from a game
PART = 16  # games a thread plays at a time
OPENING = 8  # a game begins with fewer random moves than this
SLIPS = 10  # random moves in a thousand, while learning
ALWAYS = 1000
ROUNDS_KEPT = 4  # learned from together; the random games of the first only once
FEWEST = 10
HELD_OUT = 5  # one game in so many is not learned from
MATCHED = 10  # one game for so many is played between new and old weights
PRIOR = 3.0
DIGITS = 4
Tell = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Round:
    """What a round of learning gave."""

    number: int
    loss: float  # cross entropy on games not learned from, in nats a position
    share: float  # what the new weights won against the best before, one ply deep; 0.5 is even
    error: float  # half the width of the 95 % interval of the share
    better: bool
    weights: Numbers  # the best so far
    best_loss: float  # of the round that gave them


@dataclass(frozen=True, eq=False)
class Games:
    """Finished games and the features of positions from them."""

    shares: NDArray[np.int8]
    samples: NDArray[np.float32]
    taken: NDArray[np.int64]

    def data(self, to_learn: bool) -> Data:
        """The positions of the games to learn from, or of those held out."""
        games, most, seats, _ = self.samples.shape
        chosen = (np.arange(games) % HELD_OUT != 0) == to_learn
        kept = chosen[:, None] & (np.arange(most) < self.taken[:, None])
        results = np.repeat(self.shares[:, None, :seats] / WHOLE, most, axis=1)
        return Data(self.samples[kept], results[kept])


@dataclass(frozen=True)
class Side:
    """Weights, and in how many of a thousand decisions any move is played."""

    weights: Numbers
    slips: int = 0


def tune(games: Sequence[Game], count: int, rounds: int, seed: int, tell: Tell) -> Iterator[Round]:
    """Learn the weights of a game from `count` games a round, shared out over its variants.

    The first round learns from random games. `tell` is told what is going on, and how much of it is done.
    """
    names = feature_names(games[0])
    if not names:
        raise BadInput(f"{games[0].title} has no judgement.py with features, so there is nothing to tune.")
    if count < FEWEST * len(games) or rounds < 1:
        raise BadInput(f"Learning takes at least {FEWEST} games of each variant and one round.")
    share = count // len(games)
    best_loss = float(np.log([game.seats for game in games]).mean())
    best = Side(np.zeros(MOST_FEATURES), ALWAYS)
    past: deque[list[Games]] = deque(maxlen=ROUNDS_KEPT)
    for number in range(1, rounds + 1):
        if number == 2:
            past.clear()
        past.append([play(game, share, seed + 2 * number, best, best, SAMPLES, tell) for game in games])
        weights = np.zeros(MOST_FEATURES)
        weights[: len(names)] = fit([played.data(True) for each in past for played in each], PRIOR).round(DIGITS)
        loss = loss_of([played.data(False) for played in past[-1]], weights[: len(names)])
        new, old = Side(weights), Side(best.weights, ALWAYS if number == 1 else 0)
        won, error = match(games, share // MATCHED, seed + 2 * number + 1, new, old, tell)
        if won > 0.5:
            best, best_loss = Side(weights, SLIPS), loss
        yield Round(number, loss, won, error, won > 0.5, best.weights, best_loss)


def match(games: Sequence[Game], count: int, seed: int, one: Side, others: Side, tell: Tell) -> tuple[float, float]:
    """What one side wins against the other one ply deep, and half its 95 % interval.

    It sits alone, on each seat in turn with the same luck. An equal part counts 0.5, however many the seats.
    """
    scores = []
    for game in games:
        rotations = max(2, count // game.seats)
        shares = play(game, rotations * game.seats, seed, one, others, 0, tell, rotation=game.seats).shares
        own = shares[np.arange(len(shares)), np.arange(len(shares)) % game.seats] / WHOLE
        scores.append(own.reshape(rotations, game.seats).sum(axis=1) / 2)
    together = np.concatenate(scores)
    return float(together.mean()), float(1.96 * together.std(ddof=1) / np.sqrt(len(together)))


def play(
    game: Game, count: int, seed: int, one: Side, others: Side, samples: int, tell: Tell, rotation: int = 1
) -> Games:
    """Play games on all cores; the same ones however many cores there are."""
    played = Games(
        np.zeros((count, MOST_SEATS), dtype=np.int8),
        np.zeros((count, samples, game.seats, len(feature_names(game))), dtype=np.float32),
        np.zeros(count, dtype=np.int64),
    )
    pool = ThreadPoolExecutor(cores())
    try:
        parts = [
            pool.submit(_play_part, game, first, seed, one, others, rotation, played) for first in range(0, count, PART)
        ]
        for number, part in enumerate(parts):
            part.result()
            tell(game.spec, min(PART * (number + 1), count), count)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return played


def _play_part(game: Game, first: int, seed: int, one: Side, others: Side, rotation: int, played: Games) -> None:
    most = game.facts.most_moves
    rows = slice(first, first + PART)
    game.bind(selfplay.play_games)(
        game.template,
        game.records(1),
        game.records(1),
        np.empty(dice.WORDS, dtype=np.int64),
        np.empty(dice.WORDS, dtype=np.int64),
        np.empty(most, dtype=np.int32),
        np.empty(most, dtype=np.int32),
        np.zeros(MOST_FEATURES),
        np.zeros(MOST_SEATS),
        one.weights,
        others.weights,
        np.array([one.slips, others.slips], dtype=np.int64),
        seed,
        first,
        rotation,
        OPENING,
        game.seats,
        played.shares[rows],
        played.samples[rows],
        played.taken[rows],
    )
