"""Topologic on the table: the field of tiles, the seekers, and what the viewer knows of the secret."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from pyramidion.draw.scene import Cell, Highlight, Marker, Note, Piece, Scene, Zone
from pyramidion.draw.scene_parts import box, lay, seats, square
from pyramidion.engine.header import OVER
from pyramidion.engine.picture import Touch
from pyramidion.engine.position import Position
from pyramidion.games.topologic import rules
from pyramidion.games.topologic.drawing import COLOUR_WORDS, drawing_of, location_name, names_of, tile_name, tile_words
from pyramidion.games.topologic.field import LOCATIONS
from pyramidion.games.topologic.folds import Sheet, sheet_of
from pyramidion.games.topologic.positions import moved_seekers
from pyramidion.games.topologic.rules import COLOUR, ENTER, FAILED, MOVE, NO_HINT, OFF, SECRET, UNSET

SEATS = ("First", "Second")
SIDE = 0.54  # of a seeker


@functools.lru_cache(maxsize=64)
def _table(drawing: str, tiles: tuple[int, ...], seekers: int) -> dict[str, Any]:
    """What lies there from the start to the end: the tiles, and the place of the seekers beside them."""
    sheet = sheet_of(drawing)
    x, y, across = sheet.width / 2, sheet.height + 0.84 + sheet.below, 0.8 * seekers
    zone = box(x, y, across, 1.16)
    off = Zone("off", "seekers off the field", x, y, zone, "hand", seekers, scale=0.8, title=0.3)
    return {
        "seats": seats(SEATS, ("", ""), (0, 0), "12"),
        "cells": tuple(_tile(name, tile, sheet) for name, tile in zip(names_of(drawing), tiles, strict=True)),
        "zones": (off,),
        "labels": sheet.labels,
    }


def _tile(name: str, tile: int, sheet: Sheet) -> Cell:
    colour, pips, code = COLOUR_WORDS[tile // COLOUR], tile % COLOUR + 1, tile_name(tile)
    says = f"{name}, {colour} {pips}"
    return square(name, *sheet.middles[name], "tile", colour=colour, value=code, pips=pips, text=code, says=says)


def scene(position: Position, viewer: int | None) -> Scene:
    fields = position.fields
    return lay(
        position,
        viewer,
        _status(position),
        pieces=_seekers(fields),
        markers=(*_secret(fields), *sheet_of(drawing_of(fields)).folds),
        highlights=_open_and_closed(fields),
        notes=_notes(fields),
        **_table(drawing_of(fields), tuple(fields.tile.tolist()), int(rules.seekers(fields))),
    )


def _seekers(fields: np.record) -> list[Piece]:
    """Those that share a location stand there side by side."""
    places: list[int] = fields.at.tolist()[: rules.seekers(fields)]
    found = []
    for seeker, place in enumerate(places):
        name, slot = ("off", seeker) if place == OFF else (location_name(fields, place), places[:seeker].count(place))
        number = str(seeker + 1)
        found.append(
            Piece(f"seeker-{number}", f"seeker {number}", "pawn", name, "white", SIDE, letter=number, slot=slot)
        )
    return found


def _secret(fields: np.record) -> tuple[Marker, ...]:
    """A star on the secret of this round, where the view knows it."""
    secret = int(fields.secret[fields.stretch])
    if secret < 0:
        return ()
    name = location_name(fields, secret)
    x, y = sheet_of(drawing_of(fields)).middles[name]
    return (Marker(f"secret-{name}", "secret", x, y, says=f"The secret is {tile_words(fields, secret)}."),)


@functools.cache
def _mark(kind: str, name: str) -> Highlight:
    says = "The hints leave this open." if kind == "possible" else "The hints exclude this."
    return Highlight(f"{kind}-{name}", kind, name, says=says)


def _open_and_closed(fields: np.record) -> list[Highlight]:
    """Which locations the hints of the running round leave open."""
    if fields.turns == 0 or fields.mover == OVER:
        return []
    left = int(fields.possible)
    names = names_of(drawing_of(fields))
    return [_mark("possible" if left >> number & 1 else "excluded", name) for number, name in enumerate(names)]


def _notes(fields: np.record) -> list[Note]:
    """What everyone at the table has heard, and the secret where the view knows it."""
    stretch, turns, hint = int(fields.stretch), int(fields.turns), int(fields.hint)
    title = f"Round {stretch + 1}"
    text = f"{title}: {SEATS[stretch]} is referee, {SEATS[1 - stretch]} seeks. Turns so far: {turns}."
    found = [Note("round", "part", text, title)]
    if hint != NO_HINT:
        when = f"Hint after turn {turns}" if turns else "Last hint of round 1"
        found.append(Note("hint", "hint", f"{when}: {hint} of {2 * rules.seekers(fields)}."))
    if turns and fields.mover != OVER:
        left = int(fields.possible).bit_count()
        found.append(Note("possible", "help", f"Still possible: {left} location{'s' * (left != 1)}."))
    if fields.moved:
        found.append(Note("moved", "note", f"Moved in this turn: {', '.join(moved_seekers(fields))}."))
    return [*found, *_secret_notes(fields)]


def _secret_notes(fields: np.record) -> list[Note]:
    score, secret, found = int(fields.score[0]), int(fields.secret[fields.stretch]), []
    if score:
        took = f"failed after {rules.LAST_TURN} turns" if score == FAILED else f"took {score} turn{'s' * (score > 1)}"
        words = tile_words(fields, int(fields.secret[0]))
        found.append(Note("first-round", "secret", f"Round 1 {took}; its secret was {words}."))
    if secret >= 0:
        is_or_was = "was" if fields.mover == OVER else "is"
        found.append(Note("secret", "secret", f"The secret {is_or_was} {tile_words(fields, secret)}."))
    elif secret != UNSET:
        found.append(Note("secret", "secret", "The secret is chosen and hidden."))
    return found


def _status(position: Position) -> str:
    fields, name = position.fields, SEATS[position.seat]
    if fields.seat == fields.stretch:
        return f"{name}: choose the secret location."
    if fields.turns == 0:
        return f"{name}: put seeker {rules.next_to_enter(fields) + 1} on the border."
    return f"{name}: move seekers, then end the turn."


def touched(scene: Scene, fields: np.record, code: int) -> Touch:
    if code < SECRET:
        return Touch(label="Done: end the turn")
    if code < ENTER:
        name = location_name(fields, code - SECRET)
        return Touch((), name, confirm=f"Lock {scene.places[name].says} as the secret?")
    seeker, location = divmod(code - (ENTER if code < MOVE else MOVE), LOCATIONS)
    return Touch((f"seeker-{seeker + 1}",), location_name(fields, location))


def attempted(scene: Scene, fields: np.record, piece: str, target: str) -> str | None:
    """The move that picking up a seeker and pointing to a location stands for."""
    seeker = piece.removeprefix("seeker-")
    return None if seeker == piece else f"{seeker}{'-' if fields.turns else '@'}{target}"
