"""What is proven about positions: who wins with perfect play, where the game can be searched to its end."""

from __future__ import annotations

from pyramidion.engine.game import Game
from pyramidion.engine.position import Position
from pyramidion.lab.judge import Opinion
from pyramidion.players.levels import search_of
from pyramidion.players.solver import NotSolved, Solver

POSITIONS = 1_000_000  # that a proof may take
MEMORY = 64  # megabytes
NEAR = 24  # turns before the latest end of a game from which proofs are tried
PATIENCE = 3  # proofs that may fail, one after the other, before no earlier positions are tried
RESULTS = {1: (1.0, 0.0), 0: (0.5, 0.5), -1: (0.0, 1.0)}


class Certainty:
    """Proves what positions of one game are worth, where it has two seats, no chance, no secrets and few turns left.

    It is asked about the last positions of a game first, since they help to prove those before them.
    """

    def __init__(self, game: Game) -> None:
        self._turns = game.manual.most_turns(game.options) if search_of(game) == "alphabeta" else None
        self._solver = None if self._turns is None else Solver(game, memory=MEMORY, threads=1)
        self._patience = PATIENCE
        self._first = 0  # the turn from which proofs are tried

    def value(self, position: Position) -> Opinion | None:
        """The proven value, or None."""
        if self._solver is None or self._turns is None or position.mover is None:
            return None
        if position.turn < self._first or self._turns - position.turn > NEAR:
            return None
        self._solver.most_positions = self._solver.positions + POSITIONS
        try:
            found = self._solver.value(position)
        except NotSolved:
            self._patience -= 1
            self._first = self._first if self._patience else position.turn + 1
            return None
        self._patience = PATIENCE
        return Opinion(RESULTS[found], True)
