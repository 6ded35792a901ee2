"""What is proven about positions: who wins with perfect play, where the game can be searched to its end."""

from __future__ import annotations

from pyramidion.engine.game import Game
from pyramidion.engine.position import Position
from pyramidion.lab.judge import Opinion
from pyramidion.players.book import book_of
from pyramidion.players.levels import search_of
from pyramidion.players.solver import NotSolved, Solver, results_of

POSITIONS = 1_000_000  # that a proof may take
MEMORY = 64  # megabytes
NEAR = 24  # turns before the latest end of a game from which proofs are tried
WITH_BOOK = 1 << 18  # positions that a proof may take in earlier turns, where the game has a book
PATIENCE = 3  # proofs that may fail, one after the other, before no earlier positions are tried


class Certainty:
    """Proves what positions of one game are worth, where it has two seats, no chance, no secrets, and few turns left or
    a book of proven positions.

    It is asked about the last positions of a game first, since they help to prove those before them.
    """

    def __init__(self, game: Game) -> None:
        self._turns = game.manual.most_turns(game.options) if search_of(game) == "alphabeta" else None
        book = book_of(game)
        self._solver = None if self._turns is None else Solver(game, memory=MEMORY, threads=1, book=book)
        self._early = 0 if book is None else WITH_BOOK
        self._patience = PATIENCE
        self._first = 0 if self._turns is None else self._turns - NEAR  # the turn from which proofs may take long

    def value(self, position: Position) -> Opinion | None:
        """The proven value, or None."""
        late = position.turn >= self._first
        most = POSITIONS if late else self._early
        if self._solver is None or position.mover is None or not most:
            return None
        self._solver.most_positions = self._solver.positions + most
        try:
            found = self._solver.value(position)
        except NotSolved:
            self._patience -= late
            self._first = self._first if self._patience else position.turn + 1
            return None
        self._patience = PATIENCE
        return Opinion(results_of(found), True)
