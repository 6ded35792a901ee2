"""What lies flat: cells, zones, labels, markers and the highlights of places, the same in every view."""

from __future__ import annotations

import math
from collections.abc import Collection

from pyramidion.draw import glyphs
from pyramidion.draw.glyphs import line, polygon
from pyramidion.draw.lens import Canvas, Lens
from pyramidion.draw.palette import HEATS
from pyramidion.draw.scene import Arrow, Box, Cell, Highlight, Label, Marker, Point, Zone
from pyramidion.draw.stage import Stage

# Where the dots of a tile are, for each number of them.
DOTS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-20, -20), (20, 20)),
    3: ((-20, -20), (0, 0), (20, 20)),
    4: ((-20, -20), (20, -20), (-20, 20), (20, 20)),
    5: ((-20, -20), (20, -20), (0, 0), (-20, 20), (20, 20)),
    6: ((-20, -22), (20, -22), (-20, 0), (20, 0), (-20, 22), (20, 22)),
}
INSET = 0.06
UNSPOKEN = ("last", "target", "possible", "excluded")  # too many to be spoken one by one


def tabletop(canvas: Canvas, lens: Lens, stage: Stage, frame: Box, kinds: Collection[str]) -> list[Highlight]:
    """The table in its frame (left, top, width, height), the board, and what is marked on it; return all marks of
    these kinds."""
    x, y, width, height = frame
    canvas.path(polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)]), "table")
    board(canvas, lens, stage)
    marks = [mark for mark in stage.scene.highlights if mark.kind in kinds]
    for mark in marks:
        if mark.on in stage.scene.places:
            place_mark(canvas, lens, stage, mark)
    for drawn in stage.scene.arrows if "last" in kinds else ():
        arrow(canvas, lens, stage, drawn)
    return marks


def board(canvas: Canvas, lens: Lens, stage: Stage) -> None:
    """Zones, cells, labels and markers."""
    canvas.open("board")
    for zone in stage.scene.zones:
        _zone(canvas, lens, stage, zone)
    for cell in stage.scene.cells:
        _cell(canvas, lens, stage, cell)
    for label in stage.scene.labels:
        _label(canvas, lens, stage, label)
    for marker in stage.scene.markers:
        _marker(canvas, lens, stage, marker)
    canvas.close()


def _zone(canvas: Canvas, lens: Lens, stage: Stage, zone: Zone) -> None:
    canvas.open(f"area area-{zone.role}", zone.id, zone.says or zone.name)
    canvas.path(polygon([lens.point(x, y) for x, y in stage.outline(zone)]), "goal" if zone.role == "goal" else "zone")
    if zone.title:
        left, top, right, _ = stage.box(zone)
        canvas.text(0, 0, 72 * zone.title, zone.name, "faint", lens.move((left + right) / 2, top + zone.title / 2))
    canvas.close()


def _cell(canvas: Canvas, lens: Lens, stage: Stage, cell: Cell) -> None:
    canvas.open(f"cell cell-{cell.kind}", cell.id, cell.says or cell.id)
    plain = f" {cell.colour}" if cell.colour and not cell.suit else ""
    canvas.path(polygon([lens.point(x, y) for x, y in stage.outline(cell)]), cell.kind + plain)
    if cell.value or cell.pips:
        _face(canvas, lens, stage, cell)
    canvas.close()


def _face(canvas: Canvas, lens: Lens, stage: Stage, cell: Cell) -> None:
    """The print of a tile: value and suit, or dots, in a strip at the edge that the tile calls its top."""
    x, y = stage.at(cell.x, cell.y)
    move = lens.move(x, y, width_of(cell), cell.facing + stage.turned if cell.suit else 0)
    ink = f"ink-{cell.colour}" if cell.suit else f"on-{cell.colour or 'white'}"
    canvas.open("face", move=move)
    if cell.suit:
        canvas.text(-34, -36, 22, cell.value, ink)
        canvas.path(glyphs.SUITS[cell.suit], ink, (0.2, 0, 0, 0.2, -11, -36))
    else:
        canvas.text(-24, -33, 29, cell.value, ink)
    for dot in DOTS.get(cell.pips, ()):
        canvas.circle(dot[0] + 4, dot[1] + 13, 7, ink)
    canvas.close()


def width_of(cell: Cell) -> float:
    """How wide a cell is, in units."""
    xs = [x for x, _ in cell.outline]
    return max(xs) - min(xs)


