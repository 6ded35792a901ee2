"""How many moves a player can choose from, on average: a function of your own, compiled for any game.

python -m examples.branching telic
"""

from __future__ import annotations

import sys

import numpy as np
from numpy.typing import NDArray

import pyramidion as pyr
from pyramidion.engine.dice import WORDS, shuffle_in
from pyramidion.engine.header import CHANCE, OVER
from pyramidion.engine.playouts import random_ply
from pyramidion.engine.verbs import Codes, Dice, moves


def count_choices(
    start: NDArray[np.void], scratch: NDArray[np.void], dice: Dice, out: Codes, weights: Codes, games: int, seed: int
) -> tuple[int, int]:
    """Play random games from `start`; return how many decisions there were, and how many moves to choose from."""
    decisions, choices = 0, 0
    for number in range(games):
        shuffle_in(dice, seed, number)
        scratch[0] = start[0]
        position = scratch[0]
        while position.mover != OVER:
            if position.mover != CHANCE:
                decisions += 1
                choices += moves(position, out)
            random_ply(position, dice, out, weights)
    return decisions, choices


def branching(position: pyr.Position, games: int = 1000, seed: int = 0) -> float:
    """The mean number of moves in random games from a position."""
    game = position.game
    count = game.bind(count_choices)
    start, scratch = game.rows(1), game.rows(1)
    start[0] = position.row
    out, weights = np.empty((2, game.facts.most_moves), dtype=np.int32)
    decisions, choices = count(start, scratch, np.empty(WORDS, dtype=np.int64), out, weights, games, seed)
    return float(choices / decisions)


if __name__ == "__main__":
    print(branching(pyr.load(sys.argv[1]).start(seed=0)))
