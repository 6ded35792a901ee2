"""Stacks of pyramids as sets of sizes: bit 0 is A, the smallest. Written from the bottom up."""

from __future__ import annotations

import functools
from itertools import pairwise

from pyramidion.engine.errors import BadPosition

LETTERS = "ABCDEF"


@functools.cache
def letters(stack: int) -> str:
    """The pyramids of a stack from the bottom, the largest, to the top: `FEA`."""
    return "".join(letter for size, letter in reversed(list(enumerate(LETTERS))) if stack >> size & 1)


def stack(text: str) -> int:
    """The inverse of `letters`."""
    sizes = [LETTERS.find(letter) for letter in text]
    if -1 in sizes or not sizes:
        raise BadPosition(
            f"'{text}' is not a stack. Write its pyramids from the bottom up, A the smallest to F, as in FEA."
        )
    if any(upper >= lower for lower, upper in pairwise(sizes)):
        raise BadPosition(f"'{text}' is not a stack: each pyramid must be smaller than the one below it.")
    return sum(1 << size for size in sizes)
