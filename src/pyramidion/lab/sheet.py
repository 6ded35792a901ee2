"""The sheet on which charts are drawn: SVG with a title and a description, styled by classes, light and dark."""

from __future__ import annotations

import math
import re
from xml.sax.saxutils import escape

from pyramidion.draw.palette import COLOURS
from pyramidion.draw.styles import FONT

WIDTH = 560
MINUS = "\N{MINUS SIGN}"
LIGHT = {
    "raised": "#fffdf8",
    "sunk": "#f1eadb",
    "ink": "#24221d",
    "faint": "#5f5a50",
    "line": "#d9d1bf",
    "accent": "#17724f",
    "warm": "#b4560f",
    "quiet": "#8d8676",
}
DARK = {
    "raised": "#272b32",
    "sunk": "#343a43",
    "ink": "#ece9e2",
    "faint": "#b3ad9f",
    "line": "#454b55",
    "accent": "#37b886",
    "warm": "#f0a04b",
    "quiet": "#9b968a",
}
BRIGHTER = {"black": "#8d8f99", "brown": "#b98a63", "blue": "#6ea3ee", "violet": "#b98ae0", "red": "#ee7262"}
SEAT_COLOURS = ("violet", "orange", "green", "cyan")  # of seats without their own colour
STYLES = f"""
.chart{{display:block;width:100%;max-width:46rem;height:auto;font-family:{FONT};font-size:14px}}
.chart text{{fill:var(--ink);font-variant-numeric:tabular-nums}}
.chart .faint{{fill:var(--faint);font-size:13px}}
.chart .strong{{font-weight:700}}
.chart .end{{text-anchor:end}}.chart .mid{{text-anchor:middle}}
.chart .ground{{fill:var(--raised)}}
.chart .on{{fill:#fff;font-weight:700;text-anchor:middle;paint-order:stroke;stroke:#0009;stroke-width:3px;
stroke-linejoin:round}}
.chart .grid{{stroke:var(--line);stroke-width:1}}
.chart .axis{{stroke:var(--faint);stroke-width:1.2}}
.chart .bar{{fill:var(--accent)}}
.chart .rest{{fill:var(--quiet)}}
.chart .band{{fill:currentColor;fill-opacity:.18}}
.chart .curve{{fill:none;stroke:currentColor;stroke-width:2.6;stroke-linejoin:round;stroke-linecap:round}}
.chart .dot{{fill:currentColor;stroke:var(--raised);stroke-width:1.6}}
.chart .ring{{fill:var(--raised);stroke:currentColor;stroke-width:2.4}}
.chart .whisker{{fill:none;stroke:currentColor;stroke-width:2.6;stroke-linecap:round}}
.chart .mark{{stroke:var(--ink);stroke-width:1.6;stroke-dasharray:5 4}}
.chart .edge{{stroke:var(--raised);stroke-width:1.5}}
.chart .hatch{{fill:none;stroke:#fff;stroke-opacity:.55;stroke-width:2}}
.chart .accent{{color:var(--accent)}}.chart .warm{{color:var(--warm)}}.chart .quiet{{color:var(--quiet)}}
"""


def _variables(colours: dict[str, str], seats: dict[str, str]) -> str:
    pairs = colours | {f"seat-{name}": value for name, value in seats.items()}
    return ";".join(f"--{name}:{value}" for name, value in pairs.items())


def _seats(dark: bool) -> dict[str, str]:
    return {name: BRIGHTER.get(name, fill) if dark else fill for name, (fill, _) in COLOURS.items()}


def variables(dark: bool) -> str:
    """The colours of a theme, as CSS variables."""
    return _variables(DARK if dark else LIGHT, _seats(dark))


def stylesheet() -> str:
    """CSS for all charts of a page that defines the variables."""
    seats = [f".chart .seat-{name}{{color:var(--seat-{name});fill:var(--seat-{name})}}" for name in COLOURS]
    return "".join([*STYLES.strip().split("\n"), *seats])


def own_style() -> str:
    """CSS for a chart in its own file: it follows the reader's choice of light or dark."""
    dark = f"@media(prefers-color-scheme:dark){{.chart{{{variables(True)}}}}}"
    return f".chart{{{variables(False)}}}{dark}{stylesheet()}"


