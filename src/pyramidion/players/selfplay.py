"""Whole games between judgements one ply deep, with positions taken from them. Compiled.

Every seat plays the move after which it expects most, and now and then any move. The dice that
decide luck and those that decide choices are apart, so games of one pair have the same luck.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.dice import below, shuffle_in, weighted
from pyramidion.engine.header import CHANCE, MOST_SEATS, OVER
from pyramidion.engine.verbs import Codes, Dice, Numbers, chances, moves, play, setup
from pyramidion.players.judging import judge
from pyramidion.players.verbs import features

THOUSAND = 1000


def play_games(
    template: NDArray[np.void],
    scratch: NDArray[np.void],
    trial: NDArray[np.void],
    luck: Dice,
    dice: Dice,
    out: Codes,
    weights: Codes,
    numbers: Numbers,
    worth: Numbers,
    one: Numbers,
    others: Numbers,
    slips: NDArray[np.int64],
    seed: int,
    first: int,
    rotation: int,
    opening: int,
    seats: int,
    shares: NDArray[np.int8],
    samples: NDArray[np.float32],
    taken: NDArray[np.int64],
) -> None:
    """Play games number `first` onward of a seed, one for every row of `shares`.

    Seat number % `rotation` plays with the weights `one`, the rest with `others`; `rotation` games
    in a row have the same luck. A seat plays any move in `slips` of a thousand decisions (`one`'s,
    the others'), and always in the first few, fewer than `opening`. The features of some
    positions of each game, all equally likely, are written to `samples` and how many to `taken`.
    """
    position = scratch[0]
    for row in range(len(shares)):
        number = first + row
        shuffle_in(luck, seed, 2 * (number // rotation))
        shuffle_in(dice, seed, 2 * (number // rotation) + 1)
        scratch[0] = template[0]
        setup(position, luck)
        at_random = below(dice, opening)
        seen = 0
        while position.mover != OVER:
            if position.mover == CHANCE:
                move = int(out[weighted(luck, weights, chances(position, out, weights))])
            elif position.mover == number % rotation:
                move = decide(position, trial, dice, out, numbers, worth, one, slips[0], at_random, seats)
                at_random -= 1
            else:
                move = decide(position, trial, dice, out, numbers, worth, others, slips[1], at_random, seats)
                at_random -= 1
            play(position, move)
            if position.mover != OVER:
                sample(position, dice, numbers, seats, samples, row, seen)
                seen += 1
        taken[row] = min(seen, samples.shape[1])
        for seat in range(MOST_SEATS):
            shares[row, seat] = position.shares[seat]


def decide(
    position: np.record,
    trial: NDArray[np.void],
    dice: Dice,
    out: Codes,
    numbers: Numbers,
    worth: Numbers,
    factors: Numbers,
    slip: int,
    at_random: int,
    seats: int,
) -> int:
    """Any move at the beginning or as a slip, else the best."""
    if at_random > 0 or below(dice, THOUSAND) < slip:
        return int(out[below(dice, moves(position, out))])
    return best_move(position, trial, dice, out, numbers, worth, factors, seats)


def best_move(
    position: np.record,
    trial: NDArray[np.void],
    dice: Dice,
    out: Codes,
    numbers: Numbers,
    worth: Numbers,
    factors: Numbers,
    seats: int,
) -> int:
    """The move after which the seat to move expects most; of equal ones, any."""
    seat = position.mover
    count = moves(position, out)
    best, most, equals = 0, -1.0, 0
    for index in range(count):
        trial[0] = position
        play(trial[0], int(out[index]))
        judge(trial[0], seats, factors, numbers, worth)
        if worth[seat] > most:
            best, most, equals = index, worth[seat], 1
        elif worth[seat] == most:
            equals += 1
            if below(dice, equals) == 0:
                best = index
    return int(out[best])


def sample(
    position: np.record,
    dice: Dice,
    numbers: Numbers,
    seats: int,
    samples: NDArray[np.float32],
    row: int,
    seen: int,
) -> None:
    """Keep a position among those of a game so that each was kept with the same chance."""
    slot = seen
    if seen >= samples.shape[1]:
        slot = below(dice, seen + 1)
    if slot >= samples.shape[1]:
        return
    for seat in range(seats):
        for index in range(features(position, seat, numbers)):
            samples[row, slot, seat, index] = numbers[index]
