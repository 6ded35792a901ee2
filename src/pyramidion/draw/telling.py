"""Positions told in words: what lies where, and what happened from one to the next."""

from __future__ import annotations

from pyramidion.draw.events import Event, change
from pyramidion.draw.scene import Scene
from pyramidion.engine.errors import BadInput
from pyramidion.engine.position import Position


def describe(position: Position, seat: int | None = None) -> str:
    """The whole position in plain sentences, as a seat may know it, or a spectator for None."""
    return scene_of(position, seat).describe()


def events(before: Position, after: Position, seat: int | None = None) -> tuple[Event, ...]:
    """What happened between two positions of one game, as a seat may see it, or a spectator for None."""
    if before.game != after.game:
        raise BadInput(
            f"{before.game.spec} and {after.game.spec} are different games: nothing leads from one to the other."
        )
    return change(scene_of(before, seat), scene_of(after, seat)).events


def scene_of(position: Position, seat: int | None) -> Scene:
    scene = position.scene(seat)
    assert isinstance(scene, Scene)
    return scene
