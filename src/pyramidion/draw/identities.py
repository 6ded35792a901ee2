"""Pieces followed from one scene to the next: which piece of the later scene is which of the earlier one."""

from __future__ import annotations

import dataclasses
from collections import defaultdict

from pyramidion.draw.scene import Scene
from pyramidion.draw.things import Highlight, Piece


def carried(before: Scene, after: Scene) -> Scene:
    """The later scene with every piece under the id that it had in the earlier one.

    Equal pieces are numbered by where they are, so a move may change their numbers. Those that
    stayed keep their ids; one that left a place went where an equal piece appeared.
    """
    names: dict[str, str] = {}
    for looks, fresh in _by_looks(after).items():
        old = _by_looks(before).get(looks, [])
        for same in (_spot, lambda piece: (piece.place,), lambda piece: ()):
            waiting = defaultdict(list)
            for piece in old:
                waiting[same(piece)].append(piece)
            for piece in list(fresh):
                if waiting[same(piece)]:
                    match = waiting[same(piece)].pop(0)
                    names[piece.id] = match.id
                    old.remove(match)
                    fresh.remove(piece)
    return _renamed(after, _without_clashes(names, after))


def _spot(piece: Piece) -> tuple[object, ...]:
    return piece.place, piece.height, piece.slot


def _by_looks(scene: Scene) -> dict[tuple[object, ...], list[Piece]]:
    found: dict[tuple[object, ...], list[Piece]] = {}
    for piece in scene.pieces:
        found.setdefault((piece.kind, piece.name, piece.colour, piece.owner, piece.letter, piece.text), []).append(
            piece
        )
    return found


def _without_clashes(names: dict[str, str], after: Scene) -> dict[str, str]:
    """Pieces that are new get an id that no other has."""
    taken = set(names.values())
    for piece in after.pieces:
        if piece.id not in names:
            stem, number = piece.id.rsplit("-", 1)[0], 1
            name = piece.id
            while name in taken:
                name, number = f"{stem}-{number}", number + 1
            names[piece.id] = name
            taken.add(name)
    return names


def _renamed(scene: Scene, names: dict[str, str]) -> Scene:
    if all(old == new for old, new in names.items()):
        return scene
    pieces = sorted((dataclasses.replace(p, id=names[p.id]) for p in scene.pieces), key=lambda piece: piece.id)
    marks = [_renamed_mark(mark, names) if mark.on in names else mark for mark in scene.highlights]
    return dataclasses.replace(scene, pieces=tuple(pieces), highlights=tuple(marks))


def _renamed_mark(mark: Highlight, names: dict[str, str]) -> Highlight:
    return dataclasses.replace(mark, id=f"{mark.kind}-{names[mark.on]}", on=names[mark.on])
