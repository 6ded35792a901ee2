"""What lies on the table, as data. A game builds a scene from a view; everything shown is drawn from it.

Lengths are in units, one unit being the side of a square on which a piece stands; x runs to the
right and y down the page. Every thing has an id of its own, which keeps its meaning from one
scene of a game to the next, and a sentence for people who cannot see it.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Point = tuple[float, float]
Box = tuple[float, float, float, float]
SUITS = ("suns", "moons", "crowns", "arms")
MARKS = ("circle", "diamond", "triangle", "square")
PIECE_KINDS = ("pyramid", "pawn", "disc")
ARRANGEMENTS = ("wide", "tall")


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
    """One of those who play."""

    id: str = thing("`seat-0`, `seat-1`, ...")
    name: str = thing("as the rules call this seat")
    colour: str = thing("of this seat's pieces, empty where it has none of its own")
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
    """Something to be noticed about a cell or a piece."""

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
        "`status` what is to be done, `over` how it ended, `part` the part of the game, `score`, `hint`, `secret`, "
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


@dataclass(frozen=True)
class Scene:
    """All that is on the table."""

    game: str = thing("the game and its options")
    title: str = thing("the game's title")
    viewer: int = thing("the seat that looks at it, -1 for a spectator")
    turn: int = thing("turns completed")
    seat: int = thing("whose turn it is")
    over: bool = thing("is the game over?")
    legend: str = thing("what the letters of text boards mean")
    seats: tuple[Seat, ...] = thing("those who play, in turn order")
    cells: tuple[Cell, ...] = thing("the board")
    zones: tuple[Zone, ...] = thing("places beside the squares", ())
    surfaces: tuple[Surface, ...] = thing("what the board lies on", ())
    labels: tuple[Label, ...] = thing("texts beside the squares", ())
    pieces: tuple[Piece, ...] = thing("everything that moves, in the order of their ids", ())
    dice: tuple[Die, ...] = thing("the dice", ())
    markers: tuple[Marker, ...] = thing("what else lies there", ())
    highlights: tuple[Highlight, ...] = thing("what is to be noticed", ())
    arrows: tuple[Arrow, ...] = thing("from place to place", ())
    notes: tuple[Note, ...] = thing("sentences", ())
    tall_turn: int = thing("degrees by which the board is turned in the tall arrangement: 90 for one that is wide", 0)

    def things(self) -> Iterator[Thing]:
        for kind in THINGS:
            yield from getattr(self, kind)

    @functools.cached_property
    def places(self) -> dict[str, Cell | Zone]:
        """Cells and zones by their ids."""
        found: list[Cell | Zone] = [*self.cells, *self.zones]
        return {place.id: place for place in found}

    @functools.cached_property
    def by_place(self) -> dict[str, list[Piece]]:
        """The pieces on every place that has some, from the bottom up."""
        found: dict[str, list[Piece]] = {}
        for piece in sorted(self.pieces, key=lambda piece: (piece.slot, piece.height)):
            found.setdefault(piece.place, []).append(piece)
        return found

    def on(self, place: str) -> list[Piece]:
        """The pieces on a place, from the bottom up."""
        return self.by_place.get(place, [])

    def marked(self, highlights: Iterable[Highlight], arrows: Iterable[Arrow] = ()) -> Scene:
        """The same scene with more highlights and arrows."""
        return dataclasses.replace(self, highlights=(*self.highlights, *highlights), arrows=(*self.arrows, *arrows))

    def arranged(self, arrangement: str) -> Scene:
        """The same scene with its zones laid for a `wide` window or for a `tall` one."""
        if arrangement == "wide" or all(zone.tall is None for zone in self.zones):
            return self
        zones = tuple(zone.spread(zone.tall) if zone.tall else zone for zone in self.zones)
        return dataclasses.replace(self, zones=zones)

    def svg(self, **arguments: Any) -> str:
        """The scene as a picture; see `pyramidion.draw.svg.svg` for the arguments."""
        from pyramidion.draw.svg import svg

        return svg(self, **arguments)

    def text(self, ascii_only: bool = False) -> str:
        """The scene as a board of characters."""
        from pyramidion.draw.text import text

        return text(self, ascii_only)

    def describe(self) -> str:
        """The scene in plain sentences."""
        from pyramidion.draw.words import describe

        return describe(self)

    def png(self, **arguments: Any) -> bytes:
        """The scene as a PNG picture; arguments as for `svg`."""
        from pyramidion.draw.png import png

        return png(self, **arguments)

    def with_choices(self, position: Any) -> Scene:
        """The scene of a position with what can move, and where it can go, highlighted."""
        from pyramidion.draw.touch import with_choices

        return with_choices(self, position)

    def with_heat(self, values: Mapping[str, float]) -> Scene:
        """The scene with places coloured by numbers: the greatest is the strongest."""
        from pyramidion.draw.heat import with_heat

        return with_heat(self, values)

    def with_last_move(self, before: Scene, move: Any) -> Scene:
        """The scene with the places of the move that led to it highlighted."""
        from pyramidion.draw.touch import with_last_move

        return with_last_move(self, before, move)

    def to_json(self) -> str:
        """The scene as data; docs/scene.md says what everything means."""
        from pyramidion.draw.schema import scene_json

        return scene_json(self)

    @functools.cached_property
    def bounds(self) -> Box:
        """Left, top, right and bottom of all places, surfaces and markers."""
        outlines = [thing.outline for thing in (*self.places.values(), *self.surfaces)]
        points = [point for outline in outlines for point in outline]
        points += [(marker.x + s, marker.y + s) for marker in self.markers for s in (-0.1, 0.1)]
        return box_of(points)

    @functools.cached_property
    def board(self) -> Box:
        """Left, top, right and bottom of the cells."""
        return box_of([point for cell in self.cells for point in cell.outline])


def box_of(points: Sequence[Point]) -> Box:
    """Left, top, right and bottom of some points."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)
