"""Positions of Telic as one line of text: writing, reading, judging."""

from __future__ import annotations

import functools
import re
from itertools import starmap
from operator import itemgetter

import numpy as np

from pyramidion.engine.errors import BadPosition
from pyramidion.engine.header import CHANCE, OVER, shares_of
from pyramidion.engine.stacks import LETTERS, letters, stack
from pyramidion.games.telic import rules
from pyramidion.games.telic.rules import NO_ROLL, SPACES
from pyramidion.games.telic.words import COLOURS, RANKS, SEATS, VALUES, spaces_of

FROM_RANKS = [itemgetter(*spaces_of(rank)) for rank in RANKS]  # each takes the spaces of a rank from the whole board
PIECE_FORM = re.compile(r"([br])([A-F]+)")


def place_text(position: np.record) -> str:
    """The ranks from 5 down, both stashes, the face rolled."""
    pieces = list(map(piece_text, *position.board.tolist()))
    board = "/".join([",".join(rank(pieces)) for rank in FROM_RANKS])
    blue, red = starmap(stash_text, position.stash.tolist())
    die = int(position.die)
    return f"{board} {blue} {red} {'-' if die == NO_ROLL else VALUES[die]}"


@functools.cache
def piece_text(blue: int, red: int) -> str:
    """What stands on a space, of which at most one seat has a piece there."""
    return COLOURS[0] + letters(blue) if blue else COLOURS[1] + letters(red) if red else "."


@functools.lru_cache(maxsize=4096)
def stash_text(*counts: int) -> str:
    """The pyramids in a stash, given how many there are of each size."""
    return "".join(letter * count for letter, count in zip(LETTERS, counts, strict=True)) or "-"


def read_place(position: np.record, body: str) -> None:
    words = body.split()
    ranks = words[0].split("/") if words else []
    if len(words) != 4 or [len(rank.split(",")) for rank in ranks] != [4, 4, 2, 4, 4]:
        raise BadPosition("Telic's position text has five ranks of 4, 4, 2, 4, 4 spaces, two stashes and the die.")
    if words[3] not in ("-", *VALUES):
        raise BadPosition(f"'{words[3]}' is not a face of the die. Write one of 0 A 2 3 4 5, or - before a roll.")
    for rank, spaces in zip(RANKS, ranks, strict=True):
        for space, text in zip(spaces_of(rank), spaces.split(","), strict=True):
            _read_piece(position, space, text)
    for seat in (0, 1):
        _read_stash(position, seat, words[1 + seat])
        position.centre[seat] = rules.PYRAMIDS - int(owned(position, seat).sum())
    position.die = NO_ROLL if words[3] == "-" else VALUES.index(words[3])


def _read_piece(position: np.record, space: int, text: str) -> None:
    match = PIECE_FORM.fullmatch(text)
    if match:
        position.board[COLOURS.index(match[1]), space] = stack(match[2])
    elif text != ".":
        raise BadPosition(
            f"'{text}' on {SPACES[space]} is not a piece. Write b or r and its pyramids, as in bFEA, or a dot."
        )


def _read_stash(position: np.record, seat: int, text: str) -> None:
    if text != "-" and not set(text) <= set(LETTERS):
        raise BadPosition(f"'{text}' is not a stash. Write its pyramids as in AABC, or - when it is empty.")
    if any(text.count(letter) > 2 for letter in LETTERS):
        raise BadPosition(f"{SEATS[seat]}'s stash '{text}' has more than two pyramids of one size.")
    for size, letter in enumerate(LETTERS):
        position.stash[seat, size] = text.count(letter)


def owned(position: np.record, seat: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """How many pyramids of each size a seat has in its stash and on the board."""
    on_board = [sum(int(piece) >> size & 1 for piece in position.board[seat]) for size in range(rules.SIZES)]
    return position.stash[seat].astype(np.int64) + np.array(on_board)


def check(position: np.record) -> None:
    """Refuse what no game can lead to."""
    for seat, name in enumerate(SEATS):
        if owned(position, seat).max() > 2 or position.stash[seat].min() < 0:
            raise BadPosition(f"{name} has more than two pyramids of one size.")
    _check_roll(position)
    if position.seat != (position.turn - (position.mover == OVER)) % 2:
        raise BadPosition("Blue moves after an even number of turns, Red after an odd one.")
    _check_end(position)


def _check_roll(position: np.record) -> None:
    seat, rolled = int(position.seat), position.die != NO_ROLL
    if (position.mover == CHANCE or rolled) and not position.stash[seat].any():
        raise BadPosition(f"{SEATS[seat]} rolled with an empty stash.")
    if rolled and position.mover != seat:
        raise BadPosition("After a roll the roller is to move.")


def _check_end(position: np.record) -> None:
    winners = [seat for seat in (0, 1) if position.centre[seat] == rules.PYRAMIDS]
    ended = 24 if winners else 25 if position.turn == rules.LAST_TURN else 0
    if position.turn > rules.LAST_TURN or ended != position.rule or len(winners) > 1:
        raise BadPosition(
            "The game is over when twelve pyramids of a seat are in the Centre Zone (T24) or after turn 1000 (T25)."
        )
    if winners and winners[0] != position.seat:
        raise BadPosition("The winner is the seat that moved last.")
    if ended and position.shares.tolist() != shares_of(1 << winners[0] if winners else 0b11):
        raise BadPosition("Twelve pyramids in the Centre Zone win alone (T24); the end of turn 1000 is a draw (T25).")
