"""The view from the viewer's chair: pyramids standing, what is nearer before what is farther."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from pyramidion.draw import glyphs, ground
from pyramidion.draw.glyphs import polygon
from pyramidion.draw.lens import UNIT, Canvas, FromChair
from pyramidion.draw.marks import arrows, badges, underline
from pyramidion.draw.plan import face, foot, heaps, plate, to_ring
from pyramidion.draw.scene import Box, Die, Highlight, Piece, Point, Zone, box_of
from pyramidion.draw.stage import Stage

MARGIN = 0.18
SLOPE = 1.25  # how high a pyramid is for each unit of its base
LIFT = 0.15  # how much higher a pyramid's tip is than the tip of the one below
HEADROOM = 1.5  # above the middle of a place
EDGE = 0.42  # of a die
BEFORE_PRINT = (0.28, 0.5)  # where pieces stand on a tile with a code: how far down, and how close


class Rise(NamedTuple):
    """How high a pyramid's base and tip are, and the base of the one on it."""

    base: float
    tip: float
    above: float | None


def draw(canvas: Canvas, stage: Stage, kinds: Collection[str]) -> Box:
    """Draw everything; return left, top, width and height of the picture."""
    lens = lens_for(stage)
    frame = _frame(lens, stage)
    marks = ground.tabletop(canvas, lens, stage, frame, kinds)
    movable = to_ring(stage, marks)
    canvas.open("pieces")
    for thing in _far_to_near(lens, stage):
        if isinstance(thing, Die):
            _die(canvas, lens, stage, thing, movable)
        else:
            _heap(canvas, lens, stage, thing, movable)
    canvas.close()
    badges(canvas, lens, stage, marks)
    arrows(canvas, lens, stage, kinds)
    return frame


def _far_to_near(lens: FromChair, stage: Stage) -> list[list[Piece] | Die]:
    """Heaps and dice in the order in which they may cover each other."""
    things: list[list[Piece] | Die] = [*heaps(stage), *stage.scene.dice]

    def distance(thing: list[Piece] | Die) -> tuple[float, float]:
        x, y, _ = stage.spot(thing if isinstance(thing, Die) else thing[0])
        return y, -abs(x - lens.middle[0])

    return sorted(things, key=distance)


def lens_for(stage: Stage) -> FromChair:
    left, top, right, bottom = stage.frame
    return FromChair(((left + right) / 2, (top + bottom) / 2), 2.6 * max(right - left, bottom - top))


def _frame(lens: FromChair, stage: Stage) -> Box:
    """The rectangle that holds the table and room for a heap on every place, the same throughout a game."""
    left, top, right, bottom = stage.frame
    points = [lens.point(x, y) for x in (left, right) for y in (top, bottom)]
    for place in stage.scene.places.values():
        room = HEADROOM * (place.scale if isinstance(place, Zone) else 1)
        points.append(lens.point(*stage.at(place.x, place.y), room))
    left, top, right, bottom = box_of(points)
    margin = UNIT * MARGIN
    return left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin


def tips(heap: list[Piece]) -> list[float]:
    """How high the tip of each piece of a heap is: pyramids are hollow and sit on the one below."""
    found: list[float] = []
    for piece in heap:
        found.append(max(SLOPE * piece.size, found[-1] + LIFT if found else 0))
    return found


def _heap(canvas: Canvas, lens: FromChair, stage: Stage, heap: list[Piece], movable: Mapping[str, Highlight]) -> None:
    x, y, scale = foot(stage, heap[0], *BEFORE_PRINT)
    heights = [scale * tip for tip in tips(heap)]
    for i, piece in enumerate(heap):
        canvas.open(f"piece {piece.kind}", piece.id, piece.says or piece.name)
        if piece.kind == "pyramid":
            base = heights[i] - scale * SLOPE * piece.size
            above = heights[i + 1] - scale * SLOPE * heap[i + 1].size if i + 1 < len(heap) else None
            _pyramid(canvas, lens, piece, (x, y, scale), Rise(base, heights[i], above))
            _letter(canvas, lens, stage, piece, (x, y, scale), Rise(base, heights[i], above))
        elif piece.kind == "pawn":
            _pawn(canvas, lens, piece, (x, y, scale))
        else:
            _disc(canvas, lens, stage, piece, (x, y, scale))
        base = max(0.0, heights[i] - scale * SLOPE * piece.size) if piece.kind == "pyramid" else 0.0
        _ring(canvas, lens, movable.get(piece.id), (x, y, base), scale * piece.size / 2)
        canvas.close()


def _ring(
    canvas: Canvas, lens: FromChair, mark: Highlight | None, at: tuple[float, float, float], reach: float
) -> None:
    """A line around the foot of something that can move."""
    x, y, z = at
    corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    underline(canvas, mark, polygon([lens.point(x + dx * reach, y + dy * reach, z) for dx, dy in corners]))


