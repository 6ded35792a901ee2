"""Players for arenas in tests, in a module that the arena's processes import quickly."""

from __future__ import annotations

import os

from pyramidion.engine.game import Game
from pyramidion.engine.move import Move
from pyramidion.engine.position import Position
from pyramidion.players.bots import Player, player


class Left:
    """Always takes the first column that is free, or the last one; some leave the process instead."""

    def __init__(self, spec: str) -> None:
        self.name = spec

    def choose(self, view: Position) -> Move:
        if self.name == "vanishes":
            os._exit(3)
        if self.name == "fails":
            raise ValueError("no idea")
        return view.moves()[-1 if self.name == "right" else 0]

    def close(self) -> None:
        pass


def simple(game: Game, spec: str, seed: int) -> Player:
    return player(game, spec, seed) if spec == "random" else Left(spec)
