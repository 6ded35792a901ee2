"""Positions of Activator as one line of text: writing, reading, judging."""

from __future__ import annotations

import functools
import re

import numpy as np

from pyramidion.engine.bits import size_of
from pyramidion.engine.errors import BadPosition
from pyramidion.engine.header import OVER, shares_of
from pyramidion.engine.stacks import letters, stack
from pyramidion.games.activator import rules
from pyramidion.games.activator.lines import SIDE, SQUARES
from pyramidion.games.activator.rules import ACTIVATOR
from pyramidion.games.activator.words import NAMES, SEATS

COLOURS = "rb"
STAGES = ("piece", "activator", "forfeit")
OWNED = {"F": 2, "E": 2, "D": 2, "C": 2, "B": 1}
PIECES = sum(OWNED.values())
MOST_CAPTURES = 2 * PIECES - 3  # the last one leaves a seat one piece
UNIT_FORM = re.compile(r"([rb])([B-F]{1,3})(@?)")


def place_text(position: np.record) -> str:
    """The ranks from 4 down, what to move, whether the turn before was passed, the quiet turns."""
    units = list(map(unit_text, *position.board.tolist()))
    for square in position.activator.tolist():
        units[square] += "@"
    board = "/".join([",".join(units[first : first + SIDE]) for first in range(SQUARES - SIDE, -1, -SIDE)])
    stage = STAGES[int(position.stage) + int(position.forfeit)]
    calm = int(position.calm)
    return f"{board} {stage} {'pass' if position.passed else '-'} {'x' if calm < 0 else calm}"


@functools.cache
def unit_text(red: int, blue: int) -> str:
    """What stands on a square, where at most one seat has a unit."""
    return COLOURS[0] + letters(red) if red else COLOURS[1] + letters(blue) if blue else "."


def read_place(position: np.record, body: str) -> None:
    words = body.split()
    ranks = [rank.split(",") for rank in words[0].split("/")] if words else []
    if len(words) != 4 or [len(rank) for rank in ranks] != [SIDE] * SIDE:
        raise BadPosition(
            "Activator's position text has four ranks of four squares, then piece, activator or forfeit, "
            "then pass or - for the turn before, then the turns without a capture."
        )
    for rank, texts in zip(reversed(range(SIDE)), ranks, strict=True):
        for file, text in enumerate(texts):
            _read_unit(position, SIDE * rank + file, text)
    if sorted(re.findall(r"([rb])\w+@", words[0])) != ["b", "r"]:
        raise BadPosition("One red and one blue unit carry an activator. Mark them with @, as in rFB@.")
    _read_stage(position, words[1], words[2])
    _read_calm(position, words[3])


def _read_unit(position: np.record, square: int, text: str) -> None:
    match = UNIT_FORM.fullmatch(text)
    if match:
        seat = COLOURS.index(match[1])
        rules.put(position, seat, square, stack(match[2]))
        if match[3]:
            position.activator[1 - seat] = square
    elif text != ".":
        raise BadPosition(
            f"'{text}' on {NAMES[square]} is not a unit. Write r or b, one to three pieces B to F from the bottom up, "
            "and @ for an activator on top, as in rEC or bFB@, or a dot."
        )


def _read_stage(position: np.record, stage: str, before: str) -> None:
    if stage not in STAGES:
        raise BadPosition(f"'{stage}' is not a stage of a turn. Write piece, activator or forfeit.")
    if before not in ("-", "pass"):
        raise BadPosition(f"'{before}' does not describe the turn before. Write pass if it was forfeited, else -.")
    position.stage = stage != "piece"
    position.forfeit = stage == "forfeit"
    position.passed = before == "pass"


def _read_calm(position: np.record, text: str) -> None:
    if not re.fullmatch(r"x|[0-9]{1,2}|100", text):
        raise BadPosition(
            f"'{text}' is not a count of turns without a capture. Write a number to 100, or x in a turn that captured."
        )
    position.calm = -1 if text == "x" else int(text)


def check(position: np.record) -> None:
    """Refuse what no game can lead to."""
    for seat, name in enumerate(SEATS):
        pieces = "".join(letters(int(unit)) for unit in position.board[seat])
        for letter, most in OWNED.items():
            if pieces.count(letter) > most:
                raise BadPosition(f"{name} has {pieces.count(letter)} pieces {letter}; there are only {most}.")
    if position.seat != (int(position.turn) - (position.mover == OVER)) % 2:
        raise BadPosition("Red moves after an even number of turns, Blue after an odd one.")
    _check_stage(position)
    _check_calm(position)
    _check_end(position)


