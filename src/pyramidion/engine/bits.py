"""Small sets as integers. Compiled, these are single instructions: see binding."""

from __future__ import annotations

LARGEST_INDEX = (1 << 62) - 1


def size_of(members: int) -> int:
    """How many members a set has."""
    return int(members).bit_count()


def first(members: int) -> int:
    """The lowest member of a set that is not empty."""
    return (int(members) & -int(members)).bit_length() - 1


def last(members: int) -> int:
    """The highest member of a set that is not empty."""
    return int(members).bit_length() - 1


def natural(index: int) -> int:
    """An index, which is never negative: compiled code need not look whether it counts from the end of an array."""
    return index & LARGEST_INDEX
