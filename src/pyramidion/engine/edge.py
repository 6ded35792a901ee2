"""The verbs as Python code calls them: on arrays of one record, which Numba passes quickly."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.dice import shuffle_in
from pyramidion.engine.header import OVER
from pyramidion.engine.playouts import choices
from pyramidion.engine.verbs import Codes, Dice, guess, play, setup, view

BLANK, ENDED, ILLEGAL = -10, -11, -12  # why a move cannot be made: below anything that can be to move


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


def play_legal(before: NDArray[np.void], after: NDArray[np.void], room: Codes, move: int) -> int:
    """Write the position after a legal move into `after` and return who decides there; else say what is wrong."""
    position = before[0]
    if position.blank:
        return BLANK
    if position.mover == OVER:
        return ENDED
    for index in range(choices(position, room[0], room[1])):
        if room[0, index] == move:
            after[0] = position
            play(after[0], move)
            return int(after[0].mover)
    return ILLEGAL


def hide(positions: NDArray[np.void], seat: int) -> None:
    view(positions[0], seat)


def fill_in(positions: NDArray[np.void], dice: Dice, seed: int) -> None:
    shuffle_in(dice, seed, 0)
    guess(positions[0], dice)
