"""The course of a game as a picture: the chance of each seat, one above the other, and the marks.

Pages let it be clicked: the plies lie evenly between `data-left` and `data-right`, `data-plies` of them, and the line
with the class `now` shows where one is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pyramidion.engine.game import Game
from pyramidion.lab.judge import Values
from pyramidion.lab.pictures import paints
from pyramidion.lab.plot import Plot
from pyramidion.lab.sheet import Sheet
from pyramidion.study.chances import percent
from pyramidion.study.reviews.review import MARKS, Ply, Review

WIDTH, HEIGHT = 480, 190
LEFT, RIGHT, TOP, BOTTOM = 46, 10, 12, 24
STYLE = """
.chart.course{max-width:56rem;cursor:pointer;touch-action:pan-y}
.chart .area{stroke:var(--raised);stroke-width:1.2;fill-opacity:.82}
.chart .even{stroke:var(--ink);stroke-width:1;stroke-dasharray:3 5;stroke-opacity:.55}
.chart .now{stroke:var(--ink);stroke-width:2.4}
.chart .bad{color:#b3261e}.chart .fine{color:#17724f}.chart .chance{color:#8a5a00}
.chart .sign{fill:#fff;font-size:12px;font-weight:700;text-anchor:middle}
.chart .badge{fill:currentColor;stroke:#fff;stroke-width:1.4}
"""
KINDS = {
    "only": "fine",
    "dubious": "bad",
    "mistake": "bad",
    "blunder": "bad",
    "lucky": "chance",
    "unlucky": "chance",
}


class CourseSheet(Sheet):
    """A sheet that says where its plies lie."""

    def __init__(self, says: str, plies: int) -> None:
        super().__init__("Chance to win", says, HEIGHT, WIDTH)
        self._plies = plies

    def svg(self, style: bool = False) -> str:
        places = f'data-left="{LEFT}" data-right="{WIDTH - RIGHT}" data-plies="{self._plies}"'
        return super().svg(style).replace('class="chart"', f'class="chart course" {places}', 1)


def graph(review: Review, game: Game) -> str:
    """The course of a game as SVG."""
    course = review.course
    area = _drawn(dict(enumerate(course)), [seat.name for seat in review.seats], game)
    for ply in review.plies:
        if ply.mark:
            _mark(area, ply, course)
    return area.plot.sheet.svg()


def outline(course: Mapping[int, Values], names: Sequence[str], game: Game) -> str:
    """The course of a game of which only some positions are known, the last one among them."""
    return _drawn(course, names, game).plot.sheet.svg()


def _drawn(course: Mapping[int, Values], names: Sequence[str], game: Game) -> Area:
    """The graph without marks; the course says what the seats could expect after some plies."""
    plies, last = sorted(course), max(course)
    sheet = CourseSheet(_says(course[plies[0]], course[last], names), last)
    area = Area(Plot(sheet, (0, max(1, last)), (0, 1), LEFT, TOP, RIGHT), HEIGHT - BOTTOM)
    below = dict.fromkeys(plies, 0.0)
    for seat, paint in enumerate(paints(game)):
        above = {ply: below[ply] + course[ply][seat] for ply in plies}
        area.fill(below, above, f"area {paint}")
        below = above
    for share in (0, 0.5, 1):
        sheet.text(LEFT - 6, area.y(share), percent(share), "faint end")
    sheet.line(LEFT, area.y(0.5), WIDTH - RIGHT, area.y(0.5), "even")
    sheet.text(LEFT, HEIGHT - 8, "start", "faint")
    sheet.text(WIDTH - RIGHT, HEIGHT - 8, "end", "faint end")
    sheet.line(LEFT, TOP, LEFT, HEIGHT - BOTTOM, "now")
    return area


class Area:
    """Where shares lie on the sheet."""

    def __init__(self, plot: Plot, bottom: float) -> None:
        self.plot = plot
        self.bottom = bottom

    def x(self, ply: float) -> float:
        return self.plot.x(ply)

    def y(self, share: float) -> float:
        return self.bottom - share * (self.bottom - TOP)

    def fill(self, below: Mapping[int, float], above: Mapping[int, float], classes: str) -> None:
        there = [f"{self.x(ply):.1f} {self.y(share):.1f}" for ply, share in above.items()]
        back = [f"{self.x(ply):.1f} {self.y(share):.1f}" for ply, share in reversed(list(below.items()))]
        self.plot.sheet.path(f"M{'L'.join([*there, *back])}Z", classes)


def _mark(area: Area, ply: Ply, course: Sequence[Values]) -> None:
    """A mark stands where the first two seats meet, after the ply."""
    x, y = area.x(ply.ply + 1), area.y(course[ply.ply + 1][0])
    y = min(max(y, TOP + 9), area.bottom - 9)
    sheet, told = area.plot.sheet, f"{ply.number}. {ply.move}: {ply.mark}"
    sheet.circle(x, y, 9, f"badge {KINDS[ply.mark]}", told)
    sheet.text(x, y - 0.6, MARKS[ply.mark], "sign")


def _says(first: Values, last: Values, names: Sequence[str]) -> str:
    start = ", ".join(f"{name} {percent(value)}" for name, value in zip(names, first, strict=True))
    end = ", ".join(f"{name} {percent(value)}" for name, value in zip(names, last, strict=True))
    return f"From the start ({start}) to the end ({end}); the chance of {names[0]} is counted from below."
