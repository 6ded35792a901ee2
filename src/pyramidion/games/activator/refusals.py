"""Why a move of Activator is refused: each ruling that forbids something, in a sentence."""

from __future__ import annotations

import numpy as np

from pyramidion.engine.bits import first, last, size_of
from pyramidion.engine.stacks import letters
from pyramidion.games.activator import rules
from pyramidion.games.activator.lines import LINES, SIDE, TALLEST, bent_reach, reach
from pyramidion.games.activator.rules import ACTIVATE, ACTIVATOR, BEND_ALL, MOVE, PASS
from pyramidion.games.activator.words import NAMES, parts

REACH = {
    1: "one piece moves one square along a rank or file",
    2: "two pieces move one or two squares along a rank or file",
    3: "three pieces move one to three squares along a rank, file or diagonal",
}


def refuse(position: np.record, code: int) -> tuple[str, int]:
    """Why a move is not allowed: a sentence and the number of the ruling."""
    if position.stage == ACTIVATOR:
        return _refuse_activator(position, code)
    if code >= MOVE:
        return _refuse_move(position, *parts(code))
    if code == PASS:
        return "you have a piece move, so you must make one", 6
    if rules.is_stuck(position, int(position.seat)):
        return "you have no piece move; write pass", 7
    return "your activator moves only after your pieces; move a unit first", 6


def _refuse_activator(position: np.record, code: int) -> tuple[str, int]:
    seat, goal = int(position.seat), code - ACTIVATE
    if not ACTIVATE <= code < MOVE:
        return _refuse_before_activator(position)
    name, own = NAMES[goal], int(position.activator[seat])
    if goal == own:
        return f"your activator stands on {name} already; write stay to leave it there", 4
    if position.board[seat, goal]:
        return f"the unit on {name} is your own, and your activator must end on an enemy unit", 4
    if not position.board[1 - seat, goal]:
        return f"{name} is empty, and your activator must end on an enemy unit", 4
    if position.bend == rules.STRAIGHT:
        return f"{name} is neither on the rank nor on the file of your activator on {NAMES[own]}", 3
    return f"{name} is more than four steps from your activator on {NAMES[own]}", 3


def _refuse_before_activator(position: np.record) -> tuple[str, int]:
    if position.forfeit:
        return "you have passed; now write stay or move your activator", 7
    return "you have moved your piece; now write stay or move your activator", 6


def _refuse_move(position: np.record, origin: int, split: int, target: int) -> tuple[str, int]:
    seat, start = int(position.seat), NAMES[origin]
    unit = int(position.board[seat, origin])
    if not unit:
        why = "is the enemy's" if position.board[1 - seat, origin] else "is empty"
        return f"{start} {why}; you move your own units", 19
    if split >= size_of(unit):
        return f"{letters(unit)} is the whole unit on {start}; write it as in {start}-{NAMES[target]}", 19
    if rules.frozen(position) >> origin & 1:
        return _refuse_frozen(position, start)
    part = rules.top(unit, split) if split else unit
    return _refuse_way(position, origin, part, target) or _refuse_landing(position, origin, part, target)


def _refuse_frozen(position: np.record, start: str) -> tuple[str, int]:
    red, blue = (int(square) for square in position.activator)
    where = f"the activators on {NAMES[red]} and {NAMES[blue]}"
    if LINES[red] >> blue & 1:
        return f"{where} share a line, so the unit on {start} under one of them is frozen", 13
    return f"{start} is frozen, because a rank and a file of {where} cross there", 11


def _refuse_way(position: np.record, origin: int, part: int, target: int) -> tuple[str, int] | None:
    """Why pieces cannot get to a square, or None where they can."""
    count, bent, occupied = size_of(part), position.bend == BEND_ALL, int(position.occupied.sum())
    reached = bent_reach if bent else reach
    start, goal = NAMES[origin], NAMES[target]
    if reached(origin, count, occupied) >> target & 1:
        return None
    if not reached(origin, count, 0) >> target & 1:
        how = "" if bent or count == 1 else ", in a straight line"
        return f"{REACH[count]}{how}; that does not lead from {start} to {goal}", 2 if count == TALLEST else 1
    if bent:
        return f"every way from {start} to {goal} that is short enough is blocked by pieces", 21
    blocked = [NAMES[square] for square in _between(origin, target) if occupied >> square & 1]
    return f"the way from {start} to {goal} is blocked on {' and '.join(blocked)}", 21


def _between(origin: int, target: int) -> range:
    """The squares between two squares of one line."""
    steps = max(abs(target % SIDE - origin % SIDE), abs(target // SIDE - origin // SIDE))
    step = (target - origin) // steps
    return range(origin + step, target, step)


def _refuse_landing(position: np.record, origin: int, part: int, target: int) -> tuple[str, int]:
    seat, goal = int(position.seat), NAMES[target]
    friend, own = int(position.board[seat, target]), int(position.activator[seat])
    if friend:
        return _refuse_stacking(part, friend, goal)
    if target == own:
        return f"the unit on {goal} carries your activator, so it cannot be captured", 17
    lines = f"you capture only from the rank or file of your activator on {NAMES[own]}"
    if LINES[own] >> target & 1:
        return f"{lines}; {goal} is on them, but {NAMES[origin]}, where the move begins, is not", 10
    return f"{lines}, and {NAMES[origin]} is on neither", 9


def _refuse_stacking(part: int, friend: int, goal: str) -> tuple[str, int]:
    moved, standing = letters(part), letters(friend)
    if size_of(part) + size_of(friend) > TALLEST:
        return f"{moved} on {standing} on {goal} would be more than three pieces", 18
    if last(part) >= first(friend):
        return f"{moved} does not fit on {standing} on {goal}, as {moved[0]} is not smaller than {standing[-1]}", 18
    return f"moving onto {goal} would merge your last two units, which self_merge=illegal forbids", 22
