"""The words of Telic: its seats, colours, faces and ranks."""

from __future__ import annotations

from pyramidion.games.telic.rules import SPACES

SEATS = ("Blue", "Red")
COLOURS = "br"
VALUES = "0A2345"
RANKS = ("5", "4", "3", "2", "1")


def spaces_of(rank: str) -> list[int]:
    """The spaces of a rank from left to right; rank 3 has only its ends."""
    return [index for index, name in enumerate(SPACES) if name[1] == rank]