def _label(canvas: Canvas, lens: Lens, stage: Stage, label: Label) -> None:
    x, y = stage.label(label)
    canvas.text(0, 0, 100 * label.size, label.text, "faint", lens.move(x, y))


def _marker(canvas: Canvas, lens: Lens, stage: Stage, marker: Marker) -> None:
    x, y = stage.at(marker.x, marker.y)
    scale = 0.34 if marker.kind == "wrap" else 1
    move = lens.move(x, y, scale, marker.facing + stage.turned)
    canvas.open(f"marker marker-{marker.kind}", marker.id, marker.says, move)
    if marker.kind == "coin":
        canvas.circle(0, 0, 21, "coin")
        canvas.path(glyphs.SPIRAL, "swirl", (0.42, 0, 0, 0.42, 0, 0))
    elif marker.kind == "secret":
        canvas.path(glyphs.STAR, "secret", (0.4, 0, 0, 0.4, 29, -29))
    elif marker.kind == "home":
        canvas.path(glyphs.HOUSE, f"home {marker.colour}", (0.24, 0, 0, 0.24, 0, 0))
    else:
        canvas.path(glyphs.WRAP, "wrap")
    canvas.close()


def inset(points: list[Point], by: float) -> list[Point]:
    """A polygon's corners moved toward its middle, by a part of its size."""
    x, y = (sum(values) / len(points) for values in zip(*points, strict=True))
    return [(px + (x - px) * 2 * by, py + (y - py) * 2 * by) for px, py in points]


def place_mark(canvas: Canvas, lens: Lens, stage: Stage, mark: Highlight) -> None:
    """A highlight of a cell or zone."""
    place = stage.scene.places[mark.on]
    outline = stage.outline(place)
    inner = inset(outline, INSET if isinstance(place, Cell) else INSET / 6)
    canvas.open(f"highlight highlight-{mark.kind}", mark.id, "" if mark.kind in UNSPOKEN else mark.says)
    if mark.kind == "target" and (isinstance(place, Zone) or stage.scene.on(place.id)):
        canvas.path(polygon([lens.point(x, y) for x, y in inner]), "target-line")
    elif mark.kind == "target":
        canvas.circle(0, 0, 13, "target", lens.move(*stage.at(place.x, place.y)))
    elif mark.kind == "excluded":
        canvas.path(polygon([lens.point(x, y) for x, y in outline]), "veil")
    elif mark.kind == "heat":
        canvas.path(polygon([lens.point(x, y) for x, y in outline]), f"heat-{round(mark.share * HEATS)}")
    elif mark.kind == "attack":
        canvas.path(polygon([lens.point(x, y) for x, y in outline]), "attack")
    else:
        coloured = isinstance(place, Cell) and place.colour and not place.suit
        paint = "last-line" if mark.kind == "last" and coloured else mark.kind
        canvas.path(polygon([lens.point(x, y) for x, y in inner]), paint)
    if mark.kind == "frozen":
        canvas.path(hatching(lens, inner), "frozen")
    canvas.close()


def hatching(lens: Lens, corners: list[Point], lines: int = 4) -> str:
    """Parallel strokes across a four-cornered place, from two sides that meet to the other two."""
    a, b, c, d = corners
    steps = [(i + 1) / (lines // 2 + 1) for i in range(lines // 2)]
    strokes = [(_between(a, b, t), _between(a, d, t)) for t in steps] + [(b, d)]
    strokes += [(_between(b, c, t), _between(d, c, t)) for t in steps]
    return "".join(line([lens.point(*start), lens.point(*end)]) for start, end in strokes)


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def arrow(canvas: Canvas, lens: Lens, stage: Stage, drawn: Arrow) -> None:
    """A flat arrow that leaves both ends free."""
    places = stage.scene.places
    (x0, y0), (x1, y1) = (stage.at(places[end].x, places[end].y) for end in (drawn.start, drawn.end))
    length = math.hypot(x1 - x0, y1 - y0)
    across, down = (x1 - x0) / length, (y1 - y0) / length

    def at(along: float, aside: float) -> Point:
        return lens.point(x0 + across * along - down * aside, y0 + down * along + across * aside)

    start, end = 0.3, length - 0.22
    corners = [(start, 0.04), (end - 0.2, 0.04), (end - 0.2, 0.13), (end, 0)]
    shape = [at(t, s) for t, s in corners] + [at(t, -s) for t, s in reversed(corners[:-1])]
    canvas.open("arrow-mark", drawn.id, drawn.says)
    canvas.path(polygon(shape), "arrow")
    canvas.close()
