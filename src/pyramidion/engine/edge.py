"""The verbs as Python code calls them: on arrays of one record, which Numba passes quickly."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.dice import shuffle_in
from pyramidion.engine.playouts import choices
from pyramidion.engine.verbs import Codes, Dice, guess, play, setup, view


def lay_out(positions: NDArray[np.void], dice: Dice, seed: int) -> None:
    shuffle_in(dice, seed, 0)
    setup(positions[0], dice)


def list_choices(positions: NDArray[np.void], out: Codes, weights: Codes) -> int:
    return choices(positions[0], out, weights)


def play_legal(positions: NDArray[np.void], out: Codes, weights: Codes, move: int) -> bool:
    """Make a move if it is legal, and say whether it was."""
    for index in range(choices(positions[0], out, weights)):
        if out[index] == move:
            play(positions[0], move)
            return True
    return False


def hide(positions: NDArray[np.void], seat: int) -> None:
    view(positions[0], seat)


def fill_in(positions: NDArray[np.void], dice: Dice, seed: int) -> None:
    shuffle_in(dice, seed, 0)
    guess(positions[0], dice)
