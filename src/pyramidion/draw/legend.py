"""The style sheet of what a page writes beside a picture, in the picture's colours."""

from __future__ import annotations

import functools

from pyramidion.draw.palette import COLOURS, OTHER_COLOURS
from pyramidion.draw.words import NOTICED


@functools.cache
def stylesheet() -> str:
    """CSS for swatches of the colours of seats, and for boards without highlights."""
    swatches = [f".swatch-{name}{{background:{fill}}}" for name, (fill, _) in COLOURS.items()]
    swatches += [
        f':root[data-theme="{theme}"] .swatch-{name}{{background-color:{fill}}}'
        for theme, colours in OTHER_COLOURS.items()
        for name, (fill, _) in colours.items()
    ]
    hidden = ",".join(f".board[data-plain] .highlight-{kind}" for kind in NOTICED)
    return "".join([*swatches, f"{hidden}{{display:none}}"])
