"""Random actions for the games of a batch. Plain functions, bound to a game at any speed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.bits import first, size_of
from pyramidion.engine.dice import MASK, below, first_words, shuffle_in, weighted
from pyramidion.engine.header import CHANCE
from pyramidion.engine.planes import WORD
from pyramidion.engine.rows import TOGETHER, Room, Shown, State
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
    for start in range(first_row, last_row, TOGETHER):
        draw_actions(start, min(last_row, start + TOGETHER), seed, state, shown, room, actions)


def draw_actions(
    start: int,
    end: int,
    seed: int,
    state: State,
    shown: Shown,
    room: Room,
    actions: Codes,
) -> None:
    first_words(room.draws, seed, start)
    for row in range(start, end):
        actions[row] = drawn(row, room.draws[row - start], seed, state.legal[row], shown, room.dice)


def drawn(row: int, draw: int, seed: int, legal: NDArray[np.int64], shown: Shown, dice: Dice) -> int:
    """One of the legal actions of a row, all equally likely; 0 where there are none. Each row has dice of its own,
    whose first word is given: nearly always it is all that is needed."""
    count = 0
    for word in range(len(legal)):
        count += size_of(int(legal[word]))
    bound = max(1, count)
    if shown.mover[row] == CHANCE:
        shuffle_in(dice, seed, row)
        return weighted(dice, shown.weights[row], shown.weights.shape[1])
    if (draw * bound & MASK) < bound:
        shuffle_in(dice, seed, row)
        return member(legal, below(dice, bound))
    return member(legal, draw * bound >> 32)


def member(members: NDArray[np.int64], rank: int) -> int:
    """The number in a set that has `rank` smaller ones; 0 where there are too few."""
    for word in range(len(members)):
        left = int(members[word])
        size = size_of(left)
        if rank < size:
            for _ in range(rank):
                left &= left - 1
            return word * WORD + first(left)
        rank -= size
    return 0
