"""The order in which alpha-beta search tries moves: the most promising first. Compiled."""

from __future__ import annotations

from pyramidion.engine.header import OVER
from pyramidion.engine.verbs import play
from pyramidion.players.minimax_desk import HISTORIES, ORDERED, MinimaxDesk
from pyramidion.players.minimax_values import final, judged

REMEMBERED, KILLER, LOUDEST = 1 << 30, 1 << 29, 1 << 28  # ranks; no history is louder than the last


def bring_forward(desk: MinimaxDesk, ply: int) -> None:
    """Put the most promising of the untried moves next."""
    codes, ranks, first = desk.codes, desk.ranks, desk.frames[ply].tried
    best = first
    for index in range(first + 1, desk.frames[ply].count):
        if ranks[ply, index] > ranks[ply, best]:
            best = index
    code = codes[ply, best]
    codes[ply, best] = codes[ply, first]
    ranks[ply, best] = ranks[ply, first]
    codes[ply, first] = code


def rank_moves(desk: MinimaxDesk, ply: int, remembered: int) -> None:
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


def promise(desk: MinimaxDesk, ply: int, move: int) -> int:
    """What a move leads to, as judged, for the seat that makes it."""
    after = desk.stack[ply + 1]
    desk.stack[ply + 1] = desk.stack[ply]
    play(after, move)
    value = final(after, 0) if after.mover == OVER else judged(after, desk.scales)
    return value if desk.stack[ply].mover == 0 else -value


def reward(desk: MinimaxDesk, ply: int, mover: int, move: int, depth: int) -> None:
    """Remember a move that refuted the one before it."""
    killers, history = desk.killers, desk.history
    if killers[ply, 0] != move:
        killers[ply, 1] = killers[ply, 0]
        killers[ply, 0] = move
    deep = max(1, min(depth, 64))
    history[mover, move % HISTORIES] = min(history[mover, move % HISTORIES] + deep * deep, LOUDEST)
