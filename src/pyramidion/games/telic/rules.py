"""Telic: the rulebook in code. Rulings are cited by their ids in RULES.md."""

from __future__ import annotations

import numpy as np

from pyramidion.engine.header import CHANCE, layout, share, win
from pyramidion.engine.verbs import Codes, Dice

BLUE, RED = 0, 1
SIZES = 6  # A, the smallest, to F
PYRAMIDS = 12
LAST_TURN = 1000

SPACES = (
    *("a1", "b1", "c1", "d1"),
    *("a2", "b2", "c2", "d2"),
    *("a3", "d3"),
    *("a4", "b4", "c4", "d4"),
    *("a5", "b5", "c5", "d5"),
)
CORNERS = (("a5", "d1"), ("d5", "a1"))
ENTRANCES = ("a3", "d3")
CENTRE = len(SPACES)

# A roll names the tile of the roller's own colour: null, ace, 2, 3, 4, 5 (T3).
LANDINGS = (("b5", "c5", "a4", "d4", "a1", "d1"), ("c1", "b1", "d2", "a2", "d5", "a5"))
LANDING = np.array([[SPACES.index(name) for name in row] for row in LANDINGS], dtype=np.int64)
FACES = 6

POSITION = layout(
    ("board", "i1", (2, len(SPACES))),  # the piece of a seat on a space: a set of sizes, bit 0 = A
    ("stash", "i1", (2, SIZES)),
    ("centre", "i1", (2,)),  # pyramids that have entered the Centre Zone
    ("die", "i1"),  # the face just rolled, or NO_ROLL
    ("merge", "i1"),
)
NO_ROLL = -1
TOP, EITHER, ANY = 0, 1, 2

ROLL, PASS, ENTER, FACE, MOVE = 0, 1, 2, 8, 14
MOST_MOVES = 64


def _beside(one: str, other: str) -> bool:
    """Sides touch, or the two are one of the pairs of corners (T21)."""
    distance = abs(ord(one[0]) - ord(other[0])) + abs(ord(one[1]) - ord(other[1]))
    return distance == 1 or (one, other) in CORNERS or (other, one) in CORNERS


def _neighbours(space: str) -> list[int]:
    """Where a piece may step from a space; the Centre Zone lies beside the entrances (T22)."""
    found = [index for index, other in enumerate(SPACES) if _beside(space, other)]
    return found + ([CENTRE] if space in ENTRANCES else [])


def _power(piece: int) -> int:
    """Any stack beats any single, more pyramids beat fewer, a larger single a smaller (T17)."""
    return piece.bit_length() if piece.bit_count() < 2 else SIZES - 1 + piece.bit_count()


STEPS = np.array([(_neighbours(space) + [-1] * 4)[:4] for space in SPACES], dtype=np.int64)
POWER = np.array([_power(piece) for piece in range(1 << SIZES)], dtype=np.int64)
HEIGHT = np.array([piece.bit_count() for piece in range(1 << SIZES)], dtype=np.int64)


def setup(position: np.record, dice: Dice) -> None:
    """Two of each size in both stashes, nothing on the board; Blue begins (T4)."""
    position.stash[:] = 2
    position.die = NO_ROLL


def has_stash(position: np.record, seat: int) -> bool:
    for size in range(SIZES):
        if position.stash[seat, size] > 0:
            return True
    return False


def fits(upper: int, lower: int) -> bool:
    """Pyramids go only onto larger ones: the largest above is smaller than the smallest below."""
    return upper < (lower & -lower)


def may_join(position: np.record, piece: int, friend: int) -> bool:
    """May a piece that moves onto a friendly one form a stack with it (T14, T15)?"""
    if position.merge == ANY:
        return piece & friend == 0
    return fits(piece, friend) or (position.merge == EITHER and fits(friend, piece))


