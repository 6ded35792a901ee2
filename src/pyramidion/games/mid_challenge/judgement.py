"""What makes a position of The Mid Challenge good: what is left in hand, and what can be captured."""

from __future__ import annotations

import math

import numpy as np

from pyramidion.engine.contract import Judgement, Level
from pyramidion.engine.header import CHANCE
from pyramidion.engine.verbs import Numbers
from pyramidion.games.mid_challenge.rolls import ANY, NOTHING, PLAYS, ROLLS, THREE_BLANKS, WEIGHTS
from pyramidion.games.mid_challenge.rules import COMBINED, EMPTY, NO_ROLL, NO_SQUARE, OWNER, SIZES, captured_line
from pyramidion.games.mid_challenge.squares import COLUMNS, HEIGHT, NEXT, WIDTH

PREY = ("small", "medium", "small, combined", "medium, combined", "large, combined")  # what M18 lets be captured
FEATURES = (
    *("small in hand", "medium in hand", "large in hand"),
    *("logarithm of hand", "logarithm of rolls needed", "logarithm of rolls needed by one size"),
    "chance to place",
    "last mid",
    *(f"danger to {prey}" for prey in PREY),
    *(f"danger to {prey} from the next" for prey in PREY),
    *(f"open lines of {prey}" for prey in PREY),
    "turns to wait",
    *("to roll", "may place", "must pass"),
)
# Little can be misjudged here: the dice leave few choices. Searching adds hardly anything to a look at the next move.
LEVELS = {
    1: Level(blur=3.0),
    2: Level(blur=0.6),
    3: Level(blur=0.3),
    4: Level(blur=0.15),
    5: Level(blur=0.0),
    6: Level(effort=1_000),
}
JUDGEMENT = Judgement(features=FEATURES, levels=LEVELS)
HAND, LOG_HAND, LOG_ROLLS, LOG_SLOWEST, CHANCE_TO_PLACE, LAST = 0, 3, 4, 5, 6, 7
DANGER, DANGER_NEXT, OPEN, WAIT, TO_ROLL, MAY_PLACE, MUST_PASS = 8, 13, 18, 23, 24, 25, 26
ALL_ROLLS = int(WEIGHTS.sum())


def _allows(roll: int, size: int, column: int) -> bool:
    """Does a roll let a seat place a size in a column?"""
    return any(
        play[0] in (size, ANY) and play[1] in (column, ANY) for play in PLAYS[roll].tolist() if play[0] != NOTHING
    )


def _chance(sizes: int, columns: int) -> float:
    """That a roll lets a seat place one of some sizes in one of some columns, both sets given as bits."""
    pairs = [(s, c) for s in range(SIZES) for c in range(COLUMNS) if sizes >> s & 1 and columns >> c & 1]
    return sum(int(WEIGHTS[r]) for r in range(len(ROLLS)) if any(_allows(r, s, c) for s, c in pairs)) / ALL_ROLLS


TO_PLACE = np.array([[_chance(sizes, columns) for columns in range(1 << COLUMNS)] for sizes in range(1 << SIZES)])
EVERYWHERE = (1 << COLUMNS) - 1
THERE = np.array([_chance(1 << size, 1) for size in range(SIZES)])  # that a roll allows a size on one square
ANYWHERE = np.array([_chance(1 << size, EVERYWHERE) for size in range(SIZES)])


def features(position: np.record, seat: int, out: Numbers) -> int:
    for index in range(len(FEATURES)):
        out[index] = 0
    weigh_hand(position, seat, out)
    for square in range(WIDTH[position.board] * HEIGHT[position.board]):
        mid = int(position.mids[square])
        if mid != EMPTY and mid // OWNER == seat:
            for way in range(8):
                weigh_line(position, seat, square, way, out)
    weigh_turn(position, seat, out)
    return len(FEATURES)


