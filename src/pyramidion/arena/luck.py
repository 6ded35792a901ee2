"""Dice that roll the same for a seat no matter who plays it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pyramidion.engine.game import Game
from pyramidion.engine.header import MOST_SEATS
from pyramidion.engine.match import Match


class FairMatch(Match):
    """A match in which the roll number n of a seat depends on the seed alone, not on what was played in between.

    So the games of a pairing have the same dice for each seat, however long their turns are.
    """

    def __init__(self, game: Game, seed: int, seats: Sequence[str]) -> None:
        self._rolls: Counter[int] = Counter()
        super().__init__(game, seed, seats=seats)

    def _roll_number(self) -> int:
        seat = self.position.seat
        self._rolls[seat] += 1
        return 1 + seat + MOST_SEATS * (self._rolls[seat] - 1)
