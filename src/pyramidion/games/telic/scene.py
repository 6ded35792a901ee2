"""Telic on the table: the tiles, both stashes, the Centre Zone and the dice."""

from __future__ import annotations

import numpy as np

from pyramidion.draw.scene import Scene
from pyramidion.draw.scene_parts import box, files_and_ranks, has, lay, numbered, seats, square
from pyramidion.draw.things import Cell, Die, Label, Marker, Note, Piece, Spread, Zone
from pyramidion.engine.header import CHANCE
from pyramidion.engine.picture import Touch
from pyramidion.engine.position import Position
from pyramidion.engine.stacks import LETTERS
from pyramidion.games.telic import rules
from pyramidion.games.telic.rules import CENTRE, ENTER, FACE, LANDINGS, MOVE, NO_ROLL, PASS, ROLL, SPACES
from pyramidion.games.telic.words import COLOURS, RANKS, SEATS, VALUES

NAMES = ("blue", "red")
SUITS = {"blue": "arms", "red": "suns", "black": "moons"}
BLACK_TILES = {"b2": "5", "c2": "0", "a3": "2", "d3": "3", "b4": "A", "c4": "4"}
SIDES = tuple(round(0.16 + 0.116 * size, 3) for size in range(rules.SIZES))
VALUE_WORDS = {"0": "the blank", "A": "the ace"}
YOUR_ENTRY = {
    "nothing can enter": "nothing of yours can enter on {space}",
    "a pyramid may enter": "bring a pyramid onto {space}, or pass",
    "a pyramid must enter": "bring a pyramid onto {space}",
}


def _tile(space: str, colour: str, value: str) -> Cell:
    x, y = ord(space[0]) - ord("a") + 0.5, 5.5 - int(space[1])
    return square(
        space,
        x,
        y,
        "tile",
        colour=colour,
        suit=SUITS[colour],
        value=value,
        facing=180 if colour == "blue" else 0,
        text=colour.replace("black", "k")[0] + value,
        says=f"{space}, the {colour} {VALUE_WORDS.get(value, value).removeprefix('the ')}",
    )


CELLS = tuple(
    [_tile(space, NAMES[seat], VALUES[face]) for seat in (0, 1) for face, space in enumerate(LANDINGS[seat])]
    + [_tile(space, "black", value) for space, value in BLACK_TILES.items()]
)


def _zones(seat: int) -> tuple[Zone, ...]:
    """Red's things lie to the right or before rank 1, Blue's opposite; so they do inside, in two heaps."""
    name, side = SEATS[seat], -1 if seat == 0 else 1
    x, stash, die, inside = 2 + side * 3.22, 2.5 + side * 0.72, 2.5 - side * 2.14, 2 + side * 0.3
    beyond, along, beside = 2.5 + side * 3.24, 2 - side * 0.4, 2 + side * 1.98
    tall = Spread(along, beyond, 3.84, 0.76, 2 * rules.SIZES, 1, 0.46), Spread(beside, beyond, 0.68, 0.76, 1, 1, 1.1)
    row, square = (box(x, stash, 1.6, 4.2), box(x, die, 1.6, 1.36))
    pool = box(inside, 2.5, 0.76, 0.72)
    return (
        Zone(f"stash-{seat}", f"{name}'s stash", x, stash, row, "stash", 2, 6, 0.7, 0.26, seat, "bumped", tall=tall[0]),
        Zone(f"dice-{seat}", f"{name}'s die", x, die, square, "dice", 1, scale=1.9, owner=seat, tall=tall[1]),
        Zone(f"centre-{seat}", "the Centre Zone", inside, 2.5, pool, "goal", 2, 1, 0.52, 0, seat, "entered"),
    )


HOLE = Zone("centre", "the Centre Zone", 2, 2.5, box(2, 2.5, 1.98, 0.98), "goal", 1)
ZONES = (HOLE, *_zones(0), *_zones(1))
COINS = tuple(
    Marker(f"coin-{space}", "coin", x, 2.5, says=f"A whirlpool: the entrance to the Centre Zone from {space}")
    for space, x in (("a3", 1.22), ("d3", 2.78))
)
LABELS = files_and_ranks("abcd", RANKS)
TABLE = {
    "legend": "Tiles are b blue, r red or k black, with their values.",
    "seats": seats(SEATS, NAMES, (180, 0), COLOURS),
    "cells": CELLS,
    "zones": ZONES,
    "markers": COINS,
}


def scene(position: Position, viewer: int | None) -> Scene:
    fields = position.fields
    return lay(
        position,
        viewer,
        _your_task(position) if viewer == position.seat else _status(position),
        _ending(position, viewer),
        pieces=numbered([piece for seat in (0, 1) for piece in _pieces(fields, seat)]),
        dice=[_die(fields, seat) for seat in (0, 1)],
        labels=(*LABELS, *(_count(fields, seat) for seat in (0, 1))),
        notes=[_score(fields, seat) for seat in (0, 1)],
        **TABLE,
    )


def _piece(seat: int, size: int, place: str, slot: int = 0, height: int = 0) -> Piece:
    letter, colour = LETTERS[size], NAMES[seat]
    return Piece(
        f"{colour}-{letter}",
        f"{SEATS[seat]}'s {letter}",
        "pyramid",
        place,
        colour,
        SIDES[size],
        owner=seat,
        letter=letter,
        slot=slot,
        height=height,
    )


