"""Highlights, drawn softly: tints, dots, rings, small signs, and arrows."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable

from pyramidion.draw import glyphs
from pyramidion.draw.glyphs import polygon, rounded
from pyramidion.draw.lens import UNIT, Canvas, Lens, Matrix
from pyramidion.draw.stage import Stage
from pyramidion.draw.styles import HEATS
from pyramidion.draw.things import Arrow, Cell, Highlight, Point, Zone

SIGNS = ("threatened", "frozen", "immune")  # with their own sign; a place shows the first that it has
UNSPOKEN = ("last", "target", "possible", "excluded")  # too many to be spoken one by one
INSET = 0.06
DOT, CIRCLE = 11, 44  # where something can go: on an empty place, and around what is there
BADGE = 0.11
CORNER = 9  # radius at the corners of a zone


def place_mark(canvas: Canvas, lens: Lens, stage: Stage, mark: Highlight) -> None:
    """What a highlight does to the ground of a cell or zone."""
    place = stage.scene.places[mark.on]
    outline = stage.outline(place)
    if mark.kind in SIGNS and mark.kind != "threatened":
        return
    name, says = ("", "") if mark.kind in SIGNS else (mark.id, "" if mark.kind in UNSPOKEN else mark.says)
    canvas.open(f"highlight highlight-{mark.kind}", name, says)
    if mark.kind == "target" and isinstance(place, Cell):
        reach, paint = (CIRCLE, "target-line") if stage.scene.on(place.id) else (DOT, "target")
        canvas.circle(0, 0, reach, paint, lens.move(*stage.at(place.x, place.y)))
    else:
        points = [lens.point(x, y) for x, y in inset(outline, _inset(mark.kind, place))]
        canvas.path(rounded(points, CORNER) if isinstance(place, Zone) else polygon(points), _paint(mark, place))
    canvas.close()


def _inset(kind: str, place: Cell | Zone) -> float:
    if kind in ("target", "possible", "threatened") or (kind == "last" and _printed(place)):
        return INSET if isinstance(place, Cell) else INSET / 6
    return 0


def _paint(mark: Highlight, place: Cell | Zone) -> str:
    if mark.kind == "heat":
        return f"heat-{round(mark.share * HEATS)}"
    if mark.kind == "last":
        return "last-edge" if isinstance(place, Zone) else "last-line" if _printed(place) else "last"
    return {"excluded": "veil", "target": "target-line"}.get(mark.kind, mark.kind)


def _printed(place: Cell | Zone) -> bool:
    """Would a tint spoil the colours of a place?"""
    return isinstance(place, Cell) and bool(place.pips)


def inset(points: list[Point], by: float) -> list[Point]:
    """A polygon's corners moved toward its middle, by a part of its size."""
    if not by:
        return points
    x, y = (sum(values) / len(points) for values in zip(*points, strict=True))
    return [(px + (x - px) * 2 * by, py + (y - py) * 2 * by) for px, py in points]


def ring(canvas: Canvas, mark: Highlight | None, radius: float, move: Matrix | None = None) -> None:
    """A soft ring on the ground around something that can move."""
    if mark:
        canvas.open("highlight highlight-movable", mark.id)
        canvas.circle(0, 0, radius, "movable", move)
        canvas.close()


def underline(canvas: Canvas, mark: Highlight | None, foot: str) -> None:
    """A line along the foot of something that can move and stands on something else."""
    if mark:
        canvas.open("highlight highlight-movable", mark.id)
        canvas.path(foot, "movable-line")
        canvas.close()


def swatch(canvas: Canvas, kind: str, at: Point, half: float) -> None:
    """A mark beside the words that explain it: its sign or its tint."""
    (x, y), scale = at, half / UNIT / BADGE
    if kind in SIGNS:
        _badge(canvas, kind, (scale, 0, 0, scale, x, y))
    else:
        canvas.path(
            polygon([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]), kind
        )


def _badge(canvas: Canvas, kind: str, move: Matrix, name: str = "", says: str = "") -> None:
    canvas.open(f"highlight highlight-{kind}", name, says, move)
    canvas.circle(0, 0, UNIT * BADGE, f"badge sign-{kind}")
    canvas.path(glyphs.SIGNS[kind], f"sign-{kind}", (0.14, 0, 0, 0.14, 0, 0))
    canvas.close()


def badges(canvas: Canvas, lens: Lens, stage: Stage, marks: Iterable[Highlight]) -> None:
    """Small signs at the edge of places, one for each: danger before frozen before immune."""
    found: dict[str, Highlight] = {}
    for mark in sorted((mark for mark in marks if mark.kind in SIGNS), key=lambda mark: SIGNS.index(mark.kind)):
        found.setdefault(mark.on, mark)
    for mark in found.values():
        place = stage.scene.places[mark.on]
        x, y = stage.at(place.x, place.y)
        across, down = (0.3, 0.16) if place.outline[0][0] == place.x else (0.34, 0.32)
        size = 1.5 if mark.kind == "threatened" else 1
        _badge(canvas, mark.kind, lens.upright(x + across, y + down, size), mark.id, mark.says)


def arrows(canvas: Canvas, lens: Lens, stage: Stage, kinds: Collection[str]) -> None:
    for drawn in stage.scene.arrows if "last" in kinds else ():
        _arrow(canvas, lens, stage, drawn)


def _arrow(canvas: Canvas, lens: Lens, stage: Stage, drawn: Arrow) -> None:
    """A slim arrow that leaves the piece at its end in sight."""
    places = stage.scene.places
    (x0, y0), (x1, y1) = (stage.at(places[end].x, places[end].y) for end in (drawn.start, drawn.end))
    length = math.hypot(x1 - x0, y1 - y0)
    across, down = (x1 - x0) / length, (y1 - y0) / length

    def at(along: float, aside: float) -> Point:
        return lens.point(x0 + across * along - down * aside, y0 + down * along + across * aside)

    start, end = 0.12, length - 0.36
    corners = [(start, 0.02), (end - 0.17, 0.035), (end - 0.2, 0.11), (end, 0)]
    shape = [at(t, s) for t, s in corners] + [at(t, -s) for t, s in reversed(corners[:-1])]
    canvas.open("arrow-mark wash", drawn.id, drawn.says)
    canvas.path(polygon(shape), "idea" if drawn.kind == "idea" else "arrow")
    canvas.close()
