"""Positions to train a network with: games between searches that slip, and what deeper searches say. Compiled."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.dice import below, shuffle_in
from pyramidion.engine.header import OVER
from pyramidion.engine.verbs import Dice, Numbers, moves, play, setup
from pyramidion.players.minimax import begin, search
from pyramidion.players.minimax_desk import MOST_PLIES, MOVE, MinimaxDesk
from pyramidion.players.network import HIDDEN, Examples
from pyramidion.players.selfplay import any_move, slipped
from pyramidion.players.verbs import inputs

NO_LIMIT = 1 << 60
SOLVING_DEPTH = MOST_PLIES


class TrainingGame(NamedTuple):
    """A game from which all positions are kept."""

    template: NDArray[np.void]  # a position with only the options set
    scratch: NDArray[np.void]  # the position under way
    dice: Dice
    kept: NDArray[np.void]


def play_game(desk: MinimaxDesk, game: TrainingGame, seed: int, number: int, depth: int, slips: int) -> int:
    """Play a game with searches of a depth and keep its positions; return how many.

    How often any move is played instead is drawn for each game: up to `slips` of a thousand times.
    """
    position, dice = game.scratch[0], game.dice
    game.scratch[0] = game.template[0]
    shuffle_in(dice, seed, number)
    setup(position, dice)
    slips = below(dice, slips + 1)
    count = 0
    while position.mover != OVER and count < len(game.kept):
        game.kept[count] = position
        count += 1
        if slipped(dice, slips):
            move = any_move(position, dice, desk.out)
        else:
            look(desk, position, depth)
            move = int(desk.frames[0].move)
        play(position, move)
    return count


def look(desk: MinimaxDesk, position: np.record, depth: int) -> int:
    """Search a position to a depth: its value for the first seat."""
    desk.stack[0] = position
    count = moves(position, desk.out)
    for index in range(count):
        desk.root[index, MOVE] = desk.out[index]
    begin(desk, count, depth)
    search(desk, NO_LIMIT)
    return int(desk.frames[0].best)


def value(desk: MinimaxDesk, positions: NDArray[np.void], depth: int, values: NDArray[np.int64]) -> None:
    """Write what a search says of each position for the seat to move there."""
    for index in range(len(positions)):
        found = look(desk, positions[index], depth)
        values[index] = found if positions[index].mover == 0 else -found


def write_inputs(positions: NDArray[np.void], scratch: Numbers, examples: Examples) -> None:
    """Write which inputs are on in each position, and how many."""
    on = scratch[HIDDEN:]
    for index in range(len(positions)):
        examples.counts[index] = inputs(positions[index], on)
        for place in range(examples.counts[index]):
            examples.inputs[index, place] = int(on[place])
