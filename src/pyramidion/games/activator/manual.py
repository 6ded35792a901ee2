"""Activator in words and pictures: its facts and move texts."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

from pyramidion.engine.contract import Manual
from pyramidion.engine.errors import IllegalMove
from pyramidion.engine.facts import Facts, Option
from pyramidion.games.activator import rules
from pyramidion.games.activator.kit import kit
from pyramidion.games.activator.lines import SQUARES, TALLEST
from pyramidion.games.activator.positions import MOST_CAPTURES, check, place_text, read_place
from pyramidion.games.activator.refusals import refuse
from pyramidion.games.activator.rules import ACTIVATE, MOVE, PASS, STAY
from pyramidion.games.activator.scene import attempted, scene, touched
from pyramidion.games.activator.words import NAMES, SEATS, parts

FACTS = Facts(
    title="Activator",
    author="Michael Schoessow",
    year=2004,
    credit="Version 1.0, 10 January 2004, for the piecepack and piecepack pyramids; 20 to 40 minutes, says the author. "
    "Copyright August 2003, Michael J. Schoessow; the rules may be copied and distributed as long as the author is "
    "credited or the header of his text stays in place.",
    summary="Take the enemy's home with stacking pyramids, attacking only along the lines of your activator.",
    goal="Stand on the enemy's home corner for one enemy turn, or leave the enemy a single unit: "
    "one pyramid or one stack.",
    letter="A",
    rules_version=2,
    replays_from=1,
    seats=SEATS,
    most_moves=rules.MOST_MOVES,
    example="b1-b3, b1:1-b2, @c4, stay, pass",
    options=(
        Option(
            "bend",
            "A1, A2, A3",
            {
                "none": "Pieces and activators move in straight lines.",
                "activator": "The activator may go to any other enemy unit within four steps along ranks and files.",
                "all": "The same for the activator, and two or three pieces moved together may turn at every step.",
            },
        ),
        Option(
            "stuck",
            "A7",
            {
                "forfeit": "Without a piece move the whole turn is lost.",
                "activator": "Without a piece move you pass but may still move your activator.",
                "loses": "If it is your turn and you have no piece move, you have lost.",
            },
        ),
        Option(
            "self_merge",
            "A22",
            {
                "loses": "You may merge your last two units but lose by it.",
                "illegal": "Merging your last two units is forbidden.",
            },
        ),
        Option(
            "quiet",
            "A31",
            {
                "60": "The game is a draw after 60 turns without a capture.",
                "100": "The game is a draw after 100 turns without a capture.",
                "off": "Turns without a capture never end the game, which may go on without end.",
            },
        ),
        Option(
            "shared_line",
            "A11, A13",
            {
                "frozen": "While both activators stand on one rank or file, the two units under them are frozen.",
                "free": "While both activators stand on one rank or file, nothing is frozen.",
            },
            since={"frozen": 2, "free": 2},
        ),
    ),
)
MOVE_FORM = re.compile(r"([a-d][1-4])(?::([1-9]))?-([a-d][1-4])")


def most_turns(options: Mapping[str, str]) -> int | None:
    """A31 limits the turns before every capture, and after the last one."""
    return None if options["quiet"] == "off" else MOST_CAPTURES * int(options["quiet"])


def move_text(position: np.record, code: int) -> str:
    if code < ACTIVATE:
        return "pass" if code == PASS else "stay"
    if code < MOVE:
        return "@" + NAMES[code - ACTIVATE]
    origin, split, target = parts(code)
    return f"{NAMES[origin]}{f':{split}' if split else ''}-{NAMES[target]}"


def read_move(position: np.record, text: str) -> int | None:
    if text in ("pass", "stay"):
        return PASS if text == "pass" else STAY
    if text[:1] == "@" and text[1:] in NAMES:
        return ACTIVATE + NAMES.index(text[1:])
    match = MOVE_FORM.fullmatch(text)
    if match is None:
        return None
    split = int(match[2] or 0)
    if split >= TALLEST:
        raise IllegalMove(f"a top part has one or two pieces; write a whole unit as in {match[1]}-{match[3]}", "A19")
    return MOVE + (NAMES.index(match[1]) * TALLEST + split) * SQUARES + NAMES.index(match[3])


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
