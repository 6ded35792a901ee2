"""The view from above: pyramids as nested squares with lit facets, their sizes written beside them."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Mapping

from pyramidion.draw import glyphs, ground
from pyramidion.draw.glyphs import polygon
from pyramidion.draw.lens import UNIT, Canvas, FromAbove
from pyramidion.draw.marks import arrows, badges, underline
from pyramidion.draw.scene import Box
from pyramidion.draw.stage import Stage
from pyramidion.draw.things import Cell, Die, Highlight, Piece, Point, Zone

MARGIN = 0.18
COLUMN = 37  # where the letters of a heap stand, in hundredths of a unit beside its middle
LENS = FromAbove()


def draw(canvas: Canvas, stage: Stage, kinds: Collection[str]) -> Box:
    """Draw everything; return left, top, width and height of the picture."""
    frame = frame_of(stage)
    marks = ground.tabletop(canvas, LENS, stage, frame, kinds)
    movable = to_ring(stage, marks)
    canvas.open("pieces")
    for heap in heaps(stage):
        _heap(canvas, stage, heap, movable)
    for die in stage.scene.dice:
        _die(canvas, stage, die, movable)
    canvas.close()
    badges(canvas, LENS, stage, marks)
    arrows(canvas, LENS, stage, kinds)
    return frame


def frame_of(stage: Stage) -> Box:
    """Left, top, width and height of a picture from above."""
    left, top, right, bottom = (UNIT * edge for edge in stage.frame)
    margin = UNIT * MARGIN
    return left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin


def heaps(stage: Stage) -> list[list[Piece]]:
    """The pieces that share a spot, from the bottom up."""
    found: dict[tuple[str, int], list[Piece]] = {}
    for pieces in stage.scene.by_place.values():
        for piece in pieces:
            found.setdefault((piece.place, piece.slot), []).append(piece)
    return list(found.values())


def foot(stage: Stage, piece: Piece, down: float, depth: float) -> tuple[float, float, float]:
    """The spot of a piece. On a tile with a code it is moved `down`, and the spots closer together by `depth`."""
    x, y, scale = stage.spot(piece)
    place = stage.scene.places[piece.place]
    if piece.kind == "pyramid" or not isinstance(place, Cell) or place.suit or not place.value:
        return x, y, scale
    middle = stage.at(place.x, place.y)[1]
    return x + 0.2 * (scale == 1), middle + down + (y - middle) * depth, scale


def lean(stage: Stage, piece: Piece) -> Point:
    """How far a heap of pyramids stands aside, to leave the print of its tile and its letters in sight."""
    place = stage.scene.places[piece.place]
    if not isinstance(place, Cell) or not place.suit:
        return (-8, 0)
    return (-9, 9)


def on_corner(place: Cell | Zone) -> bool:
    """Does a place stand on one of its corners? Pyramids and letters then keep to its slanting sides."""
    return place.outline[0][0] == place.x


def _along(point: Point, slanting: bool) -> Point:
    """A point around a spot, with the spot turned to slanting sides or not."""
    x, y = point
    return ((x + y) * 0.5**0.5, (y - x) * 0.5**0.5) if slanting else point


def _heap(canvas: Canvas, stage: Stage, heap: list[Piece], movable: Mapping[str, Highlight]) -> None:
    x, y, scale = foot(stage, heap[0], 0.14, 0.8)
    across, down = lean(stage, heap[0]) if heap[0].kind == "pyramid" else (0, 0)
    slanting = on_corner(stage.scene.places[heap[0].place])
    aside_x, aside_y = _along((across, down), slanting)
    letter = 30 if len(heap) == 1 else min(24, 92 / len(heap))
    for piece in heap:
        place = LENS.move(x + aside_x * scale / UNIT, y + aside_y * scale / UNIT, scale)
        canvas.open(f"piece {piece.kind}", piece.id, piece.says or piece.name, place)
        if piece.kind == "pyramid":
            for data, classes in pyramid(piece.size, piece.colour, slanting):
                canvas.path(data, classes)
            underline(canvas, movable.get(piece.id), pyramid(piece.size, piece.colour, slanting)[0][0])
            column = COLUMN - (letter - 24) / 2
            aside = column if across < 0 else -column
            above = letter * ((len(heap) - 1) / 2 - piece.height)
            at = _along((aside - across, above - down * (len(heap) > 2)), slanting)
            plate(canvas, stage, piece, at, letter)
        else:
            _round_piece(canvas, stage, piece)
            underline(canvas, movable.get(piece.id), pyramid(piece.size, piece.colour)[0][0])
        canvas.close()


def to_ring(stage: Stage, marks: Iterable[Highlight]) -> dict[str, Highlight]:
    """The marks of what can move, of a heap only the lowest one, by what they are on."""
    movable = {mark.on: mark for mark in marks if mark.kind == "movable"}
    for heap in heaps(stage):
        for piece in [piece for piece in heap if piece.id in movable][1:]:
            del movable[piece.id]
    return movable


@functools.cache
def pyramid(size: float, colour: str, slanting: bool = False) -> tuple[tuple[str, str], ...]:
    """A pyramid from above: its base, and its four facets."""
    r = UNIT * size / 2
    corners = [_along(corner, slanting) for corner in ((-r, -r), (r, -r), (r, r), (-r, r))]
    shades = ("lit", "dusk", "dark", "day")
    facets = [(polygon([corners[i], corners[(i + 1) % 4], (0, 0)]), shade) for i, shade in enumerate(shades)]
    return ((polygon(corners), f"{colour} edge"), *facets)


def plate(canvas: Canvas, stage: Stage, piece: Piece, at: Point, size: float) -> None:
    """A piece's letter on the mark of its owner."""
    mark = stage.scene.seats[piece.owner].mark if piece.owner >= 0 else "circle"
    scale = size / 100 * 0.94
    if mark == "circle":
        canvas.circle(*at, size * 0.47, f"{piece.colour} edge")
    else:
        corners = [(at[0] + scale * x, at[1] + scale * y) for x, y in glyphs.CORNERS[mark]]
        canvas.path(polygon(corners), f"{piece.colour} edge")
    drop = 0.1 * size if mark == "triangle" else 0
    canvas.text(at[0], at[1] + drop, size * (0.6 if mark == "triangle" else 0.72), piece.letter, f"on-{piece.colour}")


