"""From units on the table to the picture: straight from above, or in perspective from the viewer's chair."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

from pyramidion.draw.things import Point

UNIT = 100
Matrix = tuple[float, float, float, float, float, float]


class Canvas(Protocol):
    """What a picture is drawn on. A `move` is the matrix of SVG: a b c d e f."""

    def open(self, classes: str, name: str = "", says: str = "", move: Matrix | None = None) -> None: ...
    def close(self) -> None: ...
    def path(self, data: str, classes: str, move: Matrix | None = None) -> None: ...
    def circle(self, x: float, y: float, radius: float, classes: str, move: Matrix | None = None) -> None: ...
    def text(self, x: float, y: float, size: float, words: str, classes: str, move: Matrix | None = None) -> None: ...


class Lens(Protocol):
    def point(self, x: float, y: float, z: float = 0) -> Point:
        """Where a point above the table appears."""

    def move(self, x: float, y: float, scale: float = 1, turn: float = 0, z: float = 0) -> Matrix:
        """The matrix that lays a flat drawing, in hundredths of a unit, on the table around a point."""

    def upright(self, x: float, y: float, scale: float = 1, z: float = 0) -> Matrix:
        """The matrix that stands a drawing up at a point, facing the viewer."""


@dataclass(frozen=True)
class FromAbove:
    """The plan."""

    def point(self, x: float, y: float, z: float = 0) -> Point:
        return UNIT * x, UNIT * y

    def move(self, x: float, y: float, scale: float = 1, turn: float = 0, z: float = 0) -> Matrix:
        if turn % 360 == 0:
            return scale, 0, 0, scale, UNIT * x, UNIT * y
        cosine, sine = scale * math.cos(math.radians(turn)), scale * math.sin(math.radians(turn))
        return cosine, sine, -sine, cosine, UNIT * x, UNIT * y

    def upright(self, x: float, y: float, scale: float = 1, z: float = 0) -> Matrix:
        return scale, 0, 0, scale, UNIT * x, UNIT * y


ANGLE = math.radians(52)
SINE, COSINE = math.sin(ANGLE), math.cos(ANGLE)


@dataclass(frozen=True)
class FromChair:
    """Perspective: the eye looks at the middle of the table from a distance, at an angle above the horizon."""

    middle: Point
    distance: float

    def seen(self, x: float, y: float, z: float) -> tuple[float, float, float]:
        """Where a point appears, and how much it is enlarged there."""
        away = self.middle[1] - y
        near = UNIT * self.distance / (self.distance + away * COSINE - z * SINE)
        return (x - self.middle[0]) * near, -(away * SINE + z * COSINE) * near, near / UNIT

    def point(self, x: float, y: float, z: float = 0) -> Point:
        across, down, _ = self.seen(x, y, z)
        return across, down

    def move(self, x: float, y: float, scale: float = 1, turn: float = 0, z: float = 0) -> Matrix:
        step = 0.01
        (x0, y0), (x1, y1), (x2, y2) = self.point(x, y, z), self.point(x + step, y, z), self.point(x, y + step, z)
        ax, ay, bx, by = (scale * d / (step * UNIT) for d in (x1 - x0, y1 - y0, x2 - x0, y2 - y0))
        cosine, sine = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        return (
            ax * cosine + bx * sine,
            ay * cosine + by * sine,
            bx * cosine - ax * sine,
            by * cosine - ay * sine,
            x0,
            y0,
        )

    def upright(self, x: float, y: float, scale: float = 1, z: float = 0) -> Matrix:
        across, down, near = self.seen(x, y, z)
        return scale * near, 0, 0, scale * near, across, down
