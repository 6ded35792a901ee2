"""What the row of every position begins with, whatever the game, and how a game ends.

Generic code reads these fields and never asks which game it is looking at. Integers in a row
are signed: Numba turns a mixture of signed and unsigned 64-bit integers into a float.
"""

from __future__ import annotations

import struct

import numpy as np

from pyramidion.engine.bits import size_of

CHANCE = -1
OVER = -2
MOST_SEATS = 4
WHOLE = 12  # one whole result in twelfths: halves, thirds and quarters stay exact

Field = tuple[str, str] | tuple[str, str, tuple[int, ...]]
GAP = "_gap"

HEADER: list[Field] = [
    ("turn", "i4"),  # turns completed so far, by all seats together
    ("mover", "i1"),  # the seat that decides, CHANCE, or OVER
    ("seat", "i1"),  # the seat whose turn it is, also while chance is to move
    ("rule", "i1"),  # the number of the ruling that ended the game, 0 before
    ("blank", "i1"),  # 1 in a view from which something is hidden
    ("shares", "i1", (MOST_SEATS,)),  # the results in twelfths, 0 before the end
]
BEGINNING = struct.Struct(f"=i4b{MOST_SEATS}b")  # the header, as the bytes of a position begin
MOVER_AT = 4  # the place of the mover among them


def layout(*fields: Field) -> np.dtype[np.void]:
    """The layout of a game's positions: the common header, then the game's own fields.

    Fields are aligned, and the gaps this leaves are fields too: NumPy copies a row with gaps
    field by field and leaves rubbish in them, and equal positions must be equal byte for byte.
    """
    for name, *_ in fields:
        if hasattr(np.record, name):
            raise ValueError(f"A field may not be called '{name}': NumPy's records have an attribute of that name.")
    aligned = np.dtype([*HEADER, *fields], align=True)
    complete: list[Field] = []
    end = 0
    for field in [*HEADER, *fields]:
        start = aligned.fields[field[0]][1] if aligned.fields else 0
        complete += _gap(end, start)
        complete.append(field)
        end = start + aligned[field[0]].itemsize
    return np.dtype(complete + _gap(end, aligned.itemsize), align=True)


def _gap(end: int, start: int) -> list[Field]:
    return [(f"{GAP}{end}", "i1", (start - end,))] if start > end else []


def win(position: np.record, seat: int, rule: int) -> None:
    """End the game with one winner."""
    position.shares[seat] = WHOLE
    position.rule = rule
    position.mover = OVER


def share(position: np.record, winners: int, rule: int) -> None:
    """End the game with equal parts for the seats whose bits are set in `winners`."""
    for seat in range(MOST_SEATS):
        if winners >> seat & 1:
            position.shares[seat] = WHOLE // size_of(winners)
    position.rule = rule
    position.mover = OVER


def shares_of(winners: int) -> list[int]:
    """The results of all seats in twelfths when those whose bits are set in `winners` share the game."""
    return [WHOLE // winners.bit_count() if winners >> seat & 1 else 0 for seat in range(MOST_SEATS)]
