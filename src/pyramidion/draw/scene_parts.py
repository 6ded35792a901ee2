"""Parts that scenes of all games are made of: shapes, names of squares, numbered pieces, how the game ended."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from pyramidion.draw.scene import Scene, box_of
from pyramidion.draw.things import MARKS, Cell, Label, Note, Piece, Point, Seat, Surface
from pyramidion.engine.game import Game
from pyramidion.engine.outcome import Outcome
from pyramidion.engine.position import Position
from pyramidion.engine.registry import ruling_text

RIM = 0.32  # of a wooden frame around a board; it carries the names of files and ranks


def box(x: float, y: float, width: float = 1, height: float = 1) -> tuple[Point, ...]:
    """The corners of an upright rectangle around a centre."""
    across, down = width / 2, height / 2
    return ((x - across, y - down), (x + across, y - down), (x + across, y + down), (x - across, y + down))


def diamond(x: float, y: float, side: float = 1) -> tuple[Point, ...]:
    """The corners of a square that stands on one of them."""
    reach = round(side * 2**0.5 / 2, 4)
    return ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))


def square(name: str, x: float, y: float, kind: str = "square", **more: Any) -> Cell:
    """A cell of one unit."""
    return Cell(name, x, y, box(x, y), kind, **more)


def frame(left: float, top: float, right: float, bottom: float, kind: str = "wood", rim: float = RIM) -> Surface:
    """A frame around a rectangle."""
    x, y, width, height = (left + right) / 2, (top + bottom) / 2, right - left + 2 * rim, bottom - top + 2 * rim
    return Surface("frame", kind, box(x, y, width, height))


def files_and_ranks(files: Sequence[str], ranks: Sequence[str], gap: float = RIM / 2) -> tuple[Label, ...]:
    """The names of a board of squares whose upper left corner is at 0, 0: files below it, ranks to its left."""
    below = [Label(f"file-{file}", file, i + 0.5, len(ranks) + gap, "file") for i, file in enumerate(files)]
    beside = [Label(f"rank-{rank}", rank, -gap, i + 0.5, "rank") for i, rank in enumerate(ranks)]
    return (*below, *beside)


def seats(names: Sequence[str], colours: Sequence[str], turned: Sequence[int], signs: str) -> tuple[Seat, ...]:
    """The seats with their marks in order."""
    both = zip(names, colours, turned, signs, strict=True)
    return tuple(Seat(f"seat-{i}", name, c, sign, MARKS[i], t) for i, (name, c, t, sign) in enumerate(both))


def numbered(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """The pieces with their ids told apart by a number, in the order in which they are given."""
    seen: Counter[str] = Counter()
    found = []
    for piece in pieces:
        seen[piece.id] += 1
        found.append(dataclasses.replace(piece, id=f"{piece.id}-{seen[piece.id]}"))
    return tuple(found)


def lay(position: Position, viewer: int | None, status: str, ended: str = "", **things: Any) -> Scene:
    """The scene of a view: what the game says lies there, and what the position says of every game.

    `status` is what the seat has to do, to be said while the game goes on, and `ended` how it came to its end.
    Without `surfaces`, the board gets a wooden frame.
    """
    notes: list[Note] = list(things.pop("notes", ()))
    outcome = position.outcome
    if outcome is None:
        notes.append(Note("status", "status", status))
    else:
        notes.append(Note("status", "over", ending(outcome, position.game), ended))
    pieces = tuple(sorted(things.pop("pieces", ()), key=lambda piece: piece.id))
    legend, tall_turn = things.pop("legend", ""), things.pop("tall_turn", 0)
    lists = {name: tuple(listed) for name, listed in things.items()}
    if "surfaces" not in lists:
        lists["surfaces"] = (frame(*box_of([point for cell in lists["cells"] for point in cell.outline])),)
    return Scene(
        game=position.game.spec,
        title=position.game.title,
        viewer=-1 if viewer is None else viewer,
        turn=position.turn,
        seat=position.seat,
        over=outcome is not None,
        legend=legend,
        tall_turn=tall_turn,
        pieces=pieces,
        notes=tuple(notes),
        **lists,
    )


def has(names: Sequence[str], seat: int, viewer: int | None) -> str:
    """`Blue has`, or `You have` for the one who looks."""
    return "You have" if seat == viewer else f"{names[seat]} has"


def ending(outcome: Outcome, game: Game) -> str:
    """How the game ended, and the ruling that ended it."""
    winners, why = [game.seat_names[seat] for seat in outcome.winners], ruling_text(game.name, outcome.rule)
    if len(winners) == 1:
        result = f"{winners[0]} wins."
    elif len(winners) == game.seats:
        result = "The game is a draw."
    else:
        result = f"{', '.join(winners[:-1])} and {winners[-1]} share the win."
    return f"{result} {why} ({outcome.rule})" if why else f"{result} ({outcome.rule})"
