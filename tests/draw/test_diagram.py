"""Upright pyramids: nothing covers a letter, everything stays in the picture, and owners differ in more than colour."""

from __future__ import annotations

import itertools
import math
import re

import pytest

import pyramidion as pyr
from pyramidion.draw import diagram, pyramids
from pyramidion.draw.narration import scene_of
from pyramidion.draw.scene import Scene
from pyramidion.draw.stage import seen_by
from pyramidion.draw.things import MARKS, Piece
from pyramidion.server.views.art import under_way

SMALLEST_CELL = 60  # pixels
READABLE = 8.5  # pixels of a letter
SIX_HIGH = "bFEDCBA,bC,.,rA/.,rFD,rE,bE/.,rCBA/.,bD,bA,rB/.,.,.,bF B DEF - 0 40"


def heap(*sizes: float) -> list[Piece]:
    return [Piece(f"p-{i}", "", "pyramid", "a1", "red", size, height=i) for i, size in enumerate(sizes)]


def heaps() -> list[list[Piece]]:
    """Every heap of pyramids in which each is smaller than the one below, and some with larger ones on top."""
    sizes = (0.74, 0.62, 0.51, 0.39, 0.28, 0.16)
    falling = [heap(*some) for count in range(1, 7) for some in itertools.combinations(sizes, count)]
    return [*falling, heap(0.4, 0.76), heap(0.58, 0.4, 0.76), heap(0.5, 0.5)]


@pytest.mark.parametrize("pieces", heaps(), ids=lambda pieces: "-".join(str(piece.size) for piece in pieces))
def test_nothing_covers_the_letter_of_a_pyramid(pieces: list[Piece]) -> None:
    """Between its own foot and the foot of the next one there is room for the whole letter."""
    drawn = pyramids.upright(pieces)
    for each, above in zip(drawn, [*drawn[1:], None], strict=True):
        half = pyramids.CAPITAL * each.letter / 2
        assert each.middle + half < pyramids.FOOT * each.width
        top = -pyramids.SLOPE * each.width
        if above is not None:
            top = pyramids.FOOT * above.width - (above.base - each.base)
        assert each.middle - half > top
        assert each.letter * SMALLEST_CELL >= READABLE


@pytest.mark.parametrize("together", [1, 2, 3, 4, 5])
def test_every_number_can_be_read_where_seekers_share_a_tile(together: int) -> None:
    """No head covers another, nor the name of the tile, and none leaves the tile by more than a shoulder."""
    position = pyr.load("topologic").start(seed=7).play("secret:e5")
    for seeker in range(1, 6):
        position = position.play(f"{seeker}@{'a1' if seeker <= together else 'j6'}")
    scene = scene_of(position, 1)
    stage = seen_by(scene)
    feet = [diagram.foot(stage, piece) for piece in scene.on("a1")]
    heads = [(x, y - 0.81 * 0.44 * scale, 0.31 * 0.44 * scale) for x, y, scale in feet]
    x, y = stage.at(scene.places["a1"].x, scene.places["a1"].y)
    for one, other in itertools.combinations(heads, 2):
        assert math.dist(one[:2], other[:2]) > one[2] + other[2]
    assert all(abs(head[0] - x) < 0.35 and head[1] - head[2] > y - 0.3 for head in heads)


def test_a_stack_of_six_does_not_reach_the_letters_behind_it() -> None:
    high = heap(0.74, 0.624, 0.508, 0.392, 0.276, 0.16)
    drawn = pyramids.upright(high)
    highest = max(each.base + pyramids.SLOPE * each.width for each in drawn)
    lowest_letter = max(each.middle + pyramids.CAPITAL * each.letter / 2 for each in drawn)
    assert highest - pyramids.sinking(high) + lowest_letter < 1.0
    svg = pyr.load("telic").position(SIX_HIGH).svg()
    assert all(f'id="blue-{letter}-1" class="piece pyramid"' in svg for letter in "ABCDEF")


def test_pieces_further_up_are_drawn_first(name: str) -> None:
    scene = scene_of(under_way(name), None)
    stage = seen_by(scene)
    order = [stage.spot(thing[0])[1] for thing in diagram.far_to_near(stage) if isinstance(thing, list)]
    assert order == sorted(order)


@pytest.mark.parametrize("arrangement", ["wide", "tall"])
@pytest.mark.parametrize("flip", [False, True])
def test_everything_stands_within_the_picture(name: str, arrangement: str, flip: bool) -> None:
    scene = scene_of(under_way(name), 0)
    left, top, width, height = view_box(scene, arrangement=arrangement, flip=flip)
    stage = seen_by(scene, flip, arrangement)
    for piece in scene.pieces:
        x, y, scale = diagram.foot(stage, piece)
        reach = scale * pyramids.width_of(piece.size) / 2
        assert left <= 100 * (x - reach) and 100 * (x + reach) <= left + width
        assert top <= 100 * (y - 2 * reach) and 100 * (y + 0.2 * reach) <= top + height


def view_box(scene: Scene, **wishes: object) -> tuple[float, float, float, float]:
    found = re.search(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', scene.svg(**wishes))
    assert found is not None
    left, top, width, height = map(float, found.groups())
    return left, top, width, height


def test_the_board_fills_the_height_of_a_wide_picture_and_one_side_of_a_tall_one(name: str) -> None:
    scene = scene_of(pyr.load(name).start(), None)
    for arrangement in ("wide", "tall"):
        stage = seen_by(scene, False, arrangement)
        _, _, width, height = view_box(scene, arrangement=arrangement)
        corners = [stage.at(x, y) for cell in scene.cells for x, y in cell.outline]
        across, down = (max(each) - min(each) for each in zip(*corners, strict=True))
        assert 100 * max(down / height, across / width if arrangement == "tall" else 0) > 0.75


def test_a_tall_picture_is_not_wider_than_a_wide_one(name: str) -> None:
    scene = scene_of(pyr.load(name).start(), None)
    (_, _, wide, low), (_, _, narrow, high) = (view_box(scene, arrangement=name) for name in ("wide", "tall"))
    assert narrow / high <= wide / low and narrow / high < 1.2


def test_a_zone_keeps_its_slots_in_both_arrangements(name: str) -> None:
    scene = scene_of(pyr.load(name).start(), None)
    for zone, other in zip(scene.zones, scene.arranged("tall").zones, strict=True):
        assert zone.id == other.id and zone.columns * zone.rows == other.columns * other.rows


def test_owners_are_told_apart_without_colour() -> None:
    looks = [pyramids.TRIMS.get(mark, "") for mark in MARKS]
    assert len(set(looks)) == len(MARKS)
    scene = scene_of(pyr.load("mid_challenge(players=4)").start(), None)
    svg = scene.svg()
    for piece in scene.pieces:
        found = re.search(rf'<g id="{piece.id}".*?</g>', svg)
        assert found is not None
        trims = [trim for trim in pyramids.TRIMS.values() if f'class="{trim}"' in found[0]]
        assert trims == [look for look in [looks[piece.owner]] if look]
