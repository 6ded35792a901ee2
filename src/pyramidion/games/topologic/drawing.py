"""Topologic's field as a drawing and as a set-up text: reading, writing, judging (P2, P7)."""

from __future__ import annotations

import functools

import numpy as np

from pyramidion.engine.errors import BadInput, BadPosition
from pyramidion.games.topologic import field
from pyramidion.games.topologic.field import EAST_NORTH, LOCATIONS

RECTANGLE = "/".join(["##########"] * 6)
LETTERS = "abcdefghijklmnopqrstuvwxyz"
FILES = (*LETTERS, *(first + second for first in "ab" for second in LETTERS))[:LOCATIONS]
COLOURS = "ROYGCBVNKW"
COLOUR_WORDS = ("red", "orange", "yellow", "green", "cyan", "blue", "violet", "brown", "black", "white")
GAP = "--"


def check_drawing(text: str) -> str:
    """A drawing as it was given, or BadInput with what is wrong."""
    rows = text.split("/")
    if set(text) - set("#./") or len({len(row) for row in rows}) != 1:
        raise BadInput("A field is drawn in rows of one length, top rank first, separated by /, # a location, . a gap.")
    if len(rows) > LOCATIONS or len(rows[0]) > LOCATIONS:
        raise BadInput(
            f"No field needs more than {LOCATIONS} files or ranks; this drawing has {len(rows[0])} and {len(rows)}. "
            "Leave out those that are empty."
        )
    squares = squares_of(text)
    if len(squares) != LOCATIONS:
        raise BadInput(f"A field has {LOCATIONS} locations; this drawing has {len(squares)}.")
    if len(_flood(squares, next(iter(squares)))) != LOCATIONS:
        raise BadInput("The locations of a field must be connected edge to edge.")
    return text


def squares_of(text: str) -> set[tuple[int, int]]:
    """File and rank, from 0, of every location of a drawing."""
    rows = text.split("/")[::-1]
    return {(file, rank) for rank, row in enumerate(rows) for file, sign in enumerate(row) if sign == "#"}


def _flood(squares: set[tuple[int, int]], start: tuple[int, int]) -> set[tuple[int, int]]:
    """All squares that are connected with one, edge to edge."""
    found, fresh = {start}, [start]
    while fresh:
        file, rank = fresh.pop()
        for east, north in EAST_NORTH:
            beside = (file + east, rank + north)
            if beside in squares and beside not in found:
                found.add(beside)
                fresh.append(beside)
    return found


def lay_field(position: np.record, drawing: str) -> None:
    """Put the field of a drawing into a position: where its locations lie, their neighbours, the border."""
    rows, squares = drawing.split("/"), numbered(drawing)
    numbers = {square: number for number, square in enumerate(squares)}
    position.width, position.height = len(rows[0]), len(rows)
    for number, (file, rank) in enumerate(squares):
        position.file[number], position.rank[number] = file, rank
        position.next[number] = [numbers.get((file + east, rank + north), field.GAP) for east, north in EAST_NORTH]
    position.border = _border(drawing)


def _border(drawing: str) -> int:
    """The locations with an edge to the outside, itself connected edge to edge (P7)."""
    outside = _outside(drawing)
    beside = [{(file + east, rank + north) for east, north in EAST_NORTH} for file, rank in numbered(drawing)]
    return sum(1 << number for number, around_it in enumerate(beside) if around_it & outside)


def _outside(drawing: str) -> set[tuple[int, int]]:
    return _flood(_gaps(drawing), (-1, -1))


def _gaps(drawing: str) -> set[tuple[int, int]]:
    """The squares of a drawing without a location, and those around it."""
    rows = drawing.split("/")
    around = {(file, rank) for file in range(-1, len(rows[0]) + 1) for rank in range(-1, len(rows) + 1)}
    return around - squares_of(drawing)


def has_holes(drawing: str) -> bool:
    return _outside(drawing) != _gaps(drawing)


def drawing_of(position: np.record) -> str:
    """The field of a record as a drawing."""
    return drawing_from(position.file.tobytes(), position.rank.tobytes(), int(position.width), int(position.height))


@functools.lru_cache(maxsize=256)
def drawing_from(files: bytes, ranks: bytes, width: int, height: int) -> str:
    """The drawing of a field, given where its locations lie."""
    squares = set(zip(files, ranks, strict=True))
    rows = ["".join("#" if (file, rank) in squares else "." for file in range(width)) for rank in range(height)]
    return "/".join(reversed(rows))


@functools.lru_cache(maxsize=256)
def numbered(drawing: str) -> tuple[tuple[int, int], ...]:
    """File and rank of every location, in the order of their numbers."""
    return tuple(sorted(squares_of(drawing), key=lambda square: (square[1], square[0])))


@functools.lru_cache(maxsize=256)
def names_of(drawing: str) -> tuple[str, ...]:
    """The names of the locations, in the order of their numbers."""
    return tuple(f"{FILES[file]}{rank + 1}" for file, rank in numbered(drawing))


def location_name(position: np.record, location: int) -> str:
    return names_of(drawing_of(position))[location]


def tile_name(tile: int) -> str:
    return f"{COLOURS[tile // 8]}{tile % 8 + 1}"


def tile_words(position: np.record, location: int) -> str:
    """The tile on a location and its place, as in `yellow 4, on e4`."""
    tile = int(position.tile[location])
    return f"{COLOUR_WORDS[tile // 8]} {tile % 8 + 1}, on {location_name(position, location)}"


def tile_place(position: np.record, name: str) -> int | None:
    """The location of a tile that is named as in `Y4` or `yellow/4`; None if the name is not a tile's."""
    colour, _, pips = name.partition("/") if "/" in name else (name[:1], "", name[1:])
    known: tuple[str, ...] = COLOUR_WORDS if "/" in name else tuple(COLOURS)
    if colour not in known or pips not in tuple("123456"):
        return None
    return int(position.tile.tolist().index(known.index(colour) * 8 + int(pips) - 1))


def setup_text(position: np.record) -> str:
    """Ranks from the top down, two characters a location, -- a gap."""
    return setup_from(position.tile.tobytes(), drawing_of(position))


@functools.lru_cache(maxsize=256)
def setup_from(order: bytes, drawing: str) -> str:
    """The set-up text of a field on which the tiles lie in an order."""
    tiles = iter(order)
    rows = reversed(drawing.split("/"))
    laid = ["".join(tile_name(next(tiles)) if sign == "#" else GAP for sign in row) for row in rows]
    return "/".join(reversed(laid))


def read_tiles(position: np.record, text: str) -> str:
    """Put the tiles of a set-up text into a record; return the drawing of its field."""
    rows = [[row[i : i + 2] for i in range(0, len(row), 2)] for row in text.split("/")]
    names = [cell for row in reversed(rows) for cell in row if cell != GAP]
    tiles = {tile_name(colour * 8 + pips): colour * 8 + pips for colour in range(10) for pips in range(6)}
    wrong = [name for name in names if name not in tiles]
    if wrong or len({len(row) for row in rows}) != 1:
        raise BadPosition(
            f"A set-up has ranks of one length, each location a colour of {COLOURS} and its pips as in R4, each gap --"
            + (f"; '{wrong[0]}' is neither." if wrong else ".")
        )
    if sorted(names) != sorted(tiles):
        raise BadPosition(
            f"A set-up has each of the {LOCATIONS} tiles once; this one has {len(names)}, {len(set(names))} different."
        )
    position.tile[:] = [tiles[name] for name in names]
    return "/".join("".join("." if cell == GAP else "#" for cell in row) for row in rows)
