"""Numbers on places, shown as colour: where games are decided, where pieces stand, where captures happen."""

from __future__ import annotations

import math
from collections.abc import Mapping

from pyramidion.draw.scene import Scene
from pyramidion.draw.things import Highlight
from pyramidion.engine.errors import BadInput


def with_heat(scene: Scene, values: Mapping[str, float]) -> Scene:
    """The scene with places coloured by numbers, none below zero, the greatest the strongest."""
    unknown = sorted(set(values) - set(scene.places))
    if unknown:
        raise BadInput(f"'{unknown[0]}' is not a place in this scene. Its places: {', '.join(scene.places)}.")
    numbers = {place: _number(value) for place, value in values.items()}
    most = max(numbers.values(), default=0) or 1
    return scene.marked(
        Highlight(f"heat-{place}", "heat", place, round(value / most, 3), says=f"{place}: {value:.4g}")
        for place, value in numbers.items()
    )


def _number(value: float) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not 0 <= number < math.inf:
        raise BadInput(f"The numbers of a heat map must be finite and must not be negative, not {value!r}.")
    return number
