"""Text boards of scenes made for the purpose."""

from __future__ import annotations

import pytest
from tests.scenes import board, pawn

from pyramidion.draw.things import Piece


@pytest.mark.parametrize(
    ("pieces", "plain", "marked"),
    [
        ([], "-", "-"),
        ([pawn(0, 0)], "w", "●"),
        ([pawn(0, 0), pawn(1, 0)], "ww", "●●"),
        ([pawn(0, 0), pawn(1, -1)], "*w", "*●"),
        ([pawn(0, 0, "S"), pawn(1, 0, "M")], "wMS", "wMS"),
        ([pawn(0, 0, "10"), pawn(1, 0, "10")], "10 x2", "10 x2"),
    ],
)
def test_a_zone_shows_every_piece(pieces: list[Piece], plain: str, marked: str) -> None:
    scene = board(*pieces)
    assert f"Captured by Black: {plain}" in scene.text(ascii_only=True).splitlines()
    assert f"Captured by Black: {marked}" in scene.text().splitlines()
