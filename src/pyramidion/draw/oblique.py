"""The view from the viewer's chair, in perspective: pieces standing, their shadows on the ground."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pyramidion.draw import glyphs, ground, pyramids
from pyramidion.draw.diagram import far_to_near, pawn, printed
from pyramidion.draw.glyphs import line, polygon
from pyramidion.draw.lens import COSINE, UNIT, Canvas, FromChair
from pyramidion.draw.marks import arrows, badges, ring, underline
from pyramidion.draw.plan import MARGIN, face, to_ring
from pyramidion.draw.scene import Box, box_of
from pyramidion.draw.stage import Stage
from pyramidion.draw.things import Cell, Die, Highlight, Piece, Point, Zone

SLOPE = 1.3  # how high a pyramid is beside its width
BAND = 0.13 / COSINE  # how much of a pyramid shows at least below the next
LIFT = 0.05  # how much higher a pyramid's tip is than the tip of the one below
HEADROOM = 0.95  # above the middle of a place
EDGE = 0.44  # of a die
SUN = (0.62, -0.1)  # where the shadow of a tip falls, for each unit of height
BELOW_TITLE = 0.16  # how far below the middle of a slot pieces stand, where a title is above them
BEFORE_PRINT = 0.24  # how far below the middle of a printed tile pieces stand


def draw(canvas: Canvas, stage: Stage, kinds: Collection[str]) -> Box:
    """Draw everything; return left, top, width and height of the picture."""
    lens = lens_for(stage)
    frame = _frame(lens, stage)
    marks = ground.tabletop(canvas, lens, stage, frame, kinds)
    movable = to_ring(stage, marks)
    canvas.open("pieces")
    for thing in far_to_near(stage):
        if isinstance(thing, Die):
            _die(canvas, lens, stage, thing, movable)
        else:
            _heap(canvas, lens, stage, thing, movable)
    canvas.close()
    badges(canvas, lens, stage, marks)
    arrows(canvas, lens, stage, kinds)
    return frame


def lens_for(stage: Stage) -> FromChair:
    left, top, right, bottom = stage.frame
    return FromChair(((left + right) / 2, (top + bottom) / 2), 2.4 * max(right - left, bottom - top))


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


def spot(stage: Stage, piece: Piece) -> tuple[float, float, float]:
    """The middle of a piece's foot, and its scale."""
    x, y, scale = stage.spot(piece)
    place = stage.scene.places[piece.place]
    if isinstance(place, Zone) and place.title:
        return x, y + BELOW_TITLE * scale, scale
    if isinstance(place, Cell) and printed(place):
        middle = stage.at(place.x, place.y)[1]
        return x + 0.2 * (scale == 1), middle + BEFORE_PRINT + (y - middle) * 0.4, scale
    if isinstance(place, Cell) and place.suit:
        return x, y + 0.1, scale
    return x, y, scale


def bases(heap: Sequence[Piece]) -> list[float]:
    """How high the foot of each pyramid of a heap is: they are hollow and sit on the one below."""
    found, tip = list[float](), 0.0
    for i, piece in enumerate(heap):
        height = SLOPE * pyramids.width_of(piece.size)
        found.append(max(found[-1] + BAND, tip + LIFT - height) if i else 0.0)
        tip = max(tip, found[-1] + height)
    return found


def _heap(canvas: Canvas, lens: FromChair, stage: Stage, heap: list[Piece], movable: Mapping[str, Highlight]) -> None:
    x, y, scale = spot(stage, heap[0])
    if heap[0].kind == "pyramid":
        feet = [scale * base for base in bases(heap)]
        for i, piece in enumerate(heap):
            above = feet[i + 1] if i + 1 < len(heap) else None
            canvas.open("piece pyramid", piece.id, piece.says or piece.name)
            _pyramid(canvas, lens, stage, piece, (x, y, scale), (feet[i], above), movable.get(piece.id))
            canvas.close()
        return
    for piece in heap:
        if piece.kind == "pawn":
            canvas.open("piece pawn", piece.id, piece.says or piece.name, lens.upright(x, y, scale))
            pawn(canvas, stage, piece, movable.get(piece.id))
        else:
            canvas.open("piece disc", piece.id, piece.says or piece.name)
            _disc(canvas, lens, stage, piece, (x, y, scale), movable.get(piece.id))
        canvas.close()


