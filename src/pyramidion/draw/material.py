"""The material of a game laid out on pages, whatever the game and the file format."""

from __future__ import annotations

import dataclasses
import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from pyramidion.draw import diagram, ground, svg
from pyramidion.draw.board_pages import bare, board_pages
from pyramidion.draw.cutouts import INCH, Form, Part, cutouts
from pyramidion.draw.kit import Kit, ScoreSheet, Tiles
from pyramidion.draw.lens import UNIT, Canvas, FromAbove
from pyramidion.draw.paper import CLOSE, Page, Placed, Room, rooms
from pyramidion.draw.scene import Scene
from pyramidion.draw.scene_parts import box
from pyramidion.draw.stage import Stage

GAP = 0.09  # between things to cut out
CUTTING = "Cut along the solid lines, fold along the dashed ones, glue the tabs inside."
Thing = TypeVar("Thing")


def material(scene: Scene, kit: Kit, paper: str) -> list[Page]:
    """All pages but those of text."""
    upright, _ = rooms(paper)
    tiles = [grid for item in kit.items if isinstance(item, Tiles) for grid in grids(scene, item, upright)]
    forms = [Form(item) for item in kit.items if isinstance(item, ScoreSheet)]
    return [
        *(board_pages(scene, kit.board, paper) if kit.board else ()),
        *packed(CUTTING, [*tiles, *cutouts(kit.items)], upright),
        *packed("To fill in", forms, upright),
    ]


@dataclass(frozen=True)
class Grid:
    """Tiles edge to edge, so that one cut parts two."""

    scene: Scene
    inches: float
    columns: int

    @property
    def width(self) -> float:
        return min(self.columns, len(self.scene.cells)) * self.inches

    @property
    def height(self) -> float:
        return math.ceil(len(self.scene.cells) / self.columns) * self.inches

    def draw(self, canvas: Canvas) -> None:
        scale = self.inches * INCH / UNIT
        spots = [divmod(i, self.columns) for i in range(len(self.scene.cells))]
        cells = tuple(
            dataclasses.replace(cell, x=column + 0.5, y=row + 0.5, outline=box(column + 0.5, row + 0.5))
            for cell, (row, column) in zip(self.scene.cells, spots, strict=True)
        )
        canvas.open("grid", move=(scale, 0, 0, scale, 0, 0))
        stage = Stage(dataclasses.replace(self.scene, cells=cells), 0)
        ground.places(canvas, FromAbove(), stage)
        ground.prints(canvas, FromAbove(), stage)
        canvas.close()


def grids(scene: Scene, tiles: Tiles, room: Room) -> list[Grid]:
    """The squares of a scene as tiles, in equal shares for as few pages as possible."""
    shown = dataclasses.replace(bare(scene), labels=(), markers=())
    columns, rows = (int((length + CLOSE) / tiles.inches) for length in (room.width, room.height))
    pages = math.ceil(len(shown.cells) / (columns * rows))
    share = math.ceil(len(shown.cells) / pages / columns) * columns
    starts = range(0, len(shown.cells), share)
    return [Grid(dataclasses.replace(shown, cells=shown.cells[i : i + share]), tiles.inches, columns) for i in starts]


def packed(heading: str, parts: Sequence[Part], room: Room) -> list[Page]:
    """Parts in rows and rows on pages, the tallest first, each in the first place that has room for it."""
    tallest_first = sorted(parts, key=lambda part: -part.height)
    rows = first_fit(tallest_first, [part.width for part in tallest_first], room.width)
    pages = first_fit(rows, [row[0].height for row in rows], room.height)
    return [room.page(heading, _placed(page)) for page in pages]


def first_fit(things: Sequence[Thing], lengths: Sequence[float], most: float) -> list[list[Thing]]:
    """Things in groups whose lengths, with gaps between them, are not more than fit."""
    groups: list[list[Thing]] = []
    used: list[float] = []
    for thing, length in zip(things, lengths, strict=True):
        place = next((i for i, taken in enumerate(used) if taken + length <= most + CLOSE), len(groups))
        if place == len(groups):
            groups.append([])
            used.append(0.0)
        groups[place].append(thing)
        used[place] += length + GAP
    return groups


def _placed(rows: Sequence[Sequence[Part]]) -> list[Placed]:
    """Rows one below the other, their parts side by side."""
    found, y = list[Placed](), 0.0
    for row in rows:
        x = 0.0
        for part in row:
            found.append(Placed(part, x, y))
            x += part.width + GAP
        y += row[0].height + GAP
    return found


@dataclass(frozen=True)
class Illustration:
    """A whole scene as a diagram, as large as a box allows."""

    scene: Scene
    widest: float
    highest: float

    @functools.cached_property
    def frame(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the drawing."""
        return diagram.draw(svg.Canvas(), Stage(self.scene, 0), ())

    @property
    def scale(self) -> float:
        """Inches per length of the drawing."""
        return min(self.widest / self.frame[2], self.highest / self.frame[3])

    @property
    def width(self) -> float:
        return self.scale * self.frame[2]

    @property
    def height(self) -> float:
        return self.scale * self.frame[3]

    def draw(self, canvas: Canvas) -> None:
        left, top, _, _ = self.frame
        scale = self.scale * INCH
        canvas.open("picture", move=(scale, 0, 0, scale, -left * scale, -top * scale))
        diagram.draw(canvas, Stage(self.scene, 0), ())
        canvas.close()
