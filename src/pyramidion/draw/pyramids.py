"""A pyramid that stands upright and is seen corner-on: how large it is drawn, how it is stacked, its faces."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import NamedTuple

from pyramidion.draw.glyphs import line, polygon
from pyramidion.draw.lens import UNIT
from pyramidion.draw.stage import Stage
from pyramidion.draw.things import Piece

LEAST, GROWTH = 0.15, 0.85  # the width of a pyramid: a part that all have, and its share of the base
SLOPE = 1.04  # its height beside its width
FOOT = 0.13  # how far its front corner is below the other two
BANDS = (0.19, 0.19, 0.19, 0.19, 0.175, 0.16, 0.14)  # how much of a pyramid shows at least below the next, by height
LIFT = 0.03  # how much higher the tip of a pyramid is than the tip of the one below
LARGEST, STACKED, SMALLEST = 0.3, 0.21, 0.15  # letters
HIGHEST = 0.92  # of the tip of a heap
CAPITAL = 0.72  # height of a letter beside its size
TRIMS = {
    "diamond": "trim",
    "triangle": "trim dashed",
    "square": "trim dotted",
}  # the foot of other seats than the first


class Upright(NamedTuple):
    """A pyramid of a heap, in units: how high its foot is, its width, and its letter's size and middle."""

    base: float
    width: float
    letter: float
    middle: float


def width_of(size: float) -> float:
    return LEAST + GROWTH * size


def upright(heap: Sequence[Piece]) -> list[Upright]:
    """Pyramids from the bottom up: each stands on the one below, whose foot and letter stay in sight."""
    return list(_upright(tuple(piece.size for piece in heap)))


@functools.lru_cache(maxsize=4096)
def _upright(sizes: tuple[float, ...]) -> tuple[Upright, ...]:
    widths = [width_of(size) for size in sizes]
    bases, tip, band = list[float](), 0.0, BANDS[min(len(sizes), len(BANDS) - 1)]
    for i, width in enumerate(widths):
        bases.append(max(bases[i - 1] + band, tip + LIFT - SLOPE * width) if i else 0.0)
        tip = max(tip, bases[i] + SLOPE * width)
    found = []
    for i, (base, width) in enumerate(zip(bases, widths, strict=True)):
        letter = min(LARGEST if len(sizes) == 1 else STACKED, max(SMALLEST, 0.38 * width + 0.035))
        front = FOOT * width
        middle = front - 0.045 - CAPITAL * letter / 2
        if i + 1 < len(widths):
            shown = bases[i + 1] - base + front - FOOT * widths[i + 1]
            letter, middle = min(letter, shown * 0.96), front - shown / 2 - 0.004
        found.append(Upright(base, width, letter, middle))
    return tuple(found)


def sinking(heap: Sequence[Piece]) -> float:
    """How much lower a high heap stands, so that its tip does not reach what is behind it."""
    return max(0.0, max(each.base + SLOPE * each.width for each in upright(heap)) - HIGHEST)


def trim(stage: Stage, piece: Piece) -> str:
    """The classes of a pyramid's foot, by which its owner is known without colours; empty for a plain foot."""
    return TRIMS.get(stage.scene.seats[piece.owner].mark, "") if piece.owner >= 0 else ""


@functools.cache
def faces(width: float) -> tuple[str, str, str, str, str]:
    """A pyramid around the middle of its foot: all of it, its lit and its dark face, its ridge, its foot."""
    half, high, front = UNIT * width / 2, -UNIT * width * SLOPE, UNIT * width * FOOT
    return (
        polygon([(-half, 0), (0, high), (half, 0), (0, front)]),
        polygon([(-half, 0), (0, high), (0, front)]),
        polygon([(half, 0), (0, high), (0, front)]),
        line([(0, front - 1), (0, high + 2)]),
        line([(1.8 - half, 0), (0, front - 1.3), (half - 1.8, 0)]),
    )