def _pyramid(
    canvas: Canvas,
    lens: FromChair,
    stage: Stage,
    piece: Piece,
    spot: tuple[float, float, float],
    rise: tuple[float, float | None],
    movable: Highlight | None,
) -> None:
    """Its shadow, the two faces toward the viewer, and the letter on the edge between them."""
    (x, y, scale), (base, above) = spot, rise
    reach = scale * pyramids.width_of(piece.size) / 2
    high = 2 * SLOPE * reach
    left, front, right = (lens.point(x + dx, y + dy, base) for dx, dy in ((-reach, 0), (0, reach), (reach, 0)))
    tip = lens.point(x, y, base + high)
    if not base:
        shade = [(x, y + reach), (x + SUN[0] * high, y + SUN[1] * high), (x, y - reach), (x - reach, y)]
        canvas.path(polygon([lens.point(*point) for point in shade]), "cast")
        ring(canvas, movable, UNIT * reach * 1.2, lens.move(x, y))
    canvas.path(polygon([left, tip, right, front]), f"{piece.colour} edge")
    canvas.path(polygon([left, tip, front]), "sheen")
    canvas.path(polygon([right, tip, front]), "gloom")
    canvas.path(line([front, tip]), "ridge")
    foot = line([left, front, right])
    trim = pyramids.trim(stage, piece)
    if trim:
        canvas.path(foot, trim)
    if base:
        underline(canvas, movable, foot)
    if piece.letter:
        _letter(canvas, lens, piece, (x, y, scale), (base, base + high, above))


def _letter(
    canvas: Canvas,
    lens: FromChair,
    piece: Piece,
    spot: tuple[float, float, float],
    rise: tuple[float, float, float | None],
) -> None:
    """On the part of the front edge that nothing covers; how high foot and tip are, and the foot of the next."""
    x, y, scale = spot
    base, tip, above = rise
    width = pyramids.width_of(piece.size)
    top = base + (tip - base) * 0.5 if above is None else above
    middle = base + (top - base) * (0.42 if above is None else 0.5)
    size = min(0.27, max(0.15, 0.38 * width)) if above is None else min(0.2, (above - base) / scale * COSINE * 0.95)
    out = scale * width / 2 * (1 - (middle - base) / (tip - base))
    canvas.text(0, 0, UNIT * size, piece.letter, f"letter-{piece.colour}", lens.upright(x, y + out, scale, middle))


def _disc(
    canvas: Canvas,
    lens: FromChair,
    stage: Stage,
    piece: Piece,
    spot: tuple[float, float, float],
    movable: Highlight | None,
) -> None:
    x, y, scale = spot
    r = UNIT * piece.size / 2
    canvas.circle(0, 0, r * 1.1, "shadow", lens.move(x + 0.05, y, scale))
    ring(canvas, movable, r * 1.12, lens.move(x, y, scale))
    for z in (0.0, 0.12 * scale):
        canvas.circle(0, 0, r, f"{piece.colour} edge", lens.move(x, y, scale, z=z))
    top = lens.move(x, y, scale, z=0.12 * scale)
    canvas.circle(0, 0, r, "round", top)
    canvas.circle(0, 0, r * 0.74, f"{piece.colour} groove", top)
    if piece.letter:
        canvas.text(0, 0, r * 1.2, piece.letter, f"letter-{piece.colour}", top)
    elif piece.owner >= 0:
        factor = r / 100 * 0.72
        a, b, c, d, e, f = top
        mark = glyphs.MARKS[stage.scene.seats[piece.owner].mark]
        canvas.path(mark, "dusk", (a * factor, b * factor, c * factor, d * factor, e, f))


def _die(canvas: Canvas, lens: FromChair, stage: Stage, die: Die, movable: Mapping[str, Highlight]) -> None:
    """A cube: the sides toward the viewer, and its top with the face."""
    x, y, scale = stage.spot(die)
    r, high = scale * EDGE / 2, scale * EDGE
    flat = [(x + dx * r, y + dy * r) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    canvas.open("cube", die.id, die.says)
    across, down = SUN[0] * high, SUN[1] * high
    shade = [
        flat[3],
        flat[2],
        (flat[2][0] + across, flat[2][1] + down),
        (flat[1][0] + across, flat[1][1] + down),
        flat[1],
    ]
    canvas.path(polygon([lens.point(*point) for point in shade]), "cast")
    ring(canvas, movable.get(die.id), UNIT * r * 1.6, lens.move(x, y))
    for i, shading in enumerate(("dark", "dark", "gloom", "sheen")):
        (ax, ay), (bx, by) = flat[i], flat[(i + 1) % 4]
        side = [lens.point(ax, ay), lens.point(bx, by), lens.point(bx, by, high), lens.point(ax, ay, high)]
        if clockwise(side):
            canvas.path(polygon(side), f"{die.colour} die")
            canvas.path(polygon(side), shading)
    top = polygon([lens.point(px, py, high) for px, py in flat])
    canvas.path(top, f"{die.colour} die")
    canvas.path(top, "sheen")
    canvas.open("letter", move=lens.move(x, y, scale * 0.9, z=high))
    face(canvas, die)
    canvas.close()
    canvas.close()


def clockwise(points: Sequence[Point]) -> bool:
    """Does a face turn toward the viewer?"""
    (ax, ay), (bx, by), (cx, cy) = points[:3]
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) > 0
