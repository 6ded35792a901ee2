"""Why a move of The Mid Challenge is refused: each ruling that forbids something, in a sentence."""

from __future__ import annotations

import numpy as np

from pyramidion.engine.header import CHANCE
from pyramidion.games.mid_challenge import rules
from pyramidion.games.mid_challenge.rolls import ACE, ANY, BLANK, NOTHING, PLAYS, ROLLS, THREE_BLANKS
from pyramidion.games.mid_challenge.rules import MAY, NO_SQUARE, OWNER, PASS, PLACE, ROLL, TAKE
from pyramidion.games.mid_challenge.squares import MOST_SQUARES
from pyramidion.games.mid_challenge.words import (
    HEADERS,
    SEATS,
    SIZE_NAMES,
    height_of,
    placement_text,
    roll_words,
    square_name,
    width_of,
)


def refuse(position: np.record, code: int) -> tuple[str, int]:
    """Why a move is not allowed: a sentence and the number of the ruling."""
    if position.mover == CHANCE:
        return "the dice are rolling; only a roll such as =0A3 can come next", 6
    if position.placed != NO_SQUARE:
        placed = square_name(position, int(position.placed))
        return f"your mid on {placed} captures; first write take or leave", 21
    if code >= TAKE:
        return _refuse_capture(position)
    if ROLL <= code < PLACE:
        return _refuse_roll(position)
    if code == PASS:
        return f"you must place a mid, as you can: for example {_example(position)}", 12
    return _refuse_placement(position, *divmod(code - PLACE, MOST_SQUARES))


def _refuse_capture(position: np.record) -> tuple[str, int]:
    if position.capture == MAY:
        return "take and leave come after a placement that captures; place a mid first", 21
    return "captures are made without asking; only with capture=may are they taken or left", 21


def _refuse_roll(position: np.record) -> tuple[str, int]:
    if position.roll == THREE_BLANKS:
        return "after three blanks you place a mid first, and then roll again", 11
    return f"you have rolled {roll_words(position.roll)}, and only three blanks give another roll", 11


def _example(position: np.record) -> str:
    out = np.empty(rules.MOST_MOVES, dtype=np.int32)
    rules.moves(position, out)
    return placement_text(position, int(out[0]))


def _refuse_placement(position: np.record, size: int, square: int) -> tuple[str, int]:
    readings = readings_of(position)
    fitting = [reading for reading in readings if _fits(position, reading, size, square)]
    if not fitting:
        return _refuse_reading(position, readings)
    reason = blocked(position, size, fitting[0][1])
    if reason:
        return reason
    return f"{square_name(position, square)} is taken by {_owner_and_size(int(position.mids[square]))}", 15


def readings_of(position: np.record) -> list[tuple[int, int]]:
    """The sizes and columns that the roll allows; ANY stands for all."""
    return [(int(size), int(column)) for size, column in PLAYS[position.roll] if size != NOTHING]


def _fits(position: np.record, reading: tuple[int, int], size: int, square: int) -> bool:
    return reading[0] in (ANY, size) and rules.in_column(position, square, reading[1])


def _refuse_reading(position: np.record, readings: list[tuple[int, int]]) -> tuple[str, int]:
    """No reading of the roll is of this size and column."""
    roll = f"your roll of {roll_words(position.roll)}"
    if not readings:
        return f"{roll} has no two faces alike, so nothing can be placed: pass", 10
    reasons = [blocked(position, size, column) for size, column in readings]
    if reasons[0] and all(reasons):
        reason, rule = reasons[0]
        return f"{roll} allows only {allowed(readings)}, and {reason}: pass", rule
    return f"{roll} allows only {allowed(readings)}", _reading_rule(position)


def blocked(position: np.record, size: int, column: int) -> tuple[str, int] | None:
    """Why a reading cannot be played at all: the size is used up, or the column is full."""
    if position.hand[position.seat, size] == 0:
        return f"you have no {SIZE_NAMES[size]} left in hand", 13
    squares = range(width_of(position) * height_of(position))
    if column != ANY and all(position.mids[s] for s in squares if rules.in_column(position, s, column)):
        return f"column {HEADERS[column]} is full", 14
    return None


def allowed(readings: list[tuple[int, int]]) -> str:
    return " or ".join(_reading_text(size, column) for size, column in readings)


def _reading_text(size: int, column: int) -> str:
    what = "any size" if size == ANY else f"a {SIZE_NAMES[size]}"
    return f"{what} on any empty square" if column == ANY else f"{what} in column {HEADERS[column]}"


def _reading_rule(position: np.record) -> int:
    """Which ruling tells how a roll is read: without blanks, as a triple, with an ace, as two doubles."""
    faces = {face for face in ROLLS[position.roll] if face != BLANK}
    if BLANK not in ROLLS[position.roll]:
        return 10
    return 7 if len(faces) == 1 else 8 if ACE in faces else 9


def _owner_and_size(mid: int) -> str:
    return f"{SEATS[mid // OWNER]}'s {SIZE_NAMES[mid % OWNER - 1]}"
