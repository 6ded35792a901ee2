"""Chances in words: whole percents, rounded in the same way wherever one is shown."""

from __future__ import annotations

import math

MINUS = "\N{MINUS SIGN}"


def points(share: float) -> int:
    """A share in whole percents; a half is rounded up, as the scripts of the page do it."""
    return math.floor(100 * share + 0.5)


def percent(share: float) -> str:
    return f"{points(share)}%"


def signed(change: int) -> str:
    """A change in whole percents, with its sign."""
    return f"{MINUS if change < 0 else '+'}{abs(change)}%"


def signed_share(share: float) -> str:
    """A change that stands alone, with its sign."""
    return signed(points(abs(share)) * (-1 if share < 0 else 1))
