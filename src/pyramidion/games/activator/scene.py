"""Activator on the table: four tiles as a diamond, the units on it, and what each side has captured."""

from __future__ import annotations

import dataclasses

import numpy as np

from pyramidion.draw.scene import Scene
from pyramidion.draw.scene_parts import RIM, box, diamond, has, lay, numbered, seats
from pyramidion.draw.things import Cell, Highlight, Label, Marker, Note, Piece, Spread, Surface, Zone
from pyramidion.draw.words import in_words
from pyramidion.engine.picture import Touch
from pyramidion.engine.position import Position
from pyramidion.engine.stacks import LETTERS, letters
from pyramidion.games.activator import rules
from pyramidion.games.activator.lines import LINES, SIDE
from pyramidion.games.activator.positions import COLOURS as SIGNS
from pyramidion.games.activator.positions import OWNED
from pyramidion.games.activator.rules import ACTIVATE, ACTIVATOR, HOME, MOVE, PASS
from pyramidion.games.activator.words import NAMES, SEATS, parts

COLOURS = ("red", "blue")
REACH = 0.5**0.5  # from the middle of a square to its corners
WIDTH = 2 * SIDE * REACH  # of the diamond, corner to corner
SIDES = {letter: round(0.18 + 0.088 * size, 3) for size, letter in enumerate(LETTERS)}
EDGE = RIM * 2**0.5  # from a corner of the diamond to the corner of its frame
HEAP = 1.46  # side of the place for captured pieces
TALL_HEAP = (1.75, 1.8)  # its width and height in the tall arrangement,
BEYOND = 0.35  # where it goes so far beyond the frame


def _middle(file: float, rank: float) -> tuple[float, float]:
    """Files run up to the right from Red's home at the bottom, ranks up to the left."""
    return round((SIDE + file - rank) * REACH, 4), round((2 * SIDE - 1 - file - rank) * REACH, 4)


