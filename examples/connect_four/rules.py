"""Connect Four: the rulebook in code, and the tutorial for adding a game.

A position has the fields of the common header and those that the game needs. The verbs below
are plain Python on these fields; they are compiled as they stand, so they keep to numbers,
loops and NumPy arrays. Squares are bits of one integer a seat, seven to a file, the topmost
always empty so that lines do not run on into the next file.
"""

from __future__ import annotations

import numpy as np

from pyramidion.engine.header import layout, share, win
from pyramidion.engine.verbs import Codes, Dice

FILES, RANKS = 7, 6
FILE = RANKS + 1
WHOLE_FILE = (1 << FILE) - 1

POSITION = layout(
    ("discs", "i8", (2,)),  # the squares of each seat's discs, as a set
)
MOST_MOVES = FILES


def setup(position: np.record, dice: Dice) -> None:
    """The board is empty and seat 0 begins (C1); a fresh position says just that."""


def moves(position: np.record, out: Codes) -> int:
    """Any file that is not full (C2, C3); a move's code is the number of its file."""
    filled = int(position.discs[0]) | int(position.discs[1])
    count = 0
    for file in range(FILES):
        if not filled >> file * FILE + RANKS - 1 & 1:
            out[count] = file
            count += 1
    return count


def lowest_free(filled: int, file: int) -> int:
    """The square on which a disc comes to rest: adding 1 at the foot of a file carries up to it (C2)."""
    foot = 1 << file * FILE
    return filled + foot & foot * WHOLE_FILE


def play(position: np.record, move: int) -> None:
    """The disc falls (C2); four in a line win (C4), a full board draws (C5)."""
    seat = int(position.seat)
    filled = int(position.discs[0]) | int(position.discs[1])
    position.discs[seat] |= lowest_free(filled, move)
    position.turn += 1
    if has_line(int(position.discs[seat])):
        win(position, seat, 4)
    elif position.turn == FILES * RANKS:
        share(position, 0b11, 5)
    else:
        position.seat = 1 - seat
        position.mover = 1 - seat


def has_line(discs: int) -> bool:
    """Four upright, level or slanting (C4)."""
    return four(discs, 1) or four(discs, FILE - 1) or four(discs, FILE) or four(discs, FILE + 1)


def four(discs: int, step: int) -> bool:
    """Four in a line, by folding the set onto itself twice."""
    pairs = discs & discs >> step
    return pairs & pairs >> 2 * step != 0
