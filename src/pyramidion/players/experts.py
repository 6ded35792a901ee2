"""A game's own expert, for games where general search is not enough."""

from __future__ import annotations

import time
from collections.abc import Iterator

from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game
from pyramidion.engine.position import Position
from pyramidion.players.analysis import Analysis, Budget, Line


class ExpertThinker:
    """Thinks as the game's own expert does. It may overlook some of what the moves so far have revealed."""

    def __init__(self, game: Game, overlooks: float = 0.0) -> None:
        make = game.description.judgement.expert
        if make is None:
            raise BadInput(f"{game.title} does not have an expert.")
        self._expert = make(game, overlooks)

    def think(self, view: Position, budget: Budget, seed: int) -> Iterator[Analysis]:
        start, stop = time.perf_counter(), budget.cancelled.is_set
        for lines, effort, depth in self._expert.think(view, budget.effort, budget.seconds, seed, stop):
            found = tuple(Line(*line) for line in lines)
            yield Analysis(found, effort, depth, time.perf_counter() - start)
