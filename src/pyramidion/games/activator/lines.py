"""Activator's board of four by four squares: lines and how far pieces get along them.

Sets of squares are integers, bit 0 being a1, bit 1 b1 and so on.
"""

from __future__ import annotations

import numpy as np

SIDE = 4
SQUARES = SIDE * SIDE
TALLEST = 3  # pieces in a unit

# Directions: four orthogonal, then four diagonal, as shifts of a set of squares to the left and
# to the right, with the squares that a step in this direction can reach.
EAST_NORTH = ((1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))
ORTHOGONAL, WAYS = 4, 8
LEFT = np.array([max(0, east + SIDE * north) for east, north in EAST_NORTH])
RIGHT = np.array([max(0, -east - SIDE * north) for east, north in EAST_NORTH])


def _reachable(east: int, north: int) -> int:
    came_from = ((square, square % SIDE - east, square // SIDE - north) for square in range(SQUARES))
    return sum(1 << square for square, file, rank in came_from if 0 <= file < SIDE and 0 <= rank < SIDE)


def _within(square: int, distance: int) -> int:
    """The other squares at most this many orthogonal steps away."""
    far = (abs(s % SIDE - square % SIDE) + abs(s // SIDE - square // SIDE) for s in range(SQUARES))
    return sum(1 << s for s, steps in enumerate(far) if 0 < steps <= distance)


def _line(square: int) -> int:
    """The rank and the file of a square."""
    return sum(1 << s for s in range(SQUARES) if s % SIDE == square % SIDE or s // SIDE == square // SIDE)


def _along(count: int, place: int, occupied: int) -> int:
    """How far `count` pieces get along a line of four squares."""
    reached = 0
    for step in (1, -1):
        ahead = [place + step * far for far in range(1, count + 1) if 0 <= place + step * far < SIDE]
        for here in ahead:
            reached |= 1 << here
            if occupied >> here & 1:
                break
    return reached


# Lines of four squares are looked up. GATHER collects the four bits of a file, SPREAD undoes it.
LINE, FILE, GATHER = 0b1111, 0x1111, 0x1248
ALONG = np.array([[[_along(c, p, o) for o in range(16)] for p in range(SIDE)] for c in range(TALLEST + 1)])
SPREAD = np.array([sum(1 << SIDE * rank for rank in range(SIDE) if line >> rank & 1) for line in range(16)])
REACHABLE = np.array([_reachable(east, north) for east, north in EAST_NORTH])
LINES = np.array([_line(square) for square in range(SQUARES)])
WITHIN_FOUR = np.array([_within(square, 4) for square in range(SQUARES)])


def step(squares: int, way: int) -> int:
    """A set of squares, each moved one step; what would leave the board is gone."""
    return (squares << LEFT[way] >> RIGHT[way]) & REACHABLE[way]


def reach(origin: int, count: int, occupied: int) -> int:
    """Squares in a straight line over empty ones, one for each piece moved (A1, A2, A19, A21)."""
    file, rank = origin % SIDE, origin // SIDE
    on_rank = occupied >> SIDE * rank & LINE
    on_file = (occupied >> file & FILE) * GATHER >> 12 & LINE
    reached = ALONG[count, file, on_rank] << SIDE * rank | SPREAD[ALONG[count, rank, on_file]] << file
    if count == TALLEST:
        for way in range(ORTHOGONAL, WAYS):
            reached |= ray(origin, way, count, occupied)
    return reached


def ray(origin: int, way: int, count: int, occupied: int) -> int:
    """The same in one direction, step by step."""
    reached = 0
    line = 1 << origin
    for _ in range(count):
        line = step(line, way)
        reached |= line
        line &= ~occupied
    return reached


def bent_reach(origin: int, count: int, occupied: int) -> int:
    """The same, changing direction at will, over squares empty before the move (bend=all)."""
    reached, fresh = 0, 1 << origin
    for _ in range(count):
        found = 0
        for way in range(WAYS if count == TALLEST else ORTHOGONAL):
            found |= step(fresh, way)
        reached |= found
        fresh = found & ~occupied
    return reached & ~(1 << origin)
