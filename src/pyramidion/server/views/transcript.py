"""The board in words, for screen readers and for anyone who prefers text."""

from __future__ import annotations

from pyramidion.draw.narration import scene_of
from pyramidion.draw.words import rows
from pyramidion.engine.position import Position
from pyramidion.server.views.board import progress_data
from pyramidion.server.views.data import TranscriptData


def transcript(position: Position, seat: int | None) -> TranscriptData:
    """What lies where and how far everybody is, as the seat may know it."""
    scene = scene_of(position, seat)
    return {"rows": rows(scene), "text": scene.text(), "progress": progress_data(scene.notes)}
