"""A network learned backwards from the end of the game, for games of two seats without chance and secrets.

A round plays games, takes positions from all over them and values those of the last turns by
solving them. Having learned these, the network judges at the leaves of searches from a few turns
earlier, and so on back to the start.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine import dice
from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game
from pyramidion.engine.registry import load
from pyramidion.engine.verbs import Numbers
from pyramidion.players import lessons, network, window
from pyramidion.players.alphabeta import desk_for
from pyramidion.players.weights import input_count

PLAYED_DEPTH = 6  # plies looked ahead in games
SLIPS = 500  # in a thousand moves at most
LONGEST = 256  # plies of a game that are kept
TURNS = 4  # learned together, from the end back
DEPTH = 8  # plies looked ahead for the value of a position, no fewer than so many turns have
SOLVED = 12  # the last turns, whose positions are solved
PART = 256  # positions or games at a time
HELD_OUT = 10  # one position in so many is not learned from
BATCH = 256
RATE = 0.003
STEP_PASSES, PASSES = 3, 10  # over the examples so far, and over all in the end
SPREAD = 0.1  # of the weights before anything is learned
Tell = Callable[[str, int, int], None]


@dataclass(frozen=True)
class Round:
    """What a round of learning gave."""

    number: int
    positions: int
    loss: float  # cross entropy on positions not learned from, in nats a position
    weights: Numbers


@dataclass(frozen=True, eq=False)
class Examples:
    """Positions as the network sees them, and what the seat to move may expect there."""

    inputs: NDArray[np.int16]
    counts: NDArray[np.int16]
    results: Numbers

    def __add__(self, other: Examples) -> Examples:
        return Examples(
            np.concatenate([self.inputs, other.inputs]),
            np.concatenate([self.counts, other.counts]),
            np.concatenate([self.results, other.results]),
        )


class Pupil:
    """A network that learns, and the search that it judges for."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.chance = np.random.default_rng(seed)
        self.weights = self.chance.normal(0, SPREAD, network.size(input_count(game)))
        self.means, self.squares, self.gradient = (np.zeros(len(self.weights)) for _ in range(3))
        self.scratch = np.zeros(network.SCRATCH)
        self.step = 0
        self.desk = desk_for(game)._replace(factors=self.weights)
        self.desk.state[window.HASTE] = 1

    def learn(self, examples: Examples, chosen: NDArray[np.int64], rate: float) -> None:
        """Pass once over some examples."""
        order = self.chance.permutation(chosen)
        self._learn(examples, order, rate)
        self.step += len(order) // BATCH
        self.desk.state[window.AGE] += 1

    def loss(self, examples: Examples, chosen: NDArray[np.int64]) -> float:
        loss = self.game.bind(network.loss)
        return float(loss(self.weights, self.scratch, examples.inputs, examples.counts, examples.results, chosen))

    def _learn(self, examples: Examples, order: NDArray[np.int64], rate: float) -> None:
        self.game.bind(network.learn)(
            self.weights,
            self.means,
            self.squares,
            self.gradient,
            self.scratch,
            examples.inputs,
            examples.counts,
            examples.results,
            order,
            BATCH,
            rate,
            self.step,
        )

    def examples(self, positions: NDArray[np.void], depth: int, tell: Tell) -> Examples:
        """What a search of a depth says of positions."""
        values = np.zeros(len(positions), dtype=np.int64)
        for start in range(0, len(positions), PART):
            rows = slice(start, start + PART)
            self.game.bind(lessons.value)(self.desk, positions[rows], depth, values[rows])
            tell(f"turn {positions[0]['turn']}", min(start + PART, len(positions)), len(positions))
        inputs = np.zeros((len(positions), network.MOST_ON), dtype=np.int16)
        counts = np.zeros(len(positions), dtype=np.int16)
        self.game.bind(lessons.note_inputs)(positions, self.scratch, inputs, counts)
        return Examples(inputs, counts, 1 / (1 + np.exp(-np.clip(values / window.SCALE, -40, 40))))


def train(game: Game, count: int, rounds: int, seed: int, tell: Tell) -> Iterator[Round]:
    """Learn a network from `count` games a round, half of them with any options.

    `tell` is told what is going on, and how much of it is done.
    """
    if not input_count(game):
        raise BadInput(f"{game.title} says nothing of inputs in its judgement, so there is no network to train.")
    if count < 1 or rounds < 1:
        raise BadInput("Learning takes at least one game and one round.")
    pupil = Pupil(game, seed)
    for number in range(1, rounds + 1):
        positions = wander(pupil, count, seed * rounds + number, tell)
        loss = sweep(pupil, positions, tell)
        yield Round(number, len(positions), loss, pupil.weights.copy())


def wander(pupil: Pupil, count: int, seed: int, tell: Tell) -> NDArray[np.void]:
    """The different positions of games, every second one with any options, in any order."""
    game, kept, scratch = pupil.game, pupil.game.records(LONGEST), pupil.game.records(1)
    play, found = game.bind(lessons.wander), dict[bytes, None]()
    words, size = np.empty(dice.WORDS, dtype=np.int64), game.layout.itemsize
    for number, variant in enumerate(some_variants(game, count, seed)):
        template = variant.template
        plies = play(pupil.desk, template, scratch, words, seed, number, PLAYED_DEPTH, SLIPS, kept)
        every = kept[:plies].tobytes()
        found.update((every[start : start + size], None) for start in range(0, len(every), size))
        tell("games", number + 1, count)
    once = list(found)
    positions = game.records(len(once))
    mixed = b"".join(once[place] for place in pupil.chance.permutation(len(once)))
    positions.view(np.uint8)[:] = np.frombuffer(mixed, dtype=np.uint8)
    return positions


def sweep(pupil: Pupil, positions: NDArray[np.void], tell: Tell) -> float:
    """Value and learn positions from the last turns back to the first; return the loss of those held out."""
    last = int(positions["turn"].max())
    examples = pupil.examples(positions[:0], 0, tell)
    for turn in range(last - last % TURNS, -1, -TURNS):
        here = positions[positions["turn"] // TURNS == turn // TURNS]
        examples += pupil.examples(here, lessons.TO_THE_END if last - turn <= SOLVED else DEPTH, tell)
        for _ in range(STEP_PASSES):
            pupil.learn(examples, kept(examples, True), RATE)
    for number in range(PASSES):
        pupil.learn(examples, kept(examples, True), RATE * (1 - number / PASSES))
        tell("passes", number + 1, PASSES)
    return pupil.loss(examples, kept(examples, False))


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
