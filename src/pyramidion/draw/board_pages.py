"""The pages of a board at true size: several sheets where one is too small."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pyramidion.draw import ground
from pyramidion.draw.cutouts import INCH, Part, Press
from pyramidion.draw.glyphs import line
from pyramidion.draw.kit import Board
from pyramidion.draw.lens import UNIT, Canvas, FromAbove
from pyramidion.draw.paper import CLOSE, Page, Placed, Room, rooms
from pyramidion.draw.scene import Scene
from pyramidion.draw.stage import Stage

LABELS = 0.25  # beside a board, for the names of files and ranks
FLAP = 0.3  # beyond a cut, under the next sheet
BEYOND = 1.0  # how far outside its squares a board may show something
EDGES = ("left", "top", "right", "bottom")
UNDER = "the next sheet lies over this strip"


@dataclass(frozen=True)
class BoardSection:
    """The part of a board on one sheet: a rectangle in units of the scene, and the edges where other sheets join."""

    board: Scene
    inches: float
    left: float
    top: float
    right: float
    bottom: float
    joins: str = ""  # the edges at which it joins others: some of `left`, `top`, `right`, `bottom`

    @property
    def across(self) -> float:
        return (self.right - self.left) * self.inches

    @property
    def down(self) -> float:
        return (self.bottom - self.top) * self.inches

    @property
    def width(self) -> float:
        return LABELS + self.across + FLAP * ("right" in self.joins)

    @property
    def height(self) -> float:
        return self.down + (FLAP if "bottom" in self.joins else LABELS)

    def draw(self, canvas: Press) -> None:
        canvas.open("section", move=(1, 0, 0, 1, LABELS * INCH, 0))
        self._squares(canvas)
        self._labels(canvas)
        self._seams(canvas)
        canvas.close()

    def _squares(self, canvas: Press) -> None:
        loose = tuple(label for label in self.board.labels if not label.side)
        stage = Stage(dataclasses.replace(self.board, labels=loose), 0)
        left, top, right, bottom = (name in self.joins for name in EDGES)
        scale = self.inches * INCH / UNIT
        canvas.open("squares")
        canvas.clip(
            0 if left else -BEYOND * INCH,
            0 if top else -BEYOND * INCH,
            (self.across + (FLAP if right else BEYOND)) * INCH,
            (self.down + (FLAP if bottom else BEYOND)) * INCH,
        )
        canvas.open(
            "scaled", move=(scale, 0, 0, scale, -self.left * self.inches * INCH, -self.top * self.inches * INCH)
        )
        ground.places(canvas, FromAbove(), stage)
        ground.prints(canvas, FromAbove(), stage, upright=False)
        canvas.close()
        canvas.close()

    def _labels(self, canvas: Canvas) -> None:
        """Files below the board and ranks to its left, close to it whatever its scale."""
        for label in self.board.labels:
            x, y = (label.x - self.left) * self.inches, (label.y - self.top) * self.inches
            if label.side == "file" and "bottom" not in self.joins and 0 <= x <= self.across:
                canvas.text(x * INCH, (self.down + LABELS * 0.55) * INCH, 15, label.text, "faint")
            elif label.side == "rank" and "left" not in self.joins and 0 <= y <= self.down:
                canvas.text(-LABELS * 0.55 * INCH, y * INCH, 15, label.text, "faint")

    def _seams(self, canvas: Canvas) -> None:
        """A dashed line where the next sheet will lie, a solid one where this sheet is cut to lie on the one before."""
        wide, high, tick = self.across * INCH, self.down * INCH, 0.12 * INCH
        strip = FLAP * INCH / 2
        if "right" in self.joins:
            canvas.path(line([(wide, -tick), (wide, high + tick)]), "seam-line")
            canvas.text(0, 0, 9, UNDER, "note", (0, 1, -1, 0, wide + strip, high / 2))
        if "bottom" in self.joins:
            canvas.path(line([(-tick, high), (wide + tick, high)]), "seam-line")
            canvas.text(wide / 2, high + strip, 9, UNDER, "note")
        if "left" in self.joins:
            canvas.path(line([(0, -tick), (0, self.height * INCH)]), "cut-line")
        if "top" in self.joins:
            canvas.path(line([(-tick, 0), (wide + FLAP * INCH, 0)]), "cut-line")


def bare(scene: Scene, zones: Sequence[str] = ()) -> Scene:
    """The board alone, without anything that moves."""
    return dataclasses.replace(
        scene,
        surfaces=(),
        zones=tuple(zone for zone in scene.zones if zone.id in zones),
        pieces=(),
        dice=(),
        highlights=(),
        arrows=(),
        notes=(),
    )


def board_pages(scene: Scene, board: Board, paper: str) -> list[Page]:
    """The board on as few sheets as possible, cut between squares where that can be."""
    shown = bare(scene, board.zones)
    return min((_board_on(shown, board.inches, room) for room in rooms(paper)), key=len)


def _board_on(shown: Scene, inches: float, room: Room) -> list[Page]:
    corners = [point for place in shown.places.values() for point in place.outline]
    xs, ys = ({round(point[axis], 4) for point in corners} for axis in (0, 1))
    columns = list(pairwise(cuts(xs, (room.width - LABELS) / inches, FLAP / inches)))
    rows = list(pairwise(cuts(ys, (room.height - LABELS) / inches, FLAP / inches)))
    sections = [
        BoardSection(
            shown,
            inches,
            *(left, top, right, bottom),
            _joins(left > min(xs), top > min(ys), right < max(xs), bottom < max(ys)),
        )
        for top, bottom in rows
        for left, right in columns
    ]
    return [room.page(_heading(i, len(sections)), [_centred(part, room)]) for i, part in enumerate(sections)]


def _joins(*edges: bool) -> str:
    return " ".join(name for name, joined in zip(EDGES, edges, strict=True) if joined)


def _heading(number: int, count: int) -> str:
    if count == 1:
        return "The board"
    join = (
        "the next sheet lies over its strip"
        if number == 0
        else "cut along the long solid line and glue it over the strip"
    )
    return f"The board, sheet {number + 1} of {count}: {join}"


def _centred(part: Part, room: Room) -> Placed:
    """In the middle of the room, or a little above it."""
    return Placed(part, (room.width - part.width) / 2, min(0.5, (room.height - part.height) / 2))


def cuts(edges: Iterable[float], most: float, flap: float) -> list[float]:
    """Where to cut a length into pieces that fit with their flaps: at edges if possible, all about equally long."""
    stops = sorted(edges)
    start, end = stops[0], stops[-1]
    if end - start <= most + CLOSE:
        return [start, end]
    least = math.ceil((end - start) / (most - flap))
    for count in range(least, least + 3):
        ideal = [start + (end - start) * i / count for i in range(count + 1)]
        snapped = [_nearest(stops, goal) for goal in ideal]
        if all(CLOSE < b - a <= most - flap + CLOSE for a, b in pairwise(snapped)):
            return snapped
    return [start + (end - start) * i / least for i in range(least + 1)]


def _nearest(stops: Sequence[float], goal: float) -> float:
    return min(stops, key=lambda stop: (abs(stop - goal), stop))
