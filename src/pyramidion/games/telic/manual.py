"""Telic in words and pictures: its facts and move texts."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

from pyramidion.engine.contract import Manual
from pyramidion.engine.errors import IllegalMove
from pyramidion.engine.facts import Facts, Option
from pyramidion.engine.stacks import LETTERS
from pyramidion.games.telic import rules
from pyramidion.games.telic.kit import kit
from pyramidion.games.telic.positions import check, place_text, read_place
from pyramidion.games.telic.refusals import refuse
from pyramidion.games.telic.rules import CENTRE, ENTER, FACE, MOVE, PASS, ROLL, SPACES
from pyramidion.games.telic.scene import attempted, scene, touched
from pyramidion.games.telic.words import SEATS, VALUES

FACTS = Facts(
    title="Telic",
    author="Michael Schoessow",
    year=2002,
    credit="Version 1, June 2002, for the piecepack and piecepack pyramids; about 30 minutes, says the author. "
    "The lines for copyright and licence in the header of the author's text are empty.",
    summary="Race twelve pyramids into the Centre Zone, stacking your own and bumping the enemy's.",
    goal="Be the first to bring all twelve of your pyramids into the Centre Zone.",
    letter="T",
    rules_version=2,
    replays_from=1,
    seats=SEATS,
    most_moves=rules.MOST_MOVES,
    example="roll, +C, a2-a3, a3-in, pass",
    chance=True,
    options=(
        Option(
            "merge",
            "T14",
            {
                "top": "A piece that moves onto friends lands on top, so it must be smaller than they are.",
                "either": "Whichever of the two fits on the other goes on top: a piece may slide under a smaller one.",
                "any": "Two pieces join whenever no size occurs twice in them, whatever lies between what.",
            },
            since={"any": 2},
        ),
    ),
)
MOVE_FORM = re.compile(r"([a-d][1-5])-(in|[a-d][1-5])")


def most_turns(options: Mapping[str, str]) -> int:
    """T25 ends the longest game."""
    return rules.LAST_TURN


def move_text(position: np.record, code: int) -> str:
    if code == ROLL:
        return "roll"
    if code == PASS:
        return "pass"
    if code < FACE:
        return "+" + LETTERS[code - ENTER]
    if code < MOVE:
        return "=" + VALUES[code - FACE]
    origin, target = divmod(code - MOVE, CENTRE + 1)
    return f"{SPACES[origin]}-{'in' if target == CENTRE else SPACES[target]}"


def read_move(position: np.record, text: str) -> int | None:
    if text in ("roll", "pass"):
        return ROLL if text == "roll" else PASS
    if len(text) == 2 and text[0] == "+" and text[1] in LETTERS:
        return ENTER + LETTERS.index(text[1])
    if len(text) == 2 and text[0] == "=" and text[1] in VALUES:
        return FACE + VALUES.index(text[1])
    match = MOVE_FORM.fullmatch(text)
    return None if match is None else MOVE + _space(match[1]) * (CENTRE + 1) + _space(match[2])


def _space(name: str) -> int:
    if name in ("b3", "c3"):
        raise IllegalMove(f"{name} belongs to the Centre Zone and is not a space; pieces enter it as in a3-in", "T22")
    return CENTRE if name == "in" else SPACES.index(name)


MANUAL = Manual(
    facts=FACTS,
    most_turns=most_turns,
    move_text=move_text,
    read_move=read_move,
    refuse=refuse,
    place_text=place_text,
    read_place=read_place,
    check=check,
    scene=scene,
    touched=touched,
    attempted=attempted,
    kit=kit,
)
