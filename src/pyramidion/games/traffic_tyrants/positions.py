"""Positions of Traffic Tyrants as one line of text: writing, reading, judging."""

from __future__ import annotations

import functools
import re
from itertools import pairwise

import numpy as np

from pyramidion.engine.errors import BadPosition
from pyramidion.engine.header import OVER, shares_of
from pyramidion.games.traffic_tyrants import rules
from pyramidion.games.traffic_tyrants.rules import BLACK, BLUE, CHOSEN, GIFTS, NONE, OFF, SQUARES, WIDTH
from pyramidion.games.traffic_tyrants.words import (
    COLOURS,
    LIGHTS,
    NAMES,
    OWNERS,
    RANKS,
    SEATS,
    SIZES,
    squares_of,
)

HOME = ((0, 1, 2), (20, 19, 18))  # from the owner's left
SUPPLY_FORM = re.compile(r"-|(?=.)G{0,2}Y{0,2}R{0,2}")
STACK_FORM = re.compile(r"([kb][SML])+")


def place_text(position: np.record) -> str:
    """The ranks from 7 down, what each seat can still give of S, M and L, the gift in hand, or in small letters
    the last one, which is not in hand any more."""
    stacks = _stack_texts(position)
    board = "/".join([_rank_text(*stacks[first : first + WIDTH]) for first in range(SQUARES - WIDTH, -1, -WIDTH)])
    supply = position.supply.tobytes()
    black, blue = _supply_text(supply[: len(supply) // 2]), _supply_text(supply[len(supply) // 2 :])
    return f"{board} {black} {blue} {_gift_text(int(position.gift), int(position.last))}"


def _gift_text(gift: int, last: int) -> str:
    return "-" if last == NONE else COLOURS[last].lower() if gift == NONE else COLOURS[gift]


def _stack_texts(position: np.record) -> list[str]:
    """The runners on every square, from the bottom up."""
    black, blue = position.runner.tolist()
    stacks = [""] * SQUARES
    for size in (2, 1, 0):
        for owner, square in zip(OWNERS, (black[size], blue[size]), strict=True):
            if square != OFF:
                stacks[square] += owner + SIZES[size]
    return stacks


@functools.lru_cache(maxsize=4096)
def _rank_text(*stacks: str) -> str:
    return ",".join(stack or "." for stack in stacks) if any(stacks) else "-"


@functools.lru_cache(maxsize=4096)
def _supply_text(supply: bytes) -> str:
    """What a seat can still give of each size; the bytes are the counts of each colour."""
    return "/".join(_size_text(supply[start : start + len(COLOURS)]) for start in range(0, len(supply), len(COLOURS)))


def _size_text(counts: bytes) -> str:
    return "".join(colour * count for colour, count in zip(COLOURS, counts, strict=True)) or "-"


def read_place(position: np.record, body: str) -> None:
    words = body.split()
    ranks = words[0].split("/") if words else []
    if len(words) != 4 or len(ranks) != len(RANKS):
        raise BadPosition("Traffic Tyrants' position text has seven ranks, two supplies and the gift in hand.")
    if words[3] not in ("-", *COLOURS, *COLOURS.lower()):
        raise BadPosition(
            f"'{words[3]}' is not a gift. Write G, Y or R for one in hand, g, y or r for the last one once it is not "
            "in hand any more, or - if it is not known."
        )
    position.runner[:] = OFF
    for rank, text in zip(RANKS, ranks, strict=True):
        _read_rank(position, rank, text)
    for seat in (BLACK, BLUE):
        _read_supply(position, seat, words[1 + seat])
    position.given = GIFTS - int(position.supply.sum())
    position.last = COLOURS.find(words[3].upper())
    position.gift = COLOURS.find(words[3])


def _read_rank(position: np.record, rank: str, text: str) -> None:
    cells = ["."] * rules.WIDTH if text == "-" else text.split(",")
    if len(cells) != rules.WIDTH:
        raise BadPosition(f"Rank {rank} is '{text}'. Write three squares as in .,kS,bLkM, or - when all are empty.")
    for square, cell in zip(squares_of(rank), cells, strict=True):
        if cell != ".":
            _read_stack(position, square, cell)


def _read_stack(position: np.record, square: int, text: str) -> None:
    if not STACK_FORM.fullmatch(text):
        raise BadPosition(f"'{text}' on {NAMES[square]} is not a stack. Write k or b and a size for each, as in bLkM.")
    sizes = [SIZES.index(letter) for letter in text[1::2]]
    if any(upper >= lower for lower, upper in pairwise(sizes)):
        raise BadPosition(f"'{text}' on {NAMES[square]} is not a stack: each runner is smaller than the one below it.")
    for owner, size in zip(text[::2], sizes, strict=True):
        seat = OWNERS.index(owner)
        if position.runner[seat, size] != OFF:
            raise BadPosition(f"{SEATS[seat]}'s {SIZES[size]} is on the board twice.")
        position.runner[seat, size] = square


def _read_supply(position: np.record, seat: int, text: str) -> None:
    parts = text.split("/")
    if len(parts) != len(SIZES) or not all(SUPPLY_FORM.fullmatch(part) for part in parts):
        raise BadPosition(
            f"'{text}' is not a supply. Write at most two each of G, Y and R for S, M and L, as in GGYR/YYR/-."
        )
    position.supply[seat] = [[part.count(colour) for colour in COLOURS] for part in parts]


def check(position: np.record) -> None:
    """Refuse what no game can lead to."""
    _check_runners(position)
    _check_turns(position)
    _check_supplies(position)
    if position.given == 0:
        _check_start(position)
    if position.last != NONE:
        _check_last(position)
    if position.gift != NONE:
        _check_gift(position)
    _check_end(position)


def lined_up(position: np.record, seat: int) -> bool:
    """Has a seat its runners on the board? Line-ups that are chosen take a turn each."""
    return bool(position.lineup != CHOSEN or position.turn > seat)


def _check_runners(position: np.record) -> None:
    for seat, name in enumerate(SEATS):
        missing = [SIZES[size] for size in range(len(SIZES)) if position.runner[seat, size] == OFF]
        if missing and lined_up(position, seat):
            raise BadPosition(f"{name}'s {' and '.join(missing)} must be on the board too.")
        if len(missing) < len(SIZES) and not lined_up(position, seat):
            raise BadPosition(f"{name} has not chosen a line-up after {position.turn} turns, so it has no runners yet.")


def _check_turns(position: np.record) -> None:
    over, turn, given = position.mover == OVER, int(position.turn), int(position.given)
    line_ups = min(turn, 2) if position.lineup == CHOSEN else 0
    moved_last = over and position.last_gift != rules.UNMOVED
    if turn - line_ups not in ((given, given + 1) if moved_last else (given,)):
        raise BadPosition(f"After {given} gifts and {line_ups} chosen line-ups {given + line_ups} turns are complete.")
    if position.seat != (BLACK if over else turn % 2):
        raise BadPosition("Black has the move after an even number of turns and at the end, Blue after an odd number.")


def _check_supplies(position: np.record) -> None:
    """Each gift so far came from its giver and had its size (R5, R6)."""
    given = int(position.given)
    gifts = [(number % 2, rules.gift_size(position, number)) for number in range(GIFTS)]
    for seat, name in enumerate(SEATS):
        for size, letter in enumerate(SIZES):
            left = gifts[given:].count((seat, size))
            if int(position.supply[seat, size].sum()) != left:
                raise BadPosition(f"After {given} gifts {name} has {left} pyramids of size {letter} left to give.")


def _check_start(position: np.record) -> None:
    """Nothing moves before the first gift (R2, R3)."""
    for seat, name in enumerate(SEATS):
        squares, home = position.runner[seat].tolist(), list(HOME[seat])
        if position.lineup == CHOSEN:
            squares, home = sorted(squares), sorted(home)
        elif position.lineup == rules.MIRRORED and seat == BLUE:
            home.reverse()
        if lined_up(position, seat) and squares != home:
            raise BadPosition(f"Before the first gift {name}'s runners stand where they were lined up.")


def _check_last(position: np.record) -> None:
    """The gift given last was given, whatever has become of it."""
    given, last = int(position.given), int(position.last)
    if given == 0 or (position.gift != NONE and position.mover == OVER):
        raise BadPosition("Before the first gift and after the last no gift is in hand.")
    size, giver = rules.gift_size(position, given - 1), (given - 1) % 2
    if position.supply[giver, size, last] == rules.EACH:
        raise BadPosition(f"{SEATS[giver]} still has both {LIGHTS[last]} {SIZES[size]}, so none was given last.")


def _check_gift(position: np.record) -> None:
    """A gift in hand can be used (R7, R21)."""
    given, gift = int(position.given), int(position.gift)
    if gift == rules.RED or rules.destinations(position) == 0:
        size = rules.gift_size(position, given - 1)
        raise BadPosition(f"The {LIGHTS[gift]} {SIZES[size]} cannot be used, so it is not in hand any more.")
    if given == GIFTS and position.last_gift == rules.UNMOVED:
        raise BadPosition("The 36th gift is not moved with last_gift=unmoved, so it is not in hand any more.")


def _check_end(position: np.record) -> None:
    """The 36th gift ends the game when it is used or useless (R21); the points decide it."""
    over = position.mover == OVER
    if over != (position.given == GIFTS and position.gift == NONE):
        raise BadPosition("The game is over when the 36th gift is no longer in hand (R21), and only then.")
    if not over:
        return
    black, blue = int(rules.points(position, BLACK)), int(rules.points(position, BLUE))
    shares = shares_of(0b11 if black == blue else 1 << (black < blue))
    if position.shares.tolist() != shares or position.rule != (24 if black == blue else 22):
        winner = "a draw (R24)" if black == blue else f"a win for {SEATS[black < blue]} (R22)"
        raise BadPosition(f"Black has {black} points and Blue {blue}, which is {winner}.")
