"""What can still come of a position of Traffic Tyrants: sure limits of the lead, and a number for every position.

Every pyramid will be given, so it is known which gifts a runner still gets. It cannot come further than their steps.
How far it can be driven back is limited too, because its owner chooses where it goes:

- With `decline=yes` it need not move at all.
- A small runner is blocked by one runner only, the other small one, so it can always go on or sideways, except in a
  corner of the last rank. From there it is driven back one rank, and never further. With `path=straight` it may have to
  go straight back.
- With a green gift a runner goes one step and back (R10), unless every square it can enter is a tackle. A large runner
  tackles nobody.
"""

from __future__ import annotations

import numpy as np

from pyramidion.engine.bits import first, last, size_of
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
    SMALL,
    SQUARES,
    STAY,
    STEPS,
    STRAIGHT,
    UNMOVED,
    WIDTH,
    YELLOW,
    YES_DECLINE,
    destinations,
    gift_size,
    points,
    targets,
)

MOST_POINTS = 18
LAST = LENGTH - 1
# How firmly runners stand: they stay if they like, come back with a green gift, may be driven back both steps, or must
# even go straight back.
FREE, RETURNS, DRIVEN, STRAIGHTENED = 0, 1, 2, 3
PINNING = 3  # points that a move onto an enemy is more promising than it looks
UNREMEMBERED = 6  # last gifts of a game; for each of them only one colour is left
MIRROR = [
    -1 - OFF if square == OFF else square // WIDTH * WIDTH + WIDTH - square % WIDTH for square in range(OFF, SQUARES)
]


