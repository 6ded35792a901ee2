"""Traffic Tyrants: the rulebook in code. Rulings are cited by their ids in RULES.md."""

from __future__ import annotations

import numpy as np

from pyramidion.engine.bits import first
from pyramidion.engine.header import layout, share, win
from pyramidion.engine.verbs import Codes, Dice

BLACK, BLUE = 0, 1
WIDTH, LENGTH = 3, 7
SQUARES = WIDTH * LENGTH
SMALL, MEDIUM, LARGE = 0, 1, 2
GREEN, YELLOW, RED = 0, 1, 2
STEPS = np.array([2, 1, 0])  # what a gift of each colour moves
EACH = 2  # pyramids of each size and colour in a supply (R6)
GIFTS = 36

POSITION = layout(
    ("runner", "i1", (2, 3)),  # where each seat's S, M and L stand; OFF before the line-up
    ("supply", "i1", (2, 3, 3)),  # what each seat can still give, by size and colour
    ("given", "i1"),  # gifts so far, both seats together
    ("gift", "i1"),  # the colour in hand, to be moved now, or NONE
    ("last", "i1"),  # the colour given last, used or not, or NONE
    ("lineup", "i1"),
    ("sequence", "i1"),
    ("decline", "i1"),
    ("short", "i1"),
    ("uturn", "i1"),
    ("covered", "i1"),
    ("last_gift", "i1"),
    ("pinned", "i1"),
    ("path", "i1"),
)
OFF = -1
NONE = -1
ROTATED, MIRRORED, CHOSEN = 0, 1, 2
GLOBAL, OWN = 0, 1
YES_DECLINE = 1
LONGEST = 1
NO_UTURN = 1
NOTHING = 1
UNMOVED = 1
ENEMY = 1
STRAIGHT = 1

GIVE, STAY, LINE_UP, MOVE = 0, 3, 4, 10
ORDERS = np.array([(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)])
MOST_MOVES = 24

# Labels of the ranks for the seat that scores there: Black on ranks 5, 6, 7, Blue on 3, 2, 1.
LABEL = np.array([[0, 0, 0, 0, 1, 2, 3], [3, 2, 1, 0, 0, 0, 0]])


BOARD = (1 << SQUARES) - 1
LEFT_FILE = sum(1 << square for square in range(0, SQUARES, WIDTH))
RIGHT_FILE = LEFT_FILE << WIDTH - 1


def beside(places: int) -> int:
    """Every square that shares a side with one of a set, as bits (R25)."""
    return ((places & ~LEFT_FILE) >> 1 | (places & ~RIGHT_FILE) << 1 | places << WIDTH | places >> WIDTH) & BOARD


def _ahead(origin: int, here: int) -> int:
    """The square straight on after a step, as a set that is empty at the edge of the board (R9)."""
    on = 2 * here - origin
    return beside(1 << here) & 1 << on if beside(1 << origin) >> here & 1 and on >= 0 else 0


AROUND = np.array([beside(1 << square) for square in range(SQUARES)])
AHEAD = np.array([[_ahead(origin, here) for here in range(SQUARES)] for origin in range(SQUARES)])


def setup(position: np.record, dice: Dice) -> None:
    """Full supplies; runners on the X3 ranks, unless the seats choose their order (R2, R6)."""
    position.supply[:] = EACH
    position.gift = NONE
    position.last = NONE
    position.runner[:] = OFF
    if position.lineup != CHOSEN:
        line_up(position, BLACK, 0)
        line_up(position, BLUE, 0 if position.lineup == ROTATED else len(ORDERS) - 1)


def line_up(position: np.record, seat: int, order: int) -> None:
    """The runners in an order read from the owner's left: a1 for Black, c7 for Blue (R2)."""
    for step in range(WIDTH):
        square = step if seat == BLACK else SQUARES - 1 - step
        position.runner[seat, ORDERS[order, step]] = square


def gift_size(position: np.record, number: int) -> int:
    """The size of gift `number`, counted from 0: S, M, L over and over (R5)."""
    if position.sequence == OWN:
        return number // 2 % 3
    return number % 3


def is_under(position: np.record, seat: int, size: int, owner: int) -> bool:
    """Is a runner of `owner` on top of one? Stacks shrink upward, so it is smaller (R13)."""
    for smaller in range(size):
        if position.runner[owner, smaller] == position.runner[seat, size]:
            return True
    return False


def is_covered(position: np.record, seat: int, size: int) -> bool:
    """Is anything on top of a runner (R18, R23)?"""
    return is_under(position, seat, size, BLACK) or is_under(position, seat, size, BLUE)


