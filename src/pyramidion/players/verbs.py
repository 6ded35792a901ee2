"""The verbs that players add to those of the engine. A game's judgement.py may define them."""

from __future__ import annotations

import numpy as np

from pyramidion.engine.header import WHOLE
from pyramidion.engine.verbs import Numbers, verb


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
    """The least and the most, in twelfths, that the first of two seats can still get, however they play."""
    return 0, WHOLE
