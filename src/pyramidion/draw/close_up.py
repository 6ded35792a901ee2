"""A close look at the board in perspective, where most of its pieces are: a picture that reads on a small card."""

from __future__ import annotations

import dataclasses

from pyramidion.draw import oblique
from pyramidion.draw.lens import UNIT
from pyramidion.draw.scene import Box, Scene, box_of
from pyramidion.draw.stage import Stage, seen_by
from pyramidion.draw.svg import svg
from pyramidion.draw.things import Point

SHARE, LEAST, MOST = 0.58, 4.2, 5.4  # of the board that is in sight, across, and its limits in units
SHAPE = 1.6  # width beside height
SHOWN = ("goal", "gift")  # the roles of zones that belong to the picture
HEAD = 0.35  # how far above the foot of a piece its middle is, in units


def close_up(scene: Scene, theme: str) -> str:
    """The busiest part of the board, without words and without what lies beside it."""
    board = board_alone(scene)
    left, top, width, height = window(seen_by(board))
    picture = svg(board, view="oblique", theme=theme, highlights=False)
    before, _, rest = picture.partition('viewBox="')
    return f'{before}viewBox="{left:.0f} {top:.0f} {width:.0f} {height:.0f}{rest[rest.index(chr(34)) :]}'


def busyness(scene: Scene) -> float:
    """How much there is to see in a close look at a scene."""
    stage = seen_by(board_alone(scene))
    left, top, width, height = window(stage)
    return _worth((left + width / 2, top + height / 2), _pieces(stage), (width, height))


def board_alone(scene: Scene) -> Scene:
    """The scene without labels and without what lies beside the board."""
    zones = tuple(zone for zone in scene.zones if zone.role in SHOWN)
    places = {cell.id for cell in scene.cells} | {zone.id for zone in zones}
    pieces = tuple(piece for piece in scene.pieces if piece.place in places)
    outlines = [*(zone.outline for zone in zones), *(cell.outline for cell in scene.cells)]
    left, _, right, _ = box_of([point for outline in outlines for point in outline])
    markers = tuple(marker for marker in scene.markers if left <= marker.x <= right)
    return dataclasses.replace(scene, zones=zones, pieces=pieces, dice=(), markers=markers, labels=())


def window(stage: Stage) -> Box:
    """Left, top, width and height of the part that holds most pieces, those around its middle first of all."""
    points, (left, top, right, bottom) = _pieces(stage), _board(stage)
    width = UNIT * min(max(SHARE * (right - left) / UNIT, LEAST), MOST)
    height = width / SHAPE
    middles = [(_within(x, left, right, width), _within(y, top, bottom, height)) for x, y, _ in points]
    middles = middles or [((left + right) / 2, (top + bottom) / 2)]
    x, y = max(middles, key=lambda middle: _worth(middle, points, (width, height)))
    return x - width / 2, y - height / 2, width, height


def _pieces(stage: Stage) -> list[tuple[float, float, float]]:
    """Where every piece appears, and how much it counts: the smaller, the less."""
    lens, spots = oblique.lens_for(stage), [oblique.spot(stage, piece) for piece in stage.scene.pieces]
    return [(*lens.point(x, y, HEAD), scale**2) for x, y, scale in spots]


def _board(stage: Stage) -> Box:
    """Left, top, right and bottom of the board in the picture, with room for what stands at its far side."""
    lens = oblique.lens_for(stage)
    corners = [lens.point(x, y) for place in stage.scene.places.values() for x, y in stage.outline(place)]
    left, top, right, bottom = box_of(corners)
    return left, top - UNIT * HEAD, right, bottom


def _within(middle: float, low: float, high: float, length: float) -> float:
    """The middle of a length, moved so that no more of it than needed is outside."""
    if length >= high - low:
        return (low + high) / 2
    return min(max(middle, low + length / 2), high - length / 2)


def _worth(middle: Point, points: list[tuple[float, float, float]], size: Point) -> float:
    """How much there is to see around a middle: pieces count more the nearer they are to it."""
    x, y = middle
    shares = [(max(abs(px - x) / size[0], abs(py - y) / size[1]), weight) for px, py, weight in points]
    return sum(weight * (1 - share) for share, weight in shares if share < 0.45)
