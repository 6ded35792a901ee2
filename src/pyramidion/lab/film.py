"""A whole game as pictures to step through, kept small: what pictures share is stored once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pyramidion.draw.narration import events
from pyramidion.draw.scene import Scene
from pyramidion.draw.svg import USUAL
from pyramidion.engine.match import Match
from pyramidion.engine.move import Move

SPLIT = re.compile(r"(?=<g )|(?<=</g>)")  # where parts of a picture may be exchanged
UNTOLD = ("turn", "next", "over")
MARKS = [kind for kind in USUAL if kind not in ("movable", "target")]
MOST_BYTES = 400_000
PREFIX = "film-"
RANDOM = "At random:"


@dataclass(frozen=True)
class Frame:
    """A position of the game: after how many plies, the parts of its picture as runs, and how it came about."""

    ply: int
    parts: tuple[tuple[int, int], ...]  # first and last number of each run
    says: str


@dataclass(frozen=True)
class Film:
    """The parts of all pictures, and the pictures."""

    parts: tuple[str, ...]
    frames: tuple[Frame, ...]

    def picture(self, number: int) -> str:
        runs = self.frames[number].parts
        return "".join(part for first, last in runs for part in self.parts[first : last + 1])

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        return sum(map(len, self.parts)) + sum(8 * len(frame.parts) + len(frame.says) for frame in self.frames)


def film(match: Match, most: int = MOST_BYTES, opening: int = 0) -> Film:
    """The game ply by ply, or turn by turn, or every few turns: as fine as fits into a number of bytes. The plies of
    the opening were made at random."""
    plies = range(len(match.positions))
    turns = [ply for ply in plies if ply == plies[-1] or match.positions[ply].turn != match.positions[ply + 1].turn]
    found = _shot(match, plies, opening)
    for coarser in (turns, turns[::-4][::-1], turns[::-16][::-1], turns[-1:]):
        if found.size <= most:
            break
        found = _shot(match, coarser, opening)
    return found


def _shot(match: Match, plies: Sequence[int], opening: int) -> Film:
    numbers: dict[str, int] = {}
    frames, before = [], 0
    for ply in plies:
        used = [numbers.setdefault(part, len(numbers)) for part in SPLIT.split(_picture(match, ply)) if part]
        said = [*([RANDOM] if 0 < ply <= opening else []), *_told(match, range(before, ply))]
        frames.append(Frame(ply, tuple(_runs(used)), " ".join(said)))
        before = ply
    return Film(tuple(numbers), tuple(frames))


def _picture(match: Match, ply: int) -> str:
    last = Move(match.positions[ply - 1], match.codes[ply - 1]) if ply else None
    scene = match.positions[ply].scene(None, last)
    assert isinstance(scene, Scene)
    return scene.svg(highlights=MARKS, style=False, prefix=PREFIX)


def _told(match: Match, plies: Iterable[int]) -> Iterator[str]:
    """What happened in some plies."""
    for ply in plies:
        before, after = match.positions[ply], match.positions[ply + 1]
        found = events(before, after, None, Move(before, match.codes[ply]))
        yield from (event.says for event in found if event.kind not in UNTOLD)


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Numbers that follow each other, as first and last."""
    first = last = numbers[0]
    for number in numbers[1:]:
        if number != last + 1:
            yield first, last
            first = number
        last = number
    yield first, last
