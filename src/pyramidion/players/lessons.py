"""Positions to learn from: games between searches that slip, and what a deeper search says of them. Compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.dice import below, shuffle_in
from pyramidion.engine.header import OVER
from pyramidion.engine.verbs import Dice, Numbers, moves, play, setup
from pyramidion.players.network import HIDDEN
from pyramidion.players.verbs import inputs
from pyramidion.players.window import MOST_PLIES, MOVE, Desk, begin, search

THOUSAND = 1000
NO_LIMIT = 1 << 60
TO_THE_END = MOST_PLIES


def wander(
    desk: Desk,
    template: NDArray[np.void],
    scratch: NDArray[np.void],
    dice: Dice,
    seed: int,
    number: int,
    depth: int,
    slips: int,
    kept: NDArray[np.void],
) -> int:
    """Play a game with searches of a depth and keep its positions; return how many.

    How often any move is played instead is drawn for each game: up to `slips` of a thousand times.
    """
    position = scratch[0]
    scratch[0] = template[0]
    shuffle_in(dice, seed, number)
    setup(position, dice)
    slips = below(dice, slips + 1)
    count = 0
    while position.mover != OVER and count < len(kept):
        kept[count] = position
        count += 1
        if below(dice, THOUSAND) < slips:
            move = int(desk.out[below(dice, moves(position, desk.out))])
        else:
            look(desk, position, depth)
            move = int(desk.frames[0].move)
        play(position, move)
    return count


def look(desk: Desk, position: np.record, depth: int) -> int:
    """Search a position to a depth: its value for the first seat."""
    desk.stack[0] = position
    count = moves(position, desk.out)
    for index in range(count):
        desk.root[index, MOVE] = desk.out[index]
    begin(desk, count, depth)
    search(desk, NO_LIMIT)
    return int(desk.frames[0].best)


def value(desk: Desk, positions: NDArray[np.void], depth: int, values: NDArray[np.int64]) -> None:
    """Write what a search says of each position for the seat to move there."""
    for index in range(len(positions)):
        found = look(desk, positions[index], depth)
        values[index] = found if positions[index].mover == 0 else -found


def note_inputs(
    positions: NDArray[np.void], scratch: Numbers, rows: NDArray[np.int16], counts: NDArray[np.int16]
) -> None:
    """Write which inputs are on in each position, and how many."""
    on = scratch[HIDDEN:]
    for index in range(len(positions)):
        counts[index] = inputs(positions[index], on)
        for place in range(counts[index]):
            rows[index, place] = int(on[place])
