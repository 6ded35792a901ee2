"""Random numbers: the published generator, unbiased, the same at every speed."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import pyramidion as pyr
from pyramidion.engine import dice
from pyramidion.engine.binding import compiled

MASK = 0xFFFFFFFF


def sfc32(a: int, b: int, c: int, counter: int, count: int) -> list[int]:
    """The published algorithm, written down once more."""
    words = []
    for _ in range(count):
        word = (a + b + counter) & MASK
        counter = (counter + 1) & MASK
        a = b ^ (b >> 9)
        b = (c + (c << 3)) & MASK
        c = ((c << 21 | c >> 11) + word) & MASK
        words.append(word)
    return words


@given(st.integers(0, (1 << 63) - 1), st.integers(0, (1 << 40)))
def test_a_stream_is_sfc32_after_its_warm_up(seed: int, number: int) -> None:
    start = (seed & MASK, seed >> 32, number & MASK, 1 + (number >> 32))
    expected = sfc32(*start, dice.WARM_UP + 20)[dice.WARM_UP :]
    stream = dice.stream(seed, number)
    assert [int(dice.word(stream)) for _ in range(20)] == expected


@given(st.integers(0, (1 << 63) - 1), st.integers(1, 1 << 30))
def test_numbers_below_a_bound_agree_compiled_and_interpreted(seed: int, bound: int) -> None:
    below = compiled(pyr.load("telic").description)(dice.below)
    plain, fast = dice.stream(seed), dice.stream(seed)
    for _ in range(10):
        number = int(dice.below(plain, bound))
        assert 0 <= number < bound and number == below(fast, bound)


def test_numbers_below_a_bound_are_equally_likely() -> None:
    """Two and a half words for each number: without care every other number would be half as likely again."""
    bound = (1 << 32) * 2 // 5
    stream = dice.stream(5)
    odd = sum(dice.below(stream, bound) % 2 for _ in range(20_000))
    assert abs(odd - 10_000) < 5 * np.sqrt(5000)


def test_weights_are_kept() -> None:
    stream = dice.stream(1)
    weights = np.array([1, 0, 3, 2], dtype=np.int32)
    counts = np.bincount([dice.weighted(stream, weights, 4) for _ in range(12_000)], minlength=4)
    assert counts[1] == 0
    assert np.all(abs(counts - 2000 * weights) <= 5 * np.sqrt(2000 * weights))


def test_streams_of_a_seed_differ() -> None:
    firsts = {int(dice.word(dice.stream(seed, number))) for seed in range(100) for number in range(100)}
    assert len(firsts) > 9_990


@given(st.integers(0, (1 << 63) - 1), st.integers(0, MASK))
def test_a_word_at_a_place_is_the_same_compiled(seed: int, place: int) -> None:
    word = dice.word_at(seed, place)
    assert 0 <= word <= MASK
    assert word == compiled(pyr.load("telic").description)(dice.word_at)(seed, place)


def test_words_at_places_look_random() -> None:
    """Every bit is set in half of them, and in half of those of neighbouring seeds and places it changes."""
    words = np.array([[dice.word_at(seed, place) for place in range(64)] for seed in range(64)])
    for bits in (words, words[1:] ^ words[:-1], words[:, 1:] ^ words[:, :-1]):
        for bit in range(32):
            assert abs((bits >> bit & 1).mean() - 0.5) < 5 * 0.5 / np.sqrt(bits.size)
    assert len(np.unique(words)) == words.size
