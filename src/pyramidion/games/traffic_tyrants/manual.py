"""Traffic Tyrants in words and pictures: its facts and move texts."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

from pyramidion.engine.contract import Manual
from pyramidion.engine.errors import IllegalMove
from pyramidion.engine.facts import Facts, Option
from pyramidion.games.traffic_tyrants import rules
from pyramidion.games.traffic_tyrants.kit import kit
from pyramidion.games.traffic_tyrants.positions import check, place_text, read_place
from pyramidion.games.traffic_tyrants.refusals import refuse
from pyramidion.games.traffic_tyrants.rules import GIFTS, LINE_UP, MOVE, SQUARES, STAY
from pyramidion.games.traffic_tyrants.scene import attempted, scene, touched
from pyramidion.games.traffic_tyrants.words import COLOURS, NAMES, SEATS, SIZES, order_name

FACTS = Facts(
    title="Traffic Tyrants",
    author="Gregory Lattanzio",
    year=2017,
    credit="Version 1.0, released in 2017, from the Looney pyramid wiki, in playtesting there; its length is "
    "unknown, and it takes one minute to set up, says the author. No licence is stated.",
    summary="Race three runners across the board, moved only by the lights the opponent hands you.",
    goal="Have the most points when the lights run out. "
    "A runner in enemy country scores its size (1 to 3) times the number on its square.",
    letter="R",
    rules_version=2,
    replays_from=1,
    seats=SEATS,
    most_moves=rules.MOST_MOVES,
    example="G, Sb2, stay, SML",
    options=(
        Option(
            "lineup",
            "R2",
            {
                "rotated": "The runners stand in the order S, M, L from each owner's own left.",
                "mirrored": "Blue's runners face their equals: S on a7, M on b7, L on c7.",
                "chosen": "Before the first gift Black and then Blue choose an order of their own.",
            },
        ),
        Option(
            "sequence",
            "R5",
            {
                "global": "The sizes S, M, L run on through the gifts of both players together.",
                "own": "Each giver runs S, M, L through his or her own gifts.",
            },
        ),
        Option(
            "decline",
            "R7",
            {
                "no": "A move that is possible must be made.",
                "yes": "Wherever a move is possible, the runner may also stay.",
            },
        ),
        Option(
            "short",
            "R8",
            {
                "none": "A runner makes the exact number of steps or does not move.",
                "longest": "Where green has no two-step move, one step is made instead.",
            },
        ),
        Option(
            "uturn",
            "R10",
            {
                "yes": "Two steps may lead to a neighbouring square and back again.",
                "no": "Two steps may not end where they began.",
            },
        ),
        Option(
            "covered",
            "R23",
            {
                "score": "Every runner scores, covered or not.",
                "nothing": "A runner with any runner on top scores nothing.",
            },
        ),
        Option(
            "last_gift",
            "R21",
            {
                "moves": "The 36th gift is moved, and then the game ends.",
                "unmoved": "The game ends as soon as the 36th gift is given; it is not moved.",
            },
            since={"moves": 2, "unmoved": 2},
        ),
        Option(
            "pinned",
            "R18",
            {
                "any": "A runner with any runner on top cannot move.",
                "enemy": "A runner cannot move only if an enemy is anywhere above it; it leaves its own side behind.",
            },
            since={"any": 2, "enemy": 2},
        ),
        Option(
            "path",
            "R9",
            {
                "bend": "The two steps of a green light may go in different directions.",
                "straight": "Both steps of a green light go in the same direction, so uturn has no effect.",
            },
            since={"bend": 2, "straight": 2},
        ),
    ),
)
MOVE_FORM = re.compile(r"([SML])([a-z]\d)")


def most_turns(options: Mapping[str, str]) -> int:
    """A turn for each gift, one for the last move, and one for each line-up."""
    return GIFTS + 1 + (2 if options["lineup"] == "chosen" else 0)


def move_text(position: np.record, code: int) -> str:
    if code < STAY:
        return COLOURS[code - rules.GIVE]
    if code == STAY:
        return "stay"
    if code < MOVE:
        return order_name(code - LINE_UP)
    size, square = divmod(code - MOVE, SQUARES)
    return SIZES[size] + NAMES[square]


def read_move(position: np.record, text: str) -> int | None:
    if len(text) == 1 and text in COLOURS:
        return rules.GIVE + COLOURS.index(text)
    if text == "stay":
        return STAY
    if len(text) == len(SIZES) and set(text) <= set(SIZES):
        return LINE_UP + _order(text)
    match = MOVE_FORM.fullmatch(text)
    return None if match is None else MOVE + SIZES.index(match[1]) * SQUARES + _square(match[2])


def _order(text: str) -> int:
    orders = [order_name(number) for number in range(len(rules.ORDERS))]
    if text not in orders:
        raise IllegalMove(f"{text} is not a line-up: it names each of S, M and L once", "R2")
    return orders.index(text)


def _square(name: str) -> int:
    if name not in NAMES:
        raise IllegalMove(f"{name} is not on the board, which has files a to c and ranks 1 to 7", "R25")
    return NAMES.index(name)


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