def _round_piece(canvas: Canvas, stage: Stage, piece: Piece) -> None:
    radius = UNIT * piece.size / 2
    canvas.circle(0, 0, radius, f"{piece.colour} {'rim' if piece.kind == 'pawn' else 'edge'}")
    canvas.circle(0, 0, radius * 0.76, "day")
    if piece.letter:
        canvas.text(0, 0, radius * 1.2, piece.letter, f"on-{piece.colour}")
    elif piece.owner >= 0:
        scale = radius / 100 * 0.8
        canvas.path(glyphs.MARKS[stage.scene.seats[piece.owner].mark], "dusk", (scale, 0, 0, scale, 0, 0))


def _die(canvas: Canvas, stage: Stage, die: Die, movable: Mapping[str, Highlight]) -> None:
    x, y, scale = stage.spot(die)
    canvas.open("cube", die.id, die.says, LENS.move(x, y, scale))
    canvas.path(glyphs.ROUNDED, f"{die.colour} die")
    face(canvas, die)
    underline(canvas, movable.get(die.id), glyphs.ROUNDED)
    canvas.close()


def face(canvas: Canvas, die: Die) -> None:
    """What a die shows: its suit for the ace, nothing for the blank."""
    if die.face == "A":
        canvas.path(glyphs.SUITS[die.suit], f"on-{die.colour}", (0.36, 0, 0, 0.36, 0, 0))
    elif die.face != "0":
        canvas.text(0, 0, 32, die.face, f"on-{die.colour}")
