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
BYTE = (1 << EIGHT) - 1

Squares = NDArray[np.int64]
Numbers = NDArray[np.float32]
Bytes = NDArray[np.int8]


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


def arranged(squares: Squares) -> NDArray[np.int64]:
    """For each byte of a set in one word, and each value of the byte, which squares of a plane are in the set, the
    first one as the lowest bit; a single number where squares and members have the same order."""
    if np.array_equal(squares, np.arange(len(squares))):
        return np.zeros((1, 1), dtype=np.int64)
    found = np.zeros((max(1, int(squares.max()) // EIGHT + 1), 1 << EIGHT), dtype=np.int64)
    if len(squares) <= WORD and squares.max() < WORD:
        for square, member in enumerate(squares.tolist()):
            holding = np.arange(1 << EIGHT) >> member % EIGHT & 1
            found[member // EIGHT] |= holding << square
    return found


def spread(sets: Sets, levels: Levels, squares: Squares, orders: NDArray[np.int64], out: Numbers, start: int) -> None:
    """Write all numbers of a tensor from out[start] on, and empty the planes; `squares` are the members that the
    squares of a plane are, and `orders` is what `arranged` makes of them."""
    count = len(squares)
    for plane in range(len(levels)):
        if orders.shape[1] == 1 and count >= EIGHT:
            spread_in_order(sets, levels[plane], plane, count, out, start)
        elif sets.shape[1] == 1 and EIGHT <= count <= WORD:
            spread_by_eight(arrange(int(sets[plane, 0]), orders), levels[plane], count, out, start)
        else:
            spread_one_by_one(sets, levels, plane, squares, out, start)
        levels[plane] = 0
        for word in range(sets.shape[1]):
            sets[plane, word] = 0
        start += count


def arrange(members: int, orders: NDArray[np.int64]) -> int:
    """A set of members as a set of squares, byte by byte; a loop would be compiled to slower instructions."""
    found = orders[0, members & BYTE]
    if len(orders) > 1:
        found |= orders[1, members >> 8 & BYTE]
    if len(orders) > 2:
        found |= orders[2, members >> 16 & BYTE]
    if len(orders) > 3:
        found |= orders[3, members >> 24 & BYTE]
    if len(orders) > 4:
        found |= orders[4, members >> 32 & BYTE]
    if len(orders) > 5:
        found |= orders[5, members >> 40 & BYTE]
    if len(orders) > 6:
        found |= orders[6, members >> 48 & BYTE]
    if len(orders) > 7:
        found |= orders[7, members >> 56 & BYTE]
    return int(found)


def spread_in_order(sets: Sets, level: float, plane: int, count: int, out: Numbers, start: int) -> None:
    for square in range(0, count - EIGHT, EIGHT):
        write_eight(out, start + square, members_from(sets, plane, square), level)
    write_eight(out, start + count - EIGHT, members_from(sets, plane, count - EIGHT), level)


def members_from(sets: Sets, plane: int, square: int) -> int:
    """The next eight squares of a set, which may begin in one word and end in the next."""
    word, place = square // WORD, square % WORD
    members = int(sets[plane, word]) >> place
    if place > WORD - EIGHT:
        members |= int(sets[plane, word + 1]) << WORD - place
    return members


def spread_by_eight(members: int, level: float, count: int, out: Numbers, start: int) -> None:
    for square in range(0, count - EIGHT, EIGHT):
        write_eight(out, start + square, members >> square, level)
    write_eight(out, start + count - EIGHT, members >> count - EIGHT, level)  # some for the second time


def write_eight(out: Numbers, start: int, members: int, level: float) -> None:
    """Write eight squares of a plane. Compiled, this is a few instructions: see binding."""
    for index in range(EIGHT):
        out[start + index] = level + (members >> index & 1)


def spread_one_by_one(sets: Sets, levels: Levels, plane: int, squares: Squares, out: Numbers, start: int) -> None:
    for square in range(len(squares)):
        members = sets[plane, squares[square] // WORD]
        out[start + square] = levels[plane] + np.float32(members >> squares[square] % WORD & 1)


def write_flags(members: int, count: int, out: Bytes, start: int) -> None:
    """Write which of the numbers below `count` are in a set, from out[start] on."""
    if count < EIGHT:
        for number in range(count):
            out[start + number] = members >> number & 1
        return
    for number in range(0, count - EIGHT, EIGHT):
        flag_eight(out, start + number, members >> number)
    flag_eight(out, start + count - EIGHT, members >> count - EIGHT)


def flag_eight(out: Bytes, start: int, members: int) -> None:
    """Write whether each of eight numbers is in a set. Compiled, this is a few instructions: see binding."""
    for index in range(EIGHT):
        out[start + index] = members >> index & 1
