"""Topologic on the table: the field of tiles, the seekers, and what the viewer knows of the secret."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any

import numpy as np

from pyramidion.draw.scene import Scene
from pyramidion.draw.scene_parts import lay, seats, square
from pyramidion.draw.things import Cell, Highlight, Marker, Note, Piece, Spread, Zone
from pyramidion.draw.words import in_words, listed
from pyramidion.engine.header import OVER
from pyramidion.engine.picture import Touch
from pyramidion.engine.position import Position
from pyramidion.games.topologic import rules
from pyramidion.games.topologic.drawing import COLOUR_WORDS, drawing_of, location_name, names_of, tile_name, tile_words
from pyramidion.games.topologic.field import LOCATIONS
from pyramidion.games.topologic.folds import Sheet, sheet_of
from pyramidion.games.topologic.positions import moved_seekers
from pyramidion.games.topologic.rules import COLOUR, ENTER, FAILED, MOVE, NO_HINT, OFF, SECRET, UNSET

SEATS = ("North", "South")
SIDE = 0.44  # of a seeker: name and pips of its tile stay in sight
WIDE = 1.2  # a field is wide if it is so much wider than high


@functools.lru_cache(maxsize=64)
def _table(drawing: str, tiles: tuple[int, ...], seekers: int) -> dict[str, Any]:
    """What lies there from the start to the end: the tiles, and the place of the seekers beside them."""
    sheet = sheet_of(drawing)
    return {
        "seats": seats(SEATS, ("", ""), (0, 0), "12"),
        "surfaces": (),
        "tall_turn": 90 if sheet.width > WIDE * sheet.height else 0,
        "cells": tuple(_tile(name, tile, sheet) for name, tile in zip(names_of(drawing), tiles, strict=True)),
        "zones": (_off(sheet, seekers),),
        "labels": sheet.labels,
    }


def _off(sheet: Sheet, seekers: int) -> Zone:
    """The seekers off the field: below it, or to its right if it is not wide or turned."""
    width, height, length = sheet.width, sheet.height, max(3.0, 0.8 * seekers)
    below = Spread(width / 2, height + 0.74 + sheet.below, length, 1.1, seekers, 1, 1.1)
    beside = Spread(width + 0.8, height / 2, 1.2, length, 1, seekers, 1.1)
    turned = Spread(width / 2, -1.05, length, 1.9, 1, seekers, 1.1)
    zone = Zone("off", "seekers off the field", 0, 0, (), "hand", seekers, title=0.24)
    if width > WIDE * height:
        return dataclasses.replace(zone.spread(below), tall=turned)
    return dataclasses.replace(zone.spread(beside), tall=below)


def _tile(name: str, tile: int, sheet: Sheet) -> Cell:
    colour, pips, code = COLOUR_WORDS[tile // COLOUR], tile % COLOUR + 1, tile_name(tile)
    (x, y), words = sheet.middles[name], f"{colour} {pips}"
    return square(name, x, y, "tile", colour=colour, value=words, pips=pips, text=code, says=f"{name}, {words}")


def scene(position: Position, viewer: int | None) -> Scene:
    fields = position.fields
    return lay(
        position,
        viewer,
        _your_task(position) if viewer == position.seat else _status(position, viewer),
        _ending(position, viewer),
        pieces=_seekers(fields),
        markers=(*_secret(fields), *sheet_of(drawing_of(fields)).folds),
        highlights=_open_and_closed(fields),
        notes=_notes(fields, viewer),
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
    says = "This can be the secret." if kind == "possible" else "This is not the secret."
    return Highlight(f"{kind}-{name}", kind, name, says=says)


def _open_and_closed(fields: np.record) -> list[Highlight]:
    """Which locations the hints of the running round leave open."""
    if fields.turns == 0 or fields.mover == OVER:
        return []
    left = int(fields.possible)
    names = names_of(drawing_of(fields))
    return [_mark("possible" if left >> number & 1 else "excluded", name) for number, name in enumerate(names)]


def _notes(fields: np.record, viewer: int | None) -> list[Note]:
    """What everyone at the table has heard, and the secret where the view knows it."""
    stretch, turns, hint = int(fields.stretch), int(fields.turns), int(fields.hint)
    title = f"Round {stretch + 1}"
    found = [Note("round", "part", f"{title}: {_roles(stretch, viewer)}", title), *_scores(fields, viewer)]
    if hint != NO_HINT:
        when = f"Hint after turn {turns}" if turns else "Last hint of round 1"
        right = f"{hint} of {2 * rules.seekers(fields)} colours and numbers {'is' if hint == 1 else 'are'} right"
        found.append(Note("hint", "hint", f"{when}: {right}."))
    if turns and fields.mover != OVER:
        left = int(fields.possible).bit_count()
        found.append(Note("possible", "help", f"{in_words(left, 'tile').capitalize()} can still be the secret."))
    if fields.moved:
        moved = moved_seekers(fields)
        who = f"Seeker {moved[0]} has" if len(moved) == 1 else f"Seekers {listed(moved)} have"
        found.append(Note("moved", "note", f"{who} moved in this turn."))
    return [*found, *_secret_notes(fields, viewer)]


def _roles(stretch: int, viewer: int | None) -> str:
    """Who seeks whose tile in this round, and what comes after it."""
    if viewer is None:
        return f"{SEATS[1 - stretch]} seeks the tile of {SEATS[stretch]}."
    if viewer == stretch:
        return f"you hide a tile, and the other player seeks it{'; then you seek theirs' if stretch == 0 else ''}."
    return f"you seek the tile that the other player hides{'; then they seek yours' if stretch == 0 else ''}."


def _called(seat: int, viewer: int | None) -> str:
    """A seat that is not the viewer's, at the beginning of a sentence."""
    return SEATS[seat] if viewer is None else "The other player"


