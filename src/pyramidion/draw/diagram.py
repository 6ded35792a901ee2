"""The diagram: the board flat and undistorted, pieces standing upright on it, what is nearer before what is farther."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from pyramidion.draw import glyphs, ground, pyramids
from pyramidion.draw.lens import UNIT, Canvas, FromAbove
from pyramidion.draw.marks import arrows, badges, ring, underline
from pyramidion.draw.plan import face, frame_of, heaps, to_ring
from pyramidion.draw.scene import Box
from pyramidion.draw.stage import Stage
from pyramidion.draw.things import Cell, Die, Highlight, Piece, Point, Zone

LENS = FromAbove()
STAND = 0.3  # where pieces stand below the middle of a square
SLANTING = 0.2  # the same on a square that stands on its corner
SILL = 0.22  # between the foot of a piece and the lower end of its slot
FLAT = 0.4  # height of a circle that lies on the ground beside its width
LYING = (1, 0, 0, FLAT, 0, 0)
# Pieces that share a printed tile: how much smaller they are, and where they stand, so that no head covers another.
CROWDS: dict[int, tuple[float, tuple[Point, ...]]] = {
    1: (1.0, ((0.29, 0.34),)),
    2: (0.86, ((-0.02, 0.35), (0.32, 0.35))),
    3: (0.82, ((-0.3, 0.37), (0.01, 0.37), (0.32, 0.37))),
    4: (0.82, ((-0.16, 0.13), (0.17, 0.13), (-0.16, 0.37), (0.17, 0.37))),
    5: (0.82, ((-0.15, 0.13), (0.16, 0.13), (-0.3, 0.37), (0.01, 0.37), (0.32, 0.37))),
}


def draw(canvas: Canvas, stage: Stage, kinds: Collection[str]) -> Box:
    """Draw everything; return left, top, width and height of the picture."""
    box = frame_of(stage)
    marks = ground.tabletop(canvas, LENS, stage, box, kinds)
    movable = to_ring(stage, marks)
    canvas.open("pieces")
    for thing in far_to_near(stage):
        if isinstance(thing, Die):
            _die(canvas, stage, thing, movable)
        else:
            _heap(canvas, stage, thing, movable)
    canvas.close()
    badges(canvas, LENS, stage, marks)
    arrows(canvas, LENS, stage, kinds)
    return box


def far_to_near(stage: Stage) -> list[list[Piece] | Die]:
    """Heaps and dice in the order in which they may cover each other."""
    things: list[list[Piece] | Die] = [*heaps(stage), *stage.scene.dice]
    return sorted(things, key=lambda thing: stage.spot(thing if isinstance(thing, Die) else thing[0])[1])


def foot(stage: Stage, piece: Piece) -> tuple[float, float, float]:
    """Where a piece stands, and its scale."""
    x, y, scale = stage.spot(piece)
    place = stage.scene.places[piece.place]
    if isinstance(place, Zone):
        _, top, _, bottom = stage.box(place)
        return x, y + (bottom - top - place.title) / place.rows / 2 - SILL * scale, scale
    if piece.kind == "disc":
        return x, y, scale
    if printed(place):
        return _in_crowd(stage, place, piece.slot)
    return x, y + (SLANTING if place.outline[0][0] == place.x else STAND) * scale, scale


def _in_crowd(stage: Stage, cell: Cell, slot: int) -> tuple[float, float, float]:
    """Where a piece stands on a printed tile."""
    slots = stage.slots(cell)
    scale, spots = CROWDS[min(len(slots), max(CROWDS))]
    (x, y), (across, down) = stage.at(cell.x, cell.y), spots[slots.index(slot) % len(spots)]
    return x + across, y + down, scale


def printed(cell: Cell) -> bool:
    """Is a tile's print to be kept in sight, at its upper left?"""
    return bool(cell.pips)


def _heap(canvas: Canvas, stage: Stage, heap: list[Piece], movable: Mapping[str, Highlight]) -> None:
    x, y, scale = foot(stage, heap[0])
    if heap[0].kind == "pyramid":
        y += scale * pyramids.sinking(heap)
        for piece, each in zip(heap, pyramids.upright(heap), strict=True):
            canvas.open("piece pyramid", piece.id, piece.says or piece.name, LENS.move(x, y - scale * each.base, scale))
            _pyramid(canvas, stage, piece, each, movable.get(piece.id))
            canvas.close()
        return
    for piece in heap:
        canvas.open(f"piece {piece.kind}", piece.id, piece.says or piece.name, LENS.move(x, y, scale))
        (pawn if piece.kind == "pawn" else _disc)(canvas, stage, piece, movable.get(piece.id))
        canvas.close()


