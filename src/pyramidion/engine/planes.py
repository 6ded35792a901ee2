"""The planes of a tensor in few words: for each a set of squares and a level, which stands on the whole plane.

A square shows the level of its plane, and 1 more where it is in the set. So a game writes a few numbers, and the many
that a network wants are made from them in one go. Plain functions, bound to a game at any speed.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.verbs import Levels, Sets

WORD = 60  # members in each integer of a set, so that no sign gets in the way

EIGHT = 8  # squares that are written together

Squares = NDArray[np.int64]
Numbers = NDArray[np.float32]


def words_for(members: int) -> int:
    """How many integers hold a set of numbers below `members`."""
    return max(1, (members + WORD - 1) // WORD)


def mark(sets: Sets, plane: int, square: int) -> None:
    """Put a square into the set of a plane."""
    sets[plane, square // WORD] |= 1 << square % WORD


def clear(sets: Sets, levels: Levels) -> None:
    """Show nothing on any plane."""
    for plane in range(len(levels)):
        levels[plane] = 0
        for word in range(sets.shape[1]):
            sets[plane, word] = 0


def spread(sets: Sets, levels: Levels, squares: Squares, out: Numbers, start: int) -> None:
    """Write all numbers of a tensor from out[start] on, and empty the planes; `squares` are the members that the
    squares of a plane are."""
    count = len(squares)
    for plane in range(len(levels)):
        if sets.shape[1] > 1 or count < EIGHT:
            spread_one_by_one(sets, levels, plane, squares, out, start)
        else:
            members, level = int(sets[plane, 0]), levels[plane]
            for square in range(0, count - EIGHT, EIGHT):
                write_eight(out, start + square, members, squares, square, level)
            write_eight(out, start + count - EIGHT, members, squares, count - EIGHT, level)  # some for the second time
        levels[plane] = 0
        for word in range(sets.shape[1]):
            sets[plane, word] = 0
        start += count


def write_eight(out: Numbers, start: int, members: int, squares: Squares, square: int, level: float) -> None:
    """Write eight squares of a plane. Compiled, this is a few instructions: see binding."""
    for index in range(EIGHT):
        out[start + index] = level + (members >> int(squares[square + index]) & 1)


def spread_one_by_one(sets: Sets, levels: Levels, plane: int, squares: Squares, out: Numbers, start: int) -> None:
    for square in range(len(squares)):
        members = sets[plane, squares[square] // WORD]
        out[start + square] = levels[plane] + np.float32(members >> squares[square] % WORD & 1)
