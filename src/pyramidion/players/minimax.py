"""Alpha-beta search over the verbs of any game of two seats: plain functions, bound to a game and compiled.

Compiled code has no recursion, so there is a frame and a position for every ply, and a search can
be left after any number of positions and gone on with later. Values are those of the first seat,
who maximises while the second minimises; a seat may well make several plies in a row. Positions are
judged only where a turn ends. Values are remembered; a value is sound when no judged position bears on
it, so that it holds however deep one looks.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.header import OVER
from pyramidion.engine.verbs import Codes, moves, play
from pyramidion.players.minimax_desk import (
    AGE,
    BEGAN,
    BOUND,
    DEEPEST,
    DONE,
    HASTE,
    MOST_PLIES,
    MOVE,
    PLY,
    SALT,
    SOUND,
    SPENT,
    VALUE,
    MinimaxDesk,
)
from pyramidion.players.minimax_values import AT_LEAST, AT_MOST, CERTAIN, WIN, bound_of, final, is_settled, judged
from pyramidion.players.move_order import bring_forward, rank_moves, reward
from pyramidion.players.transpositions import find, is_enough, key_of, remember

GLANCE, SCOUT, FULL = 0, 1, 2  # how thoroughly a move is tried
LEAST_REDUCED, FIRST_REDUCED = 3, 3  # depth from which, and move after which, moves are first glanced at
UNLIMITED_DEPTH = 1 << 20  # a depth beyond any game


def begin(desk: MinimaxDesk, count: int, depth: int) -> None:
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
    """Make a frame ready for its moves; its alpha, beta and depth are known."""
    frame.low = frame.alpha
    frame.high = frame.beta
    frame.best = -2 * WIN if mover == 0 else 2 * WIN
    frame.move = -1
    frame.count = count
    frame.tried = 0
    frame.again = FULL
    frame.sound = 1


def search(desk: MinimaxDesk, limit: int) -> None:
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


def step(desk: MinimaxDesk, ply: int) -> None:
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
    play(stack[ply + 1], int(desk.codes[ply, frame.tried]))


def enter(desk: MinimaxDesk, ply: int) -> bool:
    """Look at a new position: True if its value is known at once, else its moves are ready to be tried."""
    frame, state, memory = desk.frames[ply], desk.state, desk.memory
    state[DONE] += 1
    state[DEEPEST] = max(state[DEEPEST], ply)
    if is_leaf(desk, ply):
        return True
    frame.key = key_of(desk.words, ply, state[SALT])
    slot = find(memory, frame.key, state[AGE])
    if slot >= 0 and is_enough(memory[slot], frame):
        frame.best = memory[slot].value
        frame.sound = memory[slot].sound
        return True
    open_frame(frame, desk.stack[ply].mover, moves(desk.stack[ply], desk.out))
    rank_moves(desk, ply, memory[slot].move if slot >= 0 else -1)
    return False


def is_leaf(desk: MinimaxDesk, ply: int) -> bool:
    """Is there nothing to search, because the game is over, settled, or deep enough to be judged? Its value is
    written to the frame."""
    frame, position, haste = desk.frames[ply], desk.stack[ply], desk.state[HASTE]
    if position.mover == OVER:
        frame.best = final(position, haste)
        frame.sound = 1
        return True
    if ply == MOST_PLIES - 1 or (frame.depth <= 0 and position.turn != desk.stack[ply - 1].turn):
        frame.best = judged(position, desk.scales)
        frame.sound = 0
        return True
    return haste == 0 and is_settled(frame, position)


def absorb(desk: MinimaxDesk, ply: int) -> None:
    """Take the value of the move under way, unless it is too good to have been tried so hastily."""
    frame, child, mover = desk.frames[ply], desk.frames[ply + 1], desk.stack[ply].mover
    value, move = child.best, desk.codes[ply, frame.tried]
    better = value > frame.alpha if mover == 0 else value < frame.beta
    if better and (frame.effort == GLANCE or (frame.effort == SCOUT and frame.beta - frame.alpha > 1)):
        frame.again = frame.effort + 1
        return
    if ply == 0:
        write_row(desk, frame, child)
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


def write_row(desk: MinimaxDesk, frame: np.record, child: np.record) -> None:
    """Write down what became of a move of the root."""
    row = desk.root[frame.tried]
    row[VALUE] = child.best
    row[BOUND] = bound_of(child.best, frame.alpha, frame.beta)
    row[SPENT] += desk.state[DONE] - desk.state[BEGAN]
    row[SOUND] = child.sound


def leave(desk: MinimaxDesk, ply: int) -> None:
    """All moves are tried, or enough of them: remember the value."""
    frame = desk.frames[ply]
    bound = bound_of(frame.best, frame.low, frame.high)
    if (frame.best >= CERTAIN and bound != AT_MOST) or (frame.best <= -CERTAIN and bound != AT_LEAST):
        frame.sound = 1
    remember(desk.memory, frame, bound, desk.state[AGE])


def follow(desk: MinimaxDesk, move: int, seen: NDArray[np.void], out: Codes) -> int:
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
            slot = find(desk.memory, key_of(desk.words, last, desk.state[SALT]), desk.state[AGE])
            if slot >= 0:
                move = desk.memory[slot].move
    return count
