"""What exact search works with: a frame and a position for every ply, and the values found so far."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.game import Game
from pyramidion.engine.verbs import Codes

FRAME = np.dtype(
    [
        ("key", "i8"),  # of its position in memory
        ("begun", "i8"),  # positions seen before it
        ("alpha", "i4"),  # the first seat is sure of this much elsewhere
        ("beta", "i4"),  # the second seat need not allow more than this
        ("low", "i4"),  # alpha to begin with
        ("high", "i4"),  # beta to begin with
        ("best", "i4"),  # the value so far, in the end the value
        ("move", "i4"),  # that leads to it
        ("count", "i4"),  # moves
        ("tried", "i4"),  # of them
    ],
    align=True,
)
# What `state` holds: positions seen, the ply of the search (-1 when it is finished), whether points count or only the
# result, and a number by which threads try moves in different orders.
DONE, PLY, SCORE, SALT, STATE = 0, 1, 2, 3, 4
HISTORIES = 4096
LOUDEST = 1 << 20


class ExactDesk(NamedTuple):
    """Everything an exact search works with; the memory may be shared with others."""

    frames: NDArray[np.void]
    stack: NDArray[np.void]  # the position of each ply
    words: NDArray[np.int32]  # the same memory
    memory: NDArray[np.int64]
    codes: NDArray[np.int32]  # the moves of each ply
    least: NDArray[np.int32]  # the limits of what they lead to
    most: NDArray[np.int32]
    ranks: NDArray[np.int64]  # how promising they are
    history: NDArray[np.int64]  # how often a seat's move refuted another
    state: NDArray[np.int64]
    out: Codes


def exact_desk_for(game: Game, memory: NDArray[np.int64], plies: int, score: bool, salt: int) -> ExactDesk:
    """What a search of games of at most so many plies works with."""
    most = game.facts.most_moves
    stack = game.records(plies + 2)
    state = np.zeros(STATE, dtype=np.int64)
    state[SCORE], state[SALT] = score, salt
    return ExactDesk(
        frames=np.zeros(plies + 2, dtype=FRAME),
        stack=stack,
        words=np.asarray(stack).view(np.int32).reshape(plies + 2, -1),
        memory=memory,
        codes=np.zeros((plies + 1, most), dtype=np.int32),
        least=np.zeros((plies + 1, most), dtype=np.int32),
        most=np.zeros((plies + 1, most), dtype=np.int32),
        ranks=np.zeros((plies + 1, most), dtype=np.int64),
        history=np.zeros((2, HISTORIES), dtype=np.int64),
        state=state,
        out=np.zeros(most, dtype=np.int32),
    )
