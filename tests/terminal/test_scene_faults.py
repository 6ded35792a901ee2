"""Scenes that can be drawn and are still wrong."""

from __future__ import annotations

import dataclasses

import pytest
from tests.scenes import ZONE, board, pawn

from pyramidion.draw.things import Piece
from pyramidion.terminal.scene_faults import scene_faults


def test_a_scene_in_order_has_no_faults() -> None:
    assert list(scene_faults(board(*(pawn(number, 0) for number in range(4))))) == []


def test_pyramids_may_be_stacked_in_a_slot() -> None:
    tower = [dataclasses.replace(pawn(number, 0), kind="pyramid", slot=0, height=number) for number in range(3)]
    assert list(scene_faults(board(*tower))) == []


@pytest.mark.parametrize(
    ("pieces", "kind", "says"),
    [
        ([dataclasses.replace(pawn(n, 0), id="pawn") for n in (0, 1)], "ids", "2 things have the id 'pawn'"),
        ([dataclasses.replace(pawn(0, 0), id=ZONE.id)], "ids", f"2 things have the id '{ZONE.id}'"),
        ([dataclasses.replace(pawn(0, 0), kind="horse")], "kind", "is 'horse': use pyramid, pawn, disc"),
        ([pawn(4, 0)], "slots", "pawn-4 is in slot 4 of captured-1, whose 4 slots are numbered from 0"),
        ([pawn(-1, 0)], "slots", "pawn--1 is in slot -1 of captured-1"),
        (
            [dataclasses.replace(pawn(n, 0), slot=1) for n in (0, 1)],
            "same slot",
            "2 pieces are in slot 1 of captured-1",
        ),
    ],
)
def test_a_wrong_scene_is_explained(pieces: list[Piece], kind: str, says: str) -> None:
    [(found, text)] = scene_faults(board(*pieces))
    assert found == kind and says in text, text
