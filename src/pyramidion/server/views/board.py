"""The board as data: what lies where, what a click can mean, and what is said about the position."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from typing import Any

from pyramidion.draw.narration import scene_of
from pyramidion.draw.svg import USUAL
from pyramidion.draw.things import Note
from pyramidion.draw.touch import Choice, choices
from pyramidion.draw.words import notices
from pyramidion.engine.position import Position
from pyramidion.engine.registry import load
from pyramidion.server.views.data import BoardData, ChoiceData, NoteData, PartData, ProgressData

PART = ("part", "note", "secret")  # the notes that introduce a new part of a game


def board_data(position: Position, seat: int | None, free: bool, over: bool = False) -> BoardData:
    """What makes a picture of the board respond; with the choices of a seat that is `free` to move, and with all
    secrets when the game is `over`."""
    scene = scene_of(position, seat, secrets=over)
    found = choices(position.view(seat), scene) if free else []
    return {
        "places": {piece.id: piece.place for piece in scene.pieces},
        "own": [piece.id for piece in scene.pieces if piece.owner == seat],
        "choices": [choice_data(each) for each in found],
        "part": part_data(scene.notes),
        "notes": [note_data(note) for note in scene.notes],
        "notices": [{"kind": kind, "text": text} for kind, text in notices(scene, USUAL)],
        "progress": progress_data(scene.notes),
    }


def choice_data(choice: Choice) -> ChoiceData:
    """A move that can be made, and how it is made on the page."""
    touch = choice.touch
    data: ChoiceData = {"move": choice.move, "pieces": touch.pieces, "target": touch.target}
    if touch.also:
        data["also"] = touch.also
    if touch.label:
        data["label"] = touch.label
    if touch.confirm:
        data["confirm"] = touch.confirm
    if touch.passes:
        data["passes"] = True
    return data


def note_data(note: Note) -> NoteData:
    """A sentence about the position; `told` is set for what was told during the game, which pages show in bold."""
    return {"id": note.id, "kind": note.kind, "text": note.text, "told": note.kind == "hint"}


def revealed(position: Position, seat: int | None) -> list[str]:
    """The secrets of a position that a seat could not know during the game, in sentences."""
    known = scene_of(position, seat).notes
    return [note.text for note in scene_of(position, seat, secrets=True).notes if note not in known]


def progress_data(notes: Sequence[Note]) -> list[ProgressData]:
    """How far each seat is, where the game counts something."""
    return [
        {"seat": note.owner, "count": note.count, "most": note.most, "what": note.title}
        for note in notes
        if note.kind == "score" and note.owner >= 0
    ]


def part_data(notes: Sequence[Note]) -> PartData | None:
    """The part of the game, and what is said when it begins; None for games of one part."""
    title = next((note.title for note in notes if note.kind == "part"), None)
    if title is None:
        return None
    return {"title": title, "says": " ".join(note.text for note in notes if note.kind in PART)}


@functools.lru_cache(maxsize=256)
def seat_colours(spec: str) -> tuple[str, ...]:
    """The colours of the seats' pieces, empty for a seat without pieces."""
    return tuple(seat.colour for seat in scene_of(load(spec).start(seed=0), None).seats)


def position_data(position: Position, seat: int | None) -> dict[str, Any]:
    """The position text as data, as a seat may know it."""
    data: dict[str, Any] = json.loads(position.view(seat).to_json())
    return data
