"""The Mid Challenge in words and pictures: its facts, options and move texts."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

from pyramidion.engine.contract import Manual
from pyramidion.engine.errors import IllegalMove
from pyramidion.engine.facts import Facts, Option
from pyramidion.games.mid_challenge import rules
from pyramidion.games.mid_challenge.kit import kit
from pyramidion.games.mid_challenge.positions import check, place_text, read_place
from pyramidion.games.mid_challenge.refusals import refuse
from pyramidion.games.mid_challenge.rolls import FACES, ROLLS
from pyramidion.games.mid_challenge.rules import LEAVE, PASS, PLACE, ROLL, TAKE
from pyramidion.games.mid_challenge.scene import attempted, scene, touched
from pyramidion.games.mid_challenge.squares import MOST_SQUARES
from pyramidion.games.mid_challenge.words import (
    FILES,
    SEATS,
    SIZES,
    extent,
    height_of,
    placement_text,
    roll_text,
    width_of,
)

FACTS = Facts(
    title="The Mid Challenge",
    author="Ken Leyhe",
    year=2002,
    credit="Version 2.0, revised in May 2002, for Icehouse pyramids and the piecepack; also published as Magic Mids. "
    "Copyright 2001, Kenneth Leyhe Sr.; GNU Free Documentation License, version 1.1 or any later version, with no "
    "Invariant Sections and no Front-Cover or Back-Cover Texts.",
    summary="Three dice say what you may place and where; get all your pyramids onto the board and flank the others'.",
    goal="Be the first to have all of your pyramids on the board at the same time.",
    letter="M",
    rules_version=2,
    replays_from=1,
    seats=SEATS,
    most_moves=rules.MOST_MOVES,
    example="=0A3, Sa1, Mc10, pass, take, leave",
    chance=True,
    options=(
        Option(
            "players",
            "M1",
            {
                "2": "Two play with fifteen mids each: five small, five medium, five large.",
                "3": "Three play with eleven mids each: three small, five medium, three large.",
                "4": "Four play with eight mids each: two small, four medium, two large.",
            },
        ),
        Option(
            "board",
            "M2",
            {
                "grid": "A square is a quarter of a face-down tile, so the board is 8 wide and 10 high.",
                "tiles": "A square is a whole tile, so the board is 4 wide and 5 high.",
            },
        ),
        Option(
            "power",
            "M18",
            {
                "each": "Each of the two flanking mids must be stronger than the captured one.",
                "combined": "The two flanking mids together must be stronger than the captured one.",
            },
        ),
        Option(
            "chain",
            "M17",
            {
                "single": "Exactly one mid can be captured between two flanking ones.",
                "rows": "A row of one or more opponents' mids between two of yours is captured whole or not at all.",
            },
        ),
        Option(
            "full_board",
            "M26",
            {
                "count": "On a full board the fewest mids in hand win, then the most pips; no effect on board=grid.",
                "draw": "A full board is a draw for all; no effect on board=grid.",
            },
        ),
        Option(
            "capture",
            "M21",
            {
                "must": "A placement captures all that it can.",
                "may": "After a placement that captures, the placer takes all of it or leaves all of it.",
            },
            since={"must": 2, "may": 2},
        ),
    ),
    seats_option="players",
)
PLACE_FORM = re.compile(r"([SML])([a-z])([1-9][0-9]?)")
WORDS = {"pass": PASS, "take": TAKE, "leave": LEAVE}
ROLL_FORM = re.compile(r"=([0A2345]{3})")


def most_turns(options: Mapping[str, str]) -> int:
    """M27 ends the longest game."""
    return rules.LAST_TURN


def move_text(position: np.record, code: int) -> str:
    if code == PASS:
        return "pass"
    if code >= TAKE:
        return "take" if code == TAKE else "leave"
    return "=" + roll_text(code - ROLL) if code < PLACE else placement_text(position, code)


def read_move(position: np.record, text: str) -> int | None:
    if text in WORDS:
        return WORDS[text]
    roll = ROLL_FORM.fullmatch(text)
    if roll:
        return _read_roll(roll[1])
    match = PLACE_FORM.fullmatch(text)
    return None if match is None else PLACE + SIZES.index(match[1]) * MOST_SQUARES + _read_square(position, match)


def _read_roll(text: str) -> int:
    faces = tuple(FACES.index(face) for face in text)
    if faces not in ROLLS:
        ordered = "".join(sorted(text, key=FACES.index))
        raise IllegalMove(f"the faces of a roll are written in the order 0 A 2 3 4 5; write ={ordered}", "M6")
    return ROLL + ROLLS.index(faces)


def _read_square(position: np.record, match: re.Match[str]) -> int:
    file, rank, width = FILES.find(match[2]), int(match[3]) - 1, width_of(position)
    if not 0 <= file < width or rank >= height_of(position):
        raise IllegalMove(f"{match[2]}{match[3]} is not on the board; {extent(position)}", "M2")
    return rank * width + file


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
