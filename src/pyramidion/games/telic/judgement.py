"""What makes a position of Telic good: how far the pyramids have come, and what can be bumped."""

from __future__ import annotations

import math

import numpy as np

from pyramidion.engine.contract import Judgement, Level
from pyramidion.engine.header import CHANCE
from pyramidion.engine.verbs import Numbers
from pyramidion.games.telic.rules import (
    CENTRE,
    ENTRANCES,
    FACES,
    HEIGHT,
    LANDING,
    NO_ROLL,
    POWER,
    PYRAMIDS,
    SIZES,
    SPACES,
    STEPS,
    fits,
    may_step,
)

FEATURES = (
    *("small in stash", "medium in stash", "large in stash"),
    *("pieces on an entrance", "pieces 1 away", "pieces 2 away", "pieces 3 away"),
    *("pyramids on an entrance", "pyramids 1 away", "pyramids 2 away", "pyramids 3 away"),
    "squared heights",
    "pieces that fit on a neighbour",
    *("attacked", "attacked in one piece", "progress attacked", "attacked if one piece flees"),
    *("strongest piece", "strongest piece, by enemies still out", "strongest piece on an entrance"),
    *("faces that stack", "faces that bump", "faces that are lost"),
    *("to play", "rolling", "rolled to stack", "rolled to bump"),
    "logarithm of work left",
)
# The more is seen already, the less it helps to see more: the steps between the levels grow.
LEVELS = {
    4: Level(effort=200),
    5: Level(effort=700),
    6: Level(effort=2_500),
    7: Level(effort=12_000),
}
JUDGEMENT = Judgement(features=FEATURES, levels=LEVELS)
STASH, PIECES, STANDING, HEIGHTS, JOINS = 0, 3, 7, 11, 12
ATTACKED, MOST, PROGRESS, AFTER_FLIGHT, STRONGEST = 13, 14, 15, 16, 17
STACKING, BUMPING, LOST, TO_PLAY, ROLLING, ROLLED, WORK = 20, 21, 22, 23, 24, 25, 27


def _distances() -> list[int]:
    """How many steps each space is from the nearer entrance."""
    found = {SPACES.index(name): 0 for name in ENTRANCES}
    for steps in range(1, CENTRE):
        for space in [space for space in range(CENTRE) if found.get(space) == steps - 1]:
            for neighbour in STEPS[space]:
                if 0 <= neighbour < CENTRE:
                    found.setdefault(int(neighbour), steps)
    return [found[space] for space in range(CENTRE)]


DISTANCE = np.array(_distances())
FARTHEST = int(DISTANCE.max())
FROM_STASH = 2 + float(DISTANCE[LANDING].mean())  # turns that a pyramid needs alone: roll, walk, go in


def features(position: np.record, seat: int, out: Numbers) -> int:
    for index in range(len(FEATURES)):
        out[index] = 0
    work = 0.0
    for size in range(SIZES):
        out[STASH + size // 2] += position.stash[seat, size]
        work += FROM_STASH * position.stash[seat, size]
    strongest = most_power(position, 1 - seat)
    for space in range(CENTRE):
        if position.board[seat, space]:
            weigh_piece(position, seat, space, strongest, out)
            work += 1 + DISTANCE[space]
    if may_flee(position, seat):
        out[AFTER_FLIGHT] = out[ATTACKED] - out[MOST]
        out[ATTACKED] = out[MOST] = out[PROGRESS] = 0
    for face in range(FACES):
        weigh_landing(position, seat, face, out)
    weigh_turn(position, seat, out)
    out[WORK] = math.log(1 + work)
    return len(FEATURES)


def most_power(position: np.record, seat: int) -> int:
    """Of a seat's pieces on the board."""
    most = 0
    for space in range(CENTRE):
        most = max(most, POWER[position.board[seat, space]])
    return most


def largest_in_stash(position: np.record, seat: int) -> int:
    """The largest size, -1 when the stash is empty."""
    for size in range(SIZES - 1, -1, -1):
        if position.stash[seat, size] > 0:
            return size
    return -1


def weigh_piece(position: np.record, seat: int, space: int, strongest: int, out: Numbers) -> None:
    """How near a piece is, how high, and how safe."""
    piece = int(position.board[seat, space])
    height, away = HEIGHT[piece], DISTANCE[space]
    out[PIECES + away] += 1
    out[STANDING + away] += height
    out[HEIGHTS] += height * height
    if POWER[piece] > strongest:
        out[STRONGEST] = 1
        out[STRONGEST + 1] = PYRAMIDS - position.centre[1 - seat]
        if away == 0:
            out[STRONGEST + 2] = 1
    if is_attacked(position, seat, space):
        out[ATTACKED] += height
        out[MOST] = max(out[MOST], height)
        out[PROGRESS] += height * (FARTHEST - away)
    if joins(position, seat, space):
        out[JOINS] += 1


def is_attacked(position: np.record, seat: int, space: int) -> bool:
    """May an enemy piece bump this one with a step?"""
    for side in range(4):
        origin = STEPS[space, side]
        if 0 <= origin < CENTRE and position.board[1 - seat, origin] and may_step(position, 1 - seat, origin, space):
            return True
    return False


def joins(position: np.record, seat: int, space: int) -> bool:
    """Can the piece step onto a friend?"""
    for side in range(4):
        target = STEPS[space, side]
        if 0 <= target < CENTRE and position.board[seat, target] and may_step(position, seat, space, target):
            return True
    return False


def may_flee(position: np.record, seat: int) -> bool:
    """Can the seat step before the enemy does? Who has rolled steps no more in that turn (T7)."""
    has_rolled = position.mover == CHANCE or position.die != NO_ROLL
    return (position.seat == seat) != has_rolled


def weigh_landing(position: np.record, seat: int, face: int, out: Numbers) -> None:
    """What a face would let the seat do."""
    landing = LANDING[seat, face]
    if can_stack(position, seat, landing):
        out[STACKING] += 1
    if can_bump(position, seat, landing):
        out[BUMPING] += 1
    if HEIGHT[position.board[1 - seat, landing]] > 1:
        out[LOST] += 1


def can_stack(position: np.record, seat: int, landing: int) -> bool:
    friend = int(position.board[seat, landing])
    for size in range(SIZES):
        if friend and position.stash[seat, size] > 0 and fits(1 << size, friend):
            return True
    return False


def can_bump(position: np.record, seat: int, landing: int) -> bool:
    enemy = int(position.board[1 - seat, landing])
    return HEIGHT[enemy] == 1 and largest_in_stash(position, seat) + 1 > POWER[enemy]


def weigh_turn(position: np.record, seat: int, out: Numbers) -> None:
    if position.seat != seat:
        return
    out[TO_PLAY] = 1
    if position.mover == CHANCE:
        out[ROLLING] = 1
    elif position.die != NO_ROLL:
        landing = LANDING[seat, position.die]
        out[ROLLED] = 1 if can_stack(position, seat, landing) else 0
        out[ROLLED + 1] = 1 if can_bump(position, seat, landing) else 0
