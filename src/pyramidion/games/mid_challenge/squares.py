"""The Mid Challenge's two boards: how large they are, and which squares are neighbours (M2, M20)."""

from __future__ import annotations

import numpy as np

GRID, TILES = 0, 1
WIDTH = np.array([8, 4])  # of the two boards
HEIGHT = np.array([10, 5])
MOST_SQUARES = 80
COLUMNS = 4  # under the headers 2, 3, 4, 5

EAST_NORTH = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


def _beside(board: int, square: int, east: int, north: int) -> int:
    """The neighbouring square; the board wraps at all sides (M20)."""
    width, height = int(WIDTH[board]), int(HEIGHT[board])
    if square >= width * height:
        return -1
    return (square // width + north) % height * width + (square % width + east) % width


NEXT = np.array([[[_beside(b, s, *way) for way in EAST_NORTH] for s in range(MOST_SQUARES)] for b in (GRID, TILES)])
