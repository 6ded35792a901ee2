"""Connect Four on the table: squares, the discs on them, and which square a move leads to."""

from __future__ import annotations

import numpy as np

from pyramidion.draw.scene import Scene
from pyramidion.draw.scene_parts import files_and_ranks, has, lay, seats, square
from pyramidion.draw.things import Piece
from pyramidion.engine.picture import Touch
from pyramidion.engine.position import Position

from . import rules
from .rules import FILE, FILES, RANKS

NAMES = "abcdefg"
SEATS = ("Yellow", "Red")
COLOURS = ("yellow", "red")
SIGNS = "yr"
SQUARES = {file * FILE + rank: f"{NAMES[file]}{rank + 1}" for file in range(FILES) for rank in range(RANKS)}
TABLE = {
    "seats": seats(SEATS, COLOURS, (0, 0), SIGNS),
    "cells": tuple(square(name, bit // FILE + 0.5, RANKS - 0.5 - bit % FILE) for bit, name in SQUARES.items()),
    "labels": files_and_ranks(NAMES, [str(rank) for rank in range(RANKS, 0, -1)]),
}


def scene(position: Position, viewer: int | None) -> Scene:
    """What lies on the table, as the viewer may see it."""
    pieces = [piece for seat in (0, 1) for piece in _discs(seat, int(position.fields.discs[seat]))]
    mine = viewer == position.seat
    status = "Drop a disc into any column." if mine else f"{SEATS[position.seat]} drops a disc."
    return lay(position, viewer, status, _ending(position, viewer), pieces=pieces, **TABLE)


def _ending(position: Position, viewer: int | None) -> str:
    outcome = position.outcome
    if outcome is None:
        return ""
    return "The board is full." if outcome.rule == "C5" else f"{has(SEATS, outcome.winners[0], viewer)} four in a row."


def _discs(seat: int, discs: int) -> list[Piece]:
    """A disc never moves again, so it is named after its square."""
    places = [name for bit, name in SQUARES.items() if discs >> bit & 1]
    return [
        Piece(f"disc-{place}", f"{SEATS[seat]}'s disc", "disc", place, COLOURS[seat], 0.8, seat) for place in places
    ]


def touched(scene: Scene, fields: np.record, code: int) -> Touch:
    """A new disc comes from nowhere and leads to the lowest free square of its file; a click anywhere in it will do."""
    filled = int(fields.discs[0]) | int(fields.discs[1])
    target = SQUARES[rules.lowest_free(filled, code).bit_length() - 1]
    return Touch((), target, also=tuple(f"{NAMES[code]}{rank + 1}" for rank in range(RANKS)))


def attempted(scene: Scene, fields: np.record, piece: str, target: str) -> str | None:
    """A click on a disc means another one in its file."""
    return next((disc.place[0] for disc in scene.pieces if disc.id == piece), None)
