"""Random numbers that are the same interpreted, compiled and on a GPU.

The generator is sfc32 (Chris Doty-Humphrey's small fast counting generator): four 32-bit words,
kept in 64-bit integers so that no step overflows in any of the three. A stream is named by a
seed and a number, so that game i of a seed does not depend on how the games are shared out.
"""

from __future__ import annotations

import numpy as np

from pyramidion.engine.verbs import Codes, Dice

WORDS = 4
MASK = 0xFFFFFFFF
WARM_UP = 15


def shuffle_in(dice: Dice, seed: int, stream: int) -> None:
    """Begin stream number `stream` of a seed; both may use 63 bits."""
    dice[0] = seed & MASK
    dice[1] = (seed >> 32) & MASK
    dice[2] = stream & MASK
    dice[3] = 1 + ((stream >> 32) & MASK)
    for _ in range(WARM_UP):
        word(dice)


def word(dice: Dice) -> int:
    """The next 32 random bits."""
    a, b, c, counter = dice[0], dice[1], dice[2], dice[3]
    result = (a + b + counter) & MASK
    dice[0] = b ^ (b >> 9)
    dice[1] = (c + (c << 3)) & MASK
    dice[2] = (((c << 21) & MASK | (c >> 11)) + result) & MASK
    dice[3] = (counter + 1) & MASK
    return result


def mixed(number: int) -> int:
    """32 bits that look random, others for each number below 2**32: a hash found by Chris Wellons' prospector."""
    number ^= number >> 16
    number = number * 0x21F0AAAD & MASK
    number ^= number >> 15
    number = number * 0x735A2D97 & MASK
    return number ^ number >> 15


def word_at(seed: int, place: int) -> int:
    """32 random bits for each place below 2**32 of a seed, without a generator that has to be shuffled first."""
    low, high = seed & MASK, seed >> 32
    return mixed(mixed(place ^ mixed(mixed(high) + low & MASK)) + mixed(mixed(low) + high & MASK) & MASK)


def below(dice: Dice, bound: int) -> int:
    """A number from 0 up to but not including `bound`, at most 2**31, every one exactly as likely."""
    product = word(dice) * bound
    if (product & MASK) < bound:
        threshold = (MASK + 1) % bound
        while (product & MASK) < threshold:
            product = word(dice) * bound
    return product >> 32


def weighted(dice: Dice, weights: Codes, count: int) -> int:
    """An index below `count`, each as likely as its weight says."""
    total = 0
    for index in range(count):
        total += weights[index]
    left = below(dice, total)
    for index in range(count):
        left -= weights[index]
        if left < 0:
            return index
    return count - 1


def stream(seed: int, number: int = 0) -> Dice:
    """A fresh generator, for Python code."""
    dice = np.empty(WORDS, dtype=np.int64)
    shuffle_in(dice, seed, number)
    return dice
