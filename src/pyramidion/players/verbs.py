"""The verbs that players add to those of the engine. A game's judgement.py may define them."""

from __future__ import annotations

import numpy as np

from pyramidion.engine.header import OVER, WHOLE
from pyramidion.engine.verbs import Codes, Numbers, verb

UNPACKED, PASSING = -1, -2  # what `pack` says instead of a number


@verb
def features(position: np.record, seat: int, out: Numbers) -> int:
    """Write what makes a position good or bad for a seat, as numbers; return how many."""
    return 0


@verb
def inputs(position: np.record, out: Numbers) -> int:
    """Write the numbers of the inputs of a game's network that are on, for the seat to move; return how many."""
    return 0


@verb
def limits(position: np.record) -> tuple[int, int]:
    """The least and the most, in twelfths, that the first of two seats can still get if neither errs."""
    return 0, WHOLE


@verb
def lead_limits(position: np.record) -> tuple[int, int]:
    """The least and the most that the first of two seats can still lead by at the end if neither errs, in points; equal
    in a game that is over. Where a game has no points, a win leads by one."""
    if position.mover == OVER:
        lead = int(position.shares[0] > position.shares[1]) - int(position.shares[0] < position.shares[1])
        return lead, lead
    return -1, 1


@verb
def limits_after(
    position: np.record, moves: Codes, count: int, low: int, high: int, least: Codes, most: Codes, urges: Codes
) -> bool:
    """Write limits of the lead after each of some moves, given those of the position itself, and how much better a move
    is to try than its limits tell, in points. False for a game that leaves this to trying the moves."""
    return False


@verb
def pack(position: np.record) -> int:
    """A number below 2**62 that tells all positions of a game with given options apart, as far as they matter for what
    is to come, and is the same for positions that mirror each other. UNPACKED for a game without such a number, PASSING
    for a position that need not be remembered: it can only come from one other, or is searched again as quickly."""
    return UNPACKED
