"""Positions of Topologic as one line of text, and set-ups: writing, reading, judging."""

from __future__ import annotations

import functools
import re

import numpy as np

from pyramidion.engine.errors import BadInput, BadPosition
from pyramidion.engine.fields import attributes, values_of
from pyramidion.engine.header import OVER
from pyramidion.games.topologic import field, rules
from pyramidion.games.topologic.drawing import (
    check_drawing,
    drawing_from,
    drawing_of,
    has_holes,
    lay_field,
    names_of,
    read_tiles,
    setup_from,
)
from pyramidion.games.topologic.field import ALL
from pyramidion.games.topologic.rules import FAILED, HIDDEN, NO_HINT, OFF, UNSET

UNTOLD = {"-": UNSET, "?": HIDDEN}  # secrets that name no location
SIGNS = {secret: sign for sign, secret in UNTOLD.items()}


def read_setup(position: np.record, text: str) -> None:
    """Lay the tiles as a set-up text says and begin round 1."""
    _read_field(position, text)
    position.secret[:] = UNSET
    position.hint = NO_HINT
    rules.begin_round(position, 0)


def _read_field(position: np.record, text: str) -> None:
    shape = read_tiles(position, text)
    if position.field != rules.RANDOM:
        if shape != drawing_of(position):
            raise BadPosition("The shape of that set-up does not match this game's field.")
        return
    check_random_field(shape)
    lay_field(position, shape)


@functools.lru_cache(maxsize=256)
def check_random_field(shape: str) -> None:
    """Refuse a field that the option field=random cannot have grown (P2)."""
    try:
        check_drawing(shape)
    except BadInput as error:
        raise BadPosition(str(error)) from error
    scratch = attributes(np.zeros(1, dtype=rules.POSITION))
    lay_field(scratch, shape)
    if max(scratch.width, scratch.height) > field.SIDE:
        raise BadPosition(f"A random field has at most {field.SIDE} files and {field.SIDE} ranks.")
    if has_holes(shape) or field.is_stringy(scratch):
        raise BadPosition("A random field has no holes, and any two locations are at most four straight moves apart.")


def moved_seekers(position: np.record) -> tuple[str, ...]:
    """The numbers of the seekers that have moved in this turn."""
    return _numbers_of(int(position.moved))


@functools.cache
def _numbers_of(seekers: int) -> tuple[str, ...]:
    return tuple(str(seeker + 1) for seeker in range(rules.MOST_SEEKERS) if seekers >> seeker & 1)


def place_text(position: np.record) -> str:
    """Set-up, secrets, scores, seekers, those that moved, turns of the round, hint, possible secrets."""
    values = values_of(position)
    lies = values["file"].tobytes(), values["rank"].tobytes(), values["width"], values["height"]
    setup, names = _field_text(values["tile"].tobytes(), *lies)
    secrets = ",".join([SIGNS.get(secret) or names[secret] for secret in values["secret"].tolist()])
    scores = ",".join([str(score) if score else "-" for score in values["score"].tolist()])
    seekers = values["at"].tolist()[: rules.MOST_SEEKERS - values["seekers"]]
    at = ",".join(["-" if place == OFF else names[place] for place in seekers])
    moved, hint = "".join(_numbers_of(values["moved"])) or "-", values["hint"]
    so_far = f"{setup} {secrets} {scores} {at} {moved} {values['turns']}"
    return f"{so_far} {'-' if hint == NO_HINT else hint} {values['possible']:x}"


@functools.lru_cache(maxsize=256)
def _field_text(tiles: bytes, files: bytes, ranks: bytes, width: int, height: int) -> tuple[str, tuple[str, ...]]:
    """The set-up and the names of the locations; both stay the same through a game."""
    drawing = drawing_from(files, ranks, width, height)
    return setup_from(tiles, drawing), names_of(drawing)


BODY = re.compile(
    r"(\S+) ([a-z?0-9-]+),([a-z?0-9-]+) (-|\d\d?),(-|\d\d?) ([a-z0-9,-]+) (-|[1-5]+) (\d\d?) (-|\d\d?) ([0-9a-f]{1,15})"
)


def read_place(position: np.record, body: str) -> None:
    match = BODY.fullmatch(body)
    if match is None:
        raise BadPosition(
            "Topologic's position text has the set-up, two secrets, two scores, the seekers' locations, "
            "those that moved, the turns of the round, the last hint and the possible secrets in hexadecimal."
        )
    _read_field(position, match[1])
    for number in (0, 1):
        position.score[number] = 0 if match[4 + number] == "-" else int(match[4 + number])
        position.secret[number] = _read_secret(position, match[2 + number])
    position.stretch = int(position.score[0] != 0)
    position.blank = int(position.secret[position.stretch] == HIDDEN)
    _read_seekers(position, match[6].split(","), match[7])
    position.turns = int(match[8])
    position.hint = NO_HINT if match[9] == "-" else int(match[9])
    position.possible = int(match[10], 16)


def _read_secret(position: np.record, text: str) -> int:
    return UNTOLD[text] if text in UNTOLD else _read_location(position, text)


def _read_location(position: np.record, text: str) -> int:
    names = names_of(drawing_of(position))
    if text not in names:
        raise BadPosition(f"'{text}' is not a location in this field.")
    return names.index(text)


