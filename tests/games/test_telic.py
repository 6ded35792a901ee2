"""Telic, ruling by ruling, on positions set up as texts."""

from __future__ import annotations

import pytest

import pyramidion as pyr
from pyramidion.engine.position import Position

TELIC = pyr.load("telic")
EITHER = pyr.load("telic", merge="either")


def texts(position: Position) -> set[str]:
    return {str(move) for move in position.moves()}


def refusal(position: Position, move: str) -> str:
    with pytest.raises(pyr.IllegalMove) as caught:
        position.play(move)
    return f"{caught.value.rule}: {caught.value.reason}"


def test_T3_the_die_names_the_tile_of_the_rollers_own_colour() -> None:
    blue = TELIC.start().play("roll").play("=A").play("+C")
    assert blue.text.startswith("telic .,.,bC,./")
    assert blue.play("roll").play("=A").play("+C").text.split()[1].endswith("/.,rC,.,.")


def test_T10_entry_needs_a_strictly_larger_pyramid() -> None:
    position = TELIC.position(".,rC,.,./.,.,.,./.,./.,.,.,./.,.,.,. AABBCCDDEEFF AABBCDDEEFF 0 0 2")
    assert texts(position) == {"+D", "+E", "+F", "pass"}
    assert refusal(position, "+C").startswith("T10: C is not larger than the enemy C on b5")
    assert position.play("+D").text.split()[3] == "AABBCCDDEEFF"


def test_T14_a_piece_lands_on_top_only_unless_the_option_lets_it_slide_under() -> None:
    body = ".,.,.,./bF,.,.,./bA,./.,.,.,./.,.,.,. ABBCCDDEEF AABBCCDDEEFF - 0 2"
    assert "a4-a3" not in texts(TELIC.position(body)) and "a3-a4" in texts(TELIC.position(body))
    assert refusal(TELIC.position(body), "a4-a3").startswith("T14: F does not fit on A")
    assert EITHER.position(body).play("a4-a3").text.split()[1] == ".,.,.,./.,.,.,./bFA,./.,.,.,./.,.,.,."
