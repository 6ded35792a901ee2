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
        ("count", "i4"),  # moves that have to be tried
        ("tried", "i4"),  # of them
        ("least", "i4"),  # the limits of the lead in its position
        ("most", "i4"),
    ],
    align=True,
)
# What `state` holds: positions seen, the ply of the search (-1 when it is finished), the lead that is asked for, the
# answer, and a number by which threads try moves in different orders.
DONE, PLY, ASKED, ANSWER, SALT, STATE = 0, 1, 2, 3, 4, 5
HISTORIES = 4096
LOUDEST = 1 << 20


class ExactDesk(NamedTuple):
    """Everything an exact search works with; the memory may be shared with others."""

    frames: NDArray[np.void]
    stack: NDArray[np.void]  # the position of each ply
    words: NDArray[np.int32]  # the same memory
    memory: NDArray[np.int64]
    untried: NDArray[np.int64]  # the moves of each ply that have to be tried, each with its limits below its rank
    history: NDArray[np.int64]  # how often a seat's move refuted another
    state: NDArray[np.int64]
    out: Codes  # the moves of the position looked at
    least: Codes  # the limits of what they lead to
    most: Codes
    urges: Codes  # how much more promising they are than that


def exact_desk_for(game: Game, memory: NDArray[np.int64], plies: int, salt: int) -> ExactDesk:
    """What a search works with, for games up to a number of plies."""
    most = game.facts.most_moves
    stack = game.rows(plies + 2)
    state = np.zeros(STATE, dtype=np.int64)
    state[SALT] = salt
    return ExactDesk(
        frames=np.zeros(plies + 2, dtype=FRAME),
        stack=stack,
        words=np.asarray(stack).view(np.int32).reshape(plies + 2, -1),
        memory=memory,
        untried=np.zeros((plies + 2, most), dtype=np.int64),
        history=np.zeros((2, HISTORIES), dtype=np.int64),
        state=state,
        out=np.zeros(most, dtype=np.int32),
        least=np.zeros(most, dtype=np.int32),
        most=np.zeros(most, dtype=np.int32),
        urges=np.zeros(most, dtype=np.int32),
    )
