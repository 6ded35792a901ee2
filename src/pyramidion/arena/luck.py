"""Dice that fall alike for whoever sits in a seat."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np

from pyramidion.engine import dice
from pyramidion.engine.game import Game
from pyramidion.engine.header import CHANCE, MOST_SEATS
from pyramidion.engine.match import Match


class FairMatch(Match):
    """A match in which the roll number n of a seat depends on the seed alone, not on what was played in between.

    So the games of a pairing have the same dice for each seat, however long their turns are.
    """

    def __init__(self, game: Game, seed: int, seats: Sequence[str]) -> None:
        self._rolls: Counter[int] = Counter()
        super().__init__(game, seed, seats=seats)

    def roll(self) -> None:
        while self.position.mover == CHANCE:
            seat = self.position.seat
            outcomes = self.position.chances()
            whole = math.lcm(*(weight.denominator for _, weight in outcomes))
            weights = np.array([int(weight * whole) for _, weight in outcomes], dtype=np.int32)
            stream = dice.stream(self._seed, 1 + seat + MOST_SEATS * self._rolls[seat])
            self._rolls[seat] += 1
            self._append(outcomes[dice.weighted(stream, weights, len(weights))][0])
