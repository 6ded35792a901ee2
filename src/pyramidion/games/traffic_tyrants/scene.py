"""Traffic Tyrants on the table: the road with its runners, both supplies, the gift in hand and the discard pile."""

from __future__ import annotations

from typing import Any

import numpy as np

from pyramidion.draw.scene import Cell, Label, Note, Piece, Scene, Zone
from pyramidion.draw.scene_parts import box, lay, numbered, seats, square
from pyramidion.engine.picture import Touch
from pyramidion.engine.position import Position
from pyramidion.games.traffic_tyrants import rules
from pyramidion.games.traffic_tyrants.positions import lined_up
from pyramidion.games.traffic_tyrants.rules import BLACK, BLUE, GIFTS, LABEL, LINE_UP, MOVE, NONE, SQUARES, STAY, WIDTH
from pyramidion.games.traffic_tyrants.words import (
    COLOURS,
    LIGHTS,
    NAMES,
    OWNERS,
    RANKS,
    SEATS,
    SIZES,
    order_name,
    runners_on,
)

OWN = ("black", "blue")
SIDES = (0.4, 0.58, 0.76)
SIZE_WORDS = ("small", "medium", "large")


def _cell(number: int, name: str) -> Cell:
    """The marked ranks have the colour of the seat that begins there; the other one scores on them."""
    file, rank = number % WIDTH, number // WIDTH
    x, y = file + 0.5, len(RANKS) - 0.5 - rank
    for seat in (BLACK, BLUE):
        if LABEL[seat, rank]:
            says = f"{name}, X{LABEL[seat, rank]} for {SEATS[seat]}"
            return square(name, x, y, colour=f"pale-{OWN[1 - seat]}", says=says)
    return square(name, x, y, says=name)


def _labels() -> tuple[Label, ...]:
    files = [Label(f"file-{file}", file, i + 0.5, len(RANKS) + 0.24, "file") for i, file in enumerate("abc")]
    ranks = [Label(f"rank-{rank}", rank, -0.24, i + 0.5) for i, rank in enumerate(RANKS)]
    factors = [int(LABEL[:, int(rank) - 1].max()) for rank in RANKS]
    times = [
        Label(f"rank-{rank}-label", f"X{factor}", -0.66, i + 0.5)
        for i, (rank, factor) in enumerate(zip(RANKS, factors, strict=True))
        if factor
    ]
    return (*files, *ranks, *times)


def _beside(name: str, words: str, role: str, y: float, height: float, slots: tuple[int, int], **more: Any) -> Zone:
    """A zone to the right of the road."""
    columns, rows = slots
    return Zone(name, words, 4.35, y, box(4.35, y, 2.1, height), role, columns, rows, **more)


def _supply(seat: int) -> Zone:
    """A column for each light, two rows for each size."""
    y = 5.78 if seat == BLACK else 1.22
    name = f"{SEATS[seat]} can give"
    return _beside(f"supply-{seat}", name, "supply", y, 3.3, (3, 6), scale=0.58, title=0.26, owner=seat)


def _line_up(seat: int) -> Zone:
    y = 3.78 if seat == BLACK else 3.22
    return _beside(f"lineup-{seat}", f"{SEATS[seat]}'s runners", "hand", y, 0.54, (3, 1), scale=0.62, owner=seat)


SUPPLIES = (_supply(BLACK), _supply(BLUE))
GIFT = _beside("gift", "the gift in hand", "gift", 3.5, 1.1, (1, 1), scale=1, title=0.26)
PILE = "discard"
DISCARD = Zone(PILE, "discarded", 6.02, 3.5, box(6.02, 3.5, 1.1, 7.86), PILE, len(LIGHTS), 13, scale=0.4, title=0.26)
LINE_UPS = (_line_up(BLACK), _line_up(BLUE))  # where the gift will lie, while line-ups are chosen
TABLE = {
    "seats": seats(SEATS, OWN, (0, 180), OWNERS),
    "cells": tuple(_cell(number, name) for number, name in enumerate(NAMES)),
    "labels": _labels(),
}


def scene(position: Position, viewer: int | None) -> Scene:
    fields = position.fields
    ready = lined_up(fields, BLUE)
    return lay(
        position,
        viewer,
        _status(fields),
        zones=(*SUPPLIES, GIFT, DISCARD) if ready else (*SUPPLIES, *LINE_UPS, DISCARD),
        pieces=[*_runners(fields), *numbered(_gifts(fields))],
        notes=[*(Note(f"score-{seat}", "score", _score(fields, seat)) for seat in (BLACK, BLUE)), _next_gift(fields)],
        **TABLE,
    )


