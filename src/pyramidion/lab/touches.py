"""What the moves of a game touch on the table: places, pieces and kinds of events, counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from pyramidion.draw.changes import change
from pyramidion.draw.scene import Scene
from pyramidion.draw.things import Piece
from pyramidion.draw.touch import touched
from pyramidion.engine.header import CHANCE
from pyramidion.engine.match import Match
from pyramidion.engine.move import Move
from pyramidion.engine.picture import Touch
from pyramidion.engine.position import Position

NOT_ACTS = ("next", "turn", "over")  # events that say whose turn it is


@dataclass(frozen=True)
class SeatTouches:
    """What the moves of one seat touched, and how often."""

    targets: dict[str, int]  # places that pieces went to
    origins: dict[str, int]  # places that pieces came from
    pieces: dict[str, int]  # pieces that were moved, by their names
    events: dict[str, int]  # what happened, by the kinds in draw/events.py
    standing: dict[str, float]  # by place: in what share of the positions a piece of the seat stood there


@dataclass(frozen=True)
class Touches:
    """What a whole game touched, by seat."""

    seats: tuple[SeatTouches, ...]
    passes: tuple[int, ...]  # moves that only ended the turn
    cells: int  # places of the board
    used: tuple[str, ...]  # those of them from or to which something moved


@dataclass
class _Counts:
    targets: Counter[str] = field(default_factory=Counter)
    origins: Counter[str] = field(default_factory=Counter)
    pieces: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    standing: Counter[str] = field(default_factory=Counter)
    passes: int = 0


def touches_of(match: Match) -> Touches:
    """All that the moves of a match touched; scenes show everything, also what was hidden."""
    counts = [_Counts() for _ in range(match.game.seats)]
    scenes = [_scene(position) for position in match.positions]
    for ply, code in enumerate(match.codes):
        position = match.positions[ply]
        if position.mover != CHANCE:
            _count_move(counts[position.seat], scenes[ply], scenes[ply + 1], touched(scenes[ply], Move(position, code)))
    for scene in scenes:
        _count_standing(counts, scene)
    board = {cell.id for cell in scenes[0].cells}
    used = board & {place for count in counts for place in (*count.targets, *count.origins)}
    seats = tuple(_frozen(count, len(scenes)) for count in counts)
    return Touches(seats, tuple(count.passes for count in counts), len(board), tuple(sorted(used)))


def _scene(position: Position) -> Scene:
    scene: Scene = position.game.manual.scene(position, None)
    return scene


def _count_move(counts: _Counts, before: Scene, after: Scene, touch: Touch) -> None:
    known = {piece.id: piece for piece in before.pieces}
    taken = [known[name] for name in touch.pieces if name in known]
    counts.passes += touch.passes
    if touch.target:
        counts.targets[touch.target] += 1
    counts.origins.update(dict.fromkeys((piece.place for piece in taken), 1))
    counts.pieces.update(_names(taken))
    counts.events.update(event.kind for event in change(before, after, touch).events if event.kind not in NOT_ACTS)


def _names(pieces: list[Piece]) -> list[str]:
    """The names of pieces without whose they are: Red's pawn is a pawn."""
    return [piece.name.rpartition("'s ")[2] for piece in pieces]


def _count_standing(counts: list[_Counts], scene: Scene) -> None:
    cells = {cell.id for cell in scene.cells}
    for place, owner in {(piece.place, piece.owner) for piece in scene.pieces}:
        if place in cells and 0 <= owner < len(counts):
            counts[owner].standing[place] += 1


def _frozen(counts: _Counts, positions: int) -> SeatTouches:
    return SeatTouches(
        targets=_sorted(counts.targets),
        origins=_sorted(counts.origins),
        pieces=_sorted(counts.pieces),
        events=_sorted(counts.events),
        standing={place: count / positions for place, count in _sorted(counts.standing).items()},
    )


def _sorted(counts: Counter[str]) -> dict[str, int]:
    return dict(sorted(counts.items()))