def _pieces(fields: np.record, seat: int) -> list[Piece]:
    """All twelve: on the spaces, in the stash, and whatever is in neither is in the Centre Zone."""
    found, missing = [], [2] * rules.SIZES
    for space, name in enumerate(SPACES):
        stack = int(fields.board[seat, space])
        sizes = [size for size in reversed(range(rules.SIZES)) if stack >> size & 1]
        for height, size in enumerate(sizes):
            found.append(_piece(seat, size, name, height=height))
            missing[size] -= 1
    for size in range(rules.SIZES):
        waiting = int(fields.stash[seat, size])
        missing[size] -= waiting
        found += [_piece(seat, size, f"stash-{seat}", slot=2 * size + copy) for copy in range(waiting)]
    return found + _arrived(seat, missing)


def _arrived(seat: int, counts: list[int]) -> list[Piece]:
    """The pyramids in the Centre Zone, as two heaps: the second has what is there twice."""
    found = []
    for slot in (0, 1):
        sizes = [size for size in reversed(range(rules.SIZES)) if counts[size] > slot]
        found += [_piece(seat, size, f"centre-{seat}", slot, height) for height, size in enumerate(sizes)]
    return found


def _die(fields: np.record, seat: int) -> Die:
    rolled = fields.seat == seat and fields.die != NO_ROLL
    face = VALUES[fields.die] if rolled else "?"
    says = f"{SEATS[seat]}'s die shows {VALUE_WORDS.get(face, face)}" if rolled else f"{SEATS[seat]}'s die"
    return Die(f"die-{seat}", f"dice-{seat}", face, NAMES[seat], SUITS[NAMES[seat]], says=says)


def _count(fields: np.record, seat: int) -> Label:
    """How many of a seat's pyramids stand in the Centre Zone, beside them."""
    x, y = ((1.27, 2.14), (2.73, 2.86))[seat]
    return Label(f"count-{seat}", f"{int(fields.centre[seat])}/{rules.PYRAMIDS}", x, y, size=0.17)


def _score(fields: np.record, seat: int) -> Note:
    count = int(fields.centre[seat])
    text = f"{SEATS[seat]} has {count} of {rules.PYRAMIDS} pyramids in the Centre Zone."
    return Note(f"score-{seat}", "score", text, "home", seat, count, rules.PYRAMIDS)


def _ending(position: Position, viewer: int | None) -> str:
    outcome = position.outcome
    if outcome is None:
        return ""
    if outcome.rule == "T25":
        return "Nobody had all twelve pyramids home after 1,000 turns."
    return f"{has(SEATS, outcome.winners[0], viewer)} all twelve pyramids in the Centre Zone."


def _your_task(position: Position) -> str:
    """What the seat has to do, said to its player."""
    fields = position.fields
    if position.mover == CHANCE:
        return "Your die is rolling."
    if fields.die != NO_ROLL:
        face, tile = VALUES[fields.die], _landing(position)
        return f"You rolled {VALUE_WORDS.get(face, face)}: {YOUR_ENTRY[_entry(position)].format(space=tile)}."
    if not fields.board[position.seat].any():
        return "Roll the die to bring in a pyramid."
    if not fields.stash[position.seat].any():
        return "Move one of your pyramids."
    return "Roll the die to bring in a pyramid, or move one that is on the board."


def _landing(position: Position) -> str:
    """Where a roll leads, and why: to the tile of the player's colour with this number."""
    face = VALUES[position.fields.die]
    tile = f"{NAMES[position.seat]} {VALUE_WORDS.get(face, face).removeprefix('the ')}"
    return f"{LANDINGS[position.seat][position.fields.die]}, the {tile}"


def _status(position: Position) -> str:
    fields, name = position.fields, SEATS[position.seat]
    if position.mover == CHANCE:
        return f"{name} rolls the die."
    if fields.die != NO_ROLL:
        face, space = VALUES[fields.die], LANDINGS[position.seat][fields.die]
        return f"{name} rolled {VALUE_WORDS.get(face, face)}: {_entry(position)} on {space}."
    choices = {"roll": bool(fields.stash[position.seat].any()), "move": bool(fields.board[position.seat].any())}
    return f"{name}'s turn: {' or '.join(word for word, possible in choices.items() if possible)}."


def _entry(position: Position) -> str:
    """What a roll asks for, by the moves that it leaves (T8 to T12)."""
    entering = [move for move in position.moves() if int(move) != PASS]
    if not entering:
        return "nothing can enter"
    return "a pyramid may enter" if len(entering) < len(position.moves()) else "a pyramid must enter"


def touched(scene: Scene, fields: np.record, code: int) -> Touch:
    seat = int(fields.seat)
    if code == ROLL or FACE <= code < MOVE:
        return Touch((f"die-{seat}",), label="Roll the die")
    if code < ENTER:
        return Touch(label="Pass", passes=True)
    if code < FACE:
        wanted = [piece.id for piece in scene.on(f"stash-{seat}") if piece.letter == LETTERS[code - ENTER]]
        return Touch(tuple(wanted[:1]), LANDINGS[seat][fields.die])
    origin, target = divmod(code - MOVE, CENTRE + 1)
    moving = tuple(piece.id for piece in scene.on(SPACES[origin]))
    return Touch(moving, "centre" if target == CENTRE else SPACES[target])


def attempted(scene: Scene, fields: np.record, piece: str, target: str) -> str | None:
    """The move that picking up a piece and pointing to a place stands for."""
    found = next((each for each in scene.pieces if each.id == piece), None)
    if found is None:
        return "roll" if piece.startswith("die-") else None
    if found.place.startswith("stash-"):
        return f"+{found.letter}"
    return f"{found.place}-{'in' if target.startswith('centre') else target}"
