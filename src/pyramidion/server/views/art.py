"""Pictures of games under way, for the cards on the home page."""

from __future__ import annotations

import functools
import random

from pyramidion.draw.close_up import close_up
from pyramidion.draw.narration import scene_of
from pyramidion.engine.position import Position
from pyramidion.engine.registry import load

ART_PLIES, ART_SEED = 14, 0


@functools.lru_cache(maxsize=64)
def art_svg(name: str, theme: str) -> str:
    """The picture in the game's folder, light or dark, or else the position after some random moves."""
    file = load(name).description.art_file("dark" if theme == "dark" else "light")
    if file.exists():
        return file.read_text(encoding="utf-8")
    return close_up(scene_of(under_way(name), None), theme)


def under_way(name: str) -> Position:
    """A position after some random moves."""
    chance, position = random.Random(ART_SEED), load(name).start(seed=0)
    for _ in range(ART_PLIES):
        after = position.play(chance.choice(position.moves()))
        if after.mover is None:
            break
        position = after
    return position
