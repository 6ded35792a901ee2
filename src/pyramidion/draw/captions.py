"""Below a picture: what the marks on it mean, how it stands, and whose turn it is."""

from __future__ import annotations

import textwrap
from collections.abc import Collection

from pyramidion.draw.glyphs import polygon
from pyramidion.draw.lens import Canvas
from pyramidion.draw.marks import swatch
from pyramidion.draw.scene import Scene
from pyramidion.draw.words import notices

ACROSS = 36  # the width of a picture, in heights of a letter
WIDE = 0.56  # of a letter beside its height
SPOKEN = ("score", "part", "hint", "secret", "note", "status", "over")


def captions(canvas: Canvas, scene: Scene, kinds: Collection[str], below: tuple[float, float, float]) -> float:
    """Write the caption below a picture whose left, bottom and width are given; return how high it is."""
    left, top, width = below
    size = width / ACROSS
    lines = [line for text in _texts(scene, kinds) for line in _wrapped(text, width, size)]
    height = (len(lines) * 1.35 + 0.7) * size
    canvas.path(
        polygon([(left, top - 1), (left + width, top - 1), (left + width, top + height), (left, top + height)]), "table"
    )
    canvas.open("caption")
    for number, (kind, text) in enumerate(lines):
        y = top + (number * 1.35 + 0.6) * size
        if kind:
            swatch(canvas, kind, (left + size * 0.95, y), size * 0.45)
        canvas.text(left + size * (0.5 + 1.3 * bool(kind or text.startswith(" "))), y, size, text.strip(), "text start")
    canvas.close()
    return height


def _texts(scene: Scene, kinds: Collection[str]) -> list[tuple[str, str]]:
    """The highlights, then the notes; whose turn it is comes last."""
    return [*notices(scene, kinds), *(("", note.text) for note in scene.notes if note.kind in SPOKEN)]


def _wrapped(text: tuple[str, str], width: float, size: float) -> list[tuple[str, str]]:
    kind, words = text
    lines = textwrap.wrap(words, max(12, int((width / size - 2.3) / WIDE)))
    return [(kind if number == 0 else "", line) for number, line in enumerate(lines)]
