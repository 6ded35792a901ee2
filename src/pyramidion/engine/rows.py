"""The games of a batch, one a row: what compiled code reads and writes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.planes import Bytes, Squares
from pyramidion.engine.verbs import Codes, Dice

STEP, RANDOM, BEGIN, NOTHING = -1, -2, -3, -4  # what may be asked of a row besides the code of a move
TO_MOVE = -1  # the seat that sees: the one to move
TOGETHER = 64  # rows that are stepped, then shown, while they are in the cache of the processor


class Tables(NamedTuple):
    """What all games of a batch have in common."""

    template: NDArray[np.void]
    codes: Codes  # of each action
    numbers: Codes  # of each code: its action, or -1
    outcome_codes: Codes  # of each outcome of chance
    outcome_numbers: Codes
    places: NDArray[np.int64]  # of the numbers in a position, where tensors list them
    squares: Squares  # what the squares of a plane are called in sets
    copied: int  # 1 where what a seat sees is made of a copy of the position


class State(NamedTuple):
    """The games, one a row."""

    positions: NDArray[np.void]
    dice: NDArray[np.int64]
    episodes: NDArray[np.int64]  # games that were begun in a row before this one
    ended: NDArray[np.void]  # the last position of the last game that ended in a row
    legal: NDArray[np.int64]  # the mask as a set


class Shown(NamedTuple):
    """What a batch shows of its games, one a row. Compiled code gets masks and observations in one dimension."""

    mover: NDArray[np.int8]
    mask: NDArray[np.bool_]
    observation: NDArray[np.float32]
    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]
    refused: NDArray[np.bool_]
    weights: NDArray[np.int32]  # of the outcomes of chance, where the caller decides for it


class Habits(NamedTuple):
    """How a batch goes on by itself, and what a call asks of it."""

    seed: int
    rolls: int  # 1 where chance is handled inside
    resets: int  # 1 where a game that is over is followed by the next
    task: int = STEP  # asked of every row
    times: int = 1
    chooser: int = 0  # the seed of random actions
    viewer: int = TO_MOVE


class Room(NamedTuple):
    """Where one thread works."""

    out: Codes
    weights: Codes
    dice: Dice
    seen: NDArray[np.void]  # what a seat may see of a position
    seen_data: Bytes  # the same memory as bytes
    sets: NDArray[np.int64]  # the planes of all rows
    plane_levels: NDArray[np.float32]


class Rows(NamedTuple):
    """What is legal and seen in few words, then in full: a record a row, with an array of a fixed length."""

    legal: NDArray[np.void]
    sets: NDArray[np.void]
    plane_levels: NDArray[np.void]
    mask: NDArray[np.void]
    observation: NDArray[np.void]
