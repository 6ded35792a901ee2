"""What makes a position of Activator good for a seat."""

from __future__ import annotations

import numpy as np

from pyramidion.engine.bits import first, size_of
from pyramidion.engine.contract import Judgement
from pyramidion.engine.verbs import Numbers
from pyramidion.games.activator.lines import SIDE, SQUARES, bent_reach, reach
from pyramidion.games.activator.rules import BEND_ALL, HOME, activator_targets, attackable, frozen

FEATURES = (
    "on turn",
    "pieces",
    "share of all pieces",
    "units",
    "only two units",
    "only three units",
    "doubles",
    "triples",
    "squares in reach",
    "units to capture, on turn",
    "units to capture, off turn",
    "most pieces to capture, on turn",
    "most pieces to capture, off turn",
    "frozen pieces",
    "pieces of the immune unit",
    "choices of the activator",
    "own home held",
    "pieces beside the own home",
    "enemy home in reach, on turn",
    "enemy home in reach, off turn",
    "on the enemy home",
    "on the enemy home, not to be captured",
    "steps of the nearest unit to the enemy home",
    "advance of the pieces",
)
JUDGEMENT = Judgement(features=FEATURES, search="alphabeta")


def _steps(square: int, home: int) -> int:
    return abs(square % SIDE - home % SIDE) + abs(square // SIDE - home // SIDE)


STEPS_HOME = np.array([[_steps(square, int(home)) for square in range(SQUARES)] for home in HOME])


def features(position: np.record, seat: int, out: Numbers) -> int:
    for index in range(len(FEATURES)):
        out[index] = 0.0
    on_turn = position.seat == seat
    out[0] = on_turn
    units_and_places(position, seat, out)
    reached = in_reach(position, seat)
    captures = captured_from(position, seat)
    out[8] = size_of(reached)
    out[9 if on_turn else 10] = size_of(captures)
    out[11 if on_turn else 12] = most_pieces(position, 1 - seat, captures)
    out[15] = size_of(activator_targets(position, seat))
    home, goal = int(HOME[seat]), int(HOME[1 - seat])
    out[16] = position.board[seat, home] != 0
    out[18 if on_turn else 19] = (reached | captures) >> goal & 1
    if position.board[seat, goal]:
        out[20] = 1
        out[21] = 1 - (captured_from(position, 1 - seat) >> goal & 1)
    return len(FEATURES)


def units_and_places(position: np.record, seat: int, out: Numbers) -> None:
    """Count the units and pieces of a seat and see where they stand."""
    units, still, goal = int(position.occupied[seat]), frozen(position), 1 - seat
    pieces, nearest = 0, 2 * SIDE
    out[3] = size_of(units)
    out[4] = size_of(units) == 2
    out[5] = size_of(units) == 3
    while units:
        square = first(units)
        units &= units - 1
        height = size_of(int(position.board[seat, square]))
        pieces += height
        out[6] += height == 2
        out[7] += height == 3
        out[13] += height * (still >> square & 1)
        out[17] += height * (STEPS_HOME[seat, square] == 1)
        out[23] -= height * STEPS_HOME[goal, square]
        nearest = min(nearest, STEPS_HOME[goal, square])
    out[1] = pieces
    out[2] = 10.0 * pieces / (pieces + pieces_of(position, 1 - seat))
    out[14] = size_of(int(position.board[seat, position.activator[1 - seat]]))
    out[22] = nearest


def pieces_of(position: np.record, seat: int) -> int:
    pieces = 0
    for square in range(SQUARES):
        pieces += size_of(int(position.board[seat, square]))
    return pieces


def in_reach(position: np.record, seat: int) -> int:
    """The empty squares that whole units can reach."""
    occupied = int(position.occupied[0]) | int(position.occupied[1])
    return ways(position, seat, int(position.occupied[seat]), occupied) & ~occupied


def captured_from(position: np.record, seat: int) -> int:
    """The enemy units that a seat can capture (A9, A10, A17)."""
    occupied = int(position.occupied[0]) | int(position.occupied[1])
    found, units = 0, int(position.occupied[seat]) & ~frozen(position)
    while units:
        origin = units & -units
        units ^= origin
        targets = attackable(position, seat, first(origin))
        if targets:
            found |= ways(position, seat, origin, occupied) & targets
    return found


def ways(position: np.record, seat: int, units: int, occupied: int) -> int:
    """The squares to which some units that are not frozen can go, whatever stands there."""
    reached, units = 0, units & ~frozen(position)
    while units:
        origin = first(units)
        units &= units - 1
        height = size_of(int(position.board[seat, origin]))
        reached |= (
            bent_reach(origin, height, occupied) if position.bend == BEND_ALL else reach(origin, height, occupied)
        )
    return reached


def most_pieces(position: np.record, seat: int, squares: int) -> int:
    """The height of the tallest unit on some squares."""
    most = 0
    while squares:
        most = max(most, size_of(int(position.board[seat, first(squares)])))
        squares &= squares - 1
    return most