def _scores(fields: np.record, viewer: int | None) -> list[Note]:
    """The turns of each seeker so far; the second seat seeks in round 1, and the first has as many in round 2."""
    turns, first = {1: int(fields.score[0]) or int(fields.turns)}, int(fields.score[0])
    if fields.stretch == 1:
        turns[0] = int(fields.score[1]) or int(fields.turns)
    found = []
    for seat, count in sorted(turns.items()):
        who = "You have" if seat == viewer else f"{_called(seat, viewer)} has"
        most = first if seat == 0 and first != FAILED else 0
        text = f"{who} used {in_words(count, 'turn')}."
        found.append(
            Note(f"score-{seat}", "score", text, "turn" if count == 1 and not most else "turns", seat, count, most)
        )
    return found


def _secret_notes(fields: np.record, viewer: int | None) -> list[Note]:
    score, secret, found = int(fields.score[0]), int(fields.secret[fields.stretch]), []
    if score:
        took = f"failed after {rules.LAST_TURN} turns" if score == FAILED else f"took {score} turn{'s' * (score > 1)}"
        words = tile_words(fields, int(fields.secret[0]))
        found.append(Note("first-round", "secret", f"Round 1 {took}; its secret was {words}."))
    if secret >= 0:
        found.append(Note("secret", "secret", _known_secret(fields, viewer, tile_words(fields, secret))))
    elif secret != UNSET:
        found.append(Note("secret", "secret", "The secret is chosen and hidden."))
    return found


def _known_secret(fields: np.record, viewer: int | None, words: str) -> str:
    if fields.mover == OVER or viewer == 1 - fields.stretch:  # who seeks it learns it after the game
        return f"The secret was {words}."
    tile, _, place = words.partition(", on ")
    return f"Your secret is {tile}, on {place}." if viewer == fields.stretch else f"The secret is {words}."


def _status(position: Position, viewer: int | None) -> str:
    fields, name = position.fields, _called(position.seat, viewer)
    if fields.seat == fields.stretch:
        return f"{name} hides the secret on a tile."
    if fields.turns == 0:
        return f"{name} puts seeker {rules.next_to_enter(fields) + 1} on the border."
    return f"{name} moves seekers, then ends the turn."


def _your_task(position: Position) -> str:
    """What the seat has to do, said to its player."""
    fields = position.fields
    if fields.seat == fields.stretch:
        return "Choose any tile as your secret. The other player will seek it."
    if fields.turns == 0:
        return f"Put seeker {rules.next_to_enter(fields) + 1} on any tile at the border."
    return "Move as many seekers as you like, then press Done for a hint."


def _ending(position: Position, viewer: int | None) -> str:
    outcome, scores = position.outcome, position.fields.score.tolist()
    if outcome is None:
        return ""
    if outcome.rule == "P21":
        return "Nobody found the secret."
    if outcome.rule == "P20":
        turns = in_words(scores[0], "turn")
        return f"{_player(0, viewer)} did not find the secret in the {turns} that {_player(1, viewer, False)} needed."
    return f"{_player(0, viewer)} {_needed(scores[1])}, {_player(1, viewer, start=False)} {_needed(scores[0])}."


def _player(seat: int, viewer: int | None, start: bool = True) -> str:
    """A seat, or `you` for the one who looks, at the start of a sentence or later in it."""
    name = "You" if seat == viewer else _called(seat, viewer)
    return name if start or viewer is None else name[0].lower() + name[1:]


def _needed(score: int) -> str:
    return "did not find the secret" if score == FAILED else f"needed {in_words(score, 'turn')}"


def touched(scene: Scene, fields: np.record, code: int) -> Touch:
    if code < SECRET:
        return Touch(label="Done: get a hint")
    if code < ENTER:
        name = location_name(fields, code - SECRET)
        return Touch((), name, confirm=f"Choose {scene.places[name].says}, as your secret?")
    seeker, location = divmod(code - (ENTER if code < MOVE else MOVE), LOCATIONS)
    return Touch((f"seeker-{seeker + 1}",), location_name(fields, location))


def attempted(scene: Scene, fields: np.record, piece: str, target: str) -> str | None:
    """The move that picking up a seeker and pointing to a location stands for."""
    seeker = piece.removeprefix("seeker-")
    return None if seeker == piece else f"{seeker}{'-' if fields.turns else '@'}{target}"
