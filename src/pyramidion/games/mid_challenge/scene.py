"""The Mid Challenge on the table: tiles face down under their headers, hands and dice."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from pyramidion.draw.scene import Scene
from pyramidion.draw.scene_parts import RIM, box, frame, lay, numbered, seats, square
from pyramidion.draw.things import Cell, Die, Highlight, Label, Marker, Piece, Spread, Surface, Zone
from pyramidion.engine.header import CHANCE
from pyramidion.engine.picture import Touch
from pyramidion.engine.position import Position
from pyramidion.games.mid_challenge import rules
from pyramidion.games.mid_challenge.refusals import readings_of
from pyramidion.games.mid_challenge.rolls import ANY, FACES, ROLLS
from pyramidion.games.mid_challenge.rules import EMPTY, NO_ROLL, NO_SQUARE, OWNER, PASS, PLACE, TAKE
from pyramidion.games.mid_challenge.sentences import ending, said, score, task
from pyramidion.games.mid_challenge.squares import COLUMNS, HEIGHT, MOST_SQUARES, NEXT, WIDTH
from pyramidion.games.mid_challenge.words import (
    COLOURS,
    FACE_WORDS,
    FILES,
    HEADERS,
    SEATS,
    SIZE_NAMES,
    SIZES,
    height_of,
    players_of,
    square_name,
    width_of,
)

NAMES = ("red", "blue", "green", "yellow")
SIDES = (0.58, 0.77, 0.96)
DICE = ("die-1", "die-2", "die-3")
IN_A_ROW = 5  # mids of one size in a hand
SEAM = 0.1  # the gap between two tiles
LABEL = 0.24  # height of the names of files and ranks
HEADER = 0.42  # height of a header beside its width


@functools.cache
def _table(board: int, players: int, viewer: int, named: frozenset[int]) -> dict[str, Any]:
    """What always lies there, and the columns that the dice have named. All beside the squares is half as large, in
    units, where a square is a whole tile."""
    width, height = int(WIDTH[board]), int(HEIGHT[board])
    across = width // COLUMNS
    squares = (_square(x, y, (width, height), named) for y in range(height) for x in range(width))
    return {
        "seats": seats(SEATS[:players], NAMES[:players], (0,) * players, COLOURS[:players]),
        "surfaces": (_surface(width, height, across),),
        "cells": (*_headers(across, named), *squares),
        "zones": _zones(width, height, players, viewer),
        "labels": _labels(width, height, across, LABEL * width / 8),
        "markers": _wraps(width, height, across),
    }


def _middle(number: int, across: int) -> float:
    """The middle of a square, counted from the left or from the top, with the gaps between tiles before it."""
    return round(number + 0.5 + SEAM * (number // across), 2)


def _surface(width: int, height: int, across: int) -> Surface:
    """A frame around the squares and their headers."""
    right, bottom = _middle(width - 1, across) + 0.5, _middle(height - 1, across) + 0.5
    return frame(0, -RIM - HEADER * across, right, bottom)


def _labels(width: int, height: int, across: int, size: float) -> tuple[Label, ...]:
    below = _middle(height - 1, across) + 0.5 + RIM / 2
    files = [Label(f"file-{FILES[x]}", FILES[x], _middle(x, across), below, "file", size) for x in range(width)]
    ranks = [(str(height - y), _middle(y, across)) for y in range(height)]
    return (*files, *(Label(f"rank-{rank}", rank, -RIM / 2, y, "rank", size) for rank, y in ranks))


def _headers(across: int, named: frozenset[int]) -> list[Cell]:
    """The tiles that name the columns; green if the dice have named them."""
    return [
        Cell(
            f"header-{value}",
            x := _middle(number * across, across) + (across - 1) / 2,
            y := -RIM - HEADER * across / 2,
            box(x, y, across, HEADER * across),
            "tile",
            colour="green" if number in named else "black",
            suit="moons",
            value=value,
            text=value,
            says=f"column {value}, {_files_of(number, across * COLUMNS)}",
        )
        for number, value in enumerate(HEADERS)
    ]


def _files_of(column: int, width: int) -> str:
    files = [file for index, file in enumerate(FILES[:width]) if index * COLUMNS // width == column]
    return f"files {' and '.join(files)}" if len(files) > 1 else f"file {files[0]}"


def _square(file: int, row: int, size: tuple[int, int], named: frozenset[int]) -> Cell:
    """A square; green in the columns that the dice have named."""
    width, height = size
    colour = "pale-green" if file * COLUMNS // width in named else ""
    x, y = (_middle(number, width // COLUMNS) for number in (file, row))
    return square(f"{FILES[file]}{height - row}", x, y, "back", colour=colour)


def _zones(width: int, height: int, players: int, viewer: int) -> tuple[Zone, ...]:
    """The hands beside the board, the viewer's at the lower right, and the dice between two of them."""
    unit, across = width / 8, width // COLUMNS
    right, bottom = _middle(width - 1, across) + 0.5, _middle(height - 1, across) + 0.5
    edges = -2 * RIM - HEADER * across, right, bottom
    spots = [(seat - max(viewer, 0)) % players for seat in range(players)]
    hands = (_hand(seat, spot, players, unit, edges) for seat, spot in enumerate(spots))
    return (*hands, _tray(players, unit, edges))


