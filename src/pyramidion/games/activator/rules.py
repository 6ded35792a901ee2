"""Activator: the rulebook in code. Rulings are cited by their ids in RULES.md."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.bits import first, last, size_of
from pyramidion.engine.header import layout, share, win
from pyramidion.engine.verbs import Codes, Dice
from pyramidion.games.activator.lines import LINES, SIDE, SQUARES, TALLEST, WITHIN_FOUR, bent_reach, reach

RED, BLUE = 0, 1
HOME = np.array([0, 15])  # a1 and d4

POSITION = layout(
    ("board", "i1", (2, SQUARES)),  # the unit of a seat on a square: a set of sizes, bit 1 = B
    ("occupied", "i4", (2,)),  # the squares on which each seat has units, as a set
    ("activator", "i1", (2,)),  # the square of each seat's activator, on an enemy unit
    ("stage", "i1"),  # PIECE or ACTIVATOR: what the seat to move decides
    ("passed", "i1"),  # 1 when the turn before was forfeited
    ("forfeit", "i1"),  # 1 while a forfeited turn still has its activator ply
    ("calm", "i4"),  # turns in a row without a capture, -1 in a turn that captured
    ("bend", "i1"),
    ("stuck", "i1"),
    ("self_merge", "i1"),
    ("quiet", "i1"),
    ("shared_line", "i1"),
)
PIECE, ACTIVATOR = 0, 1
STRAIGHT, BEND_ACTIVATOR, BEND_ALL = 0, 1, 2
FORFEIT, STILL_ACTIVATOR, LOSES = 0, 1, 2
ILLEGAL = 1
FREE = 1
QUIET_TURNS = np.array([60, 100, 0])  # A31; 0 is never

PASS, STAY, ACTIVATE, MOVE = 0, 1, 2, 18
MOST_MOVES = 96

B, C, D, E, F = 2, 4, 8, 16, 32
RED_START = ((0, F | B), (5, F), (1, E | C), (4, E | C), (2, D), (8, D))


def _sizes_below_top(unit: int) -> int:
    """Sets of sixteen bits: one bit in each of B, C, D, E that is smaller than the unit's top."""
    return sum(1 << SQUARES * (size - 1) for size in range(1, 5) if unit and 1 << size < (unit & -unit))


def _room(unit: int) -> int:
    """Sets of sixteen bits: one bit in the first if a piece more fits, in the second if two do."""
    return sum(1 << SQUARES * (more - 1) for more in (1, 2) if unit.bit_count() + more <= TALLEST)


SIZES_BELOW_TOP = np.array([_sizes_below_top(unit) for unit in range(64)])
ROOM = np.array([_room(unit) for unit in range(64)])


def setup(position: np.record, dice: Dice) -> None:
    """Red's men around a1, Blue's the same around d4, each activator on the enemy's home."""
    for square, unit in RED_START:
        put(position, RED, square, unit)
        put(position, BLUE, SQUARES - 1 - square, unit)
    position.activator[RED] = HOME[BLUE]
    position.activator[BLUE] = HOME[RED]


def frozen(position: np.record) -> int:
    """Where the rank of one activator crosses the file of the other nothing moves (A11, A13)."""
    red = int(position.activator[RED])
    blue = int(position.activator[BLUE])
    if position.shared_line == FREE and LINES[red] >> blue & 1:
        return 0
    return 1 << red // SIDE * SIDE + blue % SIDE | 1 << blue // SIDE * SIDE + red % SIDE


def top(unit: int, count: int) -> int:
    """The top `count` pieces of a unit: its smallest."""
    rest = unit
    for _ in range(count):
        rest &= rest - 1
    return unit ^ rest


def friends_by(position: np.record, seat: int, sets: NDArray[np.int64]) -> int:
    """Several sets of friends in one integer, sixteen bits each, as `sets` sorts their units (A18)."""
    found = 0
    friends = int(position.occupied[seat])
    while friends:
        square = first(friends)
        found |= sets[position.board[seat, square]] << square
        friends &= friends - 1
    return found


def attackable(position: np.record, seat: int, origin: int) -> int:
    """What may be captured from a square: only on the own activator's lines (A10), all but
    the unit it stands on (A17)."""
    own = int(position.activator[seat])
    return int(position.occupied[1 - seat]) & ~(1 << own) & -(LINES[own] >> origin & 1)


def targets_of(position: np.record, seat: int, origin: int, count: int, above: int, room: int) -> int:
    """The squares to which the top `count` pieces of a unit may move, as a set (A18, A20, A22)."""
    unit = int(position.board[seat, origin])
    part = top(unit, count)
    mine = int(position.occupied[seat])
    occupied = mine | int(position.occupied[1 - seat])
    reached = bent_reach(origin, count, occupied) if position.bend == BEND_ALL else reach(origin, count, occupied)
    targets = reached & (~occupied | attackable(position, seat, origin))
    if part >= F or (position.self_merge == ILLEGAL and part == unit and size_of(mine) == 2):
        return targets
    return targets | reached & (above >> SQUARES * (last(part) - 1)) & (room >> SQUARES * (count - 1)) & 0xFFFF


