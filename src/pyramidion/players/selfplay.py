"""Whole games between judgements one ply deep, with positions taken from them. Compiled.

Every seat plays the move after which it expects most, and now and then any move. The dice that
decide luck and those that decide choices are apart, so games of one pair have the same luck.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.dice import below, shuffle_in, weighted
from pyramidion.engine.header import CHANCE, MOST_SEATS, OVER
from pyramidion.engine.verbs import Codes, Dice, chances, moves, play, setup
from pyramidion.players.evaluation import Scales, judge
from pyramidion.players.verbs import features

THOUSAND = 1000
OPENING = 8  # a game begins with fewer random moves than this


class SampledGames(NamedTuple):
    """Finished games, and the features of positions from them."""

    shares: NDArray[np.int8]  # of game, seat: results in twelfths
    samples: NDArray[np.float32]  # of game, position, seat, feature
    taken: NDArray[np.int64]  # how many positions of each game


class SelfplayDesk(NamedTuple):
    """What two sides play games with. Their scales differ in nothing but the weights."""

    template: NDArray[np.void]  # a position with only the options set
    game: NDArray[np.void]  # the position of the game under way
    trial: NDArray[np.void]  # the position after a move that is considered
    luck: Dice  # of set-ups and chance
    dice: Dice  # of choices
    out: Codes
    weights: Codes  # of the outcomes of chance in `out`
    one: Scales
    others: Scales
    slips: NDArray[np.int64]  # in how many of a thousand decisions any move is played: by one side, by the others


def play_games(desk: SelfplayDesk, played: SampledGames, seed: int, first: int, rotation: int) -> None:
    """Play games number `first` onward of a seed, one for every row of `played`.

    Seat number % `rotation` is that of the one side, the rest are the others; `rotation` games in a row have
    the same luck.
    """
    for row in range(len(played.shares)):
        number = first + row
        shuffle_in(desk.luck, seed, 2 * (number // rotation))
        shuffle_in(desk.dice, seed, 2 * (number // rotation) + 1)
        play_game(desk, played, row, number % rotation)
        for seat in range(MOST_SEATS):
            played.shares[row, seat] = desk.game[0].shares[seat]


def play_game(desk: SelfplayDesk, played: SampledGames, row: int, own: int) -> None:
    """Play one game; `own` is the seat of the one side. Any moves are played in the first few decisions."""
    position = desk.game[0]
    desk.game[0] = desk.template[0]
    setup(position, desk.luck)
    at_random = below(desk.dice, OPENING)
    seen = 0
    while position.mover != OVER:
        if position.mover == CHANCE:
            move = int(desk.out[weighted(desk.luck, desk.weights, chances(position, desk.out, desk.weights))])
        elif position.mover == own:
            move = decide(desk, desk.one, desk.slips[0], at_random)
            at_random -= 1
        else:
            move = decide(desk, desk.others, desk.slips[1], at_random)
            at_random -= 1
        play(position, move)
        if position.mover != OVER:
            sample(desk, played.samples[row], seen)
            seen += 1
    played.taken[row] = min(seen, played.samples.shape[1])


def decide(desk: SelfplayDesk, scales: Scales, slips: int, at_random: int) -> int:
    """Any move at the beginning or as a slip, else the best."""
    if at_random > 0 or slipped(desk.dice, slips):
        return any_move(desk.game[0], desk.dice, desk.out)
    return best_move(desk, scales)


def slipped(dice: Dice, slips: int) -> bool:
    """Does this decision go wrong, as `slips` in a thousand do?"""
    return below(dice, THOUSAND) < slips


def any_move(position: np.record, dice: Dice, out: Codes) -> int:
    return int(out[below(dice, moves(position, out))])


def best_move(desk: SelfplayDesk, scales: Scales) -> int:
    """The move after which the seat to move expects most; of equal ones, any."""
    seat, worth = desk.game[0].mover, scales.worth
    best, most, equals = 0, -1.0, 0
    for index in range(moves(desk.game[0], desk.out)):
        desk.trial[0] = desk.game[0]
        play(desk.trial[0], int(desk.out[index]))
        judge(desk.trial[0], scales)
        if worth[seat] > most:
            best, most, equals = index, worth[seat], 1
        elif worth[seat] == most:
            equals += 1
            if below(desk.dice, equals) == 0:
                best = index
    return int(desk.out[best])


def sample(desk: SelfplayDesk, samples: NDArray[np.float32], seen: int) -> None:
    """Keep a position among those of a game so that each was kept with the same chance."""
    slot = seen
    if seen >= len(samples):
        slot = below(desk.dice, seen + 1)
    if slot >= len(samples):
        return
    scratch = desk.one.scratch
    for seat in range(len(desk.one.worth)):
        for index in range(features(desk.game[0], seat, scratch)):
            samples[slot, seat, index] = scratch[index]
