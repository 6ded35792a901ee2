"""The match at a table: its dice come from the table's fairness, and what a move leads to is worked out once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.game import Game
from pyramidion.engine.header import CHANCE
from pyramidion.engine.match import Match
from pyramidion.engine.position import Position
from pyramidion.server.journal.fairness import Fairness


@dataclass(frozen=True)
class Ahead:
    """A move and the rolls that follow it: their texts, their codes, and the positions after each."""

    start: Position
    texts: list[str]
    codes: list[int]
    positions: list[Position]


class TableMatch(Match):
    """A match whose dice come from the table's fairness."""

    def __init__(self, game: Game, fairness: Fairness, seats: Sequence[str], setup: str | None = None) -> None:
        self.fairness = fairness
        self._ahead: Ahead | None = None  # what was foreseen last
        super().__init__(game, fairness.setup_seed(), setup=setup, seats=seats)

    def _pick(self, weights: NDArray[np.int32]) -> int:
        return self.fairness.roll(len(self.codes), weights.tolist())

    def foresee(self, text: str, links: Sequence[str]) -> Ahead:
        """What a move leads to; `links` are the last ones that the seats have revealed."""
        position, codes, texts = self.position, [self.position.code_of(text)], [text]
        positions = [position.play(codes[0])]
        while positions[-1].mover == CHANCE:
            outcomes, weights = positions[-1].weighted_codes()
            codes.append(outcomes[self.fairness.roll(len(self.codes) + len(codes), weights, links)])
            texts.append(positions[-1].text_of(codes[-1]))
            positions.append(positions[-1].play(codes[-1]))
        self._ahead = Ahead(position, texts, codes, positions)
        return self._ahead

    def append(self, texts: Sequence[str]) -> None:
        """Plies that a journal knows already, rolls included."""
        ahead, self._ahead = self._ahead, None
        if ahead is not None and ahead.start is self.position and ahead.texts == texts:
            self.codes += ahead.codes
            self.positions += ahead.positions
        else:
            for text in texts:
                self._append(text)
