"""The things that a scene consists of: seats, cells, zones, pieces and so on.

Lengths are in units, one unit being the side of a square on which a piece stands; x runs to the
right and y down the page. Every thing has its own id, which keeps its meaning from one scene of
a game to the next, and a sentence for people who cannot see it.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Point = tuple[float, float]
SUITS = ("suns", "moons", "crowns", "arms")
MARKS = ("circle", "diamond", "triangle", "square")
PIECE_KINDS = ("pyramid", "pawn", "disc")


class Spread(NamedTuple):
    """How a zone lies in another arrangement: its centre, its size, and its slots."""

    x: float
    y: float
    width: float
    height: float
    columns: int
    rows: int
    scale: float


def thing(meaning: str, default: Any = dataclasses.MISSING) -> Any:
    """A field of a thing with what it means, for the documentation of the scene."""
    return field(metadata={"meaning": meaning}, default=default)


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at the table."""

    id: str = thing("`seat-0`, `seat-1`, ...")
    name: str = thing("as the rules call this seat")
    colour: str = thing("of this seat's pieces, empty if it has none")
    sign: str = thing("one letter for text boards")
    mark: str = thing("the shape that this seat's pieces carry: circle, diamond, triangle or square")
    turned: int = thing("degrees by which the board is turned so that this seat looks at it from its own side", 0)


@dataclass(frozen=True, slots=True)
class Cell:
    """A place of the board."""

    id: str = thing("the place's name in move texts where it has one")
    x: float = thing("its centre")
    y: float = thing("its centre")
    outline: tuple[Point, ...] = thing("its corners")
    kind: str = thing("`tile` a tile face up, `back` a square of a tile face down, `square` a plain square")
    colour: str = thing("of the tile or square, empty for its kind's own", "")
    suit: str = thing("of a tile: suns, moons, crowns or arms", "")
    value: str = thing("printed on the tile, `A` being the ace; or the name of its colour and number", "")
    pips: int = thing("dots on the tile", 0)
    facing: int = thing(
        "degrees by which the tile is turned on the table, clockwise; pictures show its print upright", 0
    )
    text: str = thing("before the pieces in text boards", "")
    says: str = thing("a sentence", "")


@dataclass(frozen=True, slots=True)
class Zone:
    """A place beside the squares that holds pieces side by side: a stash, a hand, a supply, a goal."""

    id: str = thing("a name such as `stash-0`")
    name: str = thing("for people, as in `Blue's stash`")
    x: float = thing("its centre")
    y: float = thing("its centre")
    outline: tuple[Point, ...] = thing("its corners")
    role: str = thing("`stash`, `hand`, `supply`, `gift`, `discard`, `captured`, `goal` or `dice`")
    columns: int = thing("slots in a row; slot 0 is at the upper left as the viewer sees it")
    rows: int = thing("rows of slots", 1)
    scale: float = thing("the size of its pieces beside those on squares", 1.0)
    title: float = thing("height of a strip at its top for its name, 0 for none", 0.0)
    owner: int = thing("a seat's number, -1 for nobody", -1)
    taken: str = thing("what happens to a piece that comes here from a square: `bumped`, `captured`, `entered`", "")
    says: str = thing("a sentence", "")
    tall: Spread | None = thing(
        "where it is in the tall arrangement: x, y, width, height, columns, rows, scale; none for the same place", None
    )

    def spread(self, to: Spread) -> Zone:
        """The same zone at another place."""
        x, y, width, height, columns, rows, scale = to
        across, down = width / 2, height / 2
        outline = ((x - across, y - down), (x + across, y - down), (x + across, y + down), (x - across, y + down))
        return dataclasses.replace(self, x=x, y=y, outline=outline, columns=columns, rows=rows, scale=scale)


@dataclass(frozen=True, slots=True)
class Surface:
    """What the board lies on."""

    id: str = thing("such as `frame`")
    kind: str = thing("`wood` or `road`")
    outline: tuple[Point, ...] = thing("its corners")


