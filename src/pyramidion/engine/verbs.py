"""The verbs of a game, as generic code calls them.

A game's rules.py defines functions of these names; binding puts them in the place of these. What
a game leaves out, because it has no dice or hides nothing, keeps the meaning given here. Other layers
may declare their own verbs with `verb`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int32]
Dice = NDArray[np.int64]
Numbers = NDArray[np.float64]
Planes = NDArray[np.float32]
Sets = NDArray[np.int64]
Levels = NDArray[np.float32]

DECLARED: set[Callable[..., Any]] = set()
Verb = TypeVar("Verb", bound=Callable[..., Any])


def verb(function: Verb) -> Verb:
    """Declare a verb: in its place binding puts the function of that name from a game's folder, if there is one."""
    DECLARED.add(function)
    return function


@verb
def setup(position: np.record, dice: Dice) -> None:
    """Lay out the first position in a row whose option fields are set."""


@verb
def moves(position: np.record, out: Codes) -> int:
    """Write the legal moves of the seat to move into `out`; return how many."""
    return 0


@verb
def play(position: np.record, move: int) -> None:
    """Make a legal move, or let an outcome of chance happen, in place."""


@verb
def chances(position: np.record, out: Codes, weights: Codes) -> int:
    """Write the outcomes of chance and their whole-number weights; return how many."""
    return 0


@verb
def view(position: np.record, seat: int) -> None:
    """Blank what `seat` may not know; any number that is not a seat means a spectator."""


@verb
def guess(position: np.record, dice: Dice) -> None:
    """Fill the blanks of a view with one of the possibilities its seat cannot exclude."""


@verb
def observe(position: np.record, seat: int, sets: Sets, levels: Levels) -> None:
    """Write what `seat` sees: the squares in the set of each plane, or the level of a whole plane, all zero before;
    the position is the view of that seat. A set is a row of integers of 60 bits; `mark` in planes.py fills it."""