def _read_seekers(position: np.record, places: list[str], moved: str) -> None:
    count = rules.seekers(position)
    if len(places) != count or any(int(digit) > count for digit in moved if moved != "-"):
        raise BadPosition(f"This game has {count} seekers: write {count} locations, or - for one that has not entered.")
    position.at[:] = OFF
    position.at[:count] = [OFF if text == "-" else _read_location(position, text) for text in places]
    position.moved = 0 if moved == "-" else sum(1 << int(digit) - 1 for digit in set(moved))


def check(position: np.record) -> None:
    """Refuse what no game can lead to."""
    _check_scores(position)
    if position.mover == OVER:
        _check_end(position)
    elif position.seat == position.stretch:
        _check_referee(position)
    else:
        _check_seeking(position)


def _check_scores(position: np.record) -> None:
    first, second = (int(score) for score in position.score)
    if first > FAILED or second > FAILED or (second and position.mover != OVER):
        raise BadPosition(f"A score is a number of turns up to {rules.LAST_TURN}, or {FAILED} after failing.")
    if position.stretch and position.secret[0] < 0:
        raise BadPosition("The secret of round 1 is known once the round is over.")
    if not position.stretch and position.secret[1] != UNSET:
        raise BadPosition("The secret of round 2 is chosen when round 1 is over.")
    chosen = int(position.secret[position.stretch] != UNSET)
    if position.turn != (1 + min(first, rules.LAST_TURN) if position.stretch else 0) + chosen + position.turns:
        raise BadPosition("The number of turns is that of the secrets chosen and of all turns of the seekers.")


def _check_referee(position: np.record) -> None:
    begun = position.secret[position.stretch] != UNSET or position.turns or position.moved or position.possible != ALL
    if begun or any(place != OFF for place in position.at):
        raise BadPosition("While the referee chooses the secret, no seeker is on the field and nothing is excluded.")
    if position.stretch:
        _check_last_hint(position, found=position.score[0] <= rules.LAST_TURN)
    elif position.hint != NO_HINT:
        raise BadPosition("There is no hint before the first turn of the seekers.")


def _check_last_hint(position: np.record, found: bool) -> None:
    full, hint = 2 * rules.seekers(position), int(position.hint)
    if not 0 <= hint <= full or (hint == full) != found:
        raise BadPosition(f"The last hint is {full} when all seekers stand on the secret, and only then.")


def _check_seeking(position: np.record) -> None:
    count, limit = rules.seekers(position), rules.LAST_TURN
    placed = [place != OFF for place in position.at[:count]]
    if position.secret[position.stretch] == UNSET:
        raise BadPosition("The seekers enter only after the secret is hidden.")
    stops = position.stretch and position.second_round != rules.PLAYS_ON
    if position.turns >= (min(limit, int(position.score[0])) if stops else limit):
        raise BadPosition("The round is over when its turns are used up.")
    if position.turns == 0:
        _check_entering(position, placed)
    elif not all(placed) or position.moved == (1 << count) - 1:
        raise BadPosition("After the first turn all seekers are on the field, and not all have moved.")
    else:
        _check_last_hint(position, found=False)
    _check_possible(position)


def _check_entering(position: np.record, placed: list[bool]) -> None:
    entered = sum(placed)
    if placed != sorted(placed, reverse=True) or all(placed) or position.moved or position.hint != NO_HINT:
        raise BadPosition("In the first turn of a round the seekers enter in order, and there is no hint yet.")
    if _off_border(position, entered) or position.possible != ALL:
        raise BadPosition("In the first turn of a round the seekers stand on the border and nothing is excluded.")


def _off_border(position: np.record, entered: int) -> bool:
    return any(not int(position.border) >> int(place) & 1 for place in position.at[:entered])


def _check_possible(position: np.record) -> None:
    secret = int(position.secret[position.stretch])
    possible = int(position.possible)
    if not 0 < possible <= ALL or (secret >= 0 and not possible >> secret & 1):
        raise BadPosition("The possible secrets must be locations and include the secret itself.")
    if position.turns and not position.moved:
        agreeing = rules.agreeing(position, int(position.hint))
        if possible & ~agreeing:
            raise BadPosition("Some of the possible secrets do not agree with the last hint.")
        if position.turns == 1 and (possible != agreeing or _off_border(position, rules.seekers(position))):
            raise BadPosition("After one turn the seekers are on the border and the first hint alone excludes secrets.")


def _check_end(position: np.record) -> None:
    first, second = (int(score) for score in position.score)
    turns = int(position.turns)
    plays_on = position.second_round == rules.PLAYS_ON
    found = 0 < second == turns <= (rules.LAST_TURN if plays_on else min(first, rules.LAST_TURN))
    lost = second == 0 and turns == first <= rules.LAST_TURN and not plays_on
    failed = second == FAILED and turns == rules.LAST_TURN and (plays_on or first == FAILED)
    if not (found or lost or failed) or position.secret[1] < 0 or position.seat != 0:
        raise BadPosition("The game is over when round 2 is: found, lost by P20, or failed.")
    if position.moved or any(place == OFF for place in position.at[: rules.seekers(position)]):
        raise BadPosition("At the end all seekers are on the field, and none has moved since the last hint.")
    _check_last_hint(position, found)
    _check_possible(position)
    results = (6, 6) if first == second else (12, 0) if 0 < second < first else (0, 12)
    if (
        position.rule != (20 if lost else 21 if first == second == FAILED else 19)
        or tuple(position.shares[:2]) != results
    ):
        raise BadPosition("The outcome does not follow from the scores.")
