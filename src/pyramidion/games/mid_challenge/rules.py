"""The Mid Challenge: the rulebook in code. Rulings are cited by their ids in RULES.md."""

from __future__ import annotations

import numpy as np

from pyramidion.engine.header import CHANCE, layout, share, win
from pyramidion.engine.verbs import Codes, Dice
from pyramidion.games.mid_challenge.rolls import ANY, LARGE, MEDIUM, NOTHING, PLAYS, ROLLS, SMALL, THREE_BLANKS, WEIGHTS
from pyramidion.games.mid_challenge.squares import COLUMNS, GRID, HEIGHT, MOST_SQUARES, NEXT, TILES, WIDTH

SIZES = 3
MOST_PLAYERS = 4
LAST_TURN = 1000

POSITION = layout(
    ("mids", "i1", (MOST_SQUARES,)),  # what stands on a square: EMPTY, or owner * OWNER + power
    ("hand", "i1", (MOST_PLAYERS, SIZES)),
    ("roll", "i1"),  # the number of the roll in ROLLS, or NO_ROLL
    ("placed", "i1"),  # the square just filled while its captures are taken or left, or NO_SQUARE
    ("players", "i1"),
    ("board", "i1"),
    ("power", "i1"),
    ("chain", "i1"),
    ("full_board", "i1"),
    ("capture", "i1"),
)
EMPTY = 0
OWNER = 4
CAPTURED = 16  # added to a mid while all lines are judged
NO_ROLL = -1
NO_SQUARE = -1
COMBINED = 1
ROWS = 1
DRAW = 1
MAY = 1

MIDS = np.array([(5, 5, 5), (3, 5, 3), (2, 4, 2)])  # small, medium, large for 2, 3, 4 players (M4)

PASS, ROLL, PLACE, TAKE, LEAVE = 0, 1, 57, 297, 298
MOST_MOVES = 256


def setup(position: np.record, dice: Dice) -> None:
    """All mids in hand, the board empty; seat 0 rolls (M4, M5)."""
    for seat in range(2 + position.players):
        for size in range(SIZES):
            position.hand[seat, size] = MIDS[position.players, size]
    position.roll = NO_ROLL
    position.placed = NO_SQUARE
    position.mover = CHANCE


def chances(position: np.record, out: Codes, weights: Codes) -> int:
    """Three dice, the order ignored: 56 rolls."""
    for roll in range(len(ROLLS)):
        out[roll] = ROLL + roll
        weights[roll] = WEIGHTS[roll]
    return len(ROLLS)


def in_column(position: np.record, square: int, column: int) -> bool:
    """On the grid a column is two squares wide (M2)."""
    width = WIDTH[position.board]
    return column == ANY or square % width * COLUMNS // width == column


def moves(position: np.record, out: Codes) -> int:
    """All placements of all interpretations of the roll, or pass (M12, M13, M14); take or leave (M21)."""
    if position.placed != NO_SQUARE:
        out[0], out[1] = TAKE, LEAVE
        return 2
    count = 0
    for play_number in range(2):
        size, column = PLAYS[position.roll, play_number]
        if size == ANY:
            for each in range(SIZES):
                count = placements(position, each, column, out, count)
        elif size != NOTHING:
            count = placements(position, size, column, out, count)
    if count == 0:
        out[0] = PASS
        count = 1
    return count


def placements(position: np.record, size: int, column: int, out: Codes, count: int) -> int:
    """Add a mid of one size on every empty square of a column (M13, M14, M15)."""
    if position.hand[position.mover, size] == 0:
        return count
    width = WIDTH[position.board]
    first, last = 0, width
    if column != ANY:
        first, last = column * width // COLUMNS, (column + 1) * width // COLUMNS
    for rank in range(HEIGHT[position.board]):
        for file in range(first, last):
            if position.mids[rank * width + file] == EMPTY:
                out[count] = PLACE + size * MOST_SQUARES + rank * width + file
                count += 1
    return count


