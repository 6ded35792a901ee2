"""What lies flat: surfaces, cells, zones, labels and markers, the same in every view."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping

from pyramidion.draw import glyphs
from pyramidion.draw.glyphs import line, polygon, rounded
from pyramidion.draw.lens import UNIT, Canvas, Lens
from pyramidion.draw.marks import inset, place_mark
from pyramidion.draw.scene import Box
from pyramidion.draw.stage import Stage
from pyramidion.draw.things import Cell, Highlight, Label, Marker, Point, Surface, Zone
from pyramidion.draw.words import place_name, sentence

# The dots of a tile, for each number of them, as strokes without length.
DOTS: dict[int, tuple[Point, ...]] = {
    1: ((0, 0),),
    2: ((-13, -13), (13, 13)),
    3: ((-15, -15), (0, 0), (15, 15)),
    4: ((-13, -13), (13, -13), (-13, 13), (13, 13)),
    5: ((-15, -15), (15, -15), (0, 0), (-15, 15), (15, 15)),
    6: ((-12, -18), (12, -18), (-12, 0), (12, 0), (-12, 18), (12, 18)),
}
PIPS = {count: "".join(line([(x - 17, y + 10), (x - 17, y + 10)]) for x, y in dots) for count, dots in DOTS.items()}
PLAQUE = rounded([(-42, -24), (42, -24), (42, 42), (-42, 42)], 8)  # the coloured part of a tile with dots
NO_GAPS: dict[str, float] = {}
GAPS = {"tile": 0.02, "square": 0.015}  # around the cells of a kind, so that what they lie on is seen
CORNER = 0.09  # radius of what has round corners
ZONES = {"goal": "goal", "dice": "tray", "gift": "housing"}  # how zones of a role look; others as `zone`


def tabletop(canvas: Canvas, lens: Lens, stage: Stage, frame: Box, kinds: Collection[str]) -> list[Highlight]:
    """The table in its frame (left, top, width, height), the board, and what is marked on it; return all marks of
    these kinds."""
    x, y, width, height = frame
    canvas.path(polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)]), "table")
    for surface in stage.scene.surfaces:
        _surface(canvas, lens, stage, surface)
    places(canvas, lens, stage, GAPS)
    marks = [mark for mark in stage.scene.highlights if mark.kind in kinds]
    for mark in marks:
        if mark.on in stage.scene.places:
            place_mark(canvas, lens, stage, mark)
    prints(canvas, lens, stage)
    return marks


def places(canvas: Canvas, lens: Lens, stage: Stage, gaps: Mapping[str, float] = NO_GAPS) -> None:
    """Zones and cells; without `gaps`, cells touch each other."""
    canvas.open("board")
    for zone in stage.scene.zones:
        _zone(canvas, lens, stage, zone)
    for cell in stage.scene.cells:
        _cell(canvas, lens, stage, cell, gaps.get(cell.kind, 0))
    canvas.close()


def prints(canvas: Canvas, lens: Lens, stage: Stage, upright: bool = True) -> None:
    """What is printed on zones and cells, above all tints, upright or turned with its tile; labels and markers."""
    canvas.open("prints wash")
    for zone in stage.scene.zones:
        if zone.title:
            _title(canvas, lens, stage, zone)
    for cell in stage.scene.cells:
        if cell.value or cell.pips:
            _face(canvas, lens, stage, cell, 0 if upright else cell.facing)
    for label in stage.scene.labels:
        _label(canvas, lens, stage, label)
    canvas.close()
    for marker in stage.scene.markers:
        _marker(canvas, lens, stage, marker)


def _surface(canvas: Canvas, lens: Lens, stage: Stage, surface: Surface) -> None:
    """A frame with a bevel, its shadow below it, and the well in which the cells lie."""
    outline = [stage.at(x, y) for x, y in surface.outline]
    for down, paint in ((0.07, "well"), (0, surface.kind)):
        points = [lens.point(x, y + down) for x, y in outline]
        canvas.path(rounded(points, UNIT * 0.14), paint)
    if surface.kind == "wood":
        canvas.path(rounded([lens.point(x, y) for x, y in inset(outline, 0.006)], UNIT * 0.12), "bevel")


def _zone(canvas: Canvas, lens: Lens, stage: Stage, zone: Zone) -> None:
    canvas.open(f"area area-{zone.role}", zone.id, zone.says or place_name(stage.scene, zone))
    outline = [lens.point(x, y) for x, y in _within(stage.box(zone), 0.035 if zone.role == "dice" else 0)]
    if zone.role == "goal" and zone.owner >= 0:
        canvas.path(polygon(outline), "clear")
    else:
        canvas.path(rounded(outline, UNIT * (0.26 if zone.role == "goal" else CORNER)), ZONES.get(zone.role, "zone"))
    if zone.role == "goal" and zone.owner < 0:
        canvas.path(glyphs.WAVES, "ripple", lens.move(*stage.at(zone.x, zone.y)))
    canvas.close()


def _within(box: Box, by: float) -> list[Point]:
    """The corners of a box that is smaller on all sides."""
    left, top, right, bottom = box
    return [(left + by, top + by), (right - by, top + by), (right - by, bottom - by), (left + by, bottom - by)]


def _title(canvas: Canvas, lens: Lens, stage: Stage, zone: Zone) -> None:
    left, top, right, _ = stage.box(zone)
    move = lens.move((left + right) / 2, top + zone.title / 2 + 0.03)
    name = sentence(place_name(stage.scene, zone)).removesuffix(".")
    canvas.text(0, 0, 64 * zone.title, name, "lit-ink" if zone.role == "gift" else "faint", move)


def _cell(canvas: Canvas, lens: Lens, stage: Stage, cell: Cell, gap: float) -> None:
    canvas.open(f"cell cell-{cell.kind}", cell.id, cell.says or cell.id)
    outline = stage.outline(cell)
    points = [lens.point(x, y) for x, y in inset(outline, gap / width_of(cell))]
    plain = f" {cell.colour}" if cell.colour and not (cell.suit or cell.pips) else ""
    kind = "back" if cell.pips else cell.kind
    canvas.path(rounded(points, UNIT * CORNER) if gap else polygon(points), kind + plain)
    if cell.pips:
        x, y = stage.at(cell.x, cell.y)
        canvas.path(PLAQUE, f"{cell.colour} inlay", lens.move(x, y))
    canvas.close()


def _face(canvas: Canvas, lens: Lens, stage: Stage, cell: Cell, turn: int) -> None:
    """The print of a tile: value and suit, or dots below a name, or faint in a corner its value alone."""
    x, y = stage.at(cell.x, cell.y)
    canvas.open("face", move=lens.move(x, y, width_of(cell), turn))
    if cell.suit:
        _value(canvas, cell, f"ink-{cell.colour}", height_of(cell) / width_of(cell))
    elif cell.pips:
        canvas.text(0, -35, 17, cell.value, "tile-name")
        canvas.path(PIPS[cell.pips], f"pips-{cell.colour}")
    else:
        canvas.text(-29, -31, 23, cell.value, "stencil")
    canvas.close()


def _value(canvas: Canvas, cell: Cell, ink: str, shape: float) -> None:
    """A value in a badge at the upper left corner, and the suit at the upper right; side by side on a flat tile."""
    x, y, radius = (-32, -32, 14) if shape == 1 else (-24, 0, 16)
    canvas.circle(x, y, radius, ink)
    if cell.value == "A":
        canvas.path(glyphs.SUITS[cell.suit], "glow", (radius / 70, 0, 0, radius / 70, x, y))
    else:
        canvas.text(x, y, radius * 1.4, cell.value, "glow")
    canvas.path(glyphs.SUITS[cell.suit], ink, (0.15, 0, 0, 0.15, 34, -34) if shape == 1 else (0.3, 0, 0, 0.3, 24, 0))


def _lights(canvas: Canvas, lit: str) -> None:
    """A traffic light with one lamp lit, or none."""
    canvas.path(glyphs.LANTERN, "lantern")
    for colour, y in (("red", -46), ("yellow", 0), ("green", 46)):
        if colour == lit:
            canvas.circle(0, y, 34, "halo")
        canvas.circle(0, y, 20, f"{colour} lamp" if colour == lit else f"{colour} lamp unlit")


@functools.lru_cache(maxsize=4096)
def width_of(cell: Cell) -> float:
    """How wide a cell is, in units."""
    xs = [x for x, _ in cell.outline]
    return max(xs) - min(xs)


@functools.lru_cache(maxsize=4096)
def height_of(cell: Cell) -> float:
    ys = [y for _, y in cell.outline]
    return max(ys) - min(ys)


def _label(canvas: Canvas, lens: Lens, stage: Stage, label: Label) -> None:
    x, y = stage.label(label)
    kinds = [surface.kind for surface in stage.scene.surfaces]
    canvas.text(0, 0, 100 * label.size, label.text, "carved" if kinds else "faint", lens.move(x, y))


def _light_spot(stage: Stage, marker: Marker) -> Point:
    """Lights keep to the same side of their zone from wherever one looks, as slots do."""
    x, y = stage.at(marker.x, marker.y)
    zone = next((zone for zone in stage.scene.zones if zone.role == "gift"), None)
    if zone is None or not stage.half_turn:
        return x, y
    left, top, right, bottom = stage.box(zone)
    return left + right - x, top + bottom - y


def _marker(canvas: Canvas, lens: Lens, stage: Stage, marker: Marker) -> None:
    x, y = _light_spot(stage, marker) if marker.kind == "lights" else stage.at(marker.x, marker.y)
    scale = 0.22 if marker.kind in ("wrap", "fold") else 1
    upright = marker.kind in ("home", "lights")
    move = lens.move(x, y, scale, 0 if upright else marker.facing + stage.turned)
    canvas.open(f"marker marker-{marker.kind}", marker.id, marker.says, move)
    if marker.kind == "coin":
        canvas.circle(0, 0, 17, "coin")
        canvas.path(glyphs.SPIRAL, "swirl", (0.34, 0, 0, 0.34, 0, 0))
    elif marker.kind == "secret":
        canvas.path(glyphs.STAR, "secret", (0.3, 0, 0, 0.3, 46, -44))
    elif marker.kind == "home":
        canvas.path(glyphs.HOUSE, "home", (0.5, 0, 0, 0.5, 0, 0))
    elif marker.kind == "lights":
        _lights(canvas, marker.colour)
    else:
        canvas.path(glyphs.WRAP, marker.kind)
    canvas.close()
