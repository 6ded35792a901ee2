"""Connect Four's positions as numbers: the discs of both seats. Its moves are numbered as their codes are."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pyramidion.engine.contract import Encoding
from pyramidion.engine.verbs import Levels, Sets

from .rules import FILE, FILES, RANKS


def planes(options: Mapping[str, str]) -> tuple[str, str]:
    return "own discs", "other discs"


def board(options: Mapping[str, str]) -> tuple[int, int]:
    return RANKS, FILES


def squares(options: Mapping[str, str]) -> list[int]:
    """The bits of the squares in the sets of discs, rank by rank from below."""
    return [file * FILE + rank for rank in range(RANKS) for file in range(FILES)]


def observe(position: np.record, seat: int, sets: Sets, levels: Levels) -> None:
    """Plane 0 is the own side."""
    sets[0, 0] = position.discs[seat]
    sets[1, 0] = position.discs[1 - seat]


ENCODING = Encoding(planes=planes, board=board, squares=squares)
