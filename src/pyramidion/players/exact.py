"""Exact search over the verbs of any game of two seats without chance and secrets: plain functions, bound to a game
and compiled.

A value is the lead of the first seat at the end, in points, or only its sign; the first seat maximises, the second
minimises. Nothing is judged: a value comes from finished games and from limits that a game is sure of. There is a
frame and a position for every ply, so a search can be left after any number of positions and gone on with later, and
several threads can search the same position and share one memory.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.verbs import moves, play
from pyramidion.players.exact_desk import DONE, HISTORIES, LOUDEST, PLY, SALT, SCORE, ExactDesk
from pyramidion.players.exact_memory import BEYOND, keep, lower_of, move_of, recall, upper_of
from pyramidion.players.transpositions import key_of
from pyramidion.players.verbs import lead_limits, pack

REMEMBERED = 1 << 50
PROMISE = 1 << 24  # what a point of the limits counts beside the history of a move


def begin(desk: ExactDesk, alpha: int, beta: int) -> None:
    """Make ready to find out what the first position is worth, as far as that lies between alpha and beta."""
    desk.state[PLY] = -1
    frame = desk.frames[0]
    frame.alpha = alpha
    frame.beta = beta
    least, most = known_limits(desk, desk.stack[0])
    if is_decided(frame, least, most):
        frame.best = least if least >= beta or least == most else most
    elif not enter(desk, 0):
        desk.state[PLY] = 0


def search(desk: ExactDesk, limit: int) -> None:
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
            bring_forward(desk, ply)
            if step(desk, ply):
                absorb(desk, ply)
            else:
                ply += 1
    state[PLY] = ply


def known_limits(desk: ExactDesk, position: np.record) -> tuple[int, int]:
    """The least and the most that a position can be worth."""
    least, most = lead_limits(position)
    if desk.state[SCORE]:
        return least, most
    return min(max(least, -1), 1), min(max(most, -1), 1)


def is_decided(frame: np.record, least: int, most: int) -> bool:
    """Do limits answer the question?"""
    return least == most or least >= frame.beta or most <= frame.alpha


def step(desk: ExactDesk, ply: int) -> bool:
    """Make the next move: True if the value of what it leads to is known at once, else that position's moves are
    ready to be tried."""
    frame, child = desk.frames[ply], desk.frames[ply + 1]
    least, most = desk.least[ply, frame.tried], desk.most[ply, frame.tried]
    child.alpha = frame.alpha
    child.beta = frame.beta
    if is_decided(child, least, most):
        child.best = least if least >= frame.beta or least == most else most
        return True
    desk.stack[ply + 1] = desk.stack[ply]
    play(desk.stack[ply + 1], desk.codes[ply, frame.tried])
    return enter(desk, ply + 1)


def enter(desk: ExactDesk, ply: int) -> bool:
    """Look at a new position that its limits do not decide: True if its value is remembered, else its moves are ready
    to be tried."""
    frame, state = desk.frames[ply], desk.state
    state[DONE] += 1
    frame.key = pack(desk.stack[ply])
    if frame.key < 0:
        frame.key = key_of(desk.words, ply, 0)
    data = recall(desk.memory, frame.key)
    if data and is_decided(frame, lower_of(data), upper_of(data)):
        least, most = lower_of(data), upper_of(data)
        frame.best = least if least >= frame.beta or least == most else most
        return True
    frame.low = frame.alpha
    frame.high = frame.beta
    frame.best = -BEYOND if desk.stack[ply].mover == 0 else BEYOND
    frame.move = -1
    frame.tried = 0
    frame.begun = state[DONE]
    frame.count = moves(desk.stack[ply], desk.out)
    rank_moves(desk, ply, move_of(data) if data else -1)
    return False


def rank_moves(desk: ExactDesk, ply: int, remembered: int) -> None:
    """How promising moves are: the one remembered, then those with the best limits, then those that often refuted."""
    position, after = desk.stack[ply], desk.stack[ply + 1]
    mover, salt = position.mover, desk.state[SALT]
    for index in range(desk.frames[ply].count):
        move = desk.out[index]
        desk.stack[ply + 1] = position
        play(after, move)
        least, most = lead_limits(after)
        desk.codes[ply, index] = move
        desk.least[ply, index] = least if desk.state[SCORE] else min(max(least, -1), 1)
        desk.most[ply, index] = most if desk.state[SCORE] else min(max(most, -1), 1)
        loudness = desk.history[mover, move % HISTORIES]
        if salt:
            loudness += (desk.frames[ply].key * salt + move * 7919) >> 7 & 0xFF
        promise = least + most if mover == 0 else -least - most
        desk.ranks[ply, index] = REMEMBERED if move == remembered else promise * PROMISE + loudness


def bring_forward(desk: ExactDesk, ply: int) -> None:
    """Put the most promising of the untried moves next."""
    ranks, first = desk.ranks, desk.frames[ply].tried
    best = first
    for index in range(first + 1, desk.frames[ply].count):
        if ranks[ply, index] > ranks[ply, best]:
            best = index
    if best != first:
        exchange(desk.codes, ply, first, best)
        exchange(desk.least, ply, first, best)
        exchange(desk.most, ply, first, best)
        ranks[ply, best] = ranks[ply, first]


def exchange(rows: NDArray[np.int32], ply: int, one: int, other: int) -> None:
    kept = rows[ply, one]
    rows[ply, one] = rows[ply, other]
    rows[ply, other] = kept


def absorb(desk: ExactDesk, ply: int) -> None:
    """Take the value of the move under way."""
    frame, value = desk.frames[ply], desk.frames[ply + 1].best
    move, mover = desk.codes[ply, frame.tried], desk.stack[ply].mover
    if value > frame.best if mover == 0 else value < frame.best:
        frame.best = value
        frame.move = move
    if mover == 0:
        frame.alpha = max(frame.alpha, value)
    else:
        frame.beta = min(frame.beta, value)
    frame.tried += 1
    if frame.alpha >= frame.beta:
        heard = desk.history[mover, move % HISTORIES] + 1 + min(frame.count - frame.tried, 8)
        desk.history[mover, move % HISTORIES] = heard if heard < LOUDEST else LOUDEST // 2


def leave(desk: ExactDesk, ply: int) -> None:
    """All moves are tried, or enough of them: remember the value."""
    frame = desk.frames[ply]
    lower = frame.best if frame.best > frame.low else -BEYOND
    upper = frame.best if frame.best < frame.high else BEYOND
    keep(desk.memory, frame.key, lower, upper, frame.move, desk.state[DONE] - frame.begun)
