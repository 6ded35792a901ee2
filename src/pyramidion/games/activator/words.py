"""The words of Activator: its seats and squares, and what a piece move names."""

from __future__ import annotations

from pyramidion.games.activator.lines import SQUARES, TALLEST
from pyramidion.games.activator.rules import MOVE

SEATS = ("Red", "Blue")
NAMES = tuple(file + rank for rank in "1234" for file in "abcd")


def parts(code: int) -> tuple[int, int, int]:
    """The origin of a piece move, how many pieces split off (0: none, the whole unit), the target."""
    leaving, target = divmod(code - MOVE, SQUARES)
    return *divmod(leaving, TALLEST), target
