"""One move ahead: what the position after each move is worth, seen by a player who thinks no further."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.game import Game
from pyramidion.engine.position import Position
from pyramidion.engine.verbs import Codes, Numbers, moves, play
from pyramidion.players.analysis import Analysis, Budget, Line
from pyramidion.players.evaluation import Scales, judge, scales_for
from pyramidion.players.weights import weights_of


def look(root: NDArray[np.void], scratch: NDArray[np.void], out: Codes, scales: Scales, worths: Numbers) -> int:
    """Judge the position after every move, a row of `worths` each; return how many there are."""
    count = moves(root[0], out)
    for index in range(count):
        scratch[0] = root[0]
        play(scratch[0], int(out[index]))
        judge(scratch[0], scales)
        for seat in range(len(scales.worth)):
            worths[index, seat] = scales.worth[seat]
    return count


class Greedy:
    """Thinks one move ahead and sees no reply."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def think(self, view: Position, budget: Budget, seed: int) -> Iterator[Analysis]:
        start, game = time.perf_counter(), self.game
        full = view.guess(seed) if view.blank else view
        most, scales = game.facts.most_moves, scales_for(game.seats, weights_of(game))
        codes, worths = np.empty(most, dtype=np.int32), np.zeros((most, game.seats))
        count = game.bind(look)(full.row, game.rows(1), codes, scales, worths)
        texts = [view.text_of(code) for code in codes[:count].tolist()]
        pairs = zip(texts, worths[:count].tolist(), strict=True)
        lines = [Line(text, tuple(worth), 1, line=(text,)) for text, worth in pairs]
        lines.sort(key=lambda line: -line.results[view.seat])
        yield Analysis(tuple(lines), count, 1, time.perf_counter() - start)
