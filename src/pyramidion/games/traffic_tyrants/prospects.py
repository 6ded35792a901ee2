"""What can still come of a position of Traffic Tyrants: sure limits of the lead, and a number for every position.

Every pyramid will be given, so it is known which gifts a runner still gets. It cannot come further than their steps.
How far it can be driven back is limited too, because its owner chooses where it goes:

- With `decline=yes` it need not move at all.
- A small runner is blocked by one runner only, the other small one, so it can always go on or sideways, except in a
  corner of the last rank. From there it is driven back one rank, and never further.
- With a green gift a runner goes one step and back (R10), unless every square it can enter is a tackle. A large runner
  tackles nobody.
"""

from __future__ import annotations

import numpy as np

from pyramidion.engine.header import OVER
from pyramidion.engine.verbs import Codes
from pyramidion.games.traffic_tyrants.rules import (
    BLACK,
    BLUE,
    EACH,
    ENEMY,
    GIFTS,
    GIVE,
    GREEN,
    LARGE,
    LENGTH,
    MOVE,
    NO_UTURN,
    NONE,
    NOTHING,
    OFF,
    RED,
    SMALL,
    SQUARES,
    STAY,
    STRAIGHT,
    WIDTH,
    YELLOW,
    YES_DECLINE,
    gift_size,
    points,
    targets,
)