def _tray(players: int, unit: float, edges: tuple[float, float, float]) -> Zone:
    """The dice, to the right of the board; with more than two players below it in the tall arrangement."""
    top, right, bottom = edges
    x, below = right + RIM + _beside(players) * unit, bottom + RIM + 1.2 * unit
    if players == 2:
        wide = Spread(x, (top + bottom + RIM) / 2, 5.6 * unit, 2.5 * unit, 3, 1, 3.1 * unit)
        tall = Spread(_aside(right, unit), (top + bottom + RIM) / 2, 1.3 * unit, 3.2 * unit, 1, 3, 1.75 * unit)
    else:
        wide = Spread(x, bottom / 2 - RIM, 4 * unit, 1.8 * unit, 3, 1, 2.2 * unit)
        tall = Spread(right / 2, below, 1.1 * unit, 2.2 * unit, 1, 3, 1.25 * unit)
    return Zone("dice", "dice", 0, 0, (), "dice", 3, tall=tall).spread(wide)


def _beside(players: int) -> float:
    """How far the middle of a hand is from the board: two hands are both to its right, and wider."""
    return 3.05 if players == 2 else 2.2


def _hand(seat: int, spot: int, players: int, unit: float, edges: tuple[float, float, float]) -> Zone:
    """The hands of two to the right of the board; of more, two to the right and two to the left, counted from the
    viewer's own."""
    top, right, bottom = edges
    away = _beside(players) * unit
    if players == 2:
        y = bottom + RIM - 2.15 * unit if spot == 0 else top + 2.15 * unit
        wide = Spread(right + RIM + away, y, 5.6 * unit, 4.3 * unit, IN_A_ROW, len(SIZES), 1.12 * unit)
    else:
        x = right + RIM + away if spot % 2 == 0 else -RIM - away
        y = bottom + RIM - 2.1 * unit if spot in (0, 3) else -RIM - 0.25 * unit + 2.1 * unit
        wide = Spread(x, y, 4 * unit, 4.2 * unit, IN_A_ROW, len(SIZES), 0.84 * unit)
    return Zone(
        f"hand-{seat}",
        f"{SEATS[seat]}'s hand",
        0,
        0,
        (),
        "hand",
        IN_A_ROW,
        title=0.44 * unit,
        owner=seat,
        taken="captured",
        tall=_tall_hand(spot, players, unit, edges),
    ).spread(wide)


