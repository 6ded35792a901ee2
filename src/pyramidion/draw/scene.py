"""What lies on the table, as data. A game builds a scene from a view; everything shown is drawn from it."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pyramidion.draw.things import (
    THINGS,
    Arrow,
    Cell,
    Die,
    Highlight,
    Label,
    Marker,
    Note,
    Piece,
    Point,
    Seat,
    Surface,
    Thing,
    Zone,
    thing,
)

Box = tuple[float, float, float, float]
ARRANGEMENTS = ("wide", "tall")


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
    seats: tuple[Seat, ...] = thing("the seats, in turn order")
    cells: tuple[Cell, ...] = thing("the board")
    zones: tuple[Zone, ...] = thing("places beside the squares", ())
    surfaces: tuple[Surface, ...] = thing("what the board lies on", ())
    labels: tuple[Label, ...] = thing("texts beside the squares", ())
    pieces: tuple[Piece, ...] = thing("everything that moves, in the order of their ids", ())
    dice: tuple[Die, ...] = thing("the dice", ())
    markers: tuple[Marker, ...] = thing("what else lies there", ())
    highlights: tuple[Highlight, ...] = thing("what to notice", ())
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
