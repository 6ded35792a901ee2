"""The style sheet of what a page writes beside a picture, in the picture's colours."""

from __future__ import annotations

import functools

from pyramidion.draw.palette import COLOURS, OTHER_COLOURS, STYLES, THEMES
from pyramidion.draw.words import NOTICED

FAINT = "99"  # the opacity of what is faint in the picture too


@functools.cache
def stylesheet() -> str:
    """CSS for swatches of the colours of seats, for lines that explain highlights, and for boards without these."""
    swatches = [f".swatch-{name}{{background:{fill}}}" for name, (fill, _) in COLOURS.items()]
    swatches += [
        f':root[data-theme="{theme}"] .swatch-{name}{{background-color:{fill}}}'
        for theme, colours in OTHER_COLOURS.items()
        for name, (fill, _) in colours.items()
    ]
    lines = [_line(theme, kind) for theme in THEMES for kind in NOTICED]
    hidden = ",".join(f".board[data-plain] .highlight-{kind}" for kind in NOTICED)
    return "".join([*swatches, *lines, f"{hidden}{{display:none}}"])


def _line(theme: str, kind: str) -> str:
    colour = THEMES[theme][kind] + (FAINT if "fill-opacity" in STYLES[kind] else "")
    return f':root[data-theme="{theme}"] .notices .notice-{kind}{{border-color:{colour}}}'
