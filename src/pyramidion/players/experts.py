"""A game's own expert, where general search is not enough: games/NAME/expert.py as a way to think."""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterator
from typing import Any

from pyramidion.engine.game import Game
from pyramidion.engine.position import Position
from pyramidion.players.analysis import Analysis, Budget, Line


class ExpertThinker:
    """Thinks as the game's own expert does; it may overlook a part of what the moves so far have told."""

    def __init__(self, game: Game, overlooks: float = 0.0) -> None:
        module = importlib.import_module(f"{game.rules.__name__.rpartition('.')[0]}.expert")
        self._expert: Any = module.Expert(game, overlooks)

    def think(self, view: Position, budget: Budget, seed: int) -> Iterator[Analysis]:
        start, stop = time.perf_counter(), budget.cancelled.is_set
        for lines, effort, depth in self._expert.think(view, budget.effort, budget.seconds, seed, stop):
            found = tuple(Line(*line) for line in lines)
            yield Analysis(found, effort, depth, time.perf_counter() - start)
