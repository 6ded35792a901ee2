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


def amount(share: float) -> str:
    """What some changes add up to: in percents, or in wins where that is more than one."""
    return percent(share) if points(share) <= 100 else f"{share:.1f} wins"


def signed_share(share: float) -> str:
    """What changes that may help or harm add up to, with its sign."""
    return f"{MINUS if share < 0 else '+'}{amount(abs(share))}"
