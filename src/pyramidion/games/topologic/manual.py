"""Topologic in words and pictures: its facts, options and move texts."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

from pyramidion.engine.contract import Manual
from pyramidion.engine.errors import IllegalMove
from pyramidion.engine.facts import Facts, Option
from pyramidion.games.topologic import rules
from pyramidion.games.topologic.drawing import (
    RECTANGLE,
    check_drawing,
    drawing_of,
    lay_field,
    location_name,
    names_of,
    setup_text,
    tile_place,
)
from pyramidion.games.topologic.field import LOCATIONS
from pyramidion.games.topologic.kit import kit
from pyramidion.games.topologic.positions import check, place_text, read_place, read_setup
from pyramidion.games.topologic.refusals import refuse
from pyramidion.games.topologic.rules import DONE, ENTER, MOVE, SECRET
from pyramidion.games.topologic.scene import SEATS, attempted, scene, touched

FACTS = Facts(
    title="Topologic",
    author="Dieter Stein",
    year=2010,
    credit="Created on 23 November 2010, rules changed on 10 October 2017 and on 29 July 2019, for nestortiles. "
    "Published at spielstein.com; no licence and no playing time are stated.",
    summary="Deduce where the secret lies from hints to your seekers, and gather them there in fewer turns.",
    goal="Gather all seekers on the hidden tile in fewer turns than the other player needs.",
    letter="P",
    rules_version=2,
    replays_from=1,
    seats=SEATS,
    most_moves=rules.MOST_MOVES,
    example="secret:e4, 1@a1, 3-c4, done",
    hidden=True,
    options=(
        Option(
            "seekers",
            "P22",
            {
                "5": "Five seekers search.",
                "4": "Four seekers search: easier to reason about.",
                "3": "Three seekers search: easier still.",
            },
        ),
        Option(
            "path",
            "P12",
            {
                "straight": "A seeker moves in one straight line.",
                "free": "A seeker walks any path over empty locations and may end on an occupied one.",
            },
        ),
        Option(
            "field",
            "P2",
            {
                "rect": "The tiles form a rectangle, ten wide and six high.",
                "random": "The tiles form a random field without holes that is not stringy.",
            },
            free="a drawing of 60 locations: rows from the top separated by /, # a location, . a gap",
        ),
        Option(
            "finish",
            "P11",
            {
                "turn": "A round is over when all seekers stand on the secret at the end of a turn.",
                "at_once": "A round is over as soon as all seekers stand on the secret, even in mid-turn.",
            },
            since={"turn": 2, "at_once": 2},
        ),
        Option(
            "second_round",
            "P20",
            {
                "stops": "The second round stops as soon as it can no longer be won or drawn.",
                "plays_on": "The second round is played to its end even when it is lost, for the number of turns.",
            },
            since={"stops": 2, "plays_on": 2},
        ),
    ),
)

LOCATION = r"([a-z]{1,2}[1-9][0-9]?|[A-Z][0-9]|[a-z]+/[0-9])"
FORMS = {
    re.compile(f"secret:{LOCATION}()"): SECRET,
    re.compile(f"([1-5])@{LOCATION}"): ENTER,
    re.compile(f"([1-5])-{LOCATION}"): MOVE,
}


def most_turns(options: Mapping[str, str]) -> int:
    """Two secrets and twice sixty turns of seeking (P21)."""
    return 2 + 2 * rules.LAST_TURN


def read_option(name: str, text: str) -> str:
    return check_drawing(text)


def prepare(position: np.record, options: Mapping[str, str]) -> None:
    """Lay the field, unless it will be a random one."""
    if options["field"] != "random":
        lay_field(position, RECTANGLE if options["field"] == "rect" else options["field"])


def _location(position: np.record, name: str) -> int:
    """A location by its name or by its tile's (P1)."""
    names = names_of(drawing_of(position))
    if name in names:
        return names.index(name)
    place = tile_place(position, name)
    if place is not None:
        return place
    if name.islower() and "/" not in name:
        raise IllegalMove(f"{name} is not a location in this field", "P2")
    raise IllegalMove(f"{name} is not a tile; write one as in Y4 or yellow/4, or its location", "P1")


def move_text(position: np.record, code: int) -> str:
    if code == DONE:
        return "done"
    if code < ENTER:
        return f"secret:{location_name(position, code - SECRET)}"
    seeker, location = divmod(code - (ENTER if code < MOVE else MOVE), LOCATIONS)
    return f"{seeker + 1}{'@' if code < MOVE else '-'}{location_name(position, location)}"


def read_move(position: np.record, text: str) -> int | None:
    if text == "done":
        return DONE
    for form, kind in FORMS.items():
        match = form.fullmatch(text)
        if match and kind == SECRET:
            return SECRET + _location(position, match[1])
        if match:
            return kind + (int(match[1]) - 1) * LOCATIONS + _location(position, match[2])
    return None


def shown(before: np.record, code: int, now: np.record, seat: int | None) -> str:
    """A move made earlier, as a seat may read it now: a secret stays hidden until its round ends."""
    running = now.rule == 0 and now.stretch == before.stretch
    if SECRET <= code < ENTER and running and seat != before.stretch:
        return "secret:?"
    return move_text(before, code)


def told(before: np.record, after: np.record) -> str:
    """What both seats learn from a ply besides the move itself: the hint after a seeker's turn."""
    seeking = before.seat != before.stretch and after.turn > before.turn
    return f"hint {after.hint}" if seeking else ""


MANUAL = Manual(
    facts=FACTS,
    most_turns=most_turns,
    read_option=read_option,
    prepare=prepare,
    setup_text=setup_text,
    read_setup=read_setup,
    move_text=move_text,
    read_move=read_move,
    refuse=refuse,
    shown=shown,
    told=told,
    place_text=place_text,
    read_place=read_place,
    check=check,
    scene=scene,
    touched=touched,
    attempted=attempted,
    kit=kit,
)
