"""Topologic's field on a sheet: as it is, or a long one folded into strips, so that its tiles stay large."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from pyramidion.draw.scene_parts import RIM
from pyramidion.draw.things import Label, Marker
from pyramidion.games.topologic.drawing import FILES, numbered

LONGEST = 16  # files or ranks that are shown in a row, if the field is more than twice as long as wide
BETWEEN = 1.2  # the room between two strips, for the names of files or ranks
BESIDE = RIM / 2  # from the field to the names
BEYOND = 0.6  # the same where signs of a fold lie in between
SIGN = 0.2  # from the field to such a sign


@dataclass(frozen=True)
class Sheet:
    """Where the locations of a field are shown."""

    width: float
    height: float
    below: float  # from the field to the names of the files
    middles: dict[str, tuple[float, float]]  # of the locations, by their names
    labels: tuple[Label, ...]
    folds: tuple[Marker, ...]  # where the field goes on in another strip


@dataclass(frozen=True)
class _Strips:
    """How a field is cut: files and ranks in a strip, and how many strips of them there are."""

    files: int
    ranks: int
    across: int
    along: int

    def middle(self, file: int, rank: int) -> tuple[float, float]:
        """Strips of files lie below each other from the left, strips of ranks beside each other from the bottom."""
        right, up = file // self.files, rank // self.ranks
        x = file % self.files + 0.5 + up * (self.files + BETWEEN)
        y = self.ranks - rank % self.ranks - 0.5 + right * (self.ranks + BETWEEN)
        return round(x, 2), round(y, 2)


def _cut(width: int, height: int) -> _Strips:
    """As few strips of equal length as keep each short enough; most fields are one."""
    across = -(-width // LONGEST) if width > 2 * height else 1
    along = -(-height // LONGEST) if height > 2 * width else 1
    return _Strips(-(-width // across), -(-height // along), across, along)


@functools.lru_cache(maxsize=64)
def sheet_of(drawing: str) -> Sheet:
    rows, squares = drawing.split("/"), numbered(drawing)
    strips = _cut(len(rows[0]), len(rows))
    middles = {_name(file, rank): strips.middle(file, rank) for file, rank in squares}
    width = strips.along * (strips.files + BETWEEN) - BETWEEN
    height = strips.across * (strips.ranks + BETWEEN) - BETWEEN
    left, below = (BEYOND if count > 1 else BESIDE for count in (strips.across, strips.along))
    labels = _labels(strips, len(rows[0]), len(rows), left, below)
    return Sheet(width, height, below, middles, labels, tuple(_folds(strips, set(squares))))


def _name(file: int, rank: int) -> str:
    return f"{FILES[file]}{rank + 1}"


def _labels(strips: _Strips, width: int, height: int, left: float, below: float) -> tuple[Label, ...]:
    """Files below each strip, ranks to its left; where strips repeat them, every strip has its own."""
    found = []
    for file in range(width):
        for strip in range(strips.along):
            x, y = strips.middle(file, strip * strips.ranks)
            found.append(Label(_id("file", FILES[file], strip), FILES[file], x, y + 0.5 + below, "file"))
    for rank in range(height):
        for strip in range(strips.across):
            x, y = strips.middle(strip * strips.files, rank)
            found.append(Label(_id("rank", str(rank + 1), strip), str(rank + 1), x - 0.5 - left, y, "rank"))
    return tuple(found)


def _id(kind: str, name: str, strip: int) -> str:
    return f"{kind}-{name}-{strip + 1}" if strip else f"{kind}-{name}"


def _folds(strips: _Strips, squares: set[tuple[int, int]]) -> list[Marker]:
    """Signs at both ends of every step that leads from one strip to another."""
    found = []
    for file, rank in sorted(squares):
        for east, north, turned in ((1, 0, 90), (0, 1, 0)):
            other = (file + east, rank + north)
            ends = other[0] % strips.files == 0 if east else other[1] % strips.ranks == 0
            if other in squares and ends:
                found += [_fold(strips, (file, rank), other, turned), _fold(strips, other, (file, rank), turned + 180)]
    return found


def _fold(strips: _Strips, here: tuple[int, int], there: tuple[int, int], turned: int) -> Marker:
    """A sign at the edge of a location, pointing to where its neighbour would be."""
    x, y = strips.middle(*here)
    east, north = there[0] - here[0], there[1] - here[1]
    far = 0.5 + SIGN
    says = f"{_name(*here)} touches {_name(*there)}"
    return Marker(f"fold-{_name(*here)}", "fold", x + far * east, y - far * north, turned, says=says)
