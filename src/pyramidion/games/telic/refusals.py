"""Why a move of Telic is refused: each ruling that forbids something, in a sentence."""

from __future__ import annotations

import numpy as np

from pyramidion.engine.header import CHANCE
from pyramidion.engine.stacks import LETTERS, letters
from pyramidion.games.telic import rules
from pyramidion.games.telic.rules import ANY, CENTRE, ENTER, FACE, MOVE, NO_ROLL, PASS, ROLL, SPACES


def refuse(position: np.record, code: int) -> tuple[str, int]:
    """Why a move is not allowed: a sentence and the number of the ruling."""
    if position.mover == CHANCE:
        return "the die is rolling; only =0 =A =2 =3 =4 =5 can come next", 7
    if position.die != NO_ROLL:
        return _refuse_after_roll(position, code)
    if FACE <= code < MOVE:
        return "the die was not rolled; write roll first", 7
    if code == ROLL:
        return "your stash is empty, so there is nothing to roll for", 6
    if code == PASS:
        return "you may not pass while you can roll or move", 13
    if code < FACE:
        return "a pyramid enters only after a roll; write roll first", 7
    return _refuse_step(position, *divmod(code - MOVE, CENTRE + 1))


def _refuse_after_roll(position: np.record, code: int) -> tuple[str, int]:
    landing = int(rules.LANDING[position.seat, position.die])
    if code == PASS:
        return f"{SPACES[landing]} is vacant, so a pyramid must enter there", 8
    if not ENTER <= code < FACE:
        return "you have rolled, so this turn can only be an entry or a pass", 7
    return _refuse_entry(position, LETTERS[code - ENTER], landing)


def _refuse_entry(position: np.record, size: str, landing: int) -> tuple[str, int]:
    seat, name = int(position.seat), SPACES[landing]
    friend, enemy = int(position.board[seat, landing]), letters(int(position.board[1 - seat, landing]))
    if len(enemy) > 1:
        return f"an enemy stack stands on {name}, so nothing can enter there", 11
    if position.stash[seat, LETTERS.index(size)] == 0:
        return f"there is no {size} in your stash", 8
    if friend:
        return f"{size} is not smaller than the {letters(friend)[-1]} on top of your piece on {name}", 9
    return f"{size} is not larger than the enemy {enemy} on {name}, and entering needs a strictly larger one", 10


def _refuse_step(position: np.record, origin: int, target: int) -> tuple[str, int]:
    seat = int(position.seat)
    start = SPACES[origin]
    piece = int(position.board[seat, origin])
    if not piece:
        return f"you have no piece on {start}", 16
    if target == CENTRE:
        return f"the Centre Zone is entered only from a3 and d3, not from {start}", 22
    goal, friend, enemy = SPACES[target], int(position.board[seat, target]), int(position.board[1 - seat, target])
    if target not in rules.STEPS[origin]:
        return f"{goal} is not beside {start}", 21
    if friend and position.merge == ANY:
        return f"{letters(piece)} and {letters(friend)} on {goal} share a size, and no size occurs twice in a stack", 15
    if friend:
        return f"{letters(piece)} does not fit on {letters(friend)} on {goal}; friends are never bumped", 14
    return f"{letters(piece)} is weaker than {letters(enemy)} on {goal}, so it cannot bump it", 17
