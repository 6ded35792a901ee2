"""Weights learned from self-play: games in bulk, a fit of their results, again with the new weights."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from pyramidion.engine import dice
from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game
from pyramidion.engine.header import MOST_SEATS, WHOLE
from pyramidion.engine.simulation import cores
from pyramidion.engine.verbs import Numbers
from pyramidion.players import selfplay
from pyramidion.players.evaluation import MOST_FEATURES, scales_for
from pyramidion.players.learning_rounds import Progress, Round
from pyramidion.players.regression import Observations, fit, loss_of
from pyramidion.players.selfplay import SampledGames, SelfplayDesk
from pyramidion.players.weights import feature_names

SAMPLES = 12  # positions taken from a game
PART = 16  # games a thread plays at a time
SLIPS = 10  # random moves in a thousand, while learning
ALWAYS = 1000
ROUNDS_KEPT = 4  # rounds learned from together; the random games of the first count only once
FEWEST = 10
HELD_OUT = 5  # every fifth game is not learned from
MATCHED = 10  # for every ten games, one is played between new and old weights
PRIOR = 3.0
DIGITS = 4


@dataclass(frozen=True)
class TuningRound(Round):
    """A round from games of which some were held out; the loss is that of the held-out games of this round."""

    share: float  # what the new weights won against the best before, one ply deep; 0.5 is even
    error: float  # half the width of the 95 % interval of the share
    better: bool
    best_loss: float  # of the round that gave the best weights


@dataclass(frozen=True)
class Side:
    """Weights, and in how many of a thousand decisions any move is played."""

    weights: Numbers
    slips: int = 0


@dataclass(frozen=True)
class Sides:
    """One side that sits alone, on the first `rotation` seats in turn, and the side of all others."""

    one: Side
    others: Side
    rotation: int = 1


def tune(games: Sequence[Game], count: int, rounds: int, seed: int, tell: Progress) -> Iterator[TuningRound]:
    """Learn the weights of a game from `count` games a round, shared out over its variants.

    The first round learns from random games. `tell` is called with what is going on and how much of it is done.
    """
    check(games, count, rounds)
    share = count // len(games)
    best_loss = float(np.log([game.seats for game in games]).mean())
    best = Side(np.zeros(MOST_FEATURES), ALWAYS)
    past: deque[list[SampledGames]] = deque(maxlen=ROUNDS_KEPT)
    for number in range(1, rounds + 1):
        if number == 2:
            past.clear()
        past.append([play(game, share, seed + 2 * number, Sides(best, best), SAMPLES, tell) for game in games])
        weights, loss = learned(past)
        sides = Sides(Side(weights), Side(best.weights, ALWAYS if number == 1 else 0))
        won, error = compare(games, share // MATCHED, seed + 2 * number + 1, sides, tell)
        if won > 0.5:
            best, best_loss = Side(weights, SLIPS), loss
        yield TuningRound(number, loss, best.weights, won, error, won > 0.5, best_loss)


def check(games: Sequence[Game], count: int, rounds: int) -> None:
    """BadInput if there is nothing to learn, or too little to learn from."""
    if not feature_names(games[0]):
        raise BadInput(f"{games[0].title} has no judgement.py with features, so there is nothing to tune.")
    if count < FEWEST * len(games) or rounds < 1:
        raise BadInput(f"Learning takes at least {FEWEST} games of each variant and one round.")


def learned(past: Sequence[Sequence[SampledGames]]) -> tuple[Numbers, float]:
    """The weights that make the results of these rounds most likely, and their loss on the games of the last round
    that were held out."""
    fitted = fit([observations(played, True) for each in past for played in each], PRIOR).round(DIGITS)
    weights = np.zeros(MOST_FEATURES)
    weights[: len(fitted)] = fitted
    return weights, loss_of([observations(played, False) for played in past[-1]], fitted)


def observations(played: SampledGames, to_learn: bool) -> Observations:
    """The positions of the games to learn from, or of those held out."""
    games, most, seats, _ = played.samples.shape
    chosen = (np.arange(games) % HELD_OUT != 0) == to_learn
    kept = chosen[:, None] & (np.arange(most) < played.taken[:, None])
    results = np.repeat(played.shares[:, None, :seats] / WHOLE, most, axis=1)
    return Observations(played.samples[kept], results[kept])


def compare(games: Sequence[Game], count: int, seed: int, sides: Sides, tell: Progress) -> tuple[float, float]:
    """What one side wins against the others one ply deep, and half its 95 % interval.

    It sits alone, on each seat in turn with the same luck. An equal part counts 0.5, however many the seats.
    """
    scores = []
    for game in games:
        rotations = max(2, count // game.seats)
        rotating = replace(sides, rotation=game.seats)
        shares = play(game, rotations * game.seats, seed, rotating, 0, tell).shares
        own = shares[np.arange(len(shares)), np.arange(len(shares)) % game.seats] / WHOLE
        scores.append(own.reshape(rotations, game.seats).sum(axis=1) / 2)
    together = np.concatenate(scores)
    return float(together.mean()), float(1.96 * together.std(ddof=1) / np.sqrt(len(together)))


def play(game: Game, count: int, seed: int, sides: Sides, samples: int, tell: Progress) -> SampledGames:
    """Play games on all cores; the same ones however many cores there are."""
    played = SampledGames(
        np.zeros((count, MOST_SEATS), dtype=np.int8),
        np.zeros((count, samples, game.seats, len(feature_names(game))), dtype=np.float32),
        np.zeros(count, dtype=np.int64),
    )

    def play_part(first: int) -> None:
        rows = slice(first, first + PART)
        part = SampledGames(played.shares[rows], played.samples[rows], played.taken[rows])
        game.bind(selfplay.play_games)(selfplay_desk_for(game, sides), part, seed, first, sides.rotation)

    pool = ThreadPoolExecutor(cores())
    try:
        parts = [pool.submit(play_part, first) for first in range(0, count, PART)]
        for number, part in enumerate(parts):
            part.result()
            tell(game.spec, min(PART * (number + 1), count), count)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
    return played


def selfplay_desk_for(game: Game, sides: Sides) -> SelfplayDesk:
    """What two sides play a game with."""
    most, scales = game.facts.most_moves, scales_for(game.seats, sides.one.weights)
    return SelfplayDesk(
        template=game.template,
        game=game.rows(1),
        trial=game.rows(1),
        luck=np.empty(dice.WORDS, dtype=np.int64),
        dice=np.empty(dice.WORDS, dtype=np.int64),
        out=np.empty(most, dtype=np.int32),
        weights=np.empty(most, dtype=np.int32),
        one=scales,
        others=scales._replace(weights=sides.others.weights),
        slips=np.array([sides.one.slips, sides.others.slips], dtype=np.int64),
    )
