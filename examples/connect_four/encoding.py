"""Connect Four's positions as numbers: the discs of both seats. Its moves are numbered as their codes are."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from pyramidion.engine.bits import first
from pyramidion.engine.contract import Encoding
from pyramidion.engine.verbs import Planes

from .rules import FILE, FILES, RANKS


def planes(options: Mapping[str, str]) -> tuple[str, str]:
    return "own discs", "other discs"


def board(options: Mapping[str, str]) -> tuple[int, int]:
    return RANKS, FILES


def observe(position: np.record, seat: int, out: Planes) -> None:
    """Plane 0 is the own side; rank 0 is the lowest."""
    for side in range(2):
        discs = int(position.discs[seat if side == 0 else 1 - seat])
        while discs:
            square = first(discs)
            out[side, square % FILE, square // FILE] = 1
            discs &= discs - 1


ENCODING = Encoding(planes=planes, board=board)
