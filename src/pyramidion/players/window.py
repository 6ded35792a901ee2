"""Alpha-beta search over the verbs of any game of two seats: plain functions, bound to a game and compiled.

Compiled code has no recursion, so there is a frame and a position for every ply, and a search can
be left after any number of positions and gone on with later. Values are those of the first seat,
who maximises while the second minimises; a seat may well make several plies in a row. Positions are
judged only where a turn ends. Values are remembered in a table; a value is sound when no judged
position bears on it, so that it holds however deep one looks.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.header import OVER, WHOLE
from pyramidion.engine.verbs import Codes, Numbers, moves, play
from pyramidion.players.judging import odds
from pyramidion.players.verbs import limits

FRAME = np.dtype(
    [
        ("key", "i8"),  # of its position in the table
        ("alpha", "i4"),  # the first seat is sure of this much elsewhere
        ("beta", "i4"),  # the second seat need not allow more than this
        ("low", "i4"),  # alpha to begin with
        ("high", "i4"),  # beta to begin with
        ("best", "i4"),  # the value so far, in the end the value
        ("move", "i4"),  # that leads to it
        ("depth", "i4"),  # plies to look ahead
        ("count", "i4"),  # moves
        ("tried", "i4"),  # of them
        ("effort", "i4"),  # how thoroughly the move under way is tried: GLANCE, SCOUT or FULL
        ("again", "i4"),  # how thoroughly it must be tried next
        ("sound", "i4"),
    ],
    align=True,
)
ENTRY = np.dtype(
    [("key", "i8"), ("value", "i4"), ("move", "i4"), ("depth", "i4"), ("age", "i4"), ("bound", "i4"), ("sound", "i4")],
    align=True,
)
GLANCE, SCOUT, FULL = 0, 1, 2
EXACT, AT_LEAST, AT_MOST = 1, 2, 3  # what a value is
# What `state` holds: positions seen, the ply of the search (-1 when it is finished), the deepest one, the age
# of the table's entries, the positions seen before the root's move under way, a salt for keys, what a turn
# costs on the way to a win, 0 where only the result counts, and the ply before which moves are ordered by judging
# what they lead to.
DONE, PLY, DEEPEST, AGE, BEGAN, SALT, HASTE, ORDERED, STATE = 0, 1, 2, 3, 4, 5, 6, 7, 8
# The columns of `root`, a row for each move there.
MOVE, VALUE, BOUND, SPENT, SOUND, ROOT = 0, 1, 2, 3, 4, 5

MOST_PLIES = 256
TO_THE_END = 1 << 20  # a depth beyond any game
SCALE = 1000  # of judged values: thousandths of log odds
MOST_JUDGED = 1 << 20
WIN = 1 << 28
CERTAIN = 1 << 27  # values beyond this are won or lost
HISTORIES = 4096
REMEMBERED, KILLER, LOUDEST = 1 << 30, 1 << 29, 1 << 28
MASK, WORD, PRIME = (1 << 63) - 1, 0xFFFFFFFF, 0x2545F4914F6CDD1D
LEAST_REDUCED, FIRST_REDUCED = 3, 3  # depth from which, and move after which, moves are first glanced at


class Desk(NamedTuple):
    """Everything a search works with."""

    frames: NDArray[np.void]
    stack: NDArray[np.void]  # the position of each ply
    words: NDArray[np.int32]  # the same memory
    table: NDArray[np.void]
    codes: NDArray[np.int32]  # the moves of each ply
    ranks: NDArray[np.int64]  # how promising they are
    history: NDArray[np.int64]  # how often a seat's move refuted another
    killers: NDArray[np.int32]  # the moves that did so last at each ply
    state: NDArray[np.int64]
    root: NDArray[np.int64]
    factors: Numbers
    numbers: Numbers
    out: Codes


def begin(desk: Desk, count: int, depth: int) -> None:
    """Make ready to search the first `count` moves in `root`, best first."""
    frame, state = desk.frames[0], desk.state
    mover = desk.stack[0].mover
    frame.key = key_of(desk.words, 0, state[SALT])
    frame.depth = depth
    frame.alpha = -2 * WIN if state[HASTE] else -1
    frame.beta = 2 * WIN if state[HASTE] else 1
    open_frame(frame, mover, count)
    state[PLY] = 0


def open_frame(frame: np.record, mover: int, count: int) -> None:
    """Make a frame ready for its moves; its window and depth are known."""
    frame.low = frame.alpha
    frame.high = frame.beta
    frame.best = -2 * WIN if mover == 0 else 2 * WIN
    frame.move = -1
    frame.count = count
    frame.tried = 0
    frame.again = FULL
    frame.sound = 1


def search(desk: Desk, limit: int) -> None:
    """Go on until the search is finished or `limit` positions have been seen."""
    state = desk.state
    ply = state[PLY]
    while ply >= 0 and state[DONE] < limit:
        frame = desk.frames[ply]
        if frame.tried == frame.count or frame.alpha >= frame.beta:
            leave(desk, ply)
            ply -= 1
            if ply >= 0:
                absorb(desk, ply)
        else:
            step(desk, ply)
            if enter(desk, ply + 1):
                absorb(desk, ply)
            else:
                ply += 1
    state[PLY] = ply


def step(desk: Desk, ply: int) -> None:
    """Make the next move of a ply, or the same again, more thoroughly."""
    frame, child, stack = desk.frames[ply], desk.frames[ply + 1], desk.stack
    if frame.again == GLANCE or frame.tried == 0:
        if ply == 0:
            desk.codes[0, frame.tried] = desk.root[frame.tried, MOVE]
            desk.state[BEGAN] = desk.state[DONE]
        else:
            bring_forward(desk, ply)
    reduced = frame.again == GLANCE and frame.depth >= LEAST_REDUCED and frame.tried >= FIRST_REDUCED
    frame.effort = frame.again if frame.again != GLANCE or reduced else SCOUT
    child.depth = frame.depth - 1 - reduced
    child.alpha = frame.alpha
    child.beta = frame.beta
    if frame.effort != FULL:
        if stack[ply].mover == 0:
            child.beta = frame.alpha + 1
        else:
            child.alpha = frame.beta - 1
    stack[ply + 1] = stack[ply]
    play(stack[ply + 1], desk.codes[ply, frame.tried])


def bring_forward(desk: Desk, ply: int) -> None:
    """Put the most promising of the moves that were not tried next."""
    codes, ranks, first = desk.codes, desk.ranks, desk.frames[ply].tried
    best = first
    for index in range(first + 1, desk.frames[ply].count):
        if ranks[ply, index] > ranks[ply, best]:
            best = index
    code = codes[ply, best]
    codes[ply, best] = codes[ply, first]
    ranks[ply, best] = ranks[ply, first]
    codes[ply, first] = code


def enter(desk: Desk, ply: int) -> bool:
    """Look at a new position: True if its value is known at once, else its moves are ready to be tried."""
    frame, position, state = desk.frames[ply], desk.stack[ply], desk.state
    state[DONE] += 1
    state[DEEPEST] = max(state[DEEPEST], ply)
    if position.mover == OVER:
        frame.best = final(position, state[HASTE])
        frame.sound = 1
        return True
    if ply == MOST_PLIES - 1 or (frame.depth <= 0 and position.turn != desk.stack[ply - 1].turn):
        frame.best = judged(position, desk.factors, desk.numbers)
        frame.sound = 0
        return True
    if state[HASTE] == 0 and is_settled(frame, position):
        return True
    frame.key = key_of(desk.words, ply, state[SALT])
    slot = find(desk.table, frame.key, state[AGE])
    remembered = -1
    if slot >= 0:
        entry = desk.table[slot]
        if is_enough(entry, frame):
            frame.best = entry.value
            frame.sound = entry.sound
            return True
        remembered = entry.move
    open_frame(frame, position.mover, moves(position, desk.out))
    rank_moves(desk, ply, remembered)
    return False


def rank_moves(desk: Desk, ply: int, remembered: int) -> None:
    """How promising moves are: the one remembered, those that refuted another at this ply, those that often did."""
    mover, killers = desk.stack[ply].mover, desk.killers
    for index in range(desk.frames[ply].count):
        move = desk.out[index]
        desk.codes[ply, index] = move
        if move == remembered:
            desk.ranks[ply, index] = REMEMBERED
        elif move == killers[ply, 0]:
            desk.ranks[ply, index] = KILLER
        elif move == killers[ply, 1]:
            desk.ranks[ply, index] = KILLER - 1
        elif ply < desk.state[ORDERED]:
            desk.ranks[ply, index] = promise(desk, ply, move)
        else:
            desk.ranks[ply, index] = desk.history[mover, move % HISTORIES]


def promise(desk: Desk, ply: int, move: int) -> int:
    """What a move leads to, as judged, for the seat that makes it."""
    after = desk.stack[ply + 1]
    desk.stack[ply + 1] = desk.stack[ply]
    play(after, move)
    value = final(after, 0) if after.mover == OVER else judged(after, desk.factors, desk.numbers)
    return value if desk.stack[ply].mover == 0 else -value


def is_settled(frame: np.record, position: np.record) -> bool:
    """Does what can still come of a position answer the question, where only the result counts?"""
    least, most = limits(position)
    drawn = (2 * least == WHOLE and frame.beta <= 0) or (2 * most == WHOLE and frame.alpha >= 0)
    if least != most and not drawn:
        return False
    frame.best = 0 if drawn else result(least, 0)
    frame.sound = 1
    return True


def final(position: np.record, haste: int) -> int:
    """The value of a game that is over; the earlier it was won, the better."""
    return result(int(position.shares[0]), haste * int(position.turn))


def result(share: int, late: int) -> int:
    """The value of what the first seat gets, in twelfths."""
    if 2 * share == WHOLE:
        return 0
    return WIN - late if 2 * share > WHOLE else late - WIN


def judged(position: np.record, factors: Numbers, numbers: Numbers) -> int:
    """The log odds of the first seat, as a whole number."""
    return int(min(max(SCALE * odds(position, factors, numbers), -MOST_JUDGED), MOST_JUDGED))


def absorb(desk: Desk, ply: int) -> None:
    """Take the value of the move under way, unless it is too good to have been tried so hastily."""
    frame, child, mover = desk.frames[ply], desk.frames[ply + 1], desk.stack[ply].mover
    value, move = child.best, desk.codes[ply, frame.tried]
    better = value > frame.alpha if mover == 0 else value < frame.beta
    if better and (frame.effort == GLANCE or (frame.effort == SCOUT and frame.beta - frame.alpha > 1)):
        frame.again = frame.effort + 1
        return
    if ply == 0:
        note(desk, frame, child)
    if value > frame.best if mover == 0 else value < frame.best:
        frame.best = value
        frame.move = move
    if mover == 0:
        frame.alpha = max(frame.alpha, value)
    else:
        frame.beta = min(frame.beta, value)
    frame.sound = frame.sound & child.sound
    if frame.alpha >= frame.beta:
        frame.sound = child.sound
        reward(desk, ply, mover, move, frame.depth)
    frame.again = GLANCE
    frame.tried += 1


def note(desk: Desk, frame: np.record, child: np.record) -> None:
    """Write down what became of a move of the root."""
    row = desk.root[frame.tried]
    row[VALUE] = child.best
    row[BOUND] = bound_of(child.best, frame.alpha, frame.beta)
    row[SPENT] += desk.state[DONE] - desk.state[BEGAN]
    row[SOUND] = child.sound


def bound_of(value: int, alpha: int, beta: int) -> int:
    """What a value is that was found with a window."""
    if value <= alpha:
        return AT_MOST
    return AT_LEAST if value >= beta else EXACT


def reward(desk: Desk, ply: int, mover: int, move: int, depth: int) -> None:
    """Remember a move that refuted the one before it."""
    killers, history = desk.killers, desk.history
    if killers[ply, 0] != move:
        killers[ply, 1] = killers[ply, 0]
        killers[ply, 0] = move
    deep = max(1, min(depth, 64))
    history[mover, move % HISTORIES] = min(history[mover, move % HISTORIES] + deep * deep, LOUDEST)


def leave(desk: Desk, ply: int) -> None:
    """All moves are tried, or enough of them: remember the value."""
    frame = desk.frames[ply]
    bound = bound_of(frame.best, frame.low, frame.high)
    if (frame.best >= CERTAIN and bound != AT_MOST) or (frame.best <= -CERTAIN and bound != AT_LEAST):
        frame.sound = 1
    entry = desk.table[place(desk, frame)]
    entry.key = frame.key
    entry.value = frame.best
    entry.move = frame.move
    entry.depth = frame.depth
    entry.age = desk.state[AGE]
    entry.bound = bound
    entry.sound = frame.sound


def place(desk: Desk, frame: np.record) -> int:
    """Where to remember a position: places come in pairs, the first for what was looked at most deeply."""
    slot = (frame.key % len(desk.table)) & -2
    entry = desk.table[slot]
    taken = entry.age == desk.state[AGE] and entry.key != frame.key and entry.depth > frame.depth
    return slot + 1 if taken else slot


def find(table: NDArray[np.void], key: int, age: int) -> int:
    """Where the table has a position, or -1."""
    slot = (key % len(table)) & -2
    for index in range(slot, slot + 2):
        if table[index].key == key and table[index].age == age:
            return index
    return -1


def is_enough(entry: np.record, frame: np.record) -> bool:
    """Does what is remembered answer the question?"""
    if entry.depth < frame.depth and not entry.sound:
        return False
    if entry.bound == AT_LEAST:
        return entry.value >= frame.beta
    if entry.bound == AT_MOST:
        return entry.value <= frame.alpha
    return True


def key_of(words: NDArray[np.int32], ply: int, salt: int) -> int:
    """A hash of a position's record, 63 bits."""
    key = int(salt)
    for index in range(words.shape[1]):
        key = ((key ^ (int(words[ply, index]) & WORD)) * PRIME) & MASK
        key ^= key >> 29
    return key


def follow(desk: Desk, move: int, seen: NDArray[np.void], out: Codes) -> int:
    """Write the moves expected from the root on, a given one first, and the positions in which they are made;
    return how many they are."""
    last = MOST_PLIES - 1
    desk.stack[last] = desk.stack[0]
    count = 0
    while move >= 0 and count < len(out):
        seen[count] = desk.stack[last]
        out[count] = move
        count += 1
        play(desk.stack[last], move)
        move = -1
        if desk.stack[last].mover != OVER:
            slot = find(desk.table, key_of(desk.words, last, desk.state[SALT]), desk.state[AGE])
            if slot >= 0:
                move = desk.table[slot].move
    return count
