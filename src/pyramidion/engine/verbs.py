"""The verbs of a game, as generic code calls them.

A game's rules.py defines functions of these names; binding puts them in the place of these. What
a game leaves out, because it has no dice or hides nothing, keeps the meaning given here.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.header import WHOLE

Codes = NDArray[np.int32]
Dice = NDArray[np.int64]
Numbers = NDArray[np.float64]


def setup(position: np.record, dice: Dice) -> None:
    """Lay out the first position in a record whose option fields are set."""


def moves(position: np.record, out: Codes) -> int:
    """Write the legal moves of the seat to move into `out`; return how many."""
    return 0


def play(position: np.record, move: int) -> None:
    """Make a legal move, or let an outcome of chance happen, in place."""


def chances(position: np.record, out: Codes, weights: Codes) -> int:
    """Write the outcomes of chance and their whole-number weights; return how many."""
    return 0


def view(position: np.record, seat: int) -> None:
    """Blank what `seat` may not know; any number that is no seat stands for a spectator."""


def features(position: np.record, seat: int, out: Numbers) -> int:
    """Write what makes a position good or bad for a seat, as numbers; return how many. For players."""
    return 0


def inputs(position: np.record, out: Numbers) -> int:
    """Write the numbers of the inputs of a game's network that are on, for the seat to move; return how many.
    For players."""
    return 0


def limits(position: np.record) -> tuple[int, int]:
    """The least and the most, in twelfths, that the first of two seats can still get, however they play. For
    players."""
    return 0, WHOLE


def guess(position: np.record, dice: Dice) -> None:
    """Fill the blanks of a view with one of the possibilities its seat cannot exclude."""
