"""What alpha-beta search works with: a frame and a position for every ply, and the values found so far."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.game import Game
from pyramidion.engine.verbs import Codes, Numbers
from pyramidion.players.evaluation import Scales, scales_for
from pyramidion.players.transpositions import ENTRY
from pyramidion.players.weights import weights_of

FRAME = np.dtype(
    [
        ("key", "i8"),  # of its position in memory
        ("alpha", "i4"),  # the first seat is sure of this much elsewhere
        ("beta", "i4"),  # the second seat need not allow more than this
        ("low", "i4"),  # alpha to begin with
        ("high", "i4"),  # beta to begin with
        ("best", "i4"),  # the value so far, in the end the value
        ("move", "i4"),  # that leads to it
        ("depth", "i4"),  # plies to look ahead
        ("count", "i4"),  # moves
        ("tried", "i4"),  # of them
        ("effort", "i4"),  # how thoroughly the move under way is tried: GLANCE, SCOUT or FULL
        ("again", "i4"),  # how thoroughly it must be tried next
        ("sound", "i4"),
    ],
    align=True,
)
# What `state` holds: positions seen, the ply of the search (-1 when it is finished), the deepest one, the age of what
# is remembered, the positions seen before the root's move under way, a salt for keys, what a turn costs on the way to
# a win, 0 where only the result counts, and the ply before which moves are ordered by judging what they lead to.
DONE, PLY, DEEPEST, AGE, BEGAN, SALT, HASTE, ORDERED, STATE = 0, 1, 2, 3, 4, 5, 6, 7, 8
# The columns of `root`, a row for each move there.
MOVE, VALUE, BOUND, SPENT, SOUND, ROOT = 0, 1, 2, 3, 4, 5

MOST_PLIES = 256
HISTORIES = 4096
MEMORY_ENTRIES = 1 << 20


class MinimaxDesk(NamedTuple):
    """Everything a search works with."""

    frames: NDArray[np.void]
    stack: NDArray[np.void]  # the position of each ply
    words: NDArray[np.int32]  # the same memory
    memory: NDArray[np.void]  # values of positions searched before
    codes: NDArray[np.int32]  # the moves of each ply
    ranks: NDArray[np.int64]  # how promising they are
    history: NDArray[np.int64]  # how often a seat's move refuted another
    killers: NDArray[np.int32]  # the moves that did so last at each ply
    state: NDArray[np.int64]
    root: NDArray[np.int64]
    scales: Scales
    out: Codes


def minimax_desk_for(game: Game, entries: int = MEMORY_ENTRIES, weights: Numbers | None = None) -> MinimaxDesk:
    """What a search of a game works with; the weights are the game's own unless others are given."""
    most = game.facts.most_moves
    stack = game.rows(MOST_PLIES)
    return MinimaxDesk(
        frames=np.zeros(MOST_PLIES, dtype=FRAME),
        stack=stack,
        words=np.asarray(stack).view(np.int32).reshape(MOST_PLIES, -1),
        memory=np.zeros(entries, dtype=ENTRY),
        codes=np.zeros((MOST_PLIES, most), dtype=np.int32),
        ranks=np.zeros((MOST_PLIES, most), dtype=np.int64),
        history=np.zeros((2, HISTORIES), dtype=np.int64),
        killers=np.zeros((MOST_PLIES, 2), dtype=np.int32),
        state=np.zeros(STATE, dtype=np.int64),
        root=np.zeros((most, ROOT), dtype=np.int64),
        scales=scales_for(game.seats, weights_of(game) if weights is None else weights),
        out=np.zeros(most, dtype=np.int32),
    )
