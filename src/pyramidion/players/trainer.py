"""A network learned backwards from the end of the game, for games of two seats without chance and secrets.

A round plays games, takes positions from all over them and values those of the last turns by
solving them. Having learned these, the network judges at the leaves of searches from a few turns
earlier, and so on back to the start.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine import dice
from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game
from pyramidion.engine.registry import load
from pyramidion.players import network, training_positions
from pyramidion.players.learning_rounds import Progress, Round
from pyramidion.players.minimax_desk import AGE, HASTE, minimax_desk_for
from pyramidion.players.minimax_values import SCALE
from pyramidion.players.network import Examples, adam_for
from pyramidion.players.training_positions import TrainingGame
from pyramidion.players.weights import input_count

PLAYED_DEPTH = 6  # plies looked ahead in games
SLIPS = 500  # in a thousand moves at most
LONGEST = 256  # plies of a game that are kept
TURNS = 4  # learned together, from the end back
DEPTH = 8  # plies looked ahead for the value of a position: enough for TURNS turns
SOLVED = 12  # the last turns, whose positions are solved
PART = 256  # positions or games at a time
HELD_OUT = 10  # every tenth position is not learned from
BATCH = 256
RATE = 0.003
STEP_PASSES, PASSES = 3, 10  # over the examples so far, and over all in the end
SPREAD = 0.1  # of the weights before anything is learned


@dataclass(frozen=True)
class TrainingRound(Round):
    """A round of training; the loss is that of positions not learned from."""

    positions: int  # that were valued


class Pupil:
    """A network that learns, and the search that it judges for."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.chance = np.random.default_rng(seed)
        self.weights = self.chance.normal(0, SPREAD, network.size(input_count(game)))
        self.adam = adam_for(self.weights)
        self.desk = minimax_desk_for(game, weights=self.weights)
        self.desk.state[HASTE] = 1

    def learn(self, examples: Examples, chosen: NDArray[np.int64], rate: float) -> None:
        """Pass once over some examples."""
        self.game.bind(network.learn)(self.adam, examples, self.chance.permutation(chosen), BATCH, rate)
        self.desk.state[AGE] += 1

    def loss(self, examples: Examples, chosen: NDArray[np.int64]) -> float:
        return float(self.game.bind(network.loss)(self.weights, self.adam.scratch, examples, chosen))

    def examples(self, positions: NDArray[np.void], depth: int, tell: Progress) -> Examples:
        """What a search of a depth says of positions."""
        values = np.zeros(len(positions), dtype=np.int64)
        for start in range(0, len(positions), PART):
            rows = slice(start, start + PART)
            self.game.bind(training_positions.value)(self.desk, positions[rows], depth, values[rows])
            tell(f"turn {positions[0]['turn']}", min(start + PART, len(positions)), len(positions))
        examples = Examples(
            np.zeros((len(positions), network.MOST_ON), dtype=np.int16),
            np.zeros(len(positions), dtype=np.int16),
            1 / (1 + np.exp(-np.clip(values / SCALE, -40, 40))),
        )
        self.game.bind(training_positions.write_inputs)(positions, self.adam.scratch, examples)
        return examples


def train(game: Game, count: int, rounds: int, seed: int, tell: Progress) -> Iterator[TrainingRound]:
    """Learn a network from `count` games a round, half of them with any options.

    `tell` is called with what is going on and how much of it is done.
    """
    if not input_count(game):
        raise BadInput(f"{game.title} has no inputs in its judgement.py, so there is no network to train.")
    if count < 1 or rounds < 1:
        raise BadInput("Learning takes at least one game and one round.")
    pupil = Pupil(game, seed)
    for number in range(1, rounds + 1):
        positions = different_positions(pupil, count, seed * rounds + number, tell)
        loss = sweep(pupil, positions, tell)
        yield TrainingRound(number, loss, pupil.weights.copy(), len(positions))


def different_positions(pupil: Pupil, count: int, seed: int, tell: Progress) -> NDArray[np.void]:
    """The different positions of games, every second one with any options, in any order."""
    game, found = pupil.game, dict[bytes, None]()
    play, size = game.bind(training_positions.play_game), game.layout.itemsize
    words, scratch, kept = np.empty(dice.WORDS, dtype=np.int64), game.rows(1), game.rows(LONGEST)
    for number, variant in enumerate(some_variants(game, count, seed)):
        room = TrainingGame(variant.template, scratch, words, kept)
        every = kept[: play(pupil.desk, room, seed, number, PLAYED_DEPTH, SLIPS)].tobytes()
        found.update((every[start : start + size], None) for start in range(0, len(every), size))
        tell("games", number + 1, count)
    once = list(found)
    positions = game.rows(len(once))
    mixed = b"".join(once[place] for place in pupil.chance.permutation(len(once)))
    positions.view(np.uint8)[:] = np.frombuffer(mixed, dtype=np.uint8)
    return positions


def sweep(pupil: Pupil, positions: NDArray[np.void], tell: Progress) -> float:
    """Value and learn positions from the last turns back to the first; return the loss of those held out."""
    last = int(positions["turn"].max())
    examples = pupil.examples(positions[:0], 0, tell)
    for turn in range(last - last % TURNS, -1, -TURNS):
        here = positions[positions["turn"] // TURNS == turn // TURNS]
        depth = training_positions.SOLVING_DEPTH if last - turn <= SOLVED else DEPTH
        examples = joined(examples, pupil.examples(here, depth, tell))
        for _ in range(STEP_PASSES):
            pupil.learn(examples, kept(examples, True), RATE)
    for number in range(PASSES):
        pupil.learn(examples, kept(examples, True), RATE * (1 - number / PASSES))
        tell("passes", number + 1, PASSES)
    return pupil.loss(examples, kept(examples, False))


def joined(one: Examples, other: Examples) -> Examples:
    return Examples(
        np.concatenate([one.inputs, other.inputs]),
        np.concatenate([one.counts, other.counts]),
        np.concatenate([one.results, other.results]),
    )


def kept(examples: Examples, to_learn: bool) -> NDArray[np.int64]:
    """The places of the examples to learn from, or of those held out."""
    places = np.arange(len(examples.results))
    return places[(places % HELD_OUT != 0) == to_learn]


def some_variants(game: Game, count: int, seed: int) -> list[Game]:
    """The game itself and the game with any options, in turn."""
    chance, names = random.Random(seed), game.facts.options
    drawn = [{option.name: chance.choice(list(option.values)) for option in names} for _ in range(count // 2)]
    others = iter([load(game.name, **options) for options in drawn])
    return [next(others) if number % 2 else game for number in range(count)]
