"""What every picture must keep, for every game at every value of every option, over random games."""

from __future__ import annotations

import functools
import gzip
import json
import random
import re
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import jsonschema

import pyramidion as pyr
from pyramidion.draw.changes import change
from pyramidion.draw.events import EVENTS, apply
from pyramidion.draw.narration import scene_of
from pyramidion.draw.scene import Scene
from pyramidion.draw.schema import json_schema, read_scene
from pyramidion.draw.styles import STYLES
from pyramidion.draw.svg import HIGHLIGHTS, VIEWS
from pyramidion.engine.game import Game
from pyramidion.engine.position import Position

SCHEMA = jsonschema.Draft202012Validator(json_schema())
MOST_BYTES, MOST_ZIPPED = 68_000, 12_000
SVG = "{http://www.w3.org/2000/svg}"


@functools.cache
def random_match(game: Game, seed: int = 1, plies: int = 20_000) -> pyr.Match:
    chooser = random.Random(seed)
    match = pyr.Match(game, seed=seed)
    while match.position.mover is not None and len(match.codes) < plies:
        match.play(chooser.choice(match.position.moves()))
    return match


@functools.cache
def some_positions(game: Game) -> list[Position]:
    """Positions from all over a random game: its beginning, every so many plies, and its end; at options only two."""
    positions = random_match(game).positions
    if game.spec != game.name:
        return [positions[len(positions) // 2], positions[-1]]
    return [*positions[:4], *positions[4 :: max(1, len(positions) // 5)], positions[-1]]


def opening_match(game: Game) -> pyr.Match:
    """The first plies of another random game; where an option is changed, fewer."""
    return random_match(game, seed=2, plies=60 if game.spec == game.name else 25)


def viewers(game: Game) -> list[int | None]:
    return [None, *range(game.seats)]


def things(scene: Scene) -> dict[str, object]:
    return {thing.id: thing for thing in scene.things()}


def test_everything_is_drawn_in_all_forms(variant: Game) -> None:
    for position in some_positions(variant):
        for seat in viewers(variant):
            scene = scene_of(position, seat)
            flip = seat == 0
            for view in VIEWS:
                svg = scene.svg(view=view, theme="dark" if flip else "light", highlights=HIGHLIGHTS, flip=flip)
                ElementTree.fromstring(svg)
            assert scene.text().splitlines()[-1] == scene.notes[-1].text
            assert scene.text(ascii_only=True).isascii()
            assert scene.describe().isascii()


def test_every_piece_and_place_can_be_found_in_the_picture(variant: Game) -> None:
    for position in some_positions(variant):
        scene = scene_of(position, 0)
        for view in VIEWS:
            root = ElementTree.fromstring(scene.svg(view=view, highlights=HIGHLIGHTS))
            ids = [element.get("id") for element in root.iter() if element.get("id")]
            assert len(ids) == len(set(ids))
            kinds = (scene.cells, scene.zones, scene.pieces, scene.dice, scene.markers)
            drawn = {thing.id for kind in kinds for thing in kind}
            assert drawn <= set(ids)
            titled = {e.get("id") for e in root.iter() if e.get("id") and e.find(f"{SVG}title") is not None}
            assert drawn <= titled


def test_ids_are_unique_and_plain(variant: Game) -> None:
    for position in some_positions(variant):
        names = [thing.id for thing in scene_of(position, None).things()]
        assert len(names) == len(set(names))
        assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9_-]*", name) for name in names)


def test_pictures_have_no_script_and_load_nothing(variant: Game) -> None:
    """No element but shapes and their gradients, no style attribute that a careful page would refuse."""
    names = ("svg", "g", "path", "circle", "text", "title", "style", "defs", "linearGradient", "radialGradient", "stop")
    allowed = {f"{SVG}{name}" for name in names}
    for position in some_positions(variant)[::3]:
        for view in VIEWS:
            svg = position.svg(view=view)
            root = ElementTree.fromstring(svg)
            assert {element.tag for element in root.iter()} <= allowed
            attributes = {name for element in root.iter() for name in element.attrib}
            assert not {name for name in attributes if name.startswith("on") or "href" in name or name == "style"}
            references = set(re.findall(r"url\((.*?)\)", svg))
            assert references == {f"#{light.get('id')}" for light in root.iterfind(f"{SVG}defs/*")}
            assert "@import" not in svg
            assert root.find(f"{SVG}style") is not None
            assert "<style" not in position.svg(view=view, style=False)


def test_every_class_has_a_style(variant: Game) -> None:
    for position in some_positions(variant)[::3]:
        for view in VIEWS:
            root = ElementTree.fromstring(scene_of(position, 0).svg(view=view, highlights=HIGHLIGHTS))
            for element in root.iter():
                if element.tag in (f"{SVG}path", f"{SVG}circle", f"{SVG}text"):
                    assert set(str(element.get("class")).split()) <= set(STYLES), element.attrib


def test_pictures_are_small(variant: Game) -> None:
    for position in some_positions(variant):
        for view in VIEWS:
            svg = position.svg(view=view, size=1200).encode()
            assert len(svg) < MOST_BYTES and len(gzip.compress(svg)) < MOST_ZIPPED


def test_equal_views_give_equal_pictures(variant: Game) -> None:
    """Whatever a seat cannot tell apart looks the same to it, to the byte."""
    for position in some_positions(variant):
        for seat in viewers(variant):
            seen = position.view(seat)
            other = seen.guess(seed=3) if seen.blank else seen
            assert position.scene(seat).to_json() == other.scene(seat).to_json()
            for view in VIEWS if seen.blank else ["diagram"]:
                assert position.svg(seat, view=view) == other.svg(seat, view=view)


def test_a_scene_keeps_to_its_schema_and_is_read_back(variant: Game) -> None:
    for position in some_positions(variant):
        scene = scene_of(position, 0)
        SCHEMA.validate(json.loads(scene.to_json()))
        assert read_scene(scene.to_json()).to_json() == scene.to_json()


def test_the_events_of_a_move_lead_from_the_old_scene_to_the_new_one(variant: Game) -> None:
    """Ids are carried along the game: whatever is on the table twice in a row keeps its id."""
    match = opening_match(variant)
    for seat in (None, 0):
        scene = scene_of(match.positions[0], seat)
        for ply, position in enumerate(match.positions[1:]):
            fresh = scene_of(position, seat)
            following = change(scene, fresh)
            assert things(apply(scene, following.events)) == things(following.scene), match.texts()[ply]
            assert all(event.kind in EVENTS and event.says for event in following.events)
            assert following.events[-1].kind in ("next", "turn", "over")
            known = set(things(scene)) | set(things(following.scene))
            assert all(set(event.ids) <= known for event in following.events)
            assert looks(following.scene) == looks(fresh)
            scene = following.scene


def looks(scene: Scene) -> list[tuple[str, str, int, int]]:
    """What lies where, whatever its id."""
    return sorted((piece.name, piece.place, piece.slot, piece.height) for piece in scene.pieces)


def test_something_is_told_of_every_ply_and_nothing_twice(variant: Game) -> None:
    match = opening_match(variant)
    for ply, (before, after) in enumerate(pairwise(match.positions)):
        told = pyr.events(before, after)
        assert told[-1].says == scene_of(after, None).notes[-1].text
        assert len({event.says for event in told}) == len(told), (match.texts()[ply], told)
        sent_back = {name for event in told if event.kind == "returned" for name in event.ids}
        placed = {name for event in told if event.kind == "placed" for name in event.ids}
        over = any(event.kind == "secret" for event in told)
        assert over or not placed & sent_back, (match.texts()[ply], told)


def test_what_a_move_touches_is_in_the_scene(variant: Game) -> None:
    for position in some_positions(variant):
        if position.mover is None:
            continue
        seat = position.mover if position.mover >= 0 else None
        scene = scene_of(position, seat)
        known = set(things(scene))
        for move in position.moves():
            touch = variant.manual.touched(scene, position.fields, int(move))
            assert {*touch.pieces, *touch.also} <= known and (touch.target in known or not touch.target), str(move)
            assert touch.target or touch.label or seat is None, f"{move} leads to no place, so its button needs a label"
        svg = position.svg(seat, highlights=("movable", "target", "last"), last_move=None)
        ElementTree.fromstring(svg)


def test_the_last_move_is_shown_to_whoever_may_know_it(variant: Game) -> None:
    match = opening_match(variant)
    for ply, position in list(enumerate(match.positions[1:]))[:30]:
        move = pyr.Move(match.positions[ply], match.codes[ply])
        for seat in viewers(variant):
            scene = position.scene(seat, move)
            assert isinstance(scene, Scene)
            marks = [mark for mark in scene.highlights if mark.kind == "last"]
            assert move.text_for(seat, position) == str(move) or not marks
