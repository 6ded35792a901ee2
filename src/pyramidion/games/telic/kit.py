"""Telic in print."""

from __future__ import annotations

from pyramidion.draw.kit import PIECEPACK_DIE, PIECEPACK_PYRAMIDS, TILE, Board, Coins, Dice, Kit, Pyramids
from pyramidion.draw.things import MARKS
from pyramidion.engine.game import Game
from pyramidion.games.telic.scene import HOLE, NAMES, SUITS
from pyramidion.games.telic.words import SEATS


def kit(game: Game) -> Kit:
    pyramids = tuple(_pyramids(seat, letter) for seat in (0, 1) for letter in PIECEPACK_PYRAMIDS)
    dice = tuple(Dice(f"die of {SEATS[seat]}", 1, NAMES[seat], SUITS[NAMES[seat]], PIECEPACK_DIE) for seat in (0, 1))
    coins = Coins("whirlpool coins, to lie on their pictures beside a3 and d3", 2)
    return Kit(Board(TILE, (HOLE.id,)), (*pyramids, coins, *dice))


def _pyramids(seat: int, letter: str) -> Pyramids:
    base, height = PIECEPACK_PYRAMIDS[letter]
    return Pyramids(f"pyramids of {SEATS[seat]}, A to F", 2, NAMES[seat], base, height, letter, MARKS[seat])
