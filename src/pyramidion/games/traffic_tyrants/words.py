"""The words of Traffic Tyrants: its seats, sizes, lights and squares."""

from __future__ import annotations

import numpy as np

from pyramidion.games.traffic_tyrants.rules import BLACK, BLUE, ORDERS

SEATS = ("Black", "Blue")
OWNERS = "kb"
SIZES = "SML"
COLOURS = "GYR"
LIGHTS = ("green", "yellow", "red")
RANKS = ("7", "6", "5", "4", "3", "2", "1")
NAMES = tuple(file + rank for rank in reversed(RANKS) for file in "abc")


def order_name(number: int) -> str:
    """A line-up by the sizes of its runners."""
    return "".join(SIZES[size] for size in ORDERS[number])


def squares_of(rank: str) -> list[int]:
    """The squares of a rank from left to right."""
    return [square for square, name in enumerate(NAMES) if name[1] == rank]


def runners_on(position: np.record, square: int) -> list[tuple[int, int]]:
    """The runners on a square, seat and size, from the bottom up."""
    return [(seat, size) for size in (2, 1, 0) for seat in (BLACK, BLUE) if position.runner[seat, size] == square]