def _label(rank: int) -> int:
    """The label of a rank, counted from its owner's side."""
    return max(0, rank - LENGTH // 2)


def _least_rank(footing: int, size: int, rank: int, green: int, yellow: int) -> int:
    """The rank that a runner's owner can make sure of, both counted from the owner's side."""
    if footing == FREE or green + yellow == 0:
        return rank
    if size == SMALL and footing != STRAIGHTENED:
        return min(rank, LAST - 1)
    if footing == RETURNS:
        return max(0, rank - yellow - (0 if size == LARGE else green))
    return max(0, rank - yellow - 2 * green)


def _least_points(nothing: int, footing: int, size: int, rank: int, green: int, yellow: int) -> int:
    """Only small runners are never covered (R13, R23)."""
    if nothing and size != SMALL:
        return 0
    return (size + 1) * _label(_least_rank(footing, size, rank, green, yellow))


def _most_points(size: int, rank: int, green: int, yellow: int) -> int:
    return (size + 1) * _label(min(LAST, rank + 2 * green + yellow))


_SHAPE = (3, LENGTH, EACH + 1, EACH + 1)  # sizes, ranks, green and yellow gifts to come
LEAST = np.array([_least_points(*case) for case in np.ndindex(2, 4, *_SHAPE)]).reshape(2, 4, *_SHAPE)
MOST = np.array([_most_points(*case) for case in np.ndindex(*_SHAPE)]).reshape(_SHAPE)
# What a runner on a square adds to the number of a position and of its mirror image, and what its gifts add.
PLAIN = np.array([[(SQUARES + 1) ** runner * place for place in range(SQUARES + 1)] for runner in range(6)])
MIRRORED = np.array([[(SQUARES + 1) ** runner * place for place in MIRROR] for runner in range(6)])
SUPPLIES = (EACH + 1) ** 12


def footing(position: np.record) -> int:
    """How firmly runners stand under the rules of this game (R7, R9, R10, R18)."""
    if position.decline == YES_DECLINE:
        return FREE
    if position.path == STRAIGHT:
        return STRAIGHTENED
    if position.uturn == NO_UTURN or position.pinned == ENEMY:
        return DRIVEN
    return RETURNS


def ahead(seat: int, square: int) -> int:
    """The rank of a square, counted from a seat's side."""
    rank = square // WIDTH
    return LAST - rank if seat == BLUE else rank


def runner_limits(position: np.record, seat: int, size: int) -> tuple[int, int]:
    """The points that a runner's owner can make sure of, and the most that it can come to, with the gifts that it still
    gets (R6, R7). A gift in hand is put to its best use."""
    green, yellow = int(position.supply[1 - seat, size, GREEN]), int(position.supply[1 - seat, size, YELLOW])
    rank = ahead(seat, int(position.runner[seat, size]))
    if position.gift != NONE and position.seat == seat and gift_size(position, position.given - 1) == size:
        rank = furthest(position, seat, rank, destinations(position))
    return points_between(position, size, rank, green, yellow)


def points_between(position: np.record, size: int, rank: int, green: int, yellow: int) -> tuple[int, int]:
    """The same for a runner on a rank with these gifts to come."""
    nothing = int(position.covered == NOTHING)
    return int(LEAST[nothing, footing(position), size, rank, green, yellow]), int(MOST[size, rank, green, yellow])


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


def limits_after(
    position: np.record, moves: Codes, count: int, low: int, high: int, least: Codes, most: Codes, urges: Codes
) -> bool:
    """The limits after each move: only one runner's change. After a gift they are those after its best use."""
    if position.runner[BLACK, SMALL] == OFF or position.runner[BLUE, SMALL] == OFF:
        return False
    if position.gift == NONE:
        write_gifts(position, moves, count, low, high, least, most, urges)
    else:
        write_moves(position, moves, count, low, high, least, most, urges)
    return True


def write_moves(
    position: np.record, moves: Codes, count: int, low: int, high: int, least: Codes, most: Codes, urges: Codes
) -> None:
    """The limits after moves of a runner. It had better pin an enemy and go on pinning it (R18)."""
    seat, size = int(position.mover), gift_size(position, position.given - 1)
    green, yellow = int(position.supply[1 - seat, size, GREEN]), int(position.supply[1 - seat, size, YELLOW])
    before_least, before_most = 0, 0
    for index in range(count):
        square = int(position.runner[seat, size]) if moves[index] == STAY else int(moves[index] - MOVE) % SQUARES
        after_least, after_most = points_between(position, size, ahead(seat, square), green, yellow)
        least[index], most[index] = after_least, after_most
        before_least, before_most = max(before_least, after_least), max(before_most, after_most)
        urges[index] = PINNING * pins(position, seat, size, square)
    for index in range(count):
        after_least, after_most = int(least[index]), int(most[index])
        if seat == BLACK:
            least[index], most[index] = low + after_least - before_least, high + after_most - before_most
        else:
            least[index], most[index] = low - after_most + before_most, high - after_least + before_least


def pins(position: np.record, seat: int, size: int, square: int) -> int:
    """How many larger enemies are on a square."""
    count = 0
    for larger in range(size + 1, 3):
        count += position.runner[1 - seat, larger] == square
    return count


def write_gifts(
    position: np.record, moves: Codes, count: int, low: int, high: int, least: Codes, most: Codes, urges: Codes
) -> None:
    """The limits after gifts. The fewer ways there are to use one, the better it is to try (R7, R18)."""
    seat, size = 1 - int(position.mover), gift_size(position, position.given)
    green, yellow = int(position.supply[1 - seat, size, GREEN]), int(position.supply[1 - seat, size, YELLOW])
    rank = ahead(seat, int(position.runner[seat, size]))
    before_least, before_most = points_between(position, size, rank, green, yellow)
    for index in range(count):
        colour = moves[index] - GIVE
        places = targets(position, seat, size, STEPS[colour])
        if position.last_gift == UNMOVED and position.given == GIFTS - 1:
            places = 0
        after_least, after_most = points_between(
            position,
            size,
            furthest(position, seat, rank, places),
            green - (colour == GREEN),
            yellow - (colour == YELLOW),
        )
        urges[index] = -size_of(places)
        if seat == BLACK:
            least[index], most[index] = low + after_least - before_least, high + after_most - before_most
        else:
            least[index], most[index] = low - after_most + before_most, high - after_least + before_least


def furthest(position: np.record, seat: int, rank: int, places: int) -> int:
    """The highest rank that a runner can move to."""
    if places == 0:
        return rank
    there = ahead(seat, last(places) if seat == BLACK else first(places))
    return max(rank, there) if position.decline == YES_DECLINE else there


def pack(position: np.record) -> int:
    """The smaller of the numbers of a position and of its mirror image. How many pyramids of a size are left follows
    from the number of gifts, so the reds need not be told. With a gift in hand it follows from the position before."""
    if position.gift != NONE or position.given >= GIFTS - UNREMEMBERED:
        return -2
    plain, mirrored, supplies = 0, 0, 0
    for seat in range(2):
        for size in range(3):
            place = int(position.runner[seat, size]) - OFF
            plain += PLAIN[seat * 3 + size, place]
            mirrored += MIRRORED[seat * 3 + size, place]
            supplies = (
                supplies * 9 + int(position.supply[seat, size, GREEN]) * 3 + int(position.supply[seat, size, YELLOW])
            )
    return ((min(plain, mirrored) * SUPPLIES + supplies) * (GIFTS + 1) + int(position.given)) * 2 + int(position.seat)
