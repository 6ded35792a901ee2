"""Connect Four in words and pictures: its facts, move texts, position text and refusals."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pyramidion.engine.contract import Manual
from pyramidion.engine.errors import BadPosition
from pyramidion.engine.facts import Facts
from pyramidion.engine.header import OVER

from . import rules
from .rules import FILE, FILES, RANKS
from .scene import NAMES, SEATS, SIGNS, attempted, scene, touched

FACTS = Facts(
    title="Connect Four",
    author="Ned Strongin and Howard Wexler",
    year=1974,
    credit="An example game, in our own words.",
    summary="Drop discs and be the first with four in a line.",
    goal="Be the first to have four discs in a row: upright, level or slanting.",
    letter="C",
    rules_version=1,
    seats=SEATS,
    most_moves=rules.MOST_MOVES,
    example="a, d, g",
)
DISCS = str.maketrans("012", f".{SIGNS}")


def most_turns(options: Mapping[str, str]) -> int:
    return FILES * RANKS


def move_text(position: np.record, code: int) -> str:
    return NAMES[code]


def read_move(position: np.record, text: str) -> int | None:
    return NAMES.index(text) if len(text) == 1 and text in NAMES else None


def refuse(position: np.record, code: int) -> tuple[str, int]:
    """Why a move is not allowed, and the number of the ruling: every file takes discs until it is full."""
    return f"file {NAMES[code]} is full", 3


def place_text(position: np.record) -> str:
    """The ranks from the top down. A digit for each square, 0, 1 or 2, comes from adding both sets as decimals."""
    yellow, red = position.discs.tolist()
    digits = f"{int(f'{yellow:b}') + 2 * int(f'{red:b}'):0{FILES * FILE}d}"
    squares = digits[::-1].translate(DISCS)
    return "/".join([squares[rank::FILE] for rank in range(RANKS - 1, -1, -1)])


def read_place(position: np.record, body: str) -> None:
    rows = body.split("/")
    if [len(row) for row in rows] != [FILES] * RANKS or set(body) - set(f"./{SIGNS}"):
        raise BadPosition(f"Connect Four's position text has {RANKS} ranks of {FILES} squares: y, r or a dot.")
    for rank, row in enumerate(reversed(rows)):
        for file, sign in enumerate(row):
            if sign != ".":
                filled = int(position.discs[0]) | int(position.discs[1])
                if rules.lowest_free(filled, file) != 1 << file * FILE + rank:
                    raise BadPosition(f"The disc on {NAMES[file]}{rank + 1} has nothing below it.")
                position.discs[SIGNS.index(sign)] |= 1 << file * FILE + rank


def check(position: np.record) -> None:
    """Refuse what no game can lead to."""
    counts = [int(discs).bit_count() for discs in position.discs]
    over = position.mover == OVER
    if counts[0] - counts[1] not in (0, 1) or sum(counts) != position.turn:
        raise BadPosition("The seats drop discs in turn, Yellow first, one a turn.")
    if position.seat != (position.turn - over) % 2:
        raise BadPosition("Yellow moves after an even number of turns, Red after an odd one.")
    lines = [rules.has_line(int(discs)) for discs in position.discs]
    ended = 4 if any(lines) else 5 if position.turn == FILES * RANKS else 0
    if ended != position.rule or (any(lines) and (not lines[position.seat] or all(lines))):
        raise BadPosition("The game ends with the first line of four (C4) or a full board (C5), and only then.")
    if over and position.shares[position.seat] != (12 if ended == 4 else 6):
        raise BadPosition("The seat with the line wins; a full board is a draw.")


MANUAL = Manual(
    facts=FACTS,
    most_turns=most_turns,
    move_text=move_text,
    read_move=read_move,
    refuse=refuse,
    place_text=place_text,
    read_place=read_place,
    check=check,
    scene=scene,
    touched=touched,
    attempted=attempted,
)
