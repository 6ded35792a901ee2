"""Things to cut out and fold: each knows its size in inches and draws itself in hundredths of an inch."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from pyramidion.draw import glyphs, plan
from pyramidion.draw.glyphs import line, polygon
from pyramidion.draw.kit import Coins, Dice, Discs, Item, Pyramids, ScoreSheet
from pyramidion.draw.lens import Canvas
from pyramidion.draw.scene_parts import box
from pyramidion.draw.things import Die, Point

INCH = 100
Lines = tuple[tuple[Point, ...], ...]
TAB = 0.2


class Press(Canvas, Protocol):
    """A canvas that prints."""

    sheet: Any  # what the letters of a set text are put on

    def clip(self, left: float, top: float, right: float, bottom: float) -> None:
        """Hide what is drawn outside a rectangle until the group is closed."""


class Part(Protocol):
    """Something that is printed as a whole."""

    @property
    def width(self) -> float: ...
    @property
    def height(self) -> float: ...
    def draw(self, canvas: Press) -> None: ...


def cutouts(items: Iterable[Item]) -> list[Part]:
    """Every single thing to cut out."""
    found: list[Part] = []
    for item in items:
        if isinstance(item, Pyramids):
            found += [Net(item)] * item.count
        elif isinstance(item, Discs):
            found += [Disc(item.inches, item.colour, letter) for letter in item.letters]
        elif isinstance(item, Coins):
            found += [Whirlpool(item.inches)] * item.count
        elif isinstance(item, Dice):
            found += [Cube(item)] * item.count
    return found


@dataclass(frozen=True)
class Net:
    """A pyramid: four facets that share their tip, and a tab. It stays open below, so that it fits over others."""

    item: Pyramids

    @property
    def slant(self) -> float:
        """The height of a facet."""
        return math.hypot(self.item.height, self.item.base / 2)

    @property
    def edge(self) -> float:
        """From the tip to a corner."""
        return math.hypot(self.slant, self.item.base / 2)

    @property
    def angle(self) -> float:
        """Of a facet at the tip."""
        return 2 * math.atan2(self.item.base / 2, self.slant)

    @property
    def rim(self) -> list[Point]:
        """The corners, from left to right, with the tip at the origin."""
        turns = [self.angle * (i - 2) for i in range(5)]
        return [(self.edge * math.sin(turn), self.edge * math.cos(turn)) for turn in turns]

    @property
    def tab(self) -> list[Point]:
        """Along the last edge."""
        turn = self.angle * 2
        along, out = (math.sin(turn), math.cos(turn)), (math.cos(turn), -math.sin(turn))
        wide = min(TAB, self.item.base * 0.32)
        spots = ((0.04, 0), (0.04 + wide / self.edge * 1.3, wide), (0.97 - wide / self.edge * 0.5, wide), (0.97, 0))
        return [(along[0] * t * self.edge + out[0] * s, along[1] * t * self.edge + out[1] * s) for t, s in spots]

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        xs, ys = zip((0.0, 0.0), *self.rim, *self.tab, strict=True)
        return min(xs), min(ys), max(xs), max(ys)

    @property
    def width(self) -> float:
        return self.bounds[2] - self.bounds[0]

    @property
    def height(self) -> float:
        return self.bounds[3] - self.bounds[1]

    def draw(self, canvas: Canvas) -> None:
        left, top, _, _ = self.bounds
        canvas.open("net", move=(1, 0, 0, 1, -left * INCH, -top * INCH))
        canvas.path(polygon(_scaled(self.tab)), "tab")
        canvas.path(polygon(_scaled([(0, 0), *self.rim])), self.item.colour)
        canvas.path(line(_scaled([(0, 0), *self.rim])), "cut-line")
        for corner in self.rim[1:4]:
            canvas.path(line(_scaled([(0, 0), corner])), f"fold fold-{self.item.colour}")
        canvas.path(line(_scaled([(0, 0), self.rim[4]])), "fold")
        for i in range(4):
            turn = self.angle * (1.5 - i)
            canvas.open("facet", move=(math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn), 0, 0))
            self._print(canvas)
            canvas.close()
        canvas.close()

    def _print(self, canvas: Canvas) -> None:
        """The mark of the owner with the letter, and the pips, on a facet that hangs from its tip."""
        wide, down = INCH * self.item.base, INCH * self.slant
        y, size = down * 0.7, wide * 0.4
        if self.item.mark:
            drop = 0.1 * size if self.item.mark == "triangle" else 0
            canvas.path(glyphs.MARKS[self.item.mark], "paper cut", (size / 100, 0, 0, size / 100, 0, y))
            canvas.text(0, y + drop, size * 0.72, self.item.letter, "black")
        elif self.item.letter:
            canvas.text(0, y, size, self.item.letter, f"on-{self.item.colour}")
        for i in range(self.item.pips):
            x = (i - (self.item.pips - 1) / 2) * wide * 0.16
            canvas.circle(x, down * 0.93, wide * 0.05, f"on-{self.item.colour}")


def _scaled(points: list[Point]) -> list[Point]:
    return [(x * INCH, y * INCH) for x, y in points]


@dataclass(frozen=True)
class Circle:
    """Something round."""

    inches: float

    @property
    def width(self) -> float:
        return self.inches

    @property
    def height(self) -> float:
        return self.inches


@dataclass(frozen=True)
class Disc(Circle):
    """A disc with a letter."""

    colour: str
    letter: str

    def draw(self, canvas: Canvas) -> None:
        radius = self.inches * INCH / 2
        canvas.circle(radius, radius, radius, f"{self.colour} cut")
        canvas.text(radius, radius, radius * 1.2, self.letter, f"on-{self.colour}")


@dataclass(frozen=True)
class Whirlpool(Circle):
    """A coin with a spiral."""

    def draw(self, canvas: Canvas) -> None:
        radius = self.inches * INCH / 2
        canvas.circle(radius, radius, radius, "tile cut")
        canvas.path(glyphs.SPIRAL, "swirl", (radius / 50, 0, 0, radius / 50, radius, radius))


@dataclass(frozen=True)
class Cube:
    """A die: a cross of six faces with seven tabs.

    Opposite faces are the first and the last, the second and the fifth, the third and the fourth.
    """

    item: Dice

    # Where the faces are, in columns and rows.
    SPOTS: ClassVar = ((1, 0), (0, 1), (1, 1), (1, 3), (2, 1), (1, 2))
    # The edges that carry a tab, from corner to corner with the tab on their left.
    TABS: ClassVar[Lines] = (
        ((1, 1), (1, 0)),
        ((1, 0), (2, 0)),
        ((2, 0), (2, 1)),
        ((1, 2), (0, 2)),
        ((0, 2), (0, 1)),
        ((3, 2), (2, 2)),
        ((3, 1), (3, 2)),
    )
    FOLDS: ClassVar[Lines] = (((1, 1), (2, 1), (2, 2), (1, 2), (1, 1)), ((1, 3), (2, 3)))
    CUTS: ClassVar[Lines] = (((0, 1), (1, 1)), ((2, 1), (3, 1)), ((1, 2), (1, 4), (2, 4), (2, 2)))

    @property
    def width(self) -> float:
        return 3 * self.item.inches + 2 * TAB

    @property
    def height(self) -> float:
        return 4 * self.item.inches + TAB

    def draw(self, canvas: Canvas) -> None:
        side = self.item.inches * INCH
        canvas.open("die-net", move=(1, 0, 0, 1, TAB * INCH, TAB * INCH))
        for start, end in self.TABS:
            canvas.path(polygon(_tab(start, end, side)), "tab")
        for (column, row), face in zip(self.SPOTS, self.item.faces, strict=True):
            x, y = (column + 0.5) * side, (row + 0.5) * side
            canvas.path(polygon(box(x, y, side, side)), self.item.colour)
            canvas.open("die-face", move=(side / 52, 0, 0, side / 52, x, y))
            plan.face(canvas, Die("", "", face, self.item.colour, self.item.suit))
            canvas.close()
        for corners in self.FOLDS:
            canvas.path(line([(x * side, y * side) for x, y in corners]), f"fold fold-{self.item.colour}")
        for corners in self.CUTS:
            canvas.path(line([(x * side, y * side) for x, y in corners]), "cut-line")
        canvas.close()


def _tab(start: Point, end: Point, side: float) -> list[Point]:
    """A tab on the left of an edge of the grid, in hundredths of an inch."""
    (x0, y0), (x1, y1) = start, end
    along, out = (x1 - x0, y1 - y0), (y1 - y0, x0 - x1)
    depth = TAB * INCH / side * 0.9
    spots = ((0.02, 0), (depth, depth), (1 - depth, depth), (0.98, 0))
    return [((x0 + along[0] * t + out[0] * s) * side, (y0 + along[1] * t + out[1] * s) * side) for t, s in spots]


@dataclass(frozen=True)
class Form:
    """A score sheet."""

    item: ScoreSheet

    @property
    def width(self) -> float:
        return sum(wide for _, wide in self.item.columns)

    @property
    def height(self) -> float:
        return self.item.row_height * (len(self.item.rows) + 2)

    def draw(self, canvas: Canvas) -> None:
        high = self.item.row_height * INCH
        canvas.text(self.width * INCH / 2, high * 0.45, high * 0.55, self.item.title, "text")
        names = tuple(name for name, _ in self.item.columns)
        for number, row in enumerate((names, *self.item.rows), start=1):
            left = 0.0
            texts = (*row, *[""] * (len(names) - len(row)))
            for text, (_, wide) in zip(texts, self.item.columns, strict=True):
                x, y = left + wide * INCH / 2, high * (number + 0.5)
                canvas.path(polygon(box(x, y, wide * INCH, high)), "field head" if number == 1 else "field")
                canvas.text(x, y, min(12, wide * INCH / max(len(text), 1) * 1.6), text, "text")
                left += wide * INCH
