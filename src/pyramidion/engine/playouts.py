"""Whole random games, one after the other. Plain functions, bound to a game at any speed."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.dice import below, shuffle_in, weighted
from pyramidion.engine.header import CHANCE, MOST_SEATS, OVER
from pyramidion.engine.verbs import Codes, Dice, chances, moves, play, setup


def choices(position: np.record, out: Codes, weights: Codes) -> int:
    """What may happen next: moves of the seat to move, or outcomes of chance with weights."""
    if position.mover == CHANCE:
        return chances(position, out, weights)
    if position.mover == OVER:
        return 0
    return moves(position, out)


def random_ply(position: np.record, dice: Dice, out: Codes, weights: Codes) -> None:
    """Play one ply: chance by its weights, a seat's move with all moves equally likely."""
    if position.mover == CHANCE:
        move = int(out[weighted(dice, weights, chances(position, out, weights))])
    else:
        move = int(out[below(dice, moves(position, out))])
    play(position, move)


def playout(position: np.record, dice: Dice, out: Codes, weights: Codes) -> int:
    """Play at random to the end; return the number of plies."""
    plies = 0
    while position.mover != OVER:
        random_ply(position, dice, out, weights)
        plies += 1
    return plies


def play_game(position: np.record, dice: Dice, out: Codes, weights: Codes, seed: int, number: int) -> int:
    """Set up and play game `number` of a seed in a row with the options set; return the plies."""
    shuffle_in(dice, seed, number)
    setup(position, dice)
    return playout(position, dice, out, weights)


def play_games(
    template: NDArray[np.void],
    scratch: NDArray[np.void],
    dice: Dice,
    out: Codes,
    weights: Codes,
    seed: int,
    first: int,
    shares: NDArray[np.int8],
    rules: NDArray[np.int8],
    plies: NDArray[np.int32],
    turns: NDArray[np.int32],
) -> None:
    """Play games number `first` onward of a seed, one for every row of the output arrays."""
    for row in range(len(plies)):
        scratch[0] = template[0]
        position = scratch[0]
        plies[row] = play_game(position, dice, out, weights, seed, first + row)
        note_end(position, row, shares, rules, turns)


def note_end(
    position: np.record, row: int, shares: NDArray[np.int8], rules: NDArray[np.int8], turns: NDArray[np.int32]
) -> None:
    """Write down how a game ended."""
    turns[row] = position.turn
    rules[row] = position.rule
    for seat in range(MOST_SEATS):
        shares[row, seat] = position.shares[seat]