@dataclass(frozen=True, slots=True)
class Label:
    """A text beside the squares, such as the name of a file."""

    id: str = thing("`file-a`, `rank-3`, ...")
    text: str = thing("what it reads")
    x: float = thing("its centre")
    y: float = thing("its centre")
    side: str = thing(
        "on a turned board, `file` labels stay below it and `rank` labels to its left; others move with it", ""
    )
    size: float = thing("height of the letters", 0.2)


@dataclass(frozen=True, slots=True)
class Piece:
    """Something that moves."""

    id: str = thing("such as `blue-C-1`")
    name: str = thing("for people, as in `Blue's C`")
    kind: str = thing("`pyramid`, `pawn` or `disc`")
    place: str = thing("the id of the cell or zone it is on")
    colour: str = thing("of the piece")
    size: float = thing("side of the base")
    owner: int = thing("a seat's number, -1 for nobody", -1)
    letter: str = thing("printed on it: its size or number", "")
    height: int = thing("how many pieces are below it", 0)
    slot: int = thing("which of the spots of its place", 0)
    says: str = thing("a sentence", "")
    text: str = thing("in text boards, where its letter is not enough", "")


@dataclass(frozen=True, slots=True)
class Die:
    """A die."""

    id: str = thing("`die-1`, ...")
    place: str = thing("the id of the zone it lies in")
    face: str = thing("`0` blank, `A` ace, a number, or `?` before the roll")
    colour: str = thing("of the die", "black")
    suit: str = thing("shown for the ace", "moons")
    slot: int = thing("which of the spots of its place", 0)
    says: str = thing("a sentence", "")


@dataclass(frozen=True, slots=True)
class Marker:
    """Something that belongs to the board or is laid on it and is not a piece."""

    id: str = thing("such as `coin-a3`")
    kind: str = thing("`coin`, `fold`, `home`, `lights`, `secret`, `wrap`")
    x: float = thing("its centre")
    y: float = thing("its centre")
    facing: int = thing("degrees, clockwise from upright", 0)
    colour: str = thing("of the marker; of `lights`, the lamp that is lit", "")
    says: str = thing("a sentence", "")


@dataclass(frozen=True, slots=True)
class Highlight:
    """Something to notice about a cell or a piece."""

    id: str = thing("kind and thing, as in `frozen-b2`")
    kind: str = thing(
        "`last`, `movable`, `target`, `frozen`, `attack`, `immune`, `threatened`, `possible`, `excluded` or `heat`"
    )
    on: str = thing("the id of a cell, a zone or a piece")
    share: float = thing("how much of it, 0 to 1, for `heat`", 1.0)
    owner: int = thing("the seat it concerns, -1 for all", -1)
    says: str = thing("a sentence", "")


@dataclass(frozen=True, slots=True)
class Arrow:
    """From one place to another."""

    id: str = thing("such as `arrow-a2-a3`")
    kind: str = thing("`last` or `idea`")
    start: str = thing("the id of a cell or zone")
    end: str = thing("the id of a cell or zone")
    says: str = thing("a sentence", "")


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence about the position as a whole."""

    id: str = thing("such as `status` or `score-0`")
    kind: str = thing(
        "`status` what to do, `over` how it ended, `part` the part of the game, `score`, `hint`, `secret`, "
        "`note`, or `help`"
    )
    text: str = thing("the sentence")
    title: str = thing(
        "of a part of the game: its name, such as `Round 2`; of a score: what is counted, such as `home`; "
        "of the end: how it came",
        "",
    )
    owner: int = thing("of a score: the number of the seat that has it", -1)
    count: int = thing("of a score: how many it has", 0)
    most: int = thing("of a score: how many it can have or needs, 0 where that has no limit", 0)


Thing = Seat | Surface | Cell | Zone | Label | Piece | Die | Marker | Highlight | Arrow | Note
THINGS: dict[str, type[Any]] = {
    "seats": Seat,
    "surfaces": Surface,
    "cells": Cell,
    "zones": Zone,
    "labels": Label,
    "pieces": Piece,
    "dice": Die,
    "markers": Marker,
    "highlights": Highlight,
    "arrows": Arrow,
    "notes": Note,
}