def _cell(square: int, name: str) -> Cell:
    x, y = _middle(square % SIDE, square // SIDE)
    owner = next((seat for seat in (0, 1) if HOME[seat] == square), None)
    if owner is None:
        return Cell(name, x, y, diamond(x, y), "back", says=name)
    return Cell(name, x, y, diamond(x, y), "back", f"pale-{COLOURS[owner]}", says=f"{name}, {SEATS[owner]}'s home")


def _label(kind: str, name: str, file: float, rank: float) -> Label:
    return Label(f"{kind}-{name}", name, *_middle(file, rank))


def _captured(seat: int) -> Zone:
    """Red's captures lie at the lower left, Blue's at the upper right."""
    name, (width, height) = f"captured by {SEATS[seat]}", TALL_HEAP
    x, y = _beside(seat, HEAP / 2 - EDGE, WIDTH + EDGE - HEAP / 2)
    zone = Zone(f"captured-{seat}", name, x, y, box(x, y, HEAP, HEAP), "captured", 3, 3, 0.47, 0.23, seat, "captured")
    spot = _beside(seat, width / 2 - EDGE, WIDTH + EDGE + BEYOND - height / 2)
    return dataclasses.replace(zone, tall=Spread(*spot, width, height, 3, 3, 0.62))


def _beside(seat: int, x: float, y: float) -> tuple[float, float]:
    """A spot beside the board as seen from a seat."""
    return (x, y) if seat == 0 else (WIDTH - x, WIDTH - y)


def _home(seat: int) -> Marker:
    """Printed on the corner of the board."""
    x, y = _middle(HOME[seat] % SIDE, HOME[seat] // SIDE)
    says = f"{SEATS[seat]}'s home, {NAMES[HOME[seat]]}"
    return Marker(f"home-{seat}", "home", x, y, 180 * seat, COLOURS[seat], says)


TABLE = {
    "seats": seats(SEATS, COLOURS, (0, 180), SIGNS),
    "surfaces": (Surface("frame", "wood", diamond(WIDTH / 2, WIDTH / 2, SIDE + 2 * RIM)),),
    "cells": tuple(_cell(square, name) for square, name in enumerate(NAMES)),
    "zones": (_captured(0), _captured(1)),
    "labels": (
        *(_label("file", name, i, -0.5 - RIM / 2) for i, name in enumerate("abcd")),
        *(_label("rank", name, -0.5 - RIM / 2, i) for i, name in enumerate("1234")),
    ),
    "markers": (_home(0), _home(1)),
}


def scene(position: Position, viewer: int | None) -> Scene:
    fields = position.fields
    pieces = numbered([piece for seat in (0, 1) for piece in _pieces(fields, seat)])
    return lay(
        position,
        viewer,
        _your_task(position) if viewer == position.seat else f"{SEATS[position.seat]}'s turn: {_task(fields)}.",
        _ending(position, viewer),
        pieces=[*pieces, *(_activator(fields, seat) for seat in (0, 1))],
        highlights=tuple(_highlights(fields, over=position.mover is None)),
        notes=_notes(fields, over=position.mover is None),
        **TABLE,
    )


def _pieces(fields: np.record, seat: int) -> list[Piece]:
    """All nine: whatever is not on the board was captured."""
    found, missing = [], dict(OWNED)
    for square, name in enumerate(NAMES):
        for height, letter in enumerate(letters(int(fields.board[seat, square]))):
            found.append(_piece(seat, letter, name, height=height))
            missing[letter] -= 1
    captured = [letter for letter, count in missing.items() for _ in range(count)]
    return found + [_piece(seat, letter, f"captured-{1 - seat}", slot=slot) for slot, letter in enumerate(captured)]


def _piece(seat: int, letter: str, place: str, height: int = 0, slot: int = 0) -> Piece:
    colour, name = COLOURS[seat], f"{SEATS[seat]}'s {letter}"
    return Piece(
        f"{colour}-{letter}", name, "pyramid", place, colour, SIDES[letter], seat, letter, height=height, slot=slot
    )


def _activator(fields: np.record, seat: int) -> Piece:
    """An activator stands on top of an enemy unit."""
    square, colour = int(fields.activator[seat]), COLOURS[seat]
    height = len(letters(int(fields.board[1 - seat, square])))
    name = f"{SEATS[seat]}'s activator"
    return Piece(f"{colour}-activator", name, "pyramid", NAMES[square], colour, SIDES["A"], seat, "A", height=height)


def _names(squares: int) -> list[str]:
    return [name for square, name in enumerate(NAMES) if squares >> square & 1]


def _highlights(fields: np.record, over: bool) -> list[Highlight]:
    """The lines of the mover's activator, what is frozen, what cannot be captured, and homes in danger."""
    seat = int(fields.seat)
    own = int(fields.activator[seat])
    marks = []
    if not over:
        lines = _names(int(LINES[own]) & ~(1 << own))
        marks = [_mark("attack", name, f"{SEATS[seat]} may capture from {name}", seat) for name in lines]
        frozen = _names(rules.frozen(fields))
        marks += [_mark("frozen", name, f"{name} is frozen: nothing moves from here") for name in frozen]
    for owner in (0, 1):
        carrier, home = NAMES[fields.activator[1 - owner]], NAMES[HOME[owner]]
        if not over:
            marks.append(_mark("immune", carrier, f"The unit on {carrier} cannot be captured", owner))
        if fields.board[1 - owner, HOME[owner]]:
            marks.append(_mark("threatened", home, f"{SEATS[1 - owner]} is in {SEATS[owner]}'s home", owner))
    return marks


def _mark(kind: str, name: str, says: str, owner: int = -1) -> Highlight:
    return Highlight(f"{kind}-{name}", kind, name, owner=owner, says=says)


def _notes(fields: np.record, over: bool) -> list[Note]:
    found = [_score(fields, seat) for seat in (0, 1)]
    limit = int(rules.QUIET_TURNS[fields.quiet])
    if limit and not over:
        calm = f"Turns without a capture: {max(0, int(fields.calm))}; a draw at {limit}."
        found.append(Note("calm", "note", calm))
    return found


def _score(fields: np.record, seat: int) -> Note:
    """How many of the enemy's pieces a side has captured."""
    left = sum(int(unit).bit_count() for unit in fields.board[1 - seat])
    count = sum(OWNED.values()) - left
    text = f"{SEATS[seat]} has captured {in_words(count, 'piece')}."
    return Note(f"score-{seat}", "score", text, "captured", seat, count)


def _ending(position: Position, viewer: int | None) -> str:
    """How the game came to its end, by the ruling that ended it."""
    outcome = position.outcome
    if outcome is None:
        return ""
    winner = outcome.winners[0]
    victim = "your" if viewer == 1 - winner else f"{SEATS[1 - winner]}'s"
    return {
        "A22": f"{has(SEATS, 1 - winner, viewer)} only one unit left.",
        "A25": f"{has(SEATS, winner, viewer)} kept a unit on {victim} home.",
        "A7": "Nothing could move any more.",
        "A31": f"{rules.QUIET_TURNS[position.fields.quiet]} turns passed without a capture.",
    }[outcome.rule]


def _your_task(position: Position) -> str:
    """What the seat has to do, said to its player."""
    fields, seat = position.fields, position.seat
    if fields.stage == ACTIVATOR and len(position.moves()) == 1:
        return "Your activator, the small A, has nowhere to go: leave it."
    if fields.stage == ACTIVATOR:
        return "Now move your activator, the small A, or leave it."
    if rules.is_stuck(fields, seat):
        return "None of your pieces can move: pass."
    if fields.board[1 - seat, HOME[seat]]:
        return f"{SEATS[1 - seat]} is on your home, {NAMES[HOME[seat]]}: capture it now or you lose!"
    return "Move a pyramid or a stack, or only the top part of a stack."


def _task(fields: np.record) -> str:
    """What the seat has to do, said to everyone else."""
    if fields.stage == ACTIVATOR:
        return "move the activator or leave it"
    if rules.is_stuck(fields, int(fields.seat)):
        return "pass, as no piece can move"
    return "move a unit or its top part"


def touched(scene: Scene, fields: np.record, code: int) -> Touch:
    seat = int(fields.seat)
    if code < ACTIVATE:
        return Touch(label="Pass", passes=True) if code == PASS else Touch(label="Leave it")
    if code < MOVE:
        return Touch((f"{COLOURS[seat]}-activator",), NAMES[code - ACTIVATE])
    origin, split, target = parts(code)
    there = [piece.id for piece in scene.on(NAMES[origin])]
    staying = int(fields.board[seat, origin]).bit_count() - split if split else 0
    return Touch(tuple(there[staying:]), NAMES[target])


def attempted(scene: Scene, fields: np.record, piece: str, target: str) -> str | None:
    """The move that picking up a piece and pointing to a place stands for."""
    found = next((each for each in scene.pieces if each.id == piece), None)
    if found is None:
        return None
    if piece.endswith("-activator"):
        return f"@{target}"
    unit = [each for each in scene.on(found.place) if each.owner == found.owner and not each.id.endswith("-activator")]
    above = sum(each.height >= found.height for each in unit)
    return f"{found.place}-{target}" if above == len(unit) else f"{found.place}:{above}-{target}"
