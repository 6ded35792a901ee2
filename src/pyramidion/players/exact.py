"""Exact search over the verbs of any game of two seats without chance and secrets: plain functions, bound to a game
and compiled.

A search answers one question: does the first seat lead by a given number of points at the end, or by more, if nobody
errs? The first seat wants a yes, the second a no. Nothing is judged: an answer comes from finished games and from
limits that a game is sure of. There is a frame and a position for every ply, so a search can be left after any number
of positions and gone on with later, and several threads can search the same position and share one memory.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.header import OVER
from pyramidion.engine.verbs import moves, play
from pyramidion.players.exact_desk import ANSWER, ASKED, DONE, HISTORIES, LOUDEST, PLY, SALT, ExactDesk
from pyramidion.players.exact_memory import BEYOND, keep, lower_of, move_of, recall, upper_of
from pyramidion.players.transpositions import WORD, key_of
from pyramidion.players.verbs import PASSING, UNPACKED, lead_limits, limits_after, pack

NO, YES, OPEN = 0, 1, 2
PROMISE = 1 << 21  # what a point of the limits counts beside the history of a move
REMEMBERED = 1 << 30
BYTE = 0xFF
MOST_CODE = 0xFFFF  # of a move, which has 16 bits of an entry


def begin(desk: ExactDesk, asked: int) -> None:
    """Prepare to find out whether the first position leads to a number of points or more."""
    state, frame = desk.state, desk.frames[0]
    least, most = lead_limits(desk.stack[0])
    frame.least, frame.most = least, most
    state[ASKED] = asked
    state[ANSWER] = between(least, most, asked)
    if state[ANSWER] == OPEN:
        state[ANSWER] = enter(desk, 0)
    state[PLY] = 0 if state[ANSWER] == OPEN else -1


def search(desk: ExactDesk, limit: int) -> None:
    """Go on until the search is finished or `limit` positions have been seen."""
    state = desk.state
    ply = state[PLY]
    while ply >= 0 and state[DONE] < limit:
        step(desk, ply)
        answer = enter(desk, ply + 1)
        if answer == OPEN:
            ply += 1
        else:
            ply = go_back(desk, ply, answer)
    state[PLY] = ply


def between(least: int, most: int, asked: int) -> int:
    """What limits answer."""
    if least >= asked:
        return YES
    return NO if most < asked else OPEN


def entry(rank: int, least: int, most: int, move: int) -> int:
    """A move to try, in one number: the greater, the more promising."""
    return rank << 32 | (least + BEYOND) << 24 | (most + BEYOND) << 16 | move


def step(desk: ExactDesk, ply: int) -> None:
    """Make the most promising of the untried moves."""
    untried, frame, after = desk.untried, desk.frames[ply], desk.frames[ply + 1]
    first, best = frame.tried, frame.tried
    for index in range(first + 1, frame.count):
        if untried[ply, index] > untried[ply, best]:
            best = index
    chosen = untried[ply, best]
    untried[ply, best] = untried[ply, first]
    untried[ply, first] = chosen
    after.least = (chosen >> 24 & BYTE) - BEYOND
    after.most = (chosen >> 16 & BYTE) - BEYOND
    copy(desk, ply)
    play(desk.stack[ply + 1], chosen & MOST_CODE)


def copy(desk: ExactDesk, ply: int) -> None:
    """Put the position of a ply in the place of the next."""
    for index in range(desk.words.shape[1]):
        desk.words[ply + 1, index] = desk.words[ply, index]


def enter(desk: ExactDesk, ply: int) -> int:
    """Look at a new position that its limits leave open: the answer, or OPEN if its moves are ready to be tried."""
    state, position, frame = desk.state, desk.stack[ply], desk.frames[ply]
    if position.mover == OVER:
        least, most = lead_limits(position)
        return between(least, most, state[ASKED])
    state[DONE] += 1
    frame.begun = state[DONE]
    frame.tried = 0
    frame.key = pack(position)
    if frame.key == UNPACKED:
        frame.key = key_of(desk.words, ply, 0)
    data = 0 if frame.key == PASSING else recall(desk.memory, frame.key)
    answer = between(lower_of(data), upper_of(data), state[ASKED]) if data != 0 else OPEN
    if answer == OPEN:
        answer = list_moves(desk, ply)
        if data != 0:
            prefer(desk, ply, move_of(data))
    return answer


def list_moves(desk: ExactDesk, ply: int) -> int:
    """List the moves that have to be tried, and how promising they are: those with the best limits, then those that
    often refuted. If none has to be tried, the answer is known."""
    position, frame, asked, salt = desk.stack[ply], desk.frames[ply], desk.state[ASKED], desk.state[SALT]
    mover = position.mover
    wanted = YES if mover == 0 else NO
    total = moves(position, desk.out)
    if not limits_after(position, desk.out, total, frame.least, frame.most, desk.least, desk.most, desk.urges):
        try_moves(desk, ply, total)
    count = 0
    for index in range(total):
        move, least, most = int(desk.out[index]), int(desk.least[index]), int(desk.most[index])
        answer = between(least, most, asked)
        if answer == wanted:
            return wanted
        if answer == OPEN:
            loudness = desk.history[mover, move % HISTORIES]
            if salt:
                loudness += (desk.state[DONE] * salt + move * 7919) >> 7 & BYTE
            promise = (least + most if mover == 0 else -least - most) + int(desk.urges[index])
            desk.untried[ply, count] = entry(promise * PROMISE + loudness, least, most, move)
            count += 1
    frame.count = count
    return OPEN if count else 1 - wanted


def try_moves(desk: ExactDesk, ply: int, count: int) -> None:
    """Find the limits after each move by making it."""
    for index in range(count):
        copy(desk, ply)
        play(desk.stack[ply + 1], int(desk.out[index]))
        least, most = lead_limits(desk.stack[ply + 1])
        desk.least[index] = least
        desk.most[index] = most
        desk.urges[index] = 0


def prefer(desk: ExactDesk, ply: int, remembered: int) -> None:
    """Try a move first."""
    for index in range(desk.frames[ply].count):
        if desk.untried[ply, index] & MOST_CODE == remembered:
            desk.untried[ply, index] = REMEMBERED << 32 | desk.untried[ply, index] & WORD


def go_back(desk: ExactDesk, ply: int, answer: int) -> int:
    """Take the answer of the move under way back to the ply where there is still a move to try, or to -1."""
    while ply >= 0:
        frame, mover = desk.frames[ply], desk.stack[ply].mover
        frame.tried += 1
        refuted = answer == (YES if mover == 0 else NO)
        if not refuted and frame.tried < frame.count:
            return ply
        move = desk.untried[ply, frame.tried - 1] & MOST_CODE if refuted else -1
        if refuted:
            applaud(desk.history, mover, move, frame.count - frame.tried)
        if frame.key != PASSING:
            asked = desk.state[ASKED]
            lower, upper = (asked, BEYOND) if answer == YES else (-BEYOND, asked - 1)
            keep(desk.memory, frame.key, lower, upper, move, desk.state[DONE] - frame.begun + 1)
        ply -= 1
    desk.state[ANSWER] = answer
    return -1


def applaud(history: NDArray[np.int64], mover: int, move: int, spared: int) -> None:
    """Remember a move that spared others."""
    heard = history[mover, move % HISTORIES] + 1 + min(spared, 8)
    history[mover, move % HISTORIES] = heard if heard < LOUDEST else LOUDEST // 2
