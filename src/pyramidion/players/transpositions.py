"""Values of positions that were searched before, found again by a hash of the position. Compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pyramidion.players.minimax_values import AT_LEAST, AT_MOST

ENTRY = np.dtype(
    [("key", "i8"), ("value", "i4"), ("move", "i4"), ("depth", "i4"), ("age", "i4"), ("bound", "i4"), ("sound", "i4")],
    align=True,
)
HALF, WORD, KEY = (1 << 31) - 1, (1 << 32) - 1, (1 << 62) - 1
FACTORS = (0x6C8E9CF5, 0x5A1B7E93)


def key_of(words: NDArray[np.int32], ply: int, salt: int) -> int:
    """A hash of a position, 62 bits. No product overflows, which compiled code would not define."""
    key = int(salt) & KEY
    for index in range(words.shape[1]):
        key ^= int(words[ply, index]) & WORD
        low, high = (key & HALF) * FACTORS[0], (key >> 31) * FACTORS[1]
        key = (low ^ low >> 29) + (high ^ high >> 31 ^ (high & HALF) << 31) & KEY
    return key


def find(memory: NDArray[np.void], key: int, age: int) -> int:
    """Where the value of a position is remembered, or -1."""
    slot = (key % len(memory)) & -2
    for index in range(slot, slot + 2):
        if memory[index].key == key and memory[index].age == age:
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


def remember(memory: NDArray[np.void], frame: np.record, bound: int, age: int) -> None:
    """Keep the value of a frame's position for as long as the age lasts."""
    entry = memory[place(memory, frame, age)]
    entry.key = frame.key
    entry.value = frame.best
    entry.move = frame.move
    entry.depth = frame.depth
    entry.age = age
    entry.bound = bound
    entry.sound = frame.sound


def place(memory: NDArray[np.void], frame: np.record, age: int) -> int:
    """Where to remember a position: places come in pairs, the first for what was looked at most deeply."""
    slot = (frame.key % len(memory)) & -2
    entry = memory[slot]
    taken = entry.age == age and entry.key != frame.key and entry.depth > frame.depth
    return slot + 1 if taken else slot