def is_stuck(position: np.record, seat: int) -> bool:
    """Has the seat no piece move (A7)?"""
    movable = int(position.occupied[seat]) & ~frozen(position)
    above, room = friends_by(position, seat, SIZES_BELOW_TOP), friends_by(position, seat, ROOM)
    while movable:
        origin = first(movable)
        movable &= movable - 1
        for count in range(1, 1 + size_of(int(position.board[seat, origin]))):
            if targets_of(position, seat, origin, count, above, room):
                return False
    return True


def activator_targets(position: np.record, seat: int) -> int:
    """Where the seat's activator may go: other enemy units on its lines, over anything (A3, A4)."""
    own = int(position.activator[seat])
    lines = LINES[own] if position.bend == STRAIGHT else WITHIN_FOUR[own]
    return int(position.occupied[1 - seat]) & lines & ~(1 << own)


def moves(position: np.record, out: Codes) -> int:
    if position.stage == ACTIVATOR:
        return activator_moves(position, out)
    count = piece_moves(position, out)
    if count == 0:
        out[0] = PASS
        count = 1
    return count


def activator_moves(position: np.record, out: Codes) -> int:
    """Stay, or another enemy unit (A3, A8)."""
    out[0] = STAY
    count = 1
    targets = activator_targets(position, position.mover)
    while targets:
        out[count] = ACTIVATE + first(targets)
        count += 1
        targets &= targets - 1
    return count


def piece_moves(position: np.record, out: Codes) -> int:
    """Every unit that is not frozen, whole or its top part (A6, A11, A19)."""
    seat = int(position.mover)
    movable = int(position.occupied[seat]) & ~frozen(position)
    above, room = friends_by(position, seat, SIZES_BELOW_TOP), friends_by(position, seat, ROOM)
    found = 0
    while movable:
        origin = first(movable)
        movable &= movable - 1
        height = size_of(int(position.board[seat, origin]))
        for count in range(1, height + 1):
            targets = targets_of(position, seat, origin, count, above, room)
            while targets:
                out[found] = MOVE + (origin * TALLEST + count % height) * SQUARES + first(targets)
                found += 1
                targets &= targets - 1
    return found


def play(position: np.record, move: int) -> None:
    if move >= MOVE:
        code = move - MOVE
        move_piece(position, code // SQUARES // TALLEST, code // SQUARES % TALLEST, code % SQUARES)
    elif move == PASS:
        position.forfeit = 1
        if position.stuck == STILL_ACTIVATOR:
            position.stage = ACTIVATOR
        else:
            end_turn(position)
    else:
        if move != STAY:
            position.activator[position.seat] = move - ACTIVATE
        end_turn(position)


def move_piece(position: np.record, origin: int, split: int, target: int) -> None:
    """Move a unit or its top part; the enemy's activator rides along (A15, A20)."""
    seat = int(position.seat)
    unit = int(position.board[seat, origin])
    part = top(unit, split) if split else unit
    put(position, seat, origin, unit ^ part)
    put(position, seat, target, int(position.board[seat, target]) | part)
    if position.activator[1 - seat] == origin:
        position.activator[1 - seat] = target
    if position.board[1 - seat, target]:
        put(position, 1 - seat, target, 0)
        position.calm = -1
    position.stage = ACTIVATOR
    if size_of(int(position.occupied[1 - seat])) == 1:
        lose_by_units(position, 1 - seat)
    elif size_of(int(position.occupied[seat])) == 1:
        lose_by_units(position, seat)


def put(position: np.record, seat: int, square: int, unit: int) -> None:
    """Make `unit` all that a seat has on a square."""
    position.board[seat, square] = unit
    if unit:
        position.occupied[seat] |= 1 << square
    else:
        position.occupied[seat] &= ~(1 << square)


def lose_by_units(position: np.record, loser: int) -> None:
    """One unit left loses at once, before the activator moves (A22, A24)."""
    position.turn += 1
    position.stage = PIECE
    position.calm = max(0, int(position.calm))
    win(position, 1 - loser, 22)


def end_turn(position: np.record) -> None:
    """The tests at the end of a turn, in their order: A25, A7, A31, then stuck=loses."""
    seat = int(position.seat)
    limit = QUIET_TURNS[position.quiet]
    both_stuck = position.forfeit and position.passed
    position.turn += 1
    position.stage = PIECE
    position.calm = position.calm + 1 if limit else 0
    position.passed = position.forfeit
    position.forfeit = 0
    if position.board[1 - seat, HOME[seat]]:
        win(position, 1 - seat, 25)
    elif both_stuck:
        share(position, 0b11, 7)
    elif limit and position.calm >= limit:
        share(position, 0b11, 31)
    elif position.stuck == LOSES and is_stuck(position, 1 - seat):
        win(position, seat, 7)
    else:
        position.seat = 1 - seat
        position.mover = 1 - seat
