"""Telic in words: its facts, move texts, position text, refusals and printed board."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np

from pyramidion.draw.grid import grid
from pyramidion.engine.errors import BadPosition, IllegalMove
from pyramidion.engine.facts import Facts, Option
from pyramidion.engine.header import CHANCE, OVER, WHOLE
from pyramidion.engine.stacks import LETTERS, letters, stack
from pyramidion.games.telic import rules
from pyramidion.games.telic.rules import CENTRE, ENTER, FACE, MOVE, NO_ROLL, PASS, ROLL, SPACES

FACTS = Facts(
    title="Telic",
    author="Michael Schoessow",
    year=2002,
    credit="Version 1, June 2002, for the piecepack and piecepack pyramids. No licence is stated.",
    summary="Race twelve pyramids into the Centre Zone, stacking your own and bumping the enemy's.",
    letter="T",
    rules=1,
    seats=("Blue", "Red"),
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
            },
        ),
    ),
)

VALUES = "0A2345"
COLOURS = "br"
RANKS = ("5", "4", "3", "2", "1")
SPACE = re.compile(r"([br])([A-F]+)")
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
        raise IllegalMove(f"{name} belongs to the Centre Zone and is no space; pieces enter it as in a3-in", "T22")
    return CENTRE if name == "in" else SPACES.index(name)


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
    seat = int(position.seat)
    landing = int(rules.LANDING[seat, position.die])
    name, friend, enemy = SPACES[landing], int(position.board[seat, landing]), int(position.board[1 - seat, landing])
    if code == PASS:
        return f"{name} is vacant, so a pyramid must enter there", 8
    if not ENTER <= code < FACE:
        return "you have rolled, so this turn can only be an entry or a pass", 7
    size = LETTERS[code - ENTER]
    if enemy and letters(enemy)[1:]:
        return f"an enemy stack stands on {name}, so nothing can enter there", 11
    if position.stash[seat, code - ENTER] == 0:
        return f"there is no {size} in your stash", 8
    if friend:
        return f"{size} is not smaller than the {letters(friend)[-1]} on top of your piece on {name}", 9
    return (
        f"{size} is not larger than the enemy {letters(enemy)} on {name}, and entering needs a strictly larger one",
        10,
    )


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
    if friend:
        return f"{letters(piece)} does not fit on {letters(friend)} on {goal}; friends are never bumped", 14
    return f"{letters(piece)} is weaker than {letters(enemy)} on {goal}, so it cannot bump it", 17


def place_text(position: np.record) -> str:
    """The ranks from 5 down, both stashes, the face rolled."""
    board = "/".join(",".join(_piece_text(position, space) for space in _rank(rank)) for rank in RANKS)
    die = "-" if position.die == NO_ROLL else VALUES[position.die]
    return f"{board} {_stash_text(position, 0)} {_stash_text(position, 1)} {die}"


def _rank(rank: str) -> list[int]:
    return [index for index, name in enumerate(SPACES) if name[1] == rank]


def _piece_text(position: np.record, space: int, vacant: str = ".") -> str:
    for seat in (0, 1):
        if position.board[seat, space]:
            return COLOURS[seat] + letters(int(position.board[seat, space]))
    return vacant


def _stash_text(position: np.record, seat: int) -> str:
    return "".join(letter * int(position.stash[seat, size]) for size, letter in enumerate(LETTERS)) or "-"


def read_place(position: np.record, body: str) -> None:
    words = body.split()
    ranks = words[0].split("/") if words else []
    if len(words) != 4 or [len(rank.split(",")) for rank in ranks] != [4, 4, 2, 4, 4]:
        raise BadPosition("Telic's position text has five ranks of 4, 4, 2, 4, 4 spaces, two stashes and the die.")
    if words[3] not in ("-", *VALUES):
        raise BadPosition(f"'{words[3]}' is no face of the die. Write one of 0 A 2 3 4 5, or - before a roll.")
    for rank, spaces in zip(RANKS, ranks, strict=True):
        for space, text in zip(_rank(rank), spaces.split(","), strict=True):
            _read_piece(position, space, text)
    for seat in (0, 1):
        _read_stash(position, seat, words[1 + seat])
        position.centre[seat] = rules.PYRAMIDS - int(owned(position, seat).sum())
    position.die = NO_ROLL if words[3] == "-" else VALUES.index(words[3])


def _read_piece(position: np.record, space: int, text: str) -> None:
    match = SPACE.fullmatch(text)
    if match:
        position.board[COLOURS.index(match[1]), space] = stack(match[2])
    elif text != ".":
        raise BadPosition(
            f"'{text}' on {SPACES[space]} is no piece. Write b or r and its pyramids, as in bFEA, or a dot."
        )


def _read_stash(position: np.record, seat: int, text: str) -> None:
    if text != "-" and not set(text) <= set(LETTERS):
        raise BadPosition(f"'{text}' is no stash. Write its pyramids as in AABC, or - when it is empty.")
    if any(text.count(letter) > 2 for letter in LETTERS):
        raise BadPosition(f"{FACTS.seats[seat]}'s stash '{text}' has more than two pyramids of one size.")
    for size, letter in enumerate(LETTERS):
        position.stash[seat, size] = text.count(letter)


def owned(position: np.record, seat: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """How many pyramids of each size a seat has in its stash and on the board."""
    on_board = [sum(int(piece) >> size & 1 for piece in position.board[seat]) for size in range(rules.SIZES)]
    return position.stash[seat].astype(np.int64) + np.array(on_board)


def check(position: np.record) -> None:
    """Refuse what no game can lead to."""
    for seat, name in enumerate(FACTS.seats):
        if owned(position, seat).max() > 2 or position.stash[seat].min() < 0:
            raise BadPosition(f"{name} has more than two pyramids of one size.")
        if (
            (position.mover == CHANCE or position.die != NO_ROLL)
            and seat == position.seat
            and not position.stash[seat].any()
        ):
            raise BadPosition(f"{name} rolled with an empty stash.")
    if position.die != NO_ROLL and position.mover != position.seat:
        raise BadPosition("After a roll the roller is to move.")
    _check_turns(position)


def _check_turns(position: np.record) -> None:
    over = position.mover == OVER
    if position.seat != (position.turn - over) % 2:
        raise BadPosition("Blue moves after an even number of turns, Red after an odd one.")
    winners = [seat for seat in (0, 1) if position.centre[seat] == rules.PYRAMIDS]
    ended = 24 if winners else 25 if position.turn == rules.LAST_TURN else 0
    if position.turn > rules.LAST_TURN or ended != position.rule or len(winners) > 1:
        raise BadPosition(
            "The game is over when twelve pyramids of a seat are in the Centre Zone (T24) or after turn 1000 (T25)."
        )
    if winners and winners[0] != position.seat:
        raise BadPosition("The winner is the seat that moved last.")
    shares = [WHOLE * (seat in winners) if winners else WHOLE // 2 for seat in (0, 1)]
    if over and position.shares[:2].tolist() != shares:
        raise BadPosition("Twelve pyramids in the Centre Zone win alone (T24); the end of turn 1000 is a draw (T25).")


TILES = {
    **{
        space: f"{COLOURS[seat]}{VALUES[face]}"
        for seat, row in enumerate(rules.LANDINGS)
        for face, space in enumerate(row)
    },
    "b2": "k5",
    "c2": "k0",
    "a3": "k2",
    "d3": "k3",
    "b4": "kA",
    "c4": "k4",
}


def board(position: np.record) -> str:
    """Every space with its tile (b blue, r red, k black) and the piece on it."""
    rows = []
    for rank in RANKS:
        cells = [f"{TILES[SPACES[space]]} {_piece_text(position, space)}" for space in _rank(rank)]
        rows.append(cells if rank != "3" else [cells[0], "(Centre", " Zone)", cells[1]])
    lines = [grid(rows, RANKS, ("a", "b", "c", "d"), gap=3)]
    for seat, name in enumerate(FACTS.seats):
        inside = f"{position.centre[seat]} of {rules.PYRAMIDS}"
        lines.append(f"{name}: stash {_stash_text(position, seat)}, in the Centre Zone {inside}")
    if position.die != NO_ROLL:
        landing = SPACES[rules.LANDING[position.seat, position.die]]
        lines.append(f"{FACTS.seats[position.seat]} rolled {VALUES[position.die]}: a pyramid may enter on {landing}")
    return "\n".join(lines)
