"""Positions of Telic as one line of text: writing, reading, judging."""

from __future__ import annotations

import re

import numpy as np

from pyramidion.engine.errors import BadPosition
from pyramidion.engine.header import CHANCE, OVER, shares_of
from pyramidion.engine.stacks import LETTERS, letters, stack
from pyramidion.games.telic import rules
from pyramidion.games.telic.rules import NO_ROLL, SPACES
from pyramidion.games.telic.words import COLOURS, RANKS, SEATS, VALUES, spaces_of

PIECE_FORM = re.compile(r"([br])([A-F]+)")


def place_text(position: np.record) -> str:
    """The ranks from 5 down, both stashes, the face rolled."""
    board = "/".join(",".join(piece_text(position, space) for space in spaces_of(rank)) for rank in RANKS)
    die = "-" if position.die == NO_ROLL else VALUES[position.die]
    return f"{board} {stash_text(position, 0)} {stash_text(position, 1)} {die}"


def piece_text(position: np.record, space: int) -> str:
    for seat in (0, 1):
        if position.board[seat, space]:
            return COLOURS[seat] + letters(int(position.board[seat, space]))
    return "."


def stash_text(position: np.record, seat: int) -> str:
    return "".join(letter * int(position.stash[seat, size]) for size, letter in enumerate(LETTERS)) or "-"


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
