"""Small sets as integers. Compiled, these are single instructions: see binding."""

from __future__ import annotations

LARGEST_INDEX = (1 << 62) - 1
HALF_A_WORD = 32


def size_of(members: int) -> int:
    """How many members a set has."""
    return int(members).bit_count()


def first(members: int) -> int:
    """The lowest member of a set that is not empty."""
    return (int(members) & -int(members)).bit_length() - 1


def last(members: int) -> int:
    """The highest member of a set that is not empty."""
    return int(members).bit_length() - 1


def place_of(members: int, rank: int) -> int:
    """The member of a set that has `rank` smaller ones, by halving."""
    place, width = 0, HALF_A_WORD
    while width:
        below_half = size_of(members >> place & (1 << width) - 1)
        above = int(rank >= below_half)
        rank -= above * below_half
        place += above * width
        width >>= 1
    return place


def natural(index: int) -> int:
    """An index, which is never negative: compiled code need not look whether it counts from the end of an array."""
    return index & LARGEST_INDEX