def page_style() -> str:
    """CSS for charts on a page whose root has the attribute `data-theme`."""
    dark = f':root[data-theme="dark"] .chart{{{variables(True)}}}'
    return f".chart{{{variables(False)}}}{dark}{stylesheet()}"


class Sheet:
    """Collects the SVG of a chart. Lengths are in pixels of a chart that is `WIDTH` wide."""

    def __init__(self, title: str, says: str, height: float, width: float = WIDTH) -> None:
        self.title, self.says = title, says
        self.width, self.height = width, height
        self.parts: list[str] = []
        self.hatches: set[int] = set()
        self.name = re.sub("[^a-z0-9]+", "-", title.lower()).strip("-")

    def rect(self, x: float, y: float, width: float, height: float, classes: str, says: str = "") -> None:
        self._add(
            "rect", f'x="{x:.1f}" y="{y:.1f}" width="{max(0, width):.1f}" height="{max(0, height):.1f}"', classes, says
        )

    def line(self, x1: float, y1: float, x2: float, y2: float, classes: str) -> None:
        self._add("line", f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"', classes)

    def circle(self, x: float, y: float, radius: float, classes: str, says: str = "") -> None:
        self._add("circle", f'cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}"', classes, says)

    def path(self, data: str, classes: str, says: str = "") -> None:
        self._add("path", f'd="{data}"', classes, says)

    def text(self, x: float, y: float, words: str, classes: str = "", turned: bool = False) -> None:
        """A text whose middle is as high as y."""
        turn = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if turned else ""
        kind = f' class="{classes}"' if classes else ""
        self.parts.append(f'<text{kind} x="{x:.1f}" y="{y + 4.8:.1f}"{turn}>{escape(words)}</text>')

    def hatch(self, x: float, y: float, width: float, height: float, number: int) -> None:
        """Lines over a bar, by which bars differ besides their colours; number 0 has none."""
        if number:
            self.hatches.add(number)
            paint = f'fill="url(#{self.name}-hatch-{number})"'
            self._add("rect", f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" {paint}', "hatched")

    def _add(self, tag: str, data: str, classes: str, says: str = "") -> None:
        title = f"><title>{escape(says)}</title></{tag}>" if says else "/>"
        self.parts.append(f'<{tag} class="{classes}" {data}{title}')

    def svg(self, style: bool = False) -> str:
        """The chart; `style` for one in its own file, with its style sheet and ground."""
        sheet = f"<style>{own_style()}</style>" if style else ""
        ground = f'<rect class="ground" width="{self.width:g}" height="{self.height:g}" rx="8"/>' if style else ""
        patterns = "".join(
            HATCHES[number].format(name=f"{self.name}-hatch-{number}") for number in sorted(self.hatches)
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" viewBox="0 0 {self.width:g} '
            f'{self.height:g}" aria-labelledby="{self.name}-title {self.name}-desc">'
            f'<title id="{self.name}-title">{escape(self.title)}</title>'
            f'<desc id="{self.name}-desc">{escape(self.says)}</desc>'
            f"{sheet}<defs>{patterns}</defs>{ground}{''.join(self.parts)}</svg>"
        )


def _pattern(size: int, data: str) -> str:
    return (
        f'<pattern id="{{name}}" width="{size}" height="{size}" patternUnits="userSpaceOnUse">'
        f'<path class="hatch" d="{data}"/></pattern>'
    )


HATCHES = {
    1: _pattern(10, "M-2 2 2-2M-2 12 12-2M8 12 12 8"),
    2: _pattern(10, "M-2 8 2 12M-2-2 12 12M8-2 12 2"),
    3: _pattern(8, "M0 4H8"),
}


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers from one end of an axis to the other, in steps of 1, 2 or 5 times a power of ten."""
    if high <= low:
        return [low]
    rough = (high - low) / most
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(number * step, 10) for number in range(first, last + 1)]


def percent(share: float) -> str:
    """A share as a percentage, with one decimal where it is small."""
    value = 100 * share
    fine = 0 < abs(value) < 9.95 and abs(value - round(value)) >= 0.05
    return f"{value:.{int(fine)}f}%".replace("-", MINUS)
