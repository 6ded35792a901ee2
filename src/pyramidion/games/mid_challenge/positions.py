"""Positions of The Mid Challenge as one line of text: writing, reading, judging."""

from __future__ import annotations

import functools
import re

import numpy as np

from pyramidion.engine.errors import BadPosition
from pyramidion.engine.header import OVER, shares_of
from pyramidion.games.mid_challenge import rules
from pyramidion.games.mid_challenge.rolls import FACES, ROLLS
from pyramidion.games.mid_challenge.rules import EMPTY, NO_ROLL, NO_SQUARE, OWNER
from pyramidion.games.mid_challenge.words import (
    COLOURS,
    SEATS,
    SIZE_NAMES,
    SIZES,
    height_of,
    players_of,
    roll_text,
    square_name,
    width_of,
)

RANK_FORM = re.compile(r"(?:[1-8]|[rbgy][SML])+")
SQUARES_FORM = re.compile(r"[1-8]|[rbgy][SML]")


def place_text(position: np.record) -> str:
    """The ranks from the top down, a number for as many empty squares, then the dice, and while captures
    are taken or left the square of the mid that captures, as in `000@e4`."""
    mids, width, roll, placed = position.mids.tobytes(), width_of(position), int(position.roll), int(position.placed)
    last = (height_of(position) - 1) * width
    ranks = "/".join([_rank_text(mids[first : first + width]) for first in range(last, -1, -width)])
    pending = "" if placed == NO_SQUARE else f"@{square_name(position, placed)}"
    return f"{ranks} {'-' if roll == NO_ROLL else roll_text(roll)}{pending}"


@functools.lru_cache(maxsize=4096)
def _rank_text(mids: bytes) -> str:
    """A rank from left to right; a move changes one or two of them."""
    return re.sub(r"\.+", lambda empty: str(len(empty[0])), "".join(map(mid_text, mids)))


def mid_text(mid: int) -> str:
    return "." if mid == EMPTY else COLOURS[mid // OWNER] + SIZES[mid % OWNER - 1]


def read_place(position: np.record, body: str) -> None:
    words = body.split()
    ranks = words[0].split("/") if words else []
    if len(words) != 2 or len(ranks) != height_of(position):
        raise BadPosition(
            f"The position text of this board has {height_of(position)} ranks from the top down, and the dice."
        )
    for rank, text in zip(reversed(range(height_of(position))), ranks, strict=True):
        _read_rank(position, rank, text)
    for seat in range(players_of(position)):
        position.hand[seat] = rules.MIDS[position.players] - _on_board(position, seat)
    dice, pending, square = words[1].partition("@")
    position.roll = _read_dice(dice)
    position.placed = _read_placed(position, square) if pending else NO_SQUARE


def _read_rank(position: np.record, rank: int, text: str) -> None:
    width = width_of(position)
    if not RANK_FORM.fullmatch(text):
        raise BadPosition(f"'{text}' is not a rank. Write mids as in rS or bL, and a number for as many empty squares.")
    mids = [mid for part in SQUARES_FORM.findall(text) for mid in _read_squares(part)]
    if len(mids) != width:
        raise BadPosition(f"'{text}' fills {len(mids)} squares; a rank of this board has {width}.")
    if max(mids) >= players_of(position) * OWNER:
        raise BadPosition(f"'{text}' has a mid of a seat that does not play; there are {players_of(position)} players.")
    position.mids[rank * width : (rank + 1) * width] = mids


def _read_squares(part: str) -> list[int]:
    if part.isdigit():
        return [EMPTY] * int(part)
    return [COLOURS.index(part[0]) * OWNER + SIZES.index(part[1]) + 1]


def _read_dice(text: str) -> int:
    faces = tuple(FACES.find(face) for face in text)
    if text == "-":
        return NO_ROLL
    if faces not in ROLLS:
        raise BadPosition(f"'{text}' is not a roll. Write three faces in the order 0 A 2 3 4 5, or - before a roll.")
    return ROLLS.index(faces)


def _read_placed(position: np.record, name: str) -> int:
    names = [square_name(position, square) for square in range(width_of(position) * height_of(position))]
    if name not in names:
        raise BadPosition(f"'{name}' is not a square. After @ write where the mid was placed, as in 000@e4.")
    return names.index(name)


def _on_board(position: np.record, seat: int) -> list[int]:
    """How many mids of each size a seat has on the board."""
    mids = position.mids.tolist()
    return [mids.count(seat * OWNER + size + 1) for size in range(rules.SIZES)]


def check(position: np.record) -> None:
    """Refuse what no game can lead to."""
    for seat, name in enumerate(SEATS[: players_of(position)]):
        for size, size_name in enumerate(SIZE_NAMES):
            if position.hand[seat, size] < 0:
                most = int(rules.MIDS[position.players, size])
                raise BadPosition(f"{name} has more than {most} {size_name} mids on the board.")
    if (position.roll != NO_ROLL) != (position.mover == position.seat):
        raise BadPosition(
            "Dice lie on the table exactly while a seat is to place: write the roll then, and - otherwise."
        )
    _check_turns(position)
    if position.placed != NO_SQUARE:
        _check_placed(position)
    _check_end(position)


def _check_placed(position: np.record) -> None:
    """A decision about captures waits only after a placement that captures."""
    seat, square = int(position.seat), int(position.placed)
    own = position.mids[square] != EMPTY and int(position.mids[square]) // OWNER == seat
    if position.capture != rules.MAY or not own or not rules.captures(position, seat, square):
        name = square_name(position, square)
        raise BadPosition(f"There is nothing to take: @{name} needs capture=may and a mid on {name} that captures.")


def _check_turns(position: np.record) -> None:
    players, turn, over = players_of(position), int(position.turn), position.mover == OVER
    if turn > rules.LAST_TURN:
        raise BadPosition(f"No game has more than {rules.LAST_TURN} turns (M27).")
    if int(position.seat) != (turn - over) % players:
        raise BadPosition(f"After {turn} turns of {players} seats it is not the turn of seat {position.seat}.")
    for seat in range(turn + (not over), players):
        if any(_on_board(position, seat)):
            raise BadPosition(f"{SEATS[seat]} has had no turn yet and can have no mid on the board.")
    if over and position.rule != 27 and not any(_on_board(position, int(position.seat))):
        raise BadPosition(f"{SEATS[position.seat]} placed last and must have a mid on the board.")


def _check_end(position: np.record) -> None:
    """The game is over exactly when a ruling ends it, with the results that it gives."""
    seat = int(position.seat)
    for other in range(players_of(position)):
        if other != seat and rules.in_hand(position, other) == 0:
            raise BadPosition(f"{SEATS[other]} has an empty hand and would have won before (M24).")
    rule, winners = _end(position)
    if rule != position.rule:
        raise BadPosition(
            "The game is over when the seat that moved has an empty hand (M24), no square is empty (M26) or 1000 turns "
            "are complete (M27), in this order, and only then."
        )
    if position.shares.tolist() != shares_of(winners):
        raise BadPosition(f"Those are not the results that M{rule} gives here.")


def _end(position: np.record) -> tuple[int, int]:
    """The ruling that ends the game here, 0 for none, and the set of winners."""
    seat = int(position.seat)
    if position.placed != NO_SQUARE:
        return 0, 0
    if rules.in_hand(position, seat) == 0:
        return 24, 1 << seat
    if rules.is_full(position):
        return 26, int(rules.leaders(position))
    if position.turn == rules.LAST_TURN:
        return 27, (1 << players_of(position)) - 1
    return 0, 0
