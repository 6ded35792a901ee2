"""The verbs as Python code calls them: on arrays, which Numba passes quickly, whose first element is the position."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.dice import shuffle_in
from pyramidion.engine.header import OVER
from pyramidion.engine.playouts import choices
from pyramidion.engine.verbs import Codes, Dice, guess, play, setup, view

BLANK, ENDED, ILLEGAL = 1, 2, 3  # why a move cannot be made


def lay_out(positions: NDArray[np.void], dice: Dice, seed: int) -> None:
    shuffle_in(dice, seed, 0)
    setup(positions[0], dice)


def list_choices(positions: NDArray[np.void], room: Codes) -> int:
    """Write what may happen next into the first row of `room`, the weights of chance into the second."""
    return choices(positions[0], room[0], room[1])


def mark_numbers(room: Codes, count: int, numbers: Codes, mask: NDArray[np.bool_]) -> int:
    """Mark the numbers of the first codes in `room`, and nothing else; return how many codes have no number."""
    mask[:] = False
    unknown = 0
    for index in range(count):
        code = room[0, index]
        if 0 <= code < len(numbers) and numbers[code] >= 0:
            mask[numbers[code]] = True
        else:
            unknown += 1
    return unknown


def play_legal(positions: NDArray[np.void], room: Codes, move: int) -> int:
    """Write the position after a legal move into the second element and return 0; else say what is wrong."""
    before = positions[0]
    if before.blank:
        return BLANK
    if before.mover == OVER:
        return ENDED
    for index in range(choices(before, room[0], room[1])):
        if room[0, index] == move:
            positions[1] = before
            play(positions[1], move)
            return 0
    return ILLEGAL


def hide(positions: NDArray[np.void], seat: int) -> None:
    view(positions[0], seat)


def fill_in(positions: NDArray[np.void], dice: Dice, seed: int) -> None:
    shuffle_in(dice, seed, 0)
    guess(positions[0], dice)
