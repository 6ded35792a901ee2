"""What makes a position of Connect Four good for a seat."""

from __future__ import annotations

import numpy as np

from pyramidion.engine.bits import size_of
from pyramidion.engine.contract import Judgement
from pyramidion.engine.verbs import Numbers

from .rules import FILE, FILES, RANKS

FEATURES = (
    "on turn",
    "open threes, on turn",
    "open threes, off turn",
    "open threes on odd ranks",
    "open threes on even ranks",
    "open twos",
    "discs in the middle file",
    "discs beside the middle file",
)
JUDGEMENT = Judgement(features=FEATURES, search="alphabeta")
BOARD = sum(((1 << RANKS) - 1) << file * FILE for file in range(FILES))
FOOT = sum(1 << file * FILE for file in range(FILES))
ODD = FOOT * 0b010101
MIDDLE = ((1 << RANKS) - 1) << FILES // 2 * FILE


def features(position: np.record, seat: int, out: Numbers) -> int:
    own, other = int(position.discs[seat]), int(position.discs[1 - seat])
    empty = BOARD & ~(own | other)
    falling = ((own | other) + FOOT) & empty
    threes = completing(own) & empty
    on_turn = position.seat == seat
    out[0] = on_turn
    out[1] = size_of(threes & falling) if on_turn else 0
    out[2] = 0 if on_turn else size_of(threes & falling)
    out[3] = size_of(threes & ODD)
    out[4] = size_of(threes & ~ODD)
    out[5] = open_twos(own, empty)
    out[6] = size_of(own & MIDDLE)
    out[7] = size_of(own & (MIDDLE << FILE | MIDDLE >> FILE))
    return len(FEATURES)


def completing(discs: int) -> int:
    """The squares on which a disc would complete four in a line with these, free or not."""
    found = discs << 1 & discs << 2 & discs << 3
    for step in range(FILE - 1, FILE + 2):
        pairs = discs << step & discs << 2 * step
        found |= pairs & (discs << 3 * step | discs >> step)
        pairs = discs >> step & discs >> 2 * step
        found |= pairs & (discs >> 3 * step | discs << step)
    return found


def open_twos(own: int, empty: int) -> int:
    """Level and slanting lines of four squares with two discs and two empty squares."""
    free = own | empty
    count = 0
    for step in range(FILE - 1, FILE + 2):
        lines = free & free >> step & free >> 2 * step & free >> 3 * step
        a, b, c, d = own & lines, own >> step & lines, own >> 2 * step & lines, own >> 3 * step & lines
        odd, both, others = a ^ b ^ c ^ d, (a & b) | (c & d), (a ^ b) & (c ^ d)
        count += size_of((both | others) & ~odd & ~(a & b & c & d) & lines)
    return count