MOST_POINTS = 18
LAST = LENGTH - 1
FREE, RETURNS, DRIVEN = 0, 1, 2  # stays if it likes, comes back with a green gift, or may be driven back both steps
MIRROR = np.array([square // WIDTH * WIDTH + WIDTH - 1 - square % WIDTH for square in range(SQUARES)])
SUPPLIES = (EACH + 1) ** 12


def _label(rank: int) -> int:
    """The label of a rank, counted from its owner's side."""
    return max(0, rank - LENGTH // 2)


def _least_rank(footing: int, size: int, rank: int, green: int, yellow: int) -> int:
    """The rank that a runner's owner can make sure of, both counted from the owner's side."""
    if footing == FREE or green + yellow == 0:
        return rank
    if size == SMALL:
        return min(rank, LAST - 1)
    if footing == RETURNS:
        return max(0, rank - yellow - (0 if size == LARGE else green))
    return max(0, rank - yellow - 2 * green)


def _least_points(footing: int, size: int, rank: int, green: int, yellow: int) -> int:
    return (size + 1) * _label(_least_rank(footing, size, rank, green, yellow))


def _most_points(size: int, rank: int, green: int, yellow: int) -> int:
    return (size + 1) * _label(min(LAST, rank + 2 * green + yellow))


_SHAPE = (3, LENGTH, EACH + 1, EACH + 1)  # sizes, ranks, green and yellow gifts to come
LEAST = np.array([_least_points(*case) for case in np.ndindex(3, *_SHAPE)]).reshape(3, *_SHAPE)
MOST = np.array([_most_points(*case) for case in np.ndindex(*_SHAPE)]).reshape(_SHAPE)


def footing(position: np.record) -> int:
    """How firmly runners stand under the rules of this game (R7, R9, R10, R18)."""
    if position.decline == YES_DECLINE:
        return FREE
    if position.uturn == NO_UTURN or position.path == STRAIGHT or position.pinned == ENEMY:
        return DRIVEN
    return RETURNS


def ahead(seat: int, square: int) -> int:
    """The rank of a square, counted from a seat's side."""
    rank = square // WIDTH
    return LAST - rank if seat == BLUE else rank


def gifts_of(position: np.record, seat: int, size: int) -> tuple[int, int]:
    """The green and yellow gifts that a runner still gets, the one in hand too (R6, R7)."""
    green, yellow = int(position.supply[1 - seat, size, GREEN]), int(position.supply[1 - seat, size, YELLOW])
    if position.gift != NONE and position.seat == seat and gift_size(position, position.given - 1) == size:
        green += position.gift == GREEN
        yellow += position.gift == YELLOW
    return green, yellow


def runner_limits(position: np.record, seat: int, size: int) -> tuple[int, int]:
    """The points that a runner's owner can make sure of, and the most that it can come to."""
    green, yellow = gifts_of(position, seat, size)
    rank = ahead(seat, int(position.runner[seat, size]))
    return points_between(position, size, rank, green, yellow)


def points_between(position: np.record, size: int, rank: int, green: int, yellow: int) -> tuple[int, int]:
    """The same for a runner on a rank with these gifts to come; only small runners are never covered (R13, R23)."""
    most = int(MOST[size, rank, green, yellow])
    if position.covered == NOTHING and size != SMALL:
        return 0, most
    return int(LEAST[footing(position), size, rank, green, yellow]), most


def lead_limits(position: np.record) -> tuple[int, int]:
    """What Black is sure to lead by, and what Blue is sure not to let Black exceed."""
    if position.runner[BLACK, SMALL] == OFF or position.runner[BLUE, SMALL] == OFF:
        return -MOST_POINTS, MOST_POINTS
    if position.mover == OVER:
        lead = points(position, BLACK) - points(position, BLUE)
        return lead, lead
    least, most = 0, 0
    for size in range(3):
        black_least, black_most = runner_limits(position, BLACK, size)
        blue_least, blue_most = runner_limits(position, BLUE, size)
        least += black_least - blue_most
        most += black_most - blue_least
    return least, most


def limits_after(position: np.record, moves: Codes, count: int, least: Codes, most: Codes) -> bool:
    """The limits after each move: only one runner's change."""
    seat = int(position.mover)
    if position.runner[BLACK, SMALL] == OFF or position.runner[BLUE, SMALL] == OFF:
        return False
    low, high = lead_limits(position)
    if position.gift == NONE:
        write_gifts(position, moves, count, least, most, low, high)
        return True
    size = gift_size(position, position.given - 1)
    green, yellow = int(position.supply[1 - seat, size, GREEN]), int(position.supply[1 - seat, size, YELLOW])
    before_least, before_most = runner_limits(position, seat, size)
    for index in range(count):
        move = moves[index]
        square = position.runner[seat, size] if move == STAY else (move - MOVE) % SQUARES
        after_least, after_most = points_between(position, size, ahead(seat, int(square)), green, yellow)
        if seat == BLACK:
            least[index], most[index] = low + after_least - before_least, high + after_most - before_most
        else:
            least[index], most[index] = low - after_most + before_most, high - after_least + before_least
    return True


def write_gifts(position: np.record, moves: Codes, count: int, least: Codes, most: Codes, low: int, high: int) -> None:
    """Only a gift that cannot be used changes what its runner may come to (R7, R18)."""
    seat = 1 - int(position.mover)
    size = gift_size(position, position.given)
    green, yellow = gifts_of(position, seat, size)
    rank = ahead(seat, int(position.runner[seat, size]))
    before_least, before_most = points_between(position, size, rank, green, yellow)
    for index in range(count):
        least[index], most[index] = low, high
        colour = moves[index] - GIVE
        if colour != RED and targets(position, seat, size, 2 - colour) == 0:
            after_least, after_most = points_between(
                position, size, rank, green - (colour == GREEN), yellow - (colour == YELLOW)
            )
            if seat == BLACK:
                least[index], most[index] = low + after_least - before_least, high + after_most - before_most
            else:
                least[index], most[index] = low - after_most + before_most, high - after_least + before_least


def pack(position: np.record) -> int:
    """The smaller of the numbers of a position and of its mirror image. How many pyramids of a size are left follows
    from the number of gifts, so the reds need not be told. With a gift in hand it follows from the position before."""
    if position.gift != NONE:
        return -2
    plain, mirrored = 0, 0
    for seat in range(2):
        for size in range(3):
            square = int(position.runner[seat, size])
            plain = plain * (SQUARES + 1) + square + 1
            mirrored = mirrored * (SQUARES + 1) + (int(MIRROR[square]) + 1 if square != OFF else 0)
    supplies = 0
    for seat in range(2):
        for size in range(3):
            supplies = (
                supplies * 9 + int(position.supply[seat, size, GREEN]) * 3 + int(position.supply[seat, size, YELLOW])
            )
    return ((min(plain, mirrored) * SUPPLIES + supplies) * (GIFTS + 1) + int(position.given)) * 2 + int(position.seat)
