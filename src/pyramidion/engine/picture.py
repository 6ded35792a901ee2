"""What the engine knows of pictures. It draws nothing: a game's manual lays the scene, the layer above draws it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol


class Picture(Protocol):
    """A scene: what lies on the table as one viewer may see it."""

    def svg(self, **wishes: Any) -> str: ...
    def png(self, **wishes: Any) -> bytes: ...
    def text(self, ascii_only: bool = False) -> str: ...
    def describe(self) -> str: ...
    def to_json(self) -> str: ...
    def with_choices(self, position: Any) -> Picture: ...
    def with_last_move(self, before: Any, move: Any) -> Picture: ...


@dataclass(frozen=True, slots=True)
class Touch:
    """The ids of the pieces or dice that a move takes up, and the id of the place where they go."""

    pieces: tuple[str, ...] = ()
    target: str = ""