def _pyramid(canvas: Canvas, lens: FromChair, piece: Piece, spot: tuple[float, float, float], rise: Rise) -> None:
    """The facets that face the viewer."""
    x, y, scale = spot
    r = scale * piece.size / 2
    if rise.base < 0.01:
        shadow = [(x + r, y + r), (x + r * 2.1, y + r * 0.7), (x + r, y - r)]
        canvas.path(polygon([lens.point(*point) for point in shadow]), "dusk")
    apex = lens.point(x, y, rise.tip)
    corners = [lens.point(x + dx * r, y + dy * r, rise.base) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    facets = [[corners[i], corners[(i + 1) % 4], apex] for i in range(4)]
    seen = [i for i in range(4) if clockwise(facets[i])]
    canvas.path(polygon(_outline(corners, apex, seen)), f"{piece.colour} edge")
    for i, shade in enumerate(("dark", "dusk", "", "lit")):
        if shade and i in seen:
            canvas.path(polygon(facets[i]), f"{shade} edge")


def _letter(
    canvas: Canvas, lens: FromChair, stage: Stage, piece: Piece, spot: tuple[float, float, float], rise: Rise
) -> None:
    """The letter of a pyramid, on the part of its front that nothing covers."""
    x, y, scale = spot
    base, tip, above = rise
    top = base + (tip - base) * 0.62 if above is None else above
    middle = (base + top) / 2 - (0 if above is not None else (tip - base) * 0.04)
    size = min(30, UNIT * (top - base) / scale * 0.72, UNIT * piece.size * 0.62)
    out = scale * piece.size / 2 * (1 - (middle - base) / (tip - base))
    near, _, _, _, across, down = lens.upright(x, y + out, scale, middle)
    plate(canvas, stage, piece, (across, down), size * near)


def _outline(corners: list[Point], apex: Point, seen: list[int]) -> list[Point]:
    """What the facets that are seen cover together."""
    if len(seen) == 4:
        return corners
    first = next(i for i in seen if (i - 1) % 4 not in seen)
    return [*(corners[(first + i) % 4] for i in range(len(seen) + 1)), apex]


def clockwise(points: list[Point]) -> bool:
    """Does a face turn toward the viewer?"""
    (ax, ay), (bx, by), (cx, cy) = points[:3]
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0


def _pawn(canvas: Canvas, lens: FromChair, piece: Piece, spot: tuple[float, float, float]) -> None:
    x, y, scale = spot
    r = UNIT * piece.size / 2
    canvas.circle(0, 0, r, "dusk", lens.move(x + 0.05 * scale, y, scale))
    canvas.circle(0, 0, r * 0.92, f"{piece.colour} rim", lens.move(x, y, scale))
    canvas.open("letter", move=lens.upright(x, y, scale))
    canvas.path(
        polygon([(-r * 0.86, 0), (-r * 0.42, -r * 1.1), (r * 0.42, -r * 1.1), (r * 0.86, 0)]), f"{piece.colour} edge"
    )
    canvas.path(polygon([(0, 0), (0, -r * 1.1), (r * 0.42, -r * 1.1), (r * 0.86, 0)]), "dusk")
    canvas.circle(0, -r * 1.5, r * 0.9, f"{piece.colour} rim")
    canvas.text(0, -r * 1.5, r * 1.4, piece.letter, f"on-{piece.colour}")
    canvas.close()


def _disc(canvas: Canvas, lens: FromChair, stage: Stage, piece: Piece, spot: tuple[float, float, float]) -> None:
    x, y, scale = spot
    r = UNIT * piece.size / 2
    for z, classes in ((0.0, "dusk"), (0.02, f"{piece.colour} edge"), (0.12 * scale, f"{piece.colour} edge")):
        canvas.circle(0, 0, r, classes, lens.move(x, y, scale, z=z))
    top = lens.move(x, y, scale, z=0.12 * scale)
    canvas.circle(0, 0, r * 0.76, "day", top)
    if piece.letter:
        canvas.text(0, 0, r * 1.2, piece.letter, f"on-{piece.colour}", top)
    elif piece.owner >= 0:
        factor = r / 100 * 0.8
        a, b, c, d, e, f = top
        mark = glyphs.MARKS[stage.scene.seats[piece.owner].mark]
        canvas.path(mark, "dusk", (a * factor, b * factor, c * factor, d * factor, e, f))


def _die(canvas: Canvas, lens: FromChair, stage: Stage, die: Die, movable: Mapping[str, Highlight]) -> None:
    x, y, scale = stage.spot(die)
    r, high = scale * EDGE / 2, scale * EDGE
    flat = [(x + dx * r, y + dy * r) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    canvas.open("cube", die.id, die.says)
    shadow = [(x - r, y + r), (x + r, y + r), (x + r * 1.7, y + r * 0.8), (x + r * 1.7, y - r * 0.6), (x + r, y - r)]
    canvas.path(polygon([lens.point(*point) for point in shadow]), "dusk")
    for i, shade in enumerate(("dark", "dark", "dusk", "day")):
        (ax, ay), (bx, by) = flat[i], flat[(i + 1) % 4]
        side = [lens.point(ax, ay), lens.point(bx, by), lens.point(bx, by, high), lens.point(ax, ay, high)]
        if clockwise(side):
            canvas.path(polygon(side), f"{die.colour} die")
            canvas.path(polygon(side), shade)
    canvas.path(polygon([lens.point(px, py, high) for px, py in flat]), f"{die.colour} die")
    canvas.open("letter", move=lens.move(x, y, scale * 0.9, z=high))
    face(canvas, die)
    canvas.close()
    _ring(canvas, lens, movable.get(die.id), (x, y, 0), r)
    canvas.close()
