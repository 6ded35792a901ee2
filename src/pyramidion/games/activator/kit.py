"""Activator in print."""

from __future__ import annotations

from pyramidion.draw.kit import PIECEPACK_PYRAMIDS, Board, Kit, Pyramids
from pyramidion.draw.things import MARKS
from pyramidion.engine.game import Game
from pyramidion.games.activator.positions import OWNED
from pyramidion.games.activator.scene import COLOURS
from pyramidion.games.activator.words import SEATS


def kit(game: Game) -> Kit:
    return Kit(Board(), tuple(item for seat in (0, 1) for item in _pyramids(seat)))


def _pyramids(seat: int) -> list[Pyramids]:
    """The pieces, and the A as activator."""
    pieces = [_pyramid(seat, f"pieces of {SEATS[seat]}, F to B", letter, count) for letter, count in OWNED.items()]
    return [*pieces, _pyramid(seat, f"activator of {SEATS[seat]}, the A", "A", 1)]


def _pyramid(seat: int, name: str, letter: str, count: int) -> Pyramids:
    base, height = PIECEPACK_PYRAMIDS[letter]
    return Pyramids(name, count, COLOURS[seat], base, height, letter, MARKS[seat])