def play(position: np.record, move: int) -> None:
    if move >= TAKE:
        if move == TAKE:
            take(position, int(position.seat), int(position.placed))
        end_placement(position)
    elif move >= PLACE:
        place(position, (move - PLACE) // MOST_SQUARES, (move - PLACE) % MOST_SQUARES)
    elif move == PASS:
        end_turn(position)
    else:
        position.roll = move - ROLL
        position.mover = position.seat


def place(position: np.record, size: int, square: int) -> None:
    """Place, then capture; with capture=may the placer first decides whether to (M21)."""
    seat = int(position.seat)
    position.mids[square] = seat * OWNER + size + 1
    position.hand[seat, size] -= 1
    if position.capture == MAY and captures(position, seat, square):
        position.placed = square
    else:
        take(position, seat, square)
        end_placement(position)


def end_placement(position: np.record) -> None:
    """After the captures, see who has won; three blanks roll again (M11, M24, M26)."""
    seat = int(position.seat)
    position.placed = NO_SQUARE
    if in_hand(position, seat) == 0:
        position.turn += 1
        position.roll = NO_ROLL
        win(position, seat, 24)
    elif is_full(position):
        position.turn += 1
        position.roll = NO_ROLL
        share(position, leaders(position), 26)
    elif position.roll == THREE_BLANKS:
        position.roll = NO_ROLL
        position.mover = CHANCE
    else:
        end_turn(position)


def end_turn(position: np.record) -> None:
    """The next seat rolls; the thousandth turn is a draw for all (M27)."""
    players = 2 + position.players
    position.turn += 1
    position.roll = NO_ROLL
    if position.turn == LAST_TURN:
        share(position, (1 << players) - 1, 27)
    else:
        position.seat = (position.seat + 1) % players
        position.mover = CHANCE


def captures(position: np.record, seat: int, square: int) -> bool:
    """Does the mid just placed capture anything (M16)?"""
    for way in range(8):
        if captured_line(position, seat, square, way):
            return True
    return False


def take(position: np.record, seat: int, square: int) -> None:
    """Judge all eight lines from the mid just placed, then take what they hold (M16, M21, M22)."""
    found = 0
    for way in range(8):
        length = captured_line(position, seat, square, way)
        found += length
        here = square
        for _ in range(length):
            here = NEXT[position.board, here, way]
            position.mids[here] |= CAPTURED
    if found:
        for here in range(MOST_SQUARES):
            mid = int(position.mids[here])
            if mid & CAPTURED:
                position.hand[(mid - CAPTURED) // OWNER, (mid - CAPTURED) % OWNER - 1] += 1
                position.mids[here] = EMPTY


def captured_line(position: np.record, seat: int, square: int, way: int) -> int:
    """How many mids in a row are captured between the placed mid and a friend (M17, M18, M19)."""
    near = int(position.mids[square]) % OWNER
    length, strongest, together = 0, 0, 0
    here = NEXT[position.board, square, way]
    mid = int(position.mids[here]) & ~CAPTURED
    while mid != EMPTY and mid // OWNER != seat:
        length += 1
        strongest = max(strongest, mid % OWNER)
        together += mid % OWNER
        here = NEXT[position.board, here, way]
        mid = int(position.mids[here]) & ~CAPTURED
    if length == 0 or mid == EMPTY or here == square or (length > 1 and position.chain != ROWS):
        return 0
    far = mid % OWNER
    if position.power == COMBINED:
        return length if near + far > together else 0
    return length if min(near, far) > strongest else 0


def in_hand(position: np.record, seat: int) -> int:
    return int(position.hand[seat, SMALL]) + int(position.hand[seat, MEDIUM]) + int(position.hand[seat, LARGE])


def is_full(position: np.record) -> bool:
    """Can happen on tiles only: 80 squares are more than all mids."""
    if position.board == GRID:
        return False
    for square in range(WIDTH[TILES] * HEIGHT[TILES]):
        if position.mids[square] == EMPTY:
            return False
    return True


def leaders(position: np.record) -> int:
    """Who wins on a full board: fewest in hand, then most pips on the board (M26)."""
    players = 2 + position.players
    if position.full_board == DRAW:
        return (1 << players) - 1
    best, found = -1, 0
    for seat in range(players):
        worth = (MOST_SQUARES - in_hand(position, seat)) * 256 + pips(position, seat)
        if worth > best:
            best, found = worth, 0
        if worth == best:
            found |= 1 << seat
    return found


def pips(position: np.record, seat: int) -> int:
    total = 0
    for square in range(MOST_SQUARES):
        mid = int(position.mids[square])
        if mid != EMPTY and mid // OWNER == seat:
            total += mid % OWNER
    return total
