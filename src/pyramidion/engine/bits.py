"""Small sets as integers. Compiled, these are single instructions: see binding."""

from __future__ import annotations


def size_of(members: int) -> int:
    """How many members a set has."""
    return int(members).bit_count()


def first(members: int) -> int:
    """The lowest member of a set that is not empty."""
    return (int(members) & -int(members)).bit_length() - 1


def last(members: int) -> int:
    """The highest member of a set that is not empty."""
    return int(members).bit_length() - 1
