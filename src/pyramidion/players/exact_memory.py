"""Values found by exact search, shared by threads without locks. Compiled.

An entry is two words: its data, and its key xor its data. A reader that meets an entry half written by another thread
finds that the words do not belong together and takes it for none.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.bits import last

BEYOND = 120  # no lead is so large
SLOTS = 4  # entries side by side, in which a position is looked for
BYTE = 8
MOVE_BITS = 16
HALF = (1 << 31) - 1
FACTORS = (0x6C8E9CF5, 0x5A1B7E93, 0x7F4A7C15)
FOREVER = 1 << 61  # positions: nothing that is found takes the place of an entry that took so many
Memory = NDArray[np.int64]


def memory_of(size: int) -> Memory:
    """Room for as many entries as fit into some bytes."""
    return np.zeros((max(size // (16 * SLOTS), 1) * SLOTS, 2), dtype=np.int64)


def lower_of(data: int) -> int:
    return (data & 0xFF) - BEYOND


def upper_of(data: int) -> int:
    return (data >> BYTE & 0xFF) - BEYOND


def move_of(data: int) -> int:
    return (data >> 2 * BYTE & 0xFFFF) - 1


def effort_of(data: int) -> int:
    return data >> 2 * BYTE + MOVE_BITS & 0x3F


def packed_data(lower: int, upper: int, move: int, effort: int) -> int:
    high = (move + 1) | effort << MOVE_BITS
    return (lower + BEYOND) | (upper + BEYOND) << BYTE | high << 2 * BYTE


def first_slot(memory: Memory, key: int) -> int:
    """Where to look for a position. No product overflows, which compiled code would not define."""
    mixed = (key & HALF) * FACTORS[0] + (key >> 31) * FACTORS[1]
    mixed ^= mixed >> 32
    mixed = (mixed & HALF) * FACTORS[2] ^ mixed >> 31
    return ((mixed >> 20 & HALF) * (len(memory) // SLOTS) >> 31) * SLOTS


def recall(memory: Memory, key: int) -> int:
    """What is known of a position, or 0."""
    slot = first_slot(memory, key)
    for index in range(slot, slot + SLOTS):
        data = memory[index, 1]
        if memory[index, 0] ^ data == key and data != 0:
            return data
    return 0


def keep(memory: Memory, key: int, lower: int, upper: int, move: int, positions: int) -> None:
    """Remember what was found, in the place of what was found most easily."""
    effort = last(positions) + 1
    slot = first_slot(memory, key)
    place, least = slot, 1 << 20
    for index in range(slot, slot + SLOTS):
        data = memory[index, 1]
        if memory[index, 0] ^ data == key and data != 0:
            lower, upper = max(lower, lower_of(data)), min(upper, upper_of(data))
            place, least = index, -1
            effort = max(effort, effort_of(data))
        elif effort_of(data) < least:
            place, least = index, effort_of(data)
    data = packed_data(lower, upper, move, effort)
    memory[place, 0] = key ^ data
    memory[place, 1] = data


def fill(memory: Memory, keys: NDArray[np.int64], leads: NDArray[np.int64], moves: NDArray[np.int64]) -> None:
    """Remember what a book says, as a lead of at least one point, none, or at most minus one."""
    for index in range(len(keys)):
        lower = leads[index] if leads[index] >= 0 else -BEYOND
        upper = leads[index] if leads[index] <= 0 else BEYOND
        keep(memory, keys[index], lower, upper, moves[index], FOREVER)
