"""A game's book: positions whose value with perfect play is proven and takes long to find out.

A game keeps it beside its rules in `book.bin`: a line of JSON that says for which rules it holds, then the entries,
compressed. An entry is one number: what `pack` says of the position, the result of the first seat, and the move that
keeps it, where the book goes on after that move.
"""

from __future__ import annotations

import functools
import json
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.errors import BadInput
from pyramidion.engine.files import write_bytes
from pyramidion.engine.game import Game

FORMAT = "pyramidion-book-1"
NO_MOVE = -1
MOVES = 4  # that an entry can tell apart, NO_MOVE among them
RESULTS = 3
MOST_KEY = (1 << 62) // (MOVES * RESULTS)
Entries = NDArray[np.int64]


class Proven(NamedTuple):
    """What the book says of a position."""

    lead: int  # of the first seat: 1, 0 or -1
    move: int  # to make, or NO_MOVE where the book does not go on


class Book:
    """Proven positions by what `pack` says of them."""

    def __init__(self, entries: Entries) -> None:
        self.keys, rest = np.divmod(np.sort(entries), MOVES * RESULTS)
        self.leads, self.moves = rest // MOVES - 1, rest % MOVES + NO_MOVE

    def __len__(self) -> int:
        return len(self.keys)

    def find(self, key: int) -> Proven | None:
        place = int(np.searchsorted(self.keys, key))
        if place == len(self.keys) or self.keys[place] != key:
            return None
        return Proven(int(self.leads[place]), int(self.moves[place]))


def book_file(game: Game) -> Path:
    return game.description.folder / "book.bin"


@functools.lru_cache(maxsize=64)
def book_of(game: Game) -> Book | None:
    """The book of a game, if it has one for these rules."""
    file = book_file(game)
    if not file.exists():
        return None
    about, entries = read_book(file)
    return Book(entries) if about == rules_of(game) else None


def checked_book(game: Game) -> Book:
    """The book of a game; BadInput if it has none for these rules."""
    book = book_of(game)
    if book is None:
        raise BadInput(f"There is no book for {game.spec}. Make one with scripts/make_book.py.")
    return book


def rules_of(game: Game) -> dict[str, object]:
    """The rules that a book holds for."""
    about = {"format": FORMAT, "game": game.name, "rules": game.facts.rules_version}
    return about | {"options": dict(game.options)}


def entry(key: int, proven: Proven) -> int:
    if not 0 <= key < MOST_KEY or not NO_MOVE <= proven.move < MOVES + NO_MOVE:
        raise BadInput(f"A book has room for keys below {MOST_KEY} and moves below {MOVES + NO_MOVE}.")
    return (key * RESULTS + proven.lead + 1) * MOVES + proven.move - NO_MOVE


def write_book(file: Path, game: Game, proven: Mapping[int, Proven]) -> None:
    """Sorted numbers differ little from one to the next, so their differences are kept, byte by byte."""
    entries = np.sort(np.array([entry(key, each) for key, each in proven.items()], dtype=np.int64))
    steps = np.diff(entries, prepend=0).astype("<i8").view(np.uint8).reshape(-1, 8)
    packed = zlib.compress(np.ascontiguousarray(steps.T).tobytes(), 9)
    write_bytes(file, json.dumps(rules_of(game)).encode() + b"\n" + packed)


def read_book(file: Path) -> tuple[dict[str, object], Entries]:
    """What a book holds for, and its entries."""
    try:
        head, _, packed = file.read_bytes().partition(b"\n")
        about: dict[str, object] = json.loads(head)
        planes = np.frombuffer(zlib.decompress(packed), dtype=np.uint8).reshape(8, -1)
    except (ValueError, zlib.error) as error:
        raise BadInput(f"{file} is not a book. Make it again with scripts/make_book.py.") from error
    return about, np.cumsum(np.ascontiguousarray(planes.T).view("<i8").ravel(), dtype=np.int64)
