"""What is wrong with a scene, although it can be drawn: things that share a name, unknown pieces, crowded zones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pyramidion.draw.scene import Scene
from pyramidion.draw.things import PIECE_KINDS, Thing, Zone


def scene_faults(scene: Scene) -> Iterator[tuple[str, str]]:
    """The kind of each fault, and what to do about it."""
    yield from _names(scene)
    for piece in scene.pieces:
        if piece.kind not in PIECE_KINDS:
            yield "kind", f"the kind of {piece.id} is '{piece.kind}': use {', '.join(PIECE_KINDS)}"
    for zone in scene.zones:
        yield from _crowding(scene, zone)


def _names(scene: Scene) -> Iterator[tuple[str, str]]:
    touchable: list[Thing] = [*scene.cells, *scene.zones, *scene.pieces, *scene.dice]
    names = Counter(thing.id for thing in touchable)
    doubled = sorted(name for name, count in names.items() if count > 1)
    if doubled:
        yield "ids", f"{names[doubled[0]]} things have the id '{doubled[0]}': numbered(pieces) gives each its own"


def _crowding(scene: Scene, zone: Zone) -> Iterator[tuple[str, str]]:
    """Pieces outside a zone's slots, or on the same spot of one."""
    slots, pieces = zone.columns * zone.rows, scene.on(zone.id)
    outside = [piece for piece in pieces if not 0 <= piece.slot < slots]
    if outside:
        piece = outside[0]
        yield "slots", f"{piece.id} is in slot {piece.slot} of {zone.id}, whose {slots} slots are numbered from 0"
    spots = Counter((piece.slot, piece.height) for piece in pieces)
    for (slot, _), count in spots.items():
        if count > 1:
            yield "same slot", f"{count} pieces are in slot {slot} of {zone.id}: give each piece its own slot"
            return
