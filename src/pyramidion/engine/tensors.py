"""Positions as tensors: what a seat sees, in planes of numbers. Plain functions, bound to a game at any speed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.header import GAP
from pyramidion.engine.verbs import Planes, observe, view

if TYPE_CHECKING:
    from pyramidion.engine.game import Game

Bytes = NDArray[np.int8]
Places = NDArray[np.int64]


@dataclass(frozen=True)
class Lens:
    """How the positions of a game become tensors: by its verb `observe`, or field by field where it has none."""

    planes: tuple[str, ...]
    shape: tuple[int, int, int]
    places: Places  # where each number of a record begins and how many bytes it has; empty with a verb


def lens_for(game: Game) -> Lens:
    encoding = game.description.encoding
    if encoding.planes is None or encoding.board is None:
        names, places = _numbers_of(game.layout)
        return Lens(names, (len(names), 1, 1), np.array(places, dtype=np.int64))
    planes = tuple(encoding.planes(game.options))
    return Lens(planes, (len(planes), *encoding.board(game.options)), np.zeros((0, 2), dtype=np.int64))


def _numbers_of(layout: np.dtype[np.void]) -> tuple[tuple[str, ...], list[tuple[int, int]]]:
    """The name of every number in a record, and its place: offset and size."""
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


def look(positions: NDArray[np.void], data: Bytes, row: int, seat: int, places: Places, out: Planes) -> None:
    """Write what a seat sees of a position, which this hides the rest of; `data` are the bytes of the positions."""
    view(positions[row], seat)
    out[:] = 0
    if len(places):
        write_numbers(data[row], places, out)
    else:
        observe(positions[row], seat, out)


def write_numbers(data: Bytes, places: Places, out: Planes) -> None:
    """Write every number of a record, which are signed and begin with their lowest byte."""
    for plane in range(len(places)):
        start, size = places[plane, 0], places[plane, 1]
        number = int(data[start + size - 1])
        for byte in range(size - 2, -1, -1):
            number = number << 8 | int(data[start + byte]) & 255
        out[plane, 0, 0] = number


def tensor(game: Game, data: bytes, seat: int) -> Planes:
    """The tensor of one position, given as the bytes of its record."""
    lens, space = game.lens, game.workspace
    out = np.empty(lens.shape, dtype=np.float32)
    space.seen_bytes[:] = data
    game.bind(look)(space.seen, space.seen_data, 0, seat, lens.places, out)
    return out
