"""Positions as one line of text and as JSON, and back. The body of the line is the game's own."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np

from pyramidion.engine.errors import BadPosition, PyramidionError
from pyramidion.engine.fields import attributes
from pyramidion.engine.game import Game, copied
from pyramidion.engine.header import CHANCE, GAP, MOST_SEATS, OVER, WHOLE
from pyramidion.engine.position import Position
from pyramidion.engine.records import share
from pyramidion.engine.registry import load

WHO = {"": None, "*": CHANCE, "-": OVER}
TAIL = re.compile(
    r"(?P<who>[*-]?)(?P<seat>\d) (?P<turn>\d{1,9})(?: (?P<letter>[A-Z])(?P<rule>\d+):(?P<results>[\d/-]+))?"
)
FORMAT = "pyramidion-position-1"


def read_position(game: Game, text: str) -> Position:
    """The inverse of `Position.text`; the game's name in front may be left out."""
    words = _words(text)
    if words and words[0].partition("(")[0] == game.name:
        if load(words[0]) != game:
            raise BadPosition(
                f"That is a position of {words[0]}, not of {game.spec}. Read it with pyramidion.position(text)."
            )
        words = words[1:]
    body, tail = _split(game, words)
    row = copied(game.template)
    fields = attributes(row)
    _read_tail(game, fields, tail)
    game.manual.read_place(fields, body)
    position = Position(game, row.tobytes())
    check(position)
    return position


def _words(text: object) -> list[str]:
    if not isinstance(text, str):
        raise BadPosition(f"Expected a position text, not {text!r}.")
    return text.split()


def position_from_text(text: str) -> Position:
    """Set up a position of any game from its text."""
    words = _words(text)
    if len(words) < 2:
        raise BadPosition("A position text begins with the game, as in 'telic ...'.")
    return read_position(load(words[0]), text)


def check(position: Position) -> None:
    """Refuse an impossible position: by the game's own checks, and by those of the header."""
    fields, game = position.fields, position.game
    if fields.seat >= game.seats:
        raise BadPosition(f"{game.title} has seats 0 to {game.seats - 1}, not {fields.seat}.")
    if fields.mover == CHANCE and not game.facts.chance:
        raise BadPosition(f"{game.title} has no dice, so chance is never to move.")
    if (fields.mover == OVER) != (fields.rule != 0):
        raise BadPosition("A game that is over names its outcome, as in '-0 57 T24:1-0'; any other does not.")
    if fields.mover == OVER and int(fields.shares.sum()) != WHOLE:
        raise BadPosition("The results of all seats together must be 1.")
    game.manual.check(fields)


def position_json(position: Position) -> str:
    fields = {name: position.row[name][0].tolist() for name in field_names(position.row.dtype)}
    head = {"format": FORMAT, "game": position.game.name, "rules": position.game.facts.rules_version}
    return json.dumps({**head, "options": dict(position.game.options), "fields": fields}, separators=(",", ":"))


def field_names(layout: np.dtype[np.void]) -> list[str]:
    """The fields of a row that mean something: all but the gaps."""
    return [name for name in layout.names or () if not name.startswith(GAP)]


def from_json(text: str) -> Position:
    """The inverse of `Position.to_json`."""
    data = _object(text)
    game = load(str(data["game"]), **_mapping(data, "options"))
    if data["rules"] != game.facts.rules_version:
        raise BadPosition(
            f"This position is of rules version {data['rules']} of {game.title}; this is {game.facts.rules_version}."
        )
    row = copied(game.template)
    _fill(row, _mapping(data, "fields"))
    position = Position(game, row.tobytes())
    if _reread(position) != position:
        raise BadPosition("The fields of that position contradict each other.")
    return position


def _reread(position: Position) -> Position:
    try:
        return read_position(position.game, position.text)
    except (IndexError, KeyError, OverflowError) as error:
        raise BadPosition("The fields of that position are out of range.") from error


def _split(game: Game, words: list[str]) -> tuple[str, str]:
    tail = 3 if words and ":" in words[-1] and TAIL.fullmatch(" ".join(words[-3:])) else 2
    if len(words) <= tail or not TAIL.fullmatch(" ".join(words[-tail:])):
        raise BadPosition(
            f"A position text of {game.title} ends with the seat to move and the number of turns, like "
            f"'{game.start(seed=0).text}'."
        )
    return " ".join(words[:-tail]), " ".join(words[-tail:])


def _read_tail(game: Game, fields: np.record, tail: str) -> None:
    match = TAIL.fullmatch(tail)
    assert match is not None
    fields.seat = int(match["seat"])
    fields.turn = int(match["turn"])
    who = WHO[match["who"]]
    fields.mover = fields.seat if who is None else who
    if match["rule"]:
        if match["letter"] != game.facts.letter or int(match["rule"]) > 99:
            raise BadPosition(f"{match['letter']}{match['rule']} is not a ruling of {game.title}.")
        fields.rule = int(match["rule"])
        fields.shares = _shares(game, match["results"])


def _shares(game: Game, text: str) -> np.ndarray[Any, np.dtype[np.int8]]:
    shares = np.zeros(MOST_SEATS, dtype=np.int8)
    parts = text.split("-")
    try:
        twelfths = [share(part) * WHOLE for part in parts]
    except (ValueError, ZeroDivisionError) as error:
        raise BadPosition(f"'{text}' is not a result. Write one for each seat, as in 1-0 or 1/2-1/2.") from error
    if len(parts) != game.seats or any(part.denominator != 1 or part > WHOLE for part in twelfths):
        raise BadPosition(f"'{text}' is not a result for {game.seats} seats. Write one for each, as in 1-0 or 1/2-1/2.")
    shares[: game.seats] = [int(part) for part in twelfths]
    return shares


def _object(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except (ValueError, TypeError, RecursionError) as error:
        raise BadPosition(f"That is not JSON: {error}.") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT or not {"game", "rules"} <= data.keys():
        raise BadPosition(f"A position in JSON is an object with format '{FORMAT}', game, rules, options and fields.")
    return data


def _mapping(data: dict[str, Any], key: str) -> dict[str, Any]:
    value = data.get(key)
    if not isinstance(value, dict):
        raise BadPosition(f"'{key}' must be an object.")
    return value


def _all_whole(value: object) -> bool:
    """Are these whole numbers only, in lists or alone?"""
    if isinstance(value, list):
        return all(_all_whole(item) for item in value)
    return isinstance(value, int) and not isinstance(value, bool)


def _fill(row: np.ndarray[Any, np.dtype[np.void]], values: dict[str, Any]) -> None:
    names = field_names(row.dtype)
    if set(names) != set(values):
        raise BadPosition(f"A position of this game has the fields {', '.join(names)}.")
    for name in names:
        try:
            if not _all_whole(values[name]):
                raise ValueError(name)
            array = np.array(values[name], dtype=row.dtype[name].base)
            row[name][0] = array.reshape(row.dtype[name].shape)
        except (ValueError, TypeError, OverflowError, PyramidionError) as error:
            raise BadPosition(f"The field '{name}' does not hold numbers of the right kind and count.") from error
