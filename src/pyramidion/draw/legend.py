"""The style sheet of what a page writes beside a picture, in the picture's colours."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from pyramidion.draw.palette import COLOURS, OTHER_COLOURS
from pyramidion.draw.words import NOTICED

HELD = ":has([data-held])"
# With few marks there are two kinds at a time: what can move and what moved last; or, while something is held, where it
# can go and where captures start from. Danger is always shown.
FEW = {f":not({HELD})": ("frozen", "immune", "attack"), HELD: ("frozen", "immune", "movable", "last", "arrow")}
CLASSES = {"arrow": "arrow-mark"}


@functools.cache
def stylesheet() -> str:
    """CSS for swatches of the colours of seats, and for boards with few highlights or none."""
    swatches = [f".swatch-{name}{{background:{fill}}}" for name, (fill, _) in COLOURS.items()]
    swatches += [
        f':root[data-theme="{theme}"] .swatch-{name}{{background-color:{fill}}}'
        for theme, colours in OTHER_COLOURS.items()
        for name, (fill, _) in colours.items()
    ]
    hidden = [_board("none", NOTICED), *(_board("few", kinds, when) for when, kinds in FEW.items())]
    return "".join([*swatches, f"{','.join(hidden)}{{visibility:hidden}}"])


def _board(marks: str, kinds: Iterable[str], when: str = "") -> str:
    """The highlights of some kinds on a board that shows so many marks."""
    return ",".join(f'.board[data-marks="{marks}"]{when} .{CLASSES.get(kind, f"highlight-{kind}")}' for kind in kinds)
