"""Positions as tensors: what a seat sees, in planes of numbers. Plain functions, bound to a game at any speed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.header import GAP
from pyramidion.engine.planes import Bytes, Squares, arranged, spread, words_for
from pyramidion.engine.verbs import Levels, Planes, Sets, observe, view

if TYPE_CHECKING:
    from pyramidion.engine.game import Game

Places = NDArray[np.int64]


@dataclass(frozen=True)
class Lens:
    """How the positions of a game become tensors: by its verb `observe`, or field by field where it has none."""

    planes: tuple[str, ...]
    shape: tuple[int, int, int]
    squares: Squares  # what the squares of a plane are called, rank by rank
    places: Places  # where each number of a row begins and how many bytes it has; empty with a verb

    @cached_property
    def orders(self) -> NDArray[np.int64]:
        """The same as `squares`, for many squares at once."""
        return arranged(self.squares)

    @property
    def size(self) -> int:
        """How many numbers a tensor has."""
        return len(self.planes) * len(self.squares)

    def room(self) -> tuple[Sets, Levels]:
        """Sets and levels of all planes, empty."""
        planes = len(self.planes)
        return np.zeros((planes, self.words), dtype=np.int64), np.zeros(planes, dtype=np.float32)

    @cached_property
    def words(self) -> int:
        """How many integers hold the set of a plane."""
        return words_for(int(self.squares.max()) + 1)


def lens_for(game: Game) -> Lens:
    encoding = game.description.encoding
    if encoding.planes is None or encoding.board is None:
        names, places = _numbers_of(game.layout)
        return Lens(names, (len(names), 1, 1), np.zeros(1, dtype=np.int64), np.array(places, dtype=np.int64))
    planes, (ranks, files) = tuple(encoding.planes(game.options)), encoding.board(game.options)
    squares = encoding.squares(game.options) if encoding.squares else range(ranks * files)
    no_places = np.zeros((0, 2), dtype=np.int64)
    return Lens(planes, (len(planes), ranks, files), np.array(squares, dtype=np.int64), no_places)


def _numbers_of(layout: np.dtype[np.void]) -> tuple[tuple[str, ...], list[tuple[int, int]]]:
    """The name of every number in a row, and its place: offset and size."""
    names, places = [], []
    fields = dict(layout.fields or {})
    for name in layout.names or ():
        if not name.startswith(GAP):
            kind, offset = layout[name], fields[name][1]
            for index in np.ndindex(kind.shape):
                size = kind.base.itemsize
                names.append(f"{name}{list(index)}" if index else name)
                places.append((offset + size * int(np.ravel_multi_index(index, kind.shape) if index else 0), size))
    return tuple(names), places


def look(seen: np.record, data: Bytes, seat: int, places: Places, sets: Sets, levels: Levels) -> None:
    """Write what a seat sees of a position, which this hides the rest of, into empty planes; `data` are the bytes of
    the position, where its numbers are listed."""
    view(seen, seat)
    if len(places):
        write_numbers(data, places, levels)
    else:
        observe(seen, seat, sets, levels)


def write_numbers(data: Bytes, places: Places, levels: Levels) -> None:
    """Write every number of a row, which are signed and begin with their lowest byte."""
    for plane in range(len(places)):
        start, size = places[plane, 0], places[plane, 1]
        number = int(data[start + size - 1])
        for byte in range(size - 2, -1, -1):
            number = number << 8 | int(data[start + byte]) & 255
        levels[plane] = number


def write_tensor(
    positions: NDArray[np.void],
    data: Bytes,
    seat: int,
    places: Places,
    squares: Squares,
    orders: NDArray[np.int64],
    sets: Sets,
    levels: Levels,
    out: NDArray[np.float32],
) -> None:
    """Write all numbers of what a seat sees of one position."""
    look(positions[0], data[0], seat, places, sets, levels)
    spread(sets, levels, squares, orders, out, 0)


def tensor(game: Game, data: bytes, seat: int) -> Planes:
    """The tensor of one position, given as the bytes of its row."""
    lens, space = game.lens, game.workspace
    out = np.empty(lens.size, dtype=np.float32)
    space.seen_bytes[:] = data
    tables = (lens.places, lens.squares, lens.orders)
    game.bind(write_tensor)(space.seen, space.seen_data, seat, *tables, *lens.room(), out)
    return out.reshape(lens.shape)
