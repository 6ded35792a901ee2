"""The Mid Challenge in print."""

from __future__ import annotations

from pyramidion.draw.kit import LOONEY_PIPS, LOONEY_PYRAMIDS, PIECEPACK_DIE, TILE, Board, Dice, Kit, Pyramids
from pyramidion.draw.things import MARKS
from pyramidion.engine.game import Game
from pyramidion.games.mid_challenge import rules
from pyramidion.games.mid_challenge.scene import NAMES
from pyramidion.games.mid_challenge.words import SEATS

SQUARES = {"grid": TILE / 2, "tiles": TILE}


def kit(game: Game) -> Kit:
    counts = dict(zip(LOONEY_PYRAMIDS, rules.MIDS[game.seats - 2].tolist(), strict=True))
    mids = tuple(_mids(seat, size, count) for seat in range(game.seats) for size, count in counts.items())
    return Kit(Board(SQUARES[game.options["board"]]), (*mids, Dice("dice", 3, "black", "moons", PIECEPACK_DIE)))


def _mids(seat: int, size: str, count: int) -> Pyramids:
    base, height = LOONEY_PYRAMIDS[size]
    return Pyramids(f"mids of {SEATS[seat]}", count, NAMES[seat], base, height, size, MARKS[seat], LOONEY_PIPS[size])
