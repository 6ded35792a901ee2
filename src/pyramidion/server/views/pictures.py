"""Pictures of the board, as a viewer wants to see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pyramidion.draw.narration import scene_of
from pyramidion.draw.svg import USUAL
from pyramidion.draw.touch import with_last_move
from pyramidion.engine.match import Match
from pyramidion.engine.move import Move
from pyramidion.engine.position import Position
from pyramidion.server.journal.table import OVER, Table
from pyramidion.server.views.state import can_move


@dataclass(frozen=True)
class Look:
    """How a viewer wants to see the board."""

    view: str = "diagram"
    theme: str = "light"
    flip: bool = False
    help: bool = False  # with what can be ruled out dimmed
    bare: bool = False  # without style sheet and caption, for pages that have both
    arrangement: str = "wide"

    @property
    def help_marks(self) -> tuple[str, ...]:
        return ("excluded",) if self.help else ()


def picture(table: Table, seat: int | None, look: Look, ply: int | None = None) -> str:
    """The board as the seat sees it, now or at a ply."""
    match = table.match
    arguments: dict[str, Any] = {"view": look.view, "theme": look.theme, "flip": look.flip}
    arguments["arrangement"] = look.arrangement
    arguments |= {"style": not look.bare, "caption": not look.bare}
    if match is None:
        return table.game.start(seed=0).svg(seat, **arguments)
    at = len(match.codes) if ply is None else ply
    choosing = at == len(match.codes) and can_move(table, seat)
    marks = [kind for kind in USUAL if kind != "target" and (choosing or kind != "movable")]
    ended = at == len(match.codes) and table.status == OVER
    scene = scene_of(match.positions[at], seat, secrets=ended)
    if choosing:
        scene = scene.with_choices(match.positions[at].view(seat))
    for number in reversed(range(first_of_news(match, at, seat), at)):
        before, move = match.positions[number], Move(match.positions[number], match.codes[number])
        if match.positions[number + 1].may_read(move, seat):
            scene = with_last_move(scene, scene_of(before, seat), move)
    return scene.svg(highlights=[*marks, *look.help_marks], **arguments)


def first_of_news(match: Match, at: int, seat: int | None) -> int:
    """The first ply of what is marked as new: what others did since the seat's own turn, in a turn of several plies the
    own last one, or else the last turn."""
    first = at
    part = part_title(match.positions[at], seat)
    while first > 0 and _is_news(match.positions[first - 1], match.positions[at - 1], seat):
        if part_title(match.positions[first - 1], seat) != part:
            break
        first -= 1
    goes_on = at > 0 and seat is not None and match.positions[at].mover == match.positions[at - 1].mover == seat
    return max(first, at - 1) if goes_on else first


def part_title(position: Position, seat: int | None) -> str:
    """The part of the game, such as the second round: what happened in another one is not news."""
    return next((note.title for note in scene_of(position, seat).notes if note.kind == "part"), "")


def _is_news(position: Position, last: Position, seat: int | None) -> bool:
    if seat is None or last.mover == seat:
        return position.turn == last.turn
    return position.mover != seat and last.turn - position.turn < position.game.seats