def may_step(position: np.record, seat: int, origin: int, target: int) -> bool:
    """May the piece on `origin` step to the neighbour `target` (T14, T17, T18, T22)?"""
    if target == CENTRE:
        return True
    piece = int(position.board[seat, origin])
    friend = int(position.board[seat, target])
    if friend:
        return may_join(position, piece, friend)
    return POWER[position.board[1 - seat, target]] <= POWER[piece]


def may_enter(position: np.record, seat: int, size: int) -> bool:
    """May a pyramid of the stash enter on the tile just rolled (T8, T9, T10, T11)?"""
    if position.stash[seat, size] == 0:
        return False
    landing = LANDING[seat, position.die]
    friend = int(position.board[seat, landing])
    if friend:
        return fits(1 << size, friend)
    enemy = position.board[1 - seat, landing]
    return enemy == 0 or (HEIGHT[enemy] == 1 and POWER[1 << size] > POWER[enemy])


def moves(position: np.record, out: Codes) -> int:
    """Roll or step (T6, T7, T13); after a roll, choose what enters or decline (T12)."""
    if position.die != NO_ROLL:
        return entries(position, out)
    seat = position.mover
    count = 0
    if has_stash(position, seat):
        out[0] = ROLL
        count = 1
    for origin in range(CENTRE):
        if position.board[seat, origin]:
            for side in range(4):
                target = STEPS[origin, side]
                if target >= 0 and may_step(position, seat, origin, target):
                    out[count] = MOVE + origin * (CENTRE + 1) + target
                    count += 1
    if count == 0:
        out[0] = PASS
        count = 1
    return count


def entries(position: np.record, out: Codes) -> int:
    """Entering is compulsory on a vacant tile only (T8, T12)."""
    seat = position.mover
    count = 0
    for size in range(SIZES):
        if may_enter(position, seat, size):
            out[count] = ENTER + size
            count += 1
    landing = LANDING[seat, position.die]
    if position.board[seat, landing] or position.board[1 - seat, landing]:
        out[count] = PASS
        count += 1
    return count


def chances(position: np.record, out: Codes, weights: Codes) -> int:
    """The six faces of the roller's die."""
    for face in range(FACES):
        out[face] = FACE + face
        weights[face] = 1
    return FACES


def play(position: np.record, move: int) -> None:
    if move == ROLL:
        position.mover = CHANCE
    elif FACE <= move < MOVE:
        position.die = move - FACE
        position.mover = position.seat
    else:
        if move >= MOVE:
            step(position, (move - MOVE) // (CENTRE + 1), (move - MOVE) % (CENTRE + 1))
        elif move != PASS:
            enter(position, move - ENTER)
        end_turn(position)


def step(position: np.record, origin: int, target: int) -> None:
    """The whole piece moves (T16): into the Centre Zone, onto friends, or bumping."""
    seat = position.seat
    piece = position.board[seat, origin]
    position.board[seat, origin] = 0
    if target == CENTRE:
        position.centre[seat] += HEIGHT[piece]
    else:
        bump(position, 1 - seat, target)
        position.board[seat, target] |= piece


def enter(position: np.record, size: int) -> None:
    seat = position.seat
    landing = LANDING[seat, position.die]
    position.stash[seat, size] -= 1
    bump(position, 1 - seat, landing)
    position.board[seat, landing] |= 1 << size


def bump(position: np.record, seat: int, space: int) -> None:
    """Whatever `seat` has on a space returns to its stash as individuals (T20)."""
    piece = int(position.board[seat, space])
    position.board[seat, space] = 0
    for size in range(SIZES):
        position.stash[seat, size] += (piece >> size) & 1


def end_turn(position: np.record) -> None:
    """Twelve in the Centre Zone win at once (T24); the thousandth turn draws (T25)."""
    position.turn += 1
    position.die = NO_ROLL
    if position.centre[position.seat] == PYRAMIDS:
        win(position, position.seat, 24)
    elif position.turn == LAST_TURN:
        share(position, 0b11, 25)
    else:
        position.seat = 1 - position.seat
        position.mover = position.seat