def is_pinned(position: np.record, seat: int, size: int) -> bool:
    """Does what is on top of a runner keep it from moving (R18)?"""
    if position.pinned == ENEMY:
        return is_under(position, seat, size, 1 - seat)
    return is_covered(position, seat, size)


def destinations(position: np.record) -> int:
    """Where the runner named by the gift in hand may go, as a set of squares (R7)."""
    return targets(position, int(position.seat), gift_size(position, position.given - 1), STEPS[position.gift])


def targets(position: np.record, seat: int, size: int, steps: int) -> int:
    """Where a runner may go with a number of steps, as a set of squares (R8, R18)."""
    if steps == 0 or is_pinned(position, seat, size):
        return 0
    blocked, tackled = obstacles(position, seat, size)
    origin = int(position.runner[seat, size])
    near = AROUND[origin] & ~blocked
    if steps == 1:
        return near
    second = second_steps(position, origin, near & ~tackled, blocked)
    if position.uturn == NO_UTURN:
        second &= ~(1 << origin)
    if second == 0 and position.short == LONGEST:
        return near
    return second | near & tackled


def obstacles(position: np.record, seat: int, size: int) -> tuple[int, int]:
    """Squares that a runner may not enter, and those where it tackles and stops (R13, R14, R15)."""
    blocked, tackled = 0, 0
    for other in range(LARGE, -1, -1):  # from the bottom of a stack to its top
        for owner in range(2):
            if owner != seat or other != size:
                square = 1 << int(position.runner[owner, other])
                tackled &= ~square
                if other < size or (other == size and owner != seat):
                    blocked |= square
                elif owner != seat:
                    tackled |= square
    return blocked, tackled


def second_steps(position: np.record, origin: int, places: int, blocked: int) -> int:
    """Every square one step beyond those of a first step, or only those straight ahead (R9, R10)."""
    if position.path != STRAIGHT:
        return beside(places) & ~blocked
    second = 0
    while places:
        second |= AHEAD[origin, first(places)] & ~blocked
        places &= places - 1
    return second


def moves(position: np.record, out: Codes) -> int:
    """Choose a line-up (R2), move the runner of the gift in hand (R7), or give (R6)."""
    seat = position.mover
    if position.runner[seat, SMALL] == OFF:
        for order in range(len(ORDERS)):
            out[order] = LINE_UP + order
        return len(ORDERS)
    if position.gift != NONE:
        return runner_moves(position, out)
    count = 0
    size = gift_size(position, position.given)
    for colour in range(3):
        if position.supply[seat, size, colour] > 0:
            out[count] = GIVE + colour
            count += 1
    return count


def runner_moves(position: np.record, out: Codes) -> int:
    size = gift_size(position, position.given - 1)
    targets = destinations(position)
    count = 0
    while targets:
        out[count] = MOVE + size * SQUARES + first(targets)
        count += 1
        targets &= targets - 1
    if position.decline == YES_DECLINE:
        out[count] = STAY
        count += 1
    return count


def play(position: np.record, move: int) -> None:
    seat = int(position.seat)
    if LINE_UP <= move < MOVE:
        line_up(position, seat, move - LINE_UP)
        next_seat(position)
    elif move < STAY:
        give(position, seat, move - GIVE)
    else:
        if move != STAY:
            position.runner[seat, (move - MOVE) // SQUARES] = (move - MOVE) % SQUARES
        position.turn += position.given == GIFTS
        discard_gift(position)


def give(position: np.record, seat: int, colour: int) -> None:
    """Hand over the next size; a gift that is not to be used is gone at once (R7, R18, R21, R27)."""
    position.supply[seat, gift_size(position, position.given), colour] -= 1
    position.given += 1
    position.gift = colour
    position.last = colour
    next_seat(position)
    if destinations(position) == 0 or (position.last_gift == UNMOVED and position.given == GIFTS):
        discard_gift(position)


def next_seat(position: np.record) -> None:
    position.turn += 1
    position.seat = 1 - position.seat
    position.mover = position.seat


def discard_gift(position: np.record) -> None:
    """On with giving (R16), or the end after the 36th gift (R21)."""
    position.gift = NONE
    if position.given == GIFTS:
        end(position)


def points(position: np.record, seat: int) -> int:
    """Pips times label for every own runner on the enemy's ranks (R22, R23)."""
    total = 0
    for size in range(3):
        if position.covered != NOTHING or not is_covered(position, seat, size):
            total += (size + 1) * LABEL[seat, position.runner[seat, size] // WIDTH]
    return total


def end(position: np.record) -> None:
    """More points win (R22), equal points draw (R24)."""
    black, blue = points(position, BLACK), points(position, BLUE)
    if black == blue:
        share(position, 0b11, 24)
    else:
        win(position, BLACK if black > blue else BLUE, 22)
