"""Values found by exact search, shared by threads without locks. Compiled.

An entry is two words: its data, and its key xor its data. A reader that meets an entry half written by another thread
finds that the words do not belong together and takes it for none.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pyramidion.players.transpositions import MASK, PRIME

BEYOND = 120  # no lead is so large
SLOTS = 4  # entries side by side, in which a position is looked for
BYTE = 8
MOVE_BITS = 16
Memory = NDArray[np.int64]


def memory_of(size: int) -> Memory:
    """Room for entries in so many bytes."""
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
    mixed = (key * PRIME) & MASK
    mixed ^= mixed >> 31
    return mixed % (len(memory) // SLOTS) * SLOTS


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
    effort = log_of(positions)
    slot = first_slot(memory, key)
    place, least = slot, 1 << 20
    for index in range(slot, slot + SLOTS):
        data = memory[index, 1]
        if memory[index, 0] ^ data == key and data != 0:
            lower, upper = max(lower, lower_of(data)), min(upper, upper_of(data))
            place, least = index, -1
        elif effort_of(data) < least:
            place, least = index, effort_of(data)
    data = packed_data(lower, upper, move, effort)
    memory[place, 0] = key ^ data
    memory[place, 1] = data


def log_of(number: int) -> int:
    """How many bits a number has."""
    bits = 0
    while number > 0:
        number >>= 1
        bits += 1
    return bits
