"""Light on things: gradients that pictures share, each written once into a picture that uses it."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from pyramidion.draw.styles import STYLES


@dataclass(frozen=True)
class Gradient:
    """From stop to stop: where, the colour (`$name` is one of the theme), and the opacity.

    `line` is where a linear one starts and ends in the box of the shape: x1 y1 x2 y2. A radial one has `focus`, the
    middle of its light.
    """

    stops: tuple[tuple[float, str, float], ...]
    line: tuple[float, float, float, float] = (0, 0, 0, 1)
    focus: tuple[float, float] | None = None

    @property
    def flat(self) -> dict[str, str]:
        """A fill of one colour in its place, for canvases without gradients."""
        _, colour, opacity = self.stops[len(self.stops) // 2]
        return {"fill": colour, "fill-opacity": f"{opacity:g}"}


WHITE, BLACK = "#ffffff", "#000000"
GRADIENTS = {
    "sheen": Gradient(((0, WHITE, 0.5), (0.55, WHITE, 0.2), (1, WHITE, 0.06)), (0.9, 0, 0.3, 1)),
    "gloom": Gradient(((0, BLACK, 0.1), (1, BLACK, 0.44)), (0, 0, 0.5, 1)),
    "shadow": Gradient(((0, BLACK, 0.46), (0.55, BLACK, 0.26), (1, BLACK, 0)), focus=(0.5, 0.5)),
    "round": Gradient(((0, WHITE, 0.6), (0.5, WHITE, 0.06), (1, BLACK, 0.34)), focus=(0.36, 0.28)),
    "turned": Gradient(((0, WHITE, 0.1), (0.3, WHITE, 0.42), (0.62, BLACK, 0.04), (1, BLACK, 0.4)), (0, 0, 1, 0)),
    "gloss": Gradient(((0, WHITE, 0.34), (0.45, WHITE, 0.05), (1, BLACK, 0.22))),
    "wood": Gradient(((0, "$wood-light", 1), (0.5, "$wood", 1), (1, "$wood-dark", 1)), (0, 0, 1, 1)),
    "road": Gradient(((0, "$road-light", 1), (0.5, "$road", 1), (1, "$road", 1)), (0, 0, 1, 1)),
    "card": Gradient(((0, "$tile-light", 1), (0.5, "$tile", 1), (1, "$tile", 1)), (0, 0, 1, 1)),
    "felt": Gradient(((0, "$back-light", 1), (0.5, "$back", 1), (1, "$back", 1)), (0, 0, 0.4, 1)),
    "paper": Gradient(((0, "$square-light", 1), (0.5, "$square", 1), (1, "$square", 1)), (0, 0, 0.4, 1)),
    "pool": Gradient(((0, "$water-light", 1), (0.6, "$water", 1), (1, "$water-dark", 1)), focus=(0.5, 0.4)),
    "glow": Gradient(((0, WHITE, 0.9), (0.35, WHITE, 0.25), (1, WHITE, 0)), focus=(0.5, 0.5)),
}


@functools.cache
def gradient_of(classes: str) -> str:
    """The gradient that fills a shape of these classes, empty for none."""
    fills = [STYLES[name].get("fill", "") for name in classes.split() if name in STYLES]
    return next((fill[1:] for fill in fills if fill.startswith("@")), "")


@functools.cache
def definition(name: str, prefix: str) -> str:
    """A gradient as SVG."""
    gradient = GRADIENTS[name]
    stops = "".join(f"<stop {_stop(*stop)}/>" for stop in gradient.stops)
    if gradient.focus is None:
        ends = " ".join(f'{key}="{n:g}"' for key, n in zip(("x1", "y1", "x2", "y2"), gradient.line, strict=True))
        return f'<linearGradient id="{prefix}light-{name}" {ends}>{stops}</linearGradient>'
    x, y = gradient.focus
    return f'<radialGradient id="{prefix}light-{name}" fx="{x:g}" fy="{y:g}">{stops}</radialGradient>'


def _stop(offset: float, colour: str, opacity: float) -> str:
    paint = f'class="stop-{colour[1:]}"' if colour.startswith("$") else f'stop-color="{colour}"'
    faded = "" if opacity == 1 else f' stop-opacity="{opacity:g}"'
    return f'offset="{offset:g}" {paint}{faded}'
