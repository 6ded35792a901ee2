"""Traffic Tyrants on the table: the road with its runners, both supplies, the gift in hand and the discard pile."""

from __future__ import annotations

import numpy as np

from pyramidion.draw.scene import Scene
from pyramidion.draw.scene_parts import files_and_ranks, frame, has, lay, numbered, seats, square
from pyramidion.draw.things import Cell, Marker, Note, Piece, Spread, Zone
from pyramidion.draw.words import in_words
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
TIMES = ("", "once", "twice", "three times")
STEP_WORDS = ("no step", "one step", "two steps")


def _cell(number: int, name: str) -> Cell:
    """The marked ranks have the colour of the seat that begins there; the other one scores on them."""
    file, rank = number % WIDTH, number // WIDTH
    x, y = file + 0.5, len(RANKS) - 0.5 - rank
    for seat in (BLACK, BLUE):
        if LABEL[seat, rank]:
            says = f"{name}, where {SEATS[seat]}'s runners count {TIMES[LABEL[seat, rank]]}"
            return square(name, x, y, colour=f"pale-{OWN[1 - seat]}", value=f"\u00d7{LABEL[seat, rank]}", says=says)
    return square(name, x, y, says=name)


BESIDE = WIDTH + 0.46  # where everything beside the road begins
PILED = 2  # discarded lights of one colour in a row


def _beside(
    name: str,
    words: str,
    role: str,
    y: float,
    height: float,
    slots: tuple[int, int],
    scale: float,
    owner: int = -1,
    across: tuple[tuple[float, float], tuple[float, float]] = ((0, 5.2), (0, 2.4)),
) -> Zone:
    """A zone to the right of the road, narrower in the tall arrangement; `across` says where it begins and how wide it
    is, in both."""
    wide, tall = (
        Spread(BESIDE + left + width / 2, y, width, height, *slots, s)
        for (left, width), s in zip(across, (scale, 0.55 * scale), strict=True)
    )
    return Zone(name, words, 0, 0, (), role, 1, title=0.26, owner=owner, tall=tall).spread(wide)


def _supply(seat: int) -> Zone:
    """A row for each size, two slots for each light."""
    y = 5.97 if seat == BLACK else 1.03
    return _beside(f"supply-{seat}", f"{SEATS[seat]}'s lights to give", "supply", y, 2.7, (6, 3), 0.84, seat)


def _line_up(seat: int) -> Zone:
    y = 4.02 if seat == BLACK else 2.98
    return _beside(f"lineup-{seat}", f"{SEATS[seat]}'s runners", "hand", y, 0.98, (3, 1), 0.86, seat)


SUPPLIES = (_supply(BLACK), _supply(BLUE))
GIFT = _beside("gift", "gift in hand", "gift", 3.5, 2.02, (2, 1), 1.6, across=((0, 2.5), (0, 1.4)))
PILE = "discard"
DISCARD = _beside(PILE, "discards", PILE, 3.5, 2.02, (6, 6), 0.32, across=((2.6, 2.6), (1.46, 0.94)))
LINE_UPS = (_line_up(BLACK), _line_up(BLUE))
TABLE = {
    "seats": seats(SEATS, OWN, (0, 180), OWNERS),
    "surfaces": (frame(0, 0, WIDTH, len(RANKS), "road"),),
    "cells": tuple(_cell(number, name) for number, name in enumerate(NAMES)),
    "labels": files_and_ranks("abc", RANKS),
}


def scene(position: Position, viewer: int | None) -> Scene:
    fields = position.fields
    ready = lined_up(fields, BLUE)
    return lay(
        position,
        viewer,
        _your_task(fields) if viewer == position.seat else _status(fields),
        _ending(position, viewer),
        zones=(*SUPPLIES, GIFT, DISCARD) if ready else (*SUPPLIES, *LINE_UPS),
        pieces=[*_runners(fields), *numbered(_gifts(fields))],
        notes=[*(_score(fields, seat) for seat in (BLACK, BLUE)), _next_gift(fields)],
        markers=(_lights(fields),) if ready else (),
        **TABLE,
    )


