"""Positions in words: what lies where, and what happened from one to the next."""

from __future__ import annotations

from pyramidion.draw.changes import change
from pyramidion.draw.events import Event
from pyramidion.draw.scene import Scene
from pyramidion.draw.touch import touched
from pyramidion.engine.errors import BadInput
from pyramidion.engine.move import Move
from pyramidion.engine.position import Position


def describe(position: Position, seat: int | None = None) -> str:
    """The whole position in plain sentences, as a seat may know it, or a spectator for None."""
    return scene_of(position, seat).describe()


def events(before: Position, after: Position, seat: int | None = None, move: Move | None = None) -> tuple[Event, ...]:
    """What happened between two positions of one game, as a seat may see it, or a spectator for None.

    The move between them is looked for, unless it is given.
    """
    old, new = scene_of(before, seat), scene_of(after, seat)
    if before.game != after.game:
        specs = f"{before.game.spec} and {after.game.spec}"
        raise BadInput(f"{specs} are different games, so no events lead from one to the other.")
    found = move or _move_between(before, after)
    known = found is not None and after.may_read(found, seat)
    return change(old, new, touched(old, found) if found and known else None).events


def _move_between(before: Position, after: Position) -> Move | None:
    """The move that leads from one position to the other."""
    if before.mover is None or before.blank:
        return None
    return next((move for move in before.moves() if before.play(move) == after), None)


def scene_of(position: Position, seat: int | None, secrets: bool = False) -> Scene:
    """A position as a seat sees it, or a spectator for None; with everybody's `secrets` after the game."""
    if not isinstance(position, Position):
        raise BadInput(f"Expected a Position, such as game.start() returns, not {position!r}.")
    scene = position.game.manual.scene(position, seat) if secrets else position.scene(seat)
    assert isinstance(scene, Scene)
    return scene
