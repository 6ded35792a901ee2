"""The example game in `examples/`: what it writes, and what it refuses."""

from __future__ import annotations

import pytest

import pyramidion as pyr
from pyramidion.draw.narration import scene_of
from pyramidion.engine.position import Position

GAME = pyr.load("connect_four")


def after(*files: str) -> Position:
    position = GAME.start()
    for file in files:
        position = position.play(file)
    return position


def test_C2_discs_pile_up_in_their_files() -> None:
    board = "......./......./......./...r.../...y.../y..y..r"
    assert after("d", "g", "d", "d", "a").text == f"connect_four {board} 1 5"


def test_C3_a_full_file_is_refused_with_its_reason() -> None:
    full = after(*"aaaaaa")
    with pytest.raises(pyr.IllegalMove, match=r"^C3: file a is full$"):
        full.play("a")
    with pytest.raises(pyr.IllegalMove, match=r"^C3: file a is full$"):
        full.play(0)


def test_C3_a_click_on_a_disc_means_another_one_in_its_file() -> None:
    full = after(*"aaaaaa")
    assert GAME.manual.attempted(scene_of(full, 0), full.fields, "disc-a5", "a6") == "a"
    assert GAME.manual.attempted(scene_of(full, 0), full.fields, "disc-b1", "b2") is None


def test_C5_a_full_board_is_written_and_read() -> None:
    board = "yryryry/yryryry/ryryryr/ryryryr/yryryry/ryryryr"
    text = f"connect_four {board} -1 42 C5:1/2-1/2"
    assert pyr.position(text).text == text