def _lights(fields: np.record) -> Marker:
    """The gift in hand as a traffic light, beside it."""
    lit = "" if fields.gift == NONE else LIGHTS[fields.gift]
    return Marker("lights", "lights", BESIDE + 0.52, 3.64, colour=lit, says=f"The light is {lit or 'off'}.")


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
    """All lights: of each kind those that can be given, then the one in hand, then those that were given."""
    found, piled = [], [0] * len(LIGHTS)
    for seat, size, light in np.ndindex(fields.supply.shape):
        left = int(fields.supply[seat, size, light])
        for copy in range(rules.EACH):
            slot = (size * len(LIGHTS) + light) * rules.EACH + copy
            if copy < left:
                found.append(_gift(seat, size, light, f"supply-{seat}", slot))
            elif copy == left and _is_in_hand(fields, seat, size, light):
                found.append(_gift(seat, size, light, GIFT.id, 1))
            else:
                row, column = divmod(piled[light], PILED)
                found.append(_gift(seat, size, light, PILE, (row * len(LIGHTS) + light) * PILED + column))
                piled[light] += 1
    return found


def _is_in_hand(fields: np.record, seat: int, size: int, light: int) -> bool:
    """Is the gift in hand of this kind?"""
    number = int(fields.given) - 1
    in_hand = (number % 2, rules.gift_size(fields, number), int(fields.last)) if fields.gift != NONE else None
    return in_hand == (seat, size, light)


def _gift(seat: int, size: int, light: int, place: str, slot: int) -> Piece:
    colour, letter, name = LIGHTS[light], COLOURS[light], f"{SEATS[seat]}'s {SIZE_WORDS[size]} {LIGHTS[light]} light"
    ident, text = f"{OWN[seat]}-{SIZES[size]}-{colour}", SIZES[size] + letter
    return Piece(ident, name, "pyramid", place, colour, SIDES[size], seat, letter, slot=slot, text=text)


def _score(fields: np.record, seat: int) -> Note:
    points = int(rules.points(fields, seat)) if lined_up(fields, seat) else 0
    ranks, noun = "5, 6 and 7" if seat == BLACK else "3, 2 and 1", "point" if points == 1 else "points"
    text = f"{SEATS[seat]} has {points} {noun} on ranks {ranks}."
    return Note(f"score-{seat}", "score", text, noun, seat, points)


def _ending(position: Position, viewer: int | None) -> str:
    outcome = position.outcome
    if outcome is None:
        return ""
    points = [int(rules.points(position.fields, seat)) for seat in (BLACK, BLUE)]
    scores = [f"{has(SEATS, seat, viewer)} {in_words(points[seat], 'point')}" for seat in (BLACK, BLUE)]
    return f"The lights have run out. {' and '.join(scores)}."


def _next_gift(fields: np.record) -> Note:
    given = int(fields.given)
    if given == GIFTS:
        return Note("gifts", "note", "All gifts are given.")
    size = rules.gift_size(fields, given)
    return Note("gifts", "note", f"The next gift is a {SIZE_WORDS[size]} one ({SIZES[size]}), {given + 1} of {GIFTS}.")


def _status(fields: np.record) -> str:
    name = SEATS[fields.seat]
    if not lined_up(fields, int(fields.seat)):
        return f"{name}'s turn: choose how to line up."
    if fields.gift == NONE:
        size = rules.gift_size(fields, int(fields.given))
        return f"{name}'s turn: give {SEATS[1 - int(fields.seat)]} a {SIZE_WORDS[size]} light."
    size, steps = rules.gift_size(fields, int(fields.given) - 1), STEP_WORDS[int(rules.STEPS[fields.gift])]
    return f"{name}'s turn: {LIGHTS[fields.gift]} light, move the {SIZE_WORDS[size]} runner {steps}."


def _your_task(fields: np.record) -> str:
    """What the seat has to do, said to its player."""
    seat = int(fields.seat)
    if not lined_up(fields, seat):
        return "Choose how your runners line up, from your left to your right."
    if fields.gift == NONE:
        size = rules.gift_size(fields, int(fields.given))
        return f"Give {SEATS[1 - seat]} a {SIZE_WORDS[size]} light: green is two steps, yellow one, red none."
    runner = SIZE_WORDS[rules.gift_size(fields, int(fields.given) - 1)]
    light = LIGHTS[fields.gift].capitalize()
    return f"{light} light: move your {runner} runner {STEP_WORDS[int(rules.STEPS[fields.gift])]}."


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
        return Touch(runners, label=" ".join(order_name(code - LINE_UP)))
    size, target = divmod(code - MOVE, SQUARES)
    return Touch((f"{OWN[seat]}-{SIZES[size]}",), NAMES[target])


def attempted(scene: Scene, fields: np.record, piece: str, target: str) -> str | None:
    """The move that picking up a piece and pointing to a place stands for."""
    found = next((each for each in scene.pieces if each.id == piece), None)
    if found is None:
        return None
    return f"{found.letter}{target}" if any(cell.id == found.place for cell in scene.cells) else None
