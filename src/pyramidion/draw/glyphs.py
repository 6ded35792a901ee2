"""Signs as paths in a box from -50 to 50, made of M, L, C and Z with absolute numbers only."""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence

from pyramidion.draw.things import Point

BEND = 0.45  # how far from a corner the handles of its curve are, beside its ends
_CORNER = "%.0f %.0fC%.0f %.0f %.0f %.0f %.0f %.0f"


def polygon(points: Sequence[Point]) -> str:
    """A closed path through points."""
    return line(points) + "Z"


def line(points: Sequence[Point]) -> str:
    """An open path through points, in tenths below a hundred and in whole numbers above."""
    numbers = [n for point in points for n in point]
    if max(map(abs, numbers)) < 100:
        numbers = [round(n, 1) for n in numbers]
        return _template(len(points), "%g %g") % tuple(numbers)
    return _template(len(points), "%.0f %.0f") % tuple(numbers)


@functools.cache
def _template(points: int, form: str) -> str:
    return "M" + "L".join([form] * points)


def rounded(points: Sequence[Point], radius: float) -> str:
    """A closed path through points with round corners."""
    return _rounded(tuple(points), radius)


@functools.lru_cache(maxsize=8192)
def _rounded(points: tuple[Point, ...], radius: float) -> str:
    parts = []
    for i, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[i - 1], points[(i + 1) % len(points)]
        one, other = (min(0.5, radius / math.hypot(px - x, py - y)) for px, py in ((ax, ay), (bx, by)))
        ends = [(x + (ax - x) * s, y + (ay - y) * s) for s in (one, one * BEND)]
        ends += [(x + (bx - x) * s, y + (by - y) * s) for s in (other * BEND, other)]
        parts.append(_CORNER % tuple(n for point in ends for n in point))
    return f"M{'L'.join(parts)}Z"


def star(points: int, outer: float, inner: float) -> str:
    """A star, one of its points up."""
    reach = (outer, inner)
    turns = [(reach[i % 2], math.pi * i / points) for i in range(2 * points)]
    return polygon([(r * math.sin(angle), -r * math.cos(angle)) for r, angle in turns])


def spiral(turns: float, radius: float, steps: int = 26) -> str:
    """A whirlpool from the middle outwards."""
    angles = [2 * math.pi * turns * (i / steps) ** 0.6 for i in range(steps + 1)]
    most = angles[-1]
    return line([(radius * a / most * math.cos(a), radius * a / most * math.sin(a)) for a in angles])


SUITS = {
    "suns": star(10, 47, 27),
    "moons": "M16 -44C-46 -44 -46 44 16 44C-20 26 -20 -26 16 -44Z",
    "crowns": "M-38 34L-46 -24L-20 4L0 -40L20 4L46 -24L38 34Z",
    "arms": "M0 -48C19 -24 17 -4 5 12L-5 12C-17 -4 -19 -24 0 -48Z"
    "M-8 11C-13 -17 -41 -24 -44 2C-45 15 -35 22 -26 18C-31 9 -28 3 -22 4C-15 5 -13 9 -13 11Z"
    "M8 11C13 -17 41 -24 44 2C45 15 35 22 26 18C31 9 28 3 22 4C15 5 13 9 13 11Z"
    "M-20 14L20 14L20 22L-20 22ZM-7 22L7 22L15 46L0 38L-15 46Z",
}
CORNERS: dict[str, tuple[Point, ...]] = {
    "diamond": ((0, -56), (56, 0), (0, 56), (-56, 0)),
    "triangle": ((0, -62), (58, 42), (-58, 42)),
    "square": ((-46, -46), (46, -46), (46, 46), (-46, 46)),
}
MARKS = {
    "circle": "M0 -50C27.6 -50 50 -27.6 50 0C50 27.6 27.6 50 0 50C-27.6 50 -50 27.6 -50 0C-50 -27.6 -27.6 -50 0 -50Z",
    **{mark: polygon(corners) for mark, corners in CORNERS.items()},
}
SPIRAL = spiral(2.6, 40)
STAR = star(5, 50, 21)
HOUSE = "M-40 0L0 -38L40 0M-28 -8L-28 36L28 36L28 -8"
WRAP = "M-22 10L0 -14L22 10M-22 32L0 8L22 32"
WAVES = "M-52 -30C-42 -38 -32 -38 -22 -30C-12 -22 -2 -22 8 -30M16 34C26 26 36 26 46 34C50 37 54 38 58 38"
LANTERN = rounded([(-30, -74), (30, -74), (30, 74), (-30, 74)], 24)
PAWN = "M-46 0C-46 12 -26 18 0 18C26 18 46 12 46 0C46 -12 18 -16 12 -58L-12 -58C-18 -16 -46 -12 -46 0Z"
SIGNS = {
    "frozen": "M0 -44L0 44M-38 -22L38 22M-38 22L38 -22M-12 -36L0 -24L12 -36M-12 36L0 24L12 36",
    "immune": "M-24 -4L24 -4L24 34L-24 34ZM-15 -4L-15 -16C-15 -40 15 -40 15 -16L15 -4",
    "threatened": "M0 -40L0 8M0 34L0 36",
}
ROUNDED = (
    "M-18 -24L18 -24C22 -24 24 -22 24 -18L24 18C24 22 22 24 18 24"
    "L-18 24C-22 24 -24 22 -24 18L-24 -18C-24 -22 -22 -24 -18 -24Z"
)