def weigh_hand(position: np.record, seat: int, out: Numbers) -> None:
    """How many mids are left, and how long the dice will need to let them go."""
    rolls, slowest, together = 0.0, 0.0, 0
    for size in range(SIZES):
        count = int(position.hand[seat, size]) + returning(position, seat, size)
        together += count
        out[HAND + size] = count
        rolls += count / ANYWHERE[size]
        slowest = max(slowest, count / ANYWHERE[size])
    out[LOG_HAND] = math.log(1 + together)
    out[LOG_ROLLS] = math.log(1 + rolls)
    out[LOG_SLOWEST] = math.log(1 + slowest)
    out[CHANCE_TO_PLACE] = TO_PLACE[sizes_in_hand(position, seat), open_columns(position)]
    out[LAST] = 1 if together == 1 else 0


def returning(position: np.record, seat: int, size: int) -> int:
    """How many mids of a size return to a seat if what waits to be taken is taken, as it mostly is (M21)."""
    count = 0
    if position.placed != NO_SQUARE and position.seat != seat:
        for way in range(8):
            here = int(position.placed)
            for _ in range(captured_line(position, int(position.seat), int(position.placed), way)):
                here = NEXT[position.board, here, way]
                count += position.mids[here] == seat * OWNER + size + 1
    return count


def roller(position: np.record) -> int:
    """The seat that rolls next, or has just rolled and is to place."""
    if position.placed == NO_SQUARE or position.roll == THREE_BLANKS:
        return int(position.seat)
    return (int(position.seat) + 1) % (2 + int(position.players))


def sizes_in_hand(position: np.record, seat: int) -> int:
    found = 0
    for size in range(SIZES):
        if position.hand[seat, size] > 0:
            found |= 1 << size
    return found


def open_columns(position: np.record) -> int:
    """The columns with an empty square."""
    width = WIDTH[position.board]
    found = 0
    for square in range(width * HEIGHT[position.board]):
        if position.mids[square] == EMPTY:
            found |= 1 << (square % width * COLUMNS // width)
            if found == EVERYWHERE:
                return found
    return found


def weigh_line(position: np.record, seat: int, square: int, way: int, out: Numbers) -> None:
    """How likely a mid is captured at the next roll by one placed beside it, a flanker standing across."""
    near = int(position.mids[NEXT[position.board, square, way]])
    far = int(position.mids[NEXT[position.board, square, (way + 4) % 8]])
    power = int(position.mids[square]) % OWNER
    if near != EMPTY or (power == SIZES and position.power != COMBINED):
        return
    prey = power - 1 + (2 if position.power == COMBINED else 0)
    if far == EMPTY:
        out[OPEN + prey] += 0.5
    elif far // OWNER != seat:
        danger = chance_to_flank(position, far // OWNER, far % OWNER, power)
        out[DANGER + prey] += danger
        if far // OWNER == roller(position):
            out[DANGER_NEXT + prey] += danger


def chance_to_flank(position: np.record, enemy: int, far: int, power: int) -> float:
    """That an enemy's next roll allows a mid that captures a power together with a far one."""
    together = 0.0
    for size in range(SIZES):
        near = size + 1
        strong = near + far > power if position.power == COMBINED else min(near, far) > power
        if strong and position.hand[enemy, size] > 0:
            together += THERE[size]
    return together


def weigh_turn(position: np.record, seat: int, out: Numbers) -> None:
    players = 2 + position.players
    out[WAIT] = (seat - roller(position) + players) % players
    if roller(position) != seat:
        return
    if position.mover == CHANCE or position.roll == NO_ROLL or position.placed != NO_SQUARE:
        out[TO_ROLL] = 1
    elif can_place(position, seat):
        out[MAY_PLACE] = 1
    else:
        out[MUST_PASS] = 1


def can_place(position: np.record, seat: int) -> bool:
    """Does the roll allow a size that the seat still has?"""
    sizes = sizes_in_hand(position, seat)
    for number in range(2):
        size = PLAYS[position.roll, number, 0]
        if size == ANY or (size != NOTHING and sizes >> size & 1):
            return True
    return False
