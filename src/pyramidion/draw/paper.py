"""Sheets of paper: what they hold where, in inches from their upper left corner."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pyramidion.draw.cutouts import Part
from pyramidion.engine.errors import BadInput

PAPERS = {"a4": (210 / 25.4, 297 / 25.4), "letter": (8.5, 11.0)}
SIDE, TOP, HEADING, BOTTOM = 0.33, 0.33, 0.22, 0.62
CLOSE = 1e-6


@dataclass(frozen=True)
class Placed:
    """A part and its upper left corner on the page."""

    part: Part
    x: float
    y: float


@dataclass(frozen=True)
class Page:
    """One side of a sheet of paper."""

    width: float
    height: float
    heading: str
    parts: tuple[Placed, ...]


@dataclass(frozen=True)
class Room:
    """What a page offers between margins, heading and footer."""

    page_width: float
    page_height: float

    @property
    def width(self) -> float:
        return self.page_width - 2 * SIDE

    @property
    def height(self) -> float:
        return self.page_height - TOP - HEADING - BOTTOM

    def page(self, heading: str, parts: Iterable[Placed]) -> Page:
        """A page with parts placed relative to the room."""
        moved = tuple(Placed(placed.part, placed.x + SIDE, placed.y + TOP + HEADING) for placed in parts)
        return Page(self.page_width, self.page_height, heading, moved)


def rooms(paper: str) -> tuple[Room, Room]:
    """The paper upright and on its side."""
    if paper not in PAPERS:
        raise BadInput(f"'{paper}' is not a paper. Choose {' or '.join(PAPERS)}.")
    width, height = PAPERS[paper]
    return Room(width, height), Room(height, width)