def _runners(fields: np.record) -> list[Piece]:
    found = []
    for number, name in enumerate(NAMES):
        stack = runners_on(fields, number)
        found += [_runner(seat, size, name, height=height) for height, (seat, size) in enumerate(stack)]
    for seat in (BLACK, BLUE):
        if not lined_up(fields, seat):
            found += [_runner(seat, size, f"lineup-{seat}", slot=size) for size in range(len(SIZES))]
    return found


def _runner(seat: int, size: int, place: str, height: int = 0, slot: int = 0) -> Piece:
    colour, letter, name = OWN[seat], SIZES[size], f"{SEATS[seat]}'s {SIZE_WORDS[size]} runner"
    ident, side = f"{colour}-{letter}", SIDES[size]
    return Piece(ident, name, "pyramid", place, colour, side, seat, letter, height=height, slot=slot)


def _gifts(fields: np.record) -> list[Piece]:
    """All lights: of each kind those that can be given, then the one given last, then the others that were."""
    found = []
    for seat, size, light in np.ndindex(fields.supply.shape):
        left = int(fields.supply[seat, size, light])
        for copy in range(rules.EACH):
            slot = (2 * size + copy) * len(LIGHTS) + light
            last = copy == left and _is_last(fields, seat, size, light)
            if copy < left:
                found.append(_gift(seat, size, light, f"supply-{seat}", slot))
            elif last and fields.gift != NONE:
                found.append(_gift(seat, size, light, GIFT.id, 0))
            else:
                behind = len(LIGHTS) * (1 + 2 * len(SIZES) * seat) + slot
                found.append(_gift(seat, size, light, PILE, light if last else behind))
    return found


def _is_last(fields: np.record, seat: int, size: int, light: int) -> bool:
    """Was a light of this kind given last? It lies in front of the pile once it is not in hand any more."""
    number = int(fields.given) - 1
    return number >= 0 and (number % 2, rules.gift_size(fields, number), int(fields.last)) == (seat, size, light)


def _gift(seat: int, size: int, light: int, place: str, slot: int) -> Piece:
    colour, letter, name = LIGHTS[light], COLOURS[light], f"{SEATS[seat]}'s {SIZE_WORDS[size]} {LIGHTS[light]}"
    ident, text = f"{OWN[seat]}-{SIZES[size]}-{colour}", SIZES[size] + letter
    return Piece(ident, name, "pyramid", place, colour, SIDES[size], seat, letter, slot=slot, text=text)


def _score(fields: np.record, seat: int) -> str:
    points = int(rules.points(fields, seat)) if lined_up(fields, seat) else 0
    ranks = "5, 6 and 7" if seat == BLACK else "3, 2 and 1"
    return f"{SEATS[seat]} has {points} point{'' if points == 1 else 's'} on ranks {ranks}."


def _next_gift(fields: np.record) -> Note:
    given = int(fields.given)
    if given == GIFTS:
        return Note("gifts", "note", "All gifts are given.")
    size = rules.gift_size(fields, given)
    return Note("gifts", "note", f"The next gift is a {SIZE_WORDS[size]} one ({SIZES[size]}), {given + 1} of {GIFTS}.")


def _status(fields: np.record) -> str:
    name = SEATS[fields.seat]
    if not lined_up(fields, int(fields.seat)):
        return f"{name}: choose a line-up, read from {name}'s own left."
    if fields.gift == NONE:
        size = rules.gift_size(fields, int(fields.given))
        return f"{name}: give a {SIZE_WORDS[size]} one ({SIZES[size]})."
    size, steps = rules.gift_size(fields, int(fields.given) - 1), int(rules.STEPS[fields.gift])
    way = f"{steps} step{'s' if steps > 1 else ''}"
    return f"{name}: move the {SIZE_WORDS[size]} runner {way}, as the {LIGHTS[fields.gift]} gift says."


def touched(scene: Scene, fields: np.record, code: int) -> Touch:
    seat = int(fields.seat)
    if code == STAY:
        return Touch(label="Stay")
    if code < STAY:
        size = rules.gift_size(fields, int(fields.given))
        left = int(fields.supply[seat, size, code])
        return Touch((f"{OWN[seat]}-{SIZES[size]}-{LIGHTS[code]}-{left}",), GIFT.id)
    if code < MOVE:
        runners = tuple(piece.id for piece in scene.on(f"lineup-{seat}"))
        return Touch(runners, label=f"Line up {order_name(code - LINE_UP)}")
    size, target = divmod(code - MOVE, SQUARES)
    return Touch((f"{OWN[seat]}-{SIZES[size]}",), NAMES[target])


def attempted(scene: Scene, fields: np.record, piece: str, target: str) -> str | None:
    """The move that picking up a piece and pointing to a place stands for."""
    found = next((each for each in scene.pieces if each.id == piece), None)
    if found is None:
        return None
    return f"{found.letter}{target}" if any(cell.id == found.place for cell in scene.cells) else None
