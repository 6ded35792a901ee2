"""The style sheet of what a page writes beside a picture, in the picture's colours."""

from __future__ import annotations

import functools

from pyramidion.draw.palette import COLOURS, STYLES, THEMES
from pyramidion.draw.words import NOTICED

FAINT = "99"  # the opacity of what is faint in the picture too


@functools.cache
def stylesheet() -> str:
    """CSS for swatches of the colours of seats, for lines that explain highlights, and for boards without these."""
    swatches = [f".swatch-{name}{{background:{fill}}}" for name, (fill, _) in COLOURS.items()]
    lines = [_line(theme, kind) for theme in THEMES for kind in NOTICED]
    hidden = ",".join(f".board[data-plain] .highlight-{kind}" for kind in NOTICED)
    return "".join([*swatches, *lines, f"{hidden}{{display:none}}"])


def _line(theme: str, kind: str) -> str:
    colour = THEMES[theme][kind] + (FAINT if "fill-opacity" in STYLES[kind] else "")
    return f':root[data-theme="{theme}"] .notices .notice-{kind}{{border-color:{colour}}}'
