"""Random actions for the games of a batch. Plain functions, bound to a game at any speed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.bits import natural, place_of, size_of
from pyramidion.engine.dice import MASK, below, shuffle_in, weighted, word_at
from pyramidion.engine.header import CHANCE
from pyramidion.engine.planes import WORD
from pyramidion.engine.rows import Room, Shown, State
from pyramidion.engine.verbs import Codes, Dice


def sample_rows(
    first_row: int,
    last_row: int,
    seed: int,
    state: State,
    shown: Shown,
    actions: Codes,
    room: Room,
) -> None:
    """Draw one of the legal actions of each of some rows, or an outcome of chance by its weights."""
    for each in range(first_row, last_row):
        row = natural(each)
        actions[row] = drawn(row, seed, state.legal[row], shown, room.dice)


def drawn(row: int, seed: int, legal: NDArray[np.int64], shown: Shown, dice: Dice) -> int:
    """One of the legal actions of a row, all equally likely; 0 where there are none. Dice, which take longer, are
    thrown only for chance and, very rarely, to keep all equally likely."""
    count = 0
    for index in range(len(legal)):
        count += size_of(int(legal[natural(index)]))
    bound = max(1, count)
    if shown.mover[row] == CHANCE:
        shuffle_in(dice, seed, row)
        return weighted(dice, shown.weights[row], shown.weights.shape[1])
    product = word_at(seed, row) * bound
    if (product & MASK) < bound:
        shuffle_in(dice, seed, row)
        return member(legal, below(dice, bound))
    return member(legal, product >> 32)


def member(members: NDArray[np.int64], rank: int) -> int:
    """The number in a set that has `rank` smaller ones; 0 where there are too few."""
    for index in range(len(members)):
        size = size_of(int(members[natural(index)]))
        if rank < size:
            return index * WORD + place_of(int(members[natural(index)]), rank)
        rank -= size
    return 0