def _tall_hand(spot: int, players: int, unit: float, edges: tuple[float, float, float]) -> Spread:
    """Two hands stay beside the board, narrower and higher; of more, two in a row are below it."""
    top, right, bottom = edges
    if players == 2:
        y = bottom + RIM - 2 * unit if spot == 0 else top + 2 * unit
        return Spread(_aside(right, unit), y, 2.2 * unit, 4 * unit, len(SIZES), IN_A_ROW, 0.7 * unit)
    across = right / 2 + (2 * (spot % 2) - 1) * 2.6 * unit
    down = bottom + RIM + (1.2 + 2.35 * (spot // 2)) * unit
    return Spread(across, down, 3.9 * unit, 2.2 * unit, IN_A_ROW, len(SIZES), 0.62 * unit)


def _aside(right: float, unit: float) -> float:
    """The middle of what is beside the board in the tall arrangement."""
    return right + RIM + 1.2 * unit


def _wraps(width: int, height: int, across: int) -> tuple[Marker, ...]:
    """Signs at the ends of the seams that the board goes on at its other side (M20)."""
    columns = [_middle(x, across) - 0.5 - SEAM / 2 for x in range(across, width, across)]
    rows = [_middle(y, across) - 0.5 - SEAM / 2 for y in (across, height - across)]
    right, bottom = _middle(width - 1, across) + 0.5 + RIM / 2, _middle(height - 1, across) + 0.5 + RIM / 2
    return (
        *(Marker(f"wrap-top-{i}", "wrap", x, -RIM / 2, 0, says="goes on at the bottom") for i, x in enumerate(columns)),
        *(Marker(f"wrap-bottom-{i}", "wrap", x, bottom, 180, says="goes on at the top") for i, x in enumerate(columns)),
        *(Marker(f"wrap-left-{i}", "wrap", -RIM / 2, y, 270, says="goes on at the right") for i, y in enumerate(rows)),
        *(Marker(f"wrap-right-{i}", "wrap", right, y, 90, says="goes on at the left") for i, y in enumerate(rows)),
    )


def scene(position: Position, viewer: int | None) -> Scene:
    fields = position.fields
    pieces = numbered([*_on_board(fields), *_in_hand(fields)])
    table = _table(int(fields.board), players_of(fields), -1 if viewer is None else viewer, _named(position))
    threatened = [square_name(fields, square) for square in _threatened(fields)]
    status = task(position, threatened) if viewer == position.seat else said(position, threatened)
    notes = [score(fields, seat) for seat in range(players_of(fields))]
    marks = tuple(_mark(fields, name) for name in threatened)
    things = {"pieces": pieces, "dice": _dice(fields), "highlights": marks, "notes": notes}
    return lay(position, viewer, status, ending(position, viewer), **things, **table)


def _named(position: Position) -> frozenset[int]:
    """The columns in which the dice let a mid be placed now."""
    fields = position.fields
    if position.mover in (None, CHANCE) or fields.roll == NO_ROLL or fields.placed != NO_SQUARE:
        return frozenset()
    return frozenset(column for _, column in readings_of(fields) if column != ANY)


def _threatened(fields: np.record) -> list[int]:
    """The squares that the mid just placed captures, while its owner decides (M21)."""
    if fields.placed == NO_SQUARE:
        return []
    squares = set()
    for way in range(8):
        here = int(fields.placed)
        for _ in range(rules.captured_line(fields, int(fields.seat), int(fields.placed), way)):
            here = int(NEXT[fields.board, here, way])
            squares.add(here)
    return sorted(squares)


def _mark(fields: np.record, name: str) -> Highlight:
    says = f"{SEATS[fields.seat]} can capture the mid on {name}"
    return Highlight(f"threatened-{name}", "threatened", name, says=says)


def _piece(seat: int, size: int, place: str, slot: int = 0) -> Piece:
    name = f"{SEATS[seat]}'s {SIZE_NAMES[size]}"
    return Piece(
        f"{NAMES[seat]}-{SIZES[size]}", name, "pyramid", place, NAMES[seat], SIDES[size], seat, SIZES[size], slot=slot
    )


def _on_board(fields: np.record) -> list[Piece]:
    mids = fields.mids.tolist()[: width_of(fields) * height_of(fields)]
    return [
        _piece(mid // OWNER, mid % OWNER - 1, square_name(fields, square))
        for square, mid in enumerate(mids)
        if mid != EMPTY
    ]


def _in_hand(fields: np.record) -> list[Piece]:
    """The mids of a hand, a row for each size."""
    hands = fields.hand.tolist()[: players_of(fields)]
    return [
        _piece(seat, size, f"hand-{seat}", size * IN_A_ROW + copy)
        for seat, hand in enumerate(hands)
        for size, count in enumerate(hand)
        for copy in range(count)
    ]


def _dice(fields: np.record) -> tuple[Die, ...]:
    faces = "???" if fields.roll == NO_ROLL else [FACES[face] for face in ROLLS[fields.roll]]
    return tuple(
        Die(name, "dice", face, slot=slot, says="a die" if face == "?" else f"a die shows {FACE_WORDS.get(face, face)}")
        for slot, (name, face) in enumerate(zip(DICE, faces, strict=True))
    )


def touched(scene: Scene, fields: np.record, code: int) -> Touch:
    if code == PASS:
        return Touch(label="Pass", passes=True)
    if code >= TAKE:
        return Touch(label="Take" if code == TAKE else "Leave")
    if code < PLACE:
        return Touch(DICE)
    size, square = divmod(code - PLACE, MOST_SQUARES)
    hand = scene.on(f"hand-{int(fields.seat)}")
    return Touch(tuple(piece.id for piece in hand if piece.letter == SIZES[size])[:1], square_name(fields, square))


def attempted(scene: Scene, fields: np.record, piece: str, target: str) -> str | None:
    """The move that picking up a piece and pointing to a place stands for."""
    found = next((each for each in scene.pieces if each.id == piece), None)
    return None if found is None else f"{found.letter}{target}"
