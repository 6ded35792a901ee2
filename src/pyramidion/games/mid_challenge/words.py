"""The words of The Mid Challenge: its seats, sizes, columns, squares and rolls."""

from __future__ import annotations

import functools

import numpy as np

from pyramidion.draw.words import listed
from pyramidion.games.mid_challenge.rolls import FACES, ROLLS
from pyramidion.games.mid_challenge.rules import PLACE
from pyramidion.games.mid_challenge.squares import HEIGHT, MOST_SQUARES, WIDTH

SEATS = ("Red", "Blue", "Green", "Yellow")
COLOURS = "rbgy"
SIZES = "SML"
SIZE_NAMES = ("small", "medium", "large")
FILES = "abcdefgh"
HEADERS = "2345"
FACE_WORDS = {"0": "blank", "A": "ace"}


def width_of(position: np.record) -> int:
    return int(WIDTH[position.board])


def height_of(position: np.record) -> int:
    return int(HEIGHT[position.board])


def players_of(position: np.record) -> int:
    return 2 + int(position.players)


def extent(position: np.record) -> str:
    """How large the board is, as the second half of a sentence."""
    return f"its files are a to {FILES[width_of(position) - 1]}, its ranks 1 to {height_of(position)}"


def square_name(position: np.record, square: int) -> str:
    rank, file = divmod(square, width_of(position))
    return f"{FILES[file]}{rank + 1}"


def placement_text(position: np.record, code: int) -> str:
    """The text of a move that places a mid: its size and square."""
    size, square = divmod(code - PLACE, MOST_SQUARES)
    return SIZES[size] + square_name(position, square)


@functools.cache
def roll_text(roll: int) -> str:
    return "".join(FACES[face] for face in ROLLS[roll])


@functools.cache
def roll_words(roll: int) -> str:
    """A roll as people say it: blank, ace and 3."""
    return listed(FACE_WORDS.get(face, face) for face in roll_text(roll))