def _check_stage(position: np.record) -> None:
    if position.mover == OVER and position.stage == ACTIVATOR:
        raise BadPosition("A game that is over has no activator move left. Write piece.")
    passing = position.stuck == rules.STILL_ACTIVATOR and rules.is_stuck(position, int(position.seat))
    if position.forfeit and not passing:
        raise BadPosition("forfeit is for a seat without a piece move, and only with stuck=activator.")
    if position.passed and not _may_have_passed(position):
        raise BadPosition("The turn before cannot have been forfeited. Write - instead of pass.")


def _may_have_passed(position: np.record) -> bool:
    """Can the turn before this one, or the last one of a game that is over, have been forfeited?"""
    captured = position.calm == 0 and rules.QUIET_TURNS[position.quiet] and position.rule != 22
    if position.turn == 0 or position.stuck == rules.LOSES or captured:
        return False
    if position.stage == ACTIVATOR or position.rule == 22 or position.stuck == rules.STILL_ACTIVATOR:
        return True
    return rules.is_stuck(position, _last_mover(position))


def _last_mover(position: np.record) -> int:
    """The seat that completed the last turn."""
    return (int(position.turn) - 1) % 2


def _check_calm(position: np.record) -> None:
    calm, turn, limit = int(position.calm), int(position.turn), int(rules.QUIET_TURNS[position.quiet])
    lost = [_lost(position, seat) for seat in (0, 1)]
    if calm < 0 and (position.stage != ACTIVATOR or position.forfeit or not lost[1 - int(position.seat)]):
        raise BadPosition("x is for the activator's move in a turn that captured pieces.")
    if calm > limit:
        raise BadPosition(f"Turns without a capture are counted up to {limit} with this value of quiet, not to {calm}.")
    if sum(lost) and calm >= turn:
        raise BadPosition("Captured pieces are missing, so there were more turns than those without a capture.")
    if limit and not sum(lost) and calm != turn:
        raise BadPosition("No piece is missing, so all turns so far were without a capture.")
    if limit and turn > MOST_CAPTURES * limit:
        raise BadPosition(f"No game lasts longer than {MOST_CAPTURES * limit} turns.")


def _lost(position: np.record, seat: int) -> int:
    """How many pieces of a seat were captured."""
    return PIECES - sum(size_of(int(unit)) for unit in position.board[seat])


def _check_end(position: np.record) -> None:
    units = [size_of(int(squares)) for squares in position.occupied]
    rule, winners = _end(position, units)
    shares = shares_of(winners)
    if units == [1, 1]:
        raise BadPosition("Both sides have one unit; the game was over before that (A22).")
    if rule and (rule != position.rule or shares != position.shares.tolist()):
        result = {0b01: "1-0", 0b10: "0-1", 0b11: "1/2-1/2"}[winners]
        raise BadPosition(
            f"The game is over here. Write - and the seat that moved last, and end with A{rule}:{result}."
        )
    if position.rule and not rule:
        raise BadPosition(f"A{position.rule} does not end the game here.")
    if rule == 22 and position.self_merge == rules.ILLEGAL and shares[int(position.seat)] == 0:
        raise BadPosition("With self_merge=illegal the seat that moved last cannot have merged its last two units.")


def _end(position: np.record, units: list[int]) -> tuple[int, int]:
    """The ruling that ends the game here and the set of winners, or 0 and the empty set."""
    mover = _last_mover(position)
    rival, limit = 1 - mover, rules.QUIET_TURNS[position.quiet]
    moved = position.stage == ACTIVATOR and not position.forfeit
    if 1 in units:
        return 22, 1 << 1 - units.index(1)
    if not moved and position.board[rival, rules.HOME[mover]]:
        return 25, 1 << rival
    if position.rule == 7 and position.passed and _may_draw_stuck(position, rival):
        return 7, 0b11
    if limit and position.calm >= limit:
        return 31, 0b11
    if not moved and position.stuck == rules.LOSES and rules.is_stuck(position, rival):
        return 7, 1 << mover
    return 0, 0


def _may_draw_stuck(position: np.record, rival: int) -> bool:
    """Can the rival have forfeited the turn before the last? Only an activator can have changed that."""
    return position.stuck == rules.STILL_ACTIVATOR or rules.is_stuck(position, rival)
