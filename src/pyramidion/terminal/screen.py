"""Boards on the terminal."""

from __future__ import annotations

import sys

from pyramidion.draw.scene import Scene
from pyramidion.draw.text import MARKS, UNICODE
from pyramidion.engine.position import Position


def board(position: Position, seat: int | None = None) -> str:
    """A view as characters, in sentences that address a seat: box drawing if the terminal can show it, otherwise plain
    ASCII."""
    scene: Scene = position.game.manual.scene(position, seat)
    return scene.text(ascii_only=not _knows_signs())


def _knows_signs() -> bool:
    try:
        (UNICODE + "".join(MARKS.values())).encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
