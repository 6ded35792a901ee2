"""Positions set up by hand: a piece goes where it is put, and what no game can lead to is said to be impossible."""

from __future__ import annotations

import pytest

import pyramidion as pyr
from pyramidion.draw.narration import scene_of
from pyramidion.study.studies.arrangement import BY_TEXT, drafted, impossible, rearranged

TELIC = "telic .,.,.,bE/.,.,.,./.,./rF,.,.,./.,.,.,. AABBCCDDEFF AABBCCDDEEF - 1 25"
RUNNERS = "traffic_tyrants bL,bM,bS/-/-/-/-/-/kS,kM,kL GGYYR/GGYYRR/GGYYRR GGYYRR/GYYRR/GGYYRR G 0 2"
SEEKERS = (
    "topologic(seekers=3) C5W6O1B6R4K2G1V1O3C6/R5C3O2V5Y3G2O6N2W5N1/R6G3Y1B5Y6V6N3W3N6G6/Y4G4B1R2B4C2V2W1O4B2/"
    "K5K4K6W2V3V4N5K1C1K3/R1C4Y2N4G5R3Y5W4B3O5 h1,- -,- c1,j4,j6 - 1 0 6530932194bcfa9 1 2"
)


@pytest.mark.parametrize(
    ("text", "origin", "place", "part"),
    [
        (TELIC, "d5", "c1", ".,.,bE,."),
        (TELIC, "stash-0", "b1", ".,b"),
        (TELIC, "d5", "stash-0", "AABBCCDDEEFF"),
        (RUNNERS, "a7", "b4", "/.,bL,./"),
        (SEEKERS, "c1", "e3", " e3,j4,j6 "),
        ("mid_challenge 8/3bS4/7bS/8/2rM3bM1/8/4bL3/5rS2/1rL6/bM7 555 0 16", "d9", "h10", "7bS/8/7bS"),
        ("mid_challenge 8/3bS4/7bS/8/2rM3bM1/8/4bL3/5rS2/1rL6/bM7 555 0 16", "hand-0", "a10", "r"),
        ("activator .,bD,bEC,bFB@/rD,.,bF,bEC/rEC,rF,.,bD/rFB@,rEC,rD,. piece - 0 0 0", "b1", "b2", "rF"),
    ],
)
def test_a_piece_goes_where_it_is_put(text: str, origin: str, place: str, part: str) -> None:
    position = pyr.position(text)
    seat = next(each for each in range(position.game.seats) if not position.view(each).blank)
    piece = scene_of(position, seat).on(origin)[-1]
    found = rearranged(position, piece.id, place, seat)
    assert part in found.text
    assert (piece.colour, piece.letter) in {(each.colour, each.letter) for each in scene_of(found, seat).on(place)}
    assert len(scene_of(found, seat).pieces) == len(scene_of(position, seat).pieces)
    assert impossible(found) == (
        "Some of the possible secrets do not agree with the last hint." if "- 1 0 " in text else ""
    )


def test_what_cannot_be_written_cannot_be_put() -> None:
    position = pyr.position(TELIC)
    for piece, place in (("blue-E-1", "dice-0"), ("blue-E-1", "z9"), ("nothing", "a1")):
        with pytest.raises(pyr.BadPosition):
            rearranged(position, piece, place, 0)
    assert "text" in BY_TEXT


def test_an_impossible_position_is_drawn_and_the_reason_said() -> None:
    found = drafted(TELIC.replace(" 1 25", " 0 25"))
    assert impossible(found) == "Blue moves after an even number of turns, Red after an odd one."
    assert found.text == TELIC.replace(" 1 25", " 0 25")
    assert impossible(drafted(TELIC)) == "" and drafted(TELIC) == pyr.position(TELIC)


@pytest.mark.parametrize("text", ["", "telic", "telic 1 2 3", "chess . 0 0", TELIC.replace("bE", "bEE"), "telic . 9 0"])
def test_what_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(pyr.PyramidionError):
        drafted(text)
