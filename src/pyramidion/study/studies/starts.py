"""What a study can start from."""

from __future__ import annotations

from pyramidion.engine.errors import BadInput, IllegalMove
from pyramidion.engine.game import Game
from pyramidion.engine.match import Match, replay
from pyramidion.engine.notation import position_from_text
from pyramidion.engine.position import Position
from pyramidion.engine.records import Record
from pyramidion.engine.registry import load

Start = Game | Position | Match | Record | str


def is_start(position: Position) -> bool:
    """Can a game begin here?"""
    game = position.game
    try:
        return game.start(seed=0, setup=game.setup_text(position)) == position
    except BadInput:
        return False


def beginning(start: Start, seed: int | None) -> tuple[list[Position], list[int]]:
    """The positions and moves that a study begins with."""
    if isinstance(start, Record):
        start = replay(start)
    if isinstance(start, Match):
        return start.positions, start.codes
    if isinstance(start, Position):
        found = start
    elif isinstance(start, str) and len(start.split()) > 1:
        found = position_from_text(start)
    else:
        found = (load(start) if isinstance(start, str) else start).start(seed)
    if found.blank:
        raise IllegalMove("This view hides something that a move may depend on. Call guess() on it first.")
    return [found], []