def _pyramid(canvas: Canvas, stage: Stage, piece: Piece, each: pyramids.Upright, movable: Highlight | None) -> None:
    """Shadow, two faces, a ridge of light, the foot that tells its owner, and the letter."""
    body, lit, dark, ridge, hem = pyramids.faces(each.width)
    if each.base == 0:
        canvas.circle(0, 0, UNIT * each.width * 0.62, "shadow", (1, 0, 0, FLAT, UNIT * each.width * 0.07, 0))
        ring(canvas, movable, UNIT * each.width * 0.6, LYING)
    canvas.path(body, f"{piece.colour} edge")
    canvas.path(lit, "sheen")
    canvas.path(dark, "gloom")
    canvas.path(ridge, "ridge")
    trim = pyramids.trim(stage, piece)
    if trim:
        canvas.path(hem, trim)
    if each.base:
        underline(canvas, movable, hem)
    if piece.letter:
        canvas.text(0, UNIT * each.middle, UNIT * each.letter, piece.letter, f"letter-{piece.colour}")


def pawn(canvas: Canvas, stage: Stage, piece: Piece, movable: Highlight | None) -> None:
    """A turned figure: foot, body and a head that carries the number."""
    r = UNIT * piece.size / 2
    canvas.circle(0, 0, r * 0.95, "shadow", (1, 0, 0, FLAT, r * 0.1, r * 0.1))
    ring(canvas, movable, r * 0.95, LYING)
    canvas.path(glyphs.PAWN, f"{piece.colour} edge", (r / 50, 0, 0, r / 50, 0, 0))
    canvas.path(glyphs.PAWN, "turned", (r / 50, 0, 0, r / 50, 0, 0))
    canvas.circle(0, -r * 1.62, r * 0.62, f"{piece.colour} edge")
    canvas.circle(0, -r * 1.62, r * 0.62, "round")
    canvas.text(0, -r * 1.62, r * 0.95, piece.letter, f"letter-{piece.colour}")


def _disc(canvas: Canvas, stage: Stage, piece: Piece, movable: Highlight | None) -> None:
    """A disc that lies flat, with its owner's sign."""
    r = UNIT * piece.size / 2
    canvas.circle(0, r * 0.1, r * 1.08, "shadow")
    ring(canvas, movable, r * 1.08)
    canvas.circle(0, 0, r, f"{piece.colour} edge")
    canvas.circle(0, 0, r, "round")
    canvas.circle(0, 0, r * 0.74, f"{piece.colour} groove")
    if piece.letter:
        canvas.text(0, 0, r * 1.1, piece.letter, f"letter-{piece.colour}")
    elif piece.owner >= 0:
        scale = r / 100 * 0.72
        canvas.path(glyphs.MARKS[stage.scene.seats[piece.owner].mark], "dusk", (scale, 0, 0, scale, 0, 0))


def _die(canvas: Canvas, stage: Stage, die: Die, movable: Mapping[str, Highlight]) -> None:
    x, y, scale = stage.spot(die)
    canvas.open("cube", die.id, die.says, LENS.move(x, y, scale))
    canvas.circle(0, 0, 33, "shadow", (1, 0, 0, 0.85, 3, 9))
    if die.id in movable:
        canvas.open("highlight highlight-movable", movable[die.id].id)
        canvas.path(glyphs.ROUNDED, "movable", (1.26, 0, 0, 1.26, 0, 2))
        canvas.close()
    canvas.path(glyphs.ROUNDED, f"{die.colour} die", (1, 0, 0, 1, 0, 4))
    canvas.path(glyphs.ROUNDED, "dark", (1, 0, 0, 1, 0, 4))
    canvas.path(glyphs.ROUNDED, f"{die.colour} die")
    canvas.path(glyphs.ROUNDED, "gloss")
    face(canvas, die)
    canvas.close()
