"""A scene of two squares and a zone, for tests."""

from __future__ import annotations

from pyramidion.draw.scene import Scene
from pyramidion.draw.scene_parts import box, seats, square
from pyramidion.draw.things import Piece, Zone

ZONE = Zone("captured-1", "captured by Black", 0.5, 2, box(0.5, 2), "captured", 4, owner=1, taken="captured")


def board(*pieces: Piece) -> Scene:
    return Scene(
        game="tiny",
        title="Tiny",
        viewer=-1,
        turn=0,
        seat=0,
        over=False,
        legend="",
        seats=seats(("White", "Black"), ("white", "black"), (0, 0), "wb"),
        cells=(square("a1", 0.5, 0.5), square("b1", 1.5, 0.5)),
        zones=(ZONE,),
        pieces=pieces,
    )


def pawn(number: int, owner: int, letter: str = "") -> Piece:
    return Piece(f"pawn-{number}", "a pawn", "pawn", ZONE.id, "white", 0.7, owner, letter, slot=number)
