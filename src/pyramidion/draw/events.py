"""What happened between two scenes of a game, as typed events with a sentence each.

Pages animate them, screen readers speak them, move lists show them. Applied to the first scene
they give the second.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pyramidion.draw.scene import Scene
from pyramidion.draw.things import THINGS, Piece, Thing

EVENTS = {
    "rolled": "dice were rolled",
    "placed": "pieces came from beside the board onto it",
    "split": "a part was taken off a stack",
    "moved": "pieces went from one place to another",
    "stacked": "pieces went onto others",
    "entered": "pieces reached the goal",
    "captured": "pieces were captured",
    "bumped": "pieces were bumped",
    "returned": "pieces went back to their owner",
    "gave": "a pyramid was given to the opponent",
    "used": "something left the table",
    "hint": "a hint was given",
    "secret": "a secret was chosen or revealed",
    "passed": "a turn ended and nothing was moved",
    "next": "the same seat goes on",
    "turn": "it is another seat's turn",
    "over": "the game is over",
}


@dataclass(frozen=True)
class Event:
    """Something that happened: its kind (see EVENTS), a sentence, and the ids of the things involved."""

    kind: str
    says: str
    ids: tuple[str, ...] = ()
    things: tuple[Thing, ...] = ()  # what is new or different after it
    gone: tuple[str, ...] = ()  # the ids of what is no longer there
    state: tuple[int, int, bool] | None = None  # the scene's turn, seat and over, in the last event


def apply(scene: Scene, events: Iterable[Event]) -> Scene:
    """The scene after some events."""
    for event in events:
        fresh = {thing.id: thing for thing in event.things}
        lists: dict[str, Any] = {}
        for name, kind in THINGS.items():
            kept = [fresh.pop(thing.id, thing) for thing in getattr(scene, name) if thing.id not in event.gone]
            kept += [thing for thing in event.things if isinstance(thing, kind) and thing.id in fresh]
            lists[name] = tuple(sorted(kept, key=lambda thing: thing.id)) if kind is Piece else tuple(kept)
        turn, seat, over = event.state or (scene.turn, scene.seat, scene.over)
        scene = dataclasses.replace(scene, turn=turn, seat=seat, over=over, **lists)
    return scene
