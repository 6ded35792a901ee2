"""Topologic's moves and positions as numbers."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pyramidion.engine.contract import Encoding
from pyramidion.engine.planes import mark
from pyramidion.engine.verbs import Levels, Sets
from pyramidion.games.topologic.field import LOCATIONS, SIDE
from pyramidion.games.topologic.rules import (
    COLOUR,
    COLOURS,
    DONE,
    ENTER,
    FAILED,
    LAST_TURN,
    MOST_SEEKERS,
    MOVE,
    NO_HINT,
    PIPS,
    RANDOM,
    SECRET,
    seekers,
)

MOST_HINT = 2 * MOST_SEEKERS
FIELD, PIPS_SHOWN, SEEKER = 1, 1 + COLOURS, 1 + COLOURS + PIPS
MOVED = SEEKER + MOST_SEEKERS
BORDER, POSSIBLE, KNOWN = MOVED + MOST_SEEKERS, MOVED + MOST_SEEKERS + 1, MOVED + MOST_SEEKERS + 2
OWN_ROUND, SECOND, TURNS, HINTED, HINT, TO_BEAT, OWN_TURN = range(KNOWN + 1, KNOWN + 8)


def planes(options: Mapping[str, str]) -> list[str]:
    return [
        "locations",
        *(f"tiles of colour {colour + 1}" for colour in range(COLOURS)),
        *(f"tiles with {pips + 1} pips" for pips in range(PIPS)),
        *(f"seeker {seeker + 1}" for seeker in range(MOST_SEEKERS)),
        *(f"seeker {seeker + 1} has moved" for seeker in range(MOST_SEEKERS)),
        *("border", "possible secrets", "secret, if known"),
        *("own round as referee", "second round", f"turns of the round, of {LAST_TURN}"),
        *("a hint was given", f"hint, of {MOST_HINT}", f"turns of round 1, of {FAILED}", "own turn"),
    ]


def board(options: Mapping[str, str]) -> tuple[int, int]:
    """The drawing's own size; a random field may need more room."""
    if options["field"] == "random":
        return SIDE, SIDE
    if options["field"] == "rect":
        return 6, 10
    rows = options["field"].split("/")
    return len(rows), len(rows[0])


def moves(options: Mapping[str, str]) -> list[int]:
    """Done, secrets, and each seeker entering or moving to each location."""
    each = range(int(options["seekers"]) * LOCATIONS)
    secrets = range(SECRET, SECRET + LOCATIONS)
    return [DONE, *secrets, *(ENTER + step for step in each), *(MOVE + step for step in each)]


def observe(position: np.record, seat: int, sets: Sets, levels: Levels) -> None:
    for location in range(LOCATIONS):
        show_location(position, location, sets)
    for seeker in range(seekers(position)):
        if position.moved >> seeker & 1:
            levels[MOVED + seeker] = 1
    levels[OWN_ROUND] = position.stretch == seat
    levels[SECOND] = position.stretch
    levels[TURNS] = position.turns / LAST_TURN
    if position.hint != NO_HINT:
        levels[HINTED] = 1
        levels[HINT] = position.hint / MOST_HINT
    levels[TO_BEAT] = position.score[0] / FAILED
    levels[OWN_TURN] = position.seat == seat


def show_location(position: np.record, location: int, sets: Sets) -> None:
    """What lies on one location, and what is known of it."""
    width = SIDE if position.field == RANDOM else int(position.width)
    square = int(position.rank[location]) * width + int(position.file[location])
    tile = int(position.tile[location])
    mark(sets, 0, square)
    mark(sets, FIELD + tile // COLOUR, square)
    mark(sets, PIPS_SHOWN + tile % COLOUR, square)
    for seeker in range(seekers(position)):
        if position.at[seeker] == location:
            mark(sets, SEEKER + seeker, square)
    if position.border >> location & 1:
        mark(sets, BORDER, square)
    if position.possible >> location & 1:
        mark(sets, POSSIBLE, square)
    if position.secret[position.stretch] == location:
        mark(sets, KNOWN, square)


ENCODING = Encoding(planes=planes, board=board, moves=moves)
