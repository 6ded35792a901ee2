"""What the engine knows of pictures. It draws nothing: a game's manual lays the scene, the layer above draws it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol


class Picture(Protocol):
    """A scene: what lies on the table as one viewer may see it."""

    def svg(self, **arguments: Any) -> str: ...
    def png(self, **arguments: Any) -> bytes: ...
    def text(self, ascii_only: bool = False) -> str: ...
    def describe(self) -> str: ...
    def to_json(self) -> str: ...
    def with_choices(self, position: Any) -> Picture: ...
    def with_last_move(self, before: Any, move: Any) -> Picture: ...


@dataclass(frozen=True, slots=True)
class Touch:
    """How a move is made by hand: what it picks up, where that goes, and what people read on the way."""

    pieces: tuple[str, ...] = ()  # the ids of the pieces or dice that it picks up
    target: str = ""  # the id of the place where they go
    also: tuple[str, ...] = ()  # the ids of other places on which a click means the target
    label: str = ""  # on its button, for a move that leads to no place
    confirm: str = ""  # a question to answer with yes before it is made
    passes: bool = False  # does it only end the turn? Where it is the only move, it is then made automatically
