"""The charts of a report. Each says in words what it shows, and tells nothing by colour alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pyramidion.lab.results import Bin, Curve, Timeline
from pyramidion.lab.sheet import WIDTH, Sheet, percent, ticks

LEFT, RIGHT, TOP, BOTTOM = 56, 18, 16, 52
LINE = 26  # the height of a row of text
LETTER, BOLD = 7.4, 8.3  # the usual width of a letter
SIGNS = 8  # on a curve


@dataclass(frozen=True)
class Row:
    """A line of a forest plot: a mean with its interval; `clear` if it is told apart from nothing."""

    name: str
    mean: float
    low: float
    high: float
    clear: bool = False


@dataclass(frozen=True)
class Part:
    """A part of a bar, in a colour's class, hatched by a pattern's number."""

    name: str
    share: float
    paint: str
    hatch: int = 0


@dataclass(frozen=True)
class Plot:
    """The area of a chart between its axes."""

    sheet: Sheet
    xs: tuple[float, float]
    ys: tuple[float, float]
    left: float = LEFT
    top: float = TOP
    margin: float = RIGHT

    @property
    def right(self) -> float:
        return self.sheet.width - self.margin

    @property
    def bottom(self) -> float:
        return self.sheet.height - BOTTOM

    def x(self, value: float) -> float:
        low, high = self.xs
        return self.left + (value - low) / ((high - low) or 1) * (self.right - self.left)

    def y(self, value: float) -> float:
        low, high = self.ys
        return self.bottom - (value - low) / ((high - low) or 1) * (self.bottom - self.top)

    def y_axis(self, named: Callable[[float], str]) -> None:
        for value in ticks(*self.ys, 5):
            self.sheet.line(self.left, self.y(value), self.right, self.y(value), "grid")
            self.sheet.text(self.left - 8, self.y(value), named(value), "faint end")

    def x_axis(self, title: str, named: Callable[[float], str], values: Sequence[float]) -> None:
        self.sheet.line(self.left, self.bottom, self.right, self.bottom, "axis")
        for value in values:
            self.sheet.line(self.x(value), self.bottom, self.x(value), self.bottom + 5, "axis")
            self.sheet.text(self.x(value), self.bottom + 16, named(value), "faint mid")
        self.sheet.text((self.left + self.right) / 2, self.bottom + 38, title, "faint mid")


def plain(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:g}"


def histogram(title: str, says: str, bins: Sequence[Bin], axis: str, marks: Sequence[tuple[str, float]] = ()) -> Sheet:
    """How often which numbers occur, as shares of all games; marks are named numbers such as the median."""
    sheet = Sheet(title, says, 300)
    whole = sum(each.games for each in bins) or 1
    most = max(each.games for each in bins) / whole
    plot = Plot(sheet, (bins[0].low, bins[-1].high + 1), (0, most * 1.02), top=TOP + 20 * bool(marks))
    plot.y_axis(percent)
    for each in bins:
        left, right, top = plot.x(each.low), plot.x(each.high + 1), plot.y(each.games / whole)
        gap = min(0.7, (right - left) / 8)
        told = f"{_range(each)}: {percent(each.games / whole)}"
        sheet.rect(left + gap, top, right - left - 2 * gap, plot.bottom - top, "bar", told)
    plot.x_axis(axis, plain, ticks(*plot.xs, 8))
    for name, value in marks:
        _mark(plot, name, value)
    return sheet


def _range(each: Bin) -> str:
    return plain(each.low) if each.high == each.low else f"{plain(each.low)}–{plain(each.high)}"


def _mark(plot: Plot, name: str, value: float) -> None:
    """A dashed line across the plot with its name on top; whole numbers are in the middle of their bars."""
    x, words = plot.x(value + 0.5), f"{name} {plain(value)}"
    half = len(words) * LETTER / 2
    plot.sheet.line(x, plot.top - 4, x, plot.bottom, "mark")
    plot.sheet.text(min(max(x, plot.left + half), plot.right - half), plot.top - 16, words, "strong mid")


def timeline(title: str, says: str, found: Timeline, paints: Sequence[str], level: tuple[str, float] | None = None) -> Sheet:
    """Means with their intervals over time, a colour's class for each; a `level` is drawn across."""
    sheet = Sheet(title, says, 300)
    named = percent if found.unit == "share" else plain
    highs = [high for curve in found.curves for high in curve.highs if high is not None]
    ys = (0.0, 1.0) if found.unit == "share" else (0.0, max(highs, default=1) * 1.05)
    legend = [(curve.label, paint) for curve, paint in zip(found.curves, paints, strict=True)]
    plot = Plot(sheet, (found.at[0], found.at[-1]), ys, top=TOP + LINE * bool(level or len(legend) > 1))
    plot.y_axis(named)
    plot.x_axis(found.axis, percent if max(found.at) <= 1 else plain, ticks(*plot.xs, 8))
    if level:
        sheet.line(plot.left, plot.y(level[1]), plot.right, plot.y(level[1]), "mark")
    for number, (curve, paint) in enumerate(zip(found.curves, paints, strict=True)):
        _curve(plot, found.at, curve, (paint, number), named)
    _legend(sheet, legend if len(legend) > 1 else [], level[0] if level else "")
    return sheet


def _curve(
    plot: Plot, at: Sequence[float], curve: Curve, look: tuple[str, int], named: Callable[[float], str]
) -> None:
    """The band, the curve, and at some of its points signs that differ from those of other curves."""
    paint, number = look
    spots = [
        (plot.x(x), mean, mean if low is None else low, mean if high is None else high)
        for x, mean, low, high in zip(at, curve.values, curve.lows, curve.highs, strict=True)
        if mean is not None
    ]
    if not spots:
        return
    edge = [(x, plot.y(high)) for x, _, _, high in spots] + [(x, plot.y(low)) for x, _, low, _ in reversed(spots)]
    plot.sheet.parts.append(f'<g class="{paint}">')
    plot.sheet.path(f"{_points(edge)}Z", "band")
    plot.sheet.path(_points([(x, plot.y(mean)) for x, mean, _, _ in spots]), "curve")
    for x, mean, low, high in spots[:: max(1, len(spots) // SIGNS)]:
        sign(plot.sheet, x, plot.y(mean), number, f"{curve.label}: {named(mean)} ({named(low)} to {named(high)})")
    plot.sheet.parts.append("</g>")


def sign(sheet: Sheet, x: float, y: float, number: int, says: str = "") -> None:
    """A circle, square, triangle or ring."""
    if number % 4 == 0:
        sheet.circle(x, y, 5, "dot", says)
    elif number % 4 == 1:
        sheet.path(f"M{x - 4.6:.1f} {y - 4.6:.1f}h9.2v9.2h-9.2Z", "dot", says)
    elif number % 4 == 2:
        sheet.path(f"M{x:.1f} {y - 6:.1f}l5.6 10h-11.2Z", "dot", says)
    else:
        sheet.circle(x, y, 4.5, "ring", says)


def _points(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _legend(sheet: Sheet, names: Sequence[tuple[str, str]], level: str) -> None:
    """What the signs and the dashed line stand for."""
    x = LEFT + 8.0
    for number, (name, paint) in enumerate(names):
        sheet.parts.append(f'<g class="{paint}">')
        sign(sheet, x, TOP, number)
        sheet.parts.append("</g>")
        sheet.text(x + 12, TOP, name)
        x += 40 + len(name) * LETTER
    if level:
        sheet.line(x - 6, TOP, x + 18, TOP, "mark")
        sheet.text(x + 25, TOP, level)


def forest(
    title: str,
    says: str,
    rows: Sequence[Row],
    axis: str,
    nothing: float = 0,
    named: Callable[[float], str] = plain,
    ends: tuple[str, str] = ("", ""),
) -> Sheet:
    """Means with their intervals one below another, beside the line of no difference; filled dots are clear ones.

    `ends` says what the left and the right of the line mean.
    """
    top = TOP + LINE * any(ends)
    sheet = Sheet(title, says, top + LINE * 1.3 * len(rows) + BOTTOM)
    left = min(0.45 * WIDTH, 24 + BOLD * max(len(row.name) for row in rows))
    right = RIGHT + LETTER * max(len(_told(row, named)) for row in rows)
    plot = Plot(sheet, _reach(rows, nothing), (0, len(rows)), left, top, right)
    values = ticks(*plot.xs, 4)
    for value in values:
        sheet.line(plot.x(value), plot.top, plot.x(value), plot.bottom, "grid")
    sheet.line(plot.x(nothing), plot.top - 4, plot.x(nothing), plot.bottom, "mark")
    sheet.text(plot.x(nothing) - 10, TOP - 2, ends[0], "faint end")
    sheet.text(plot.x(nothing) + 10, TOP - 2, ends[1], "faint")
    for number, row in enumerate(rows):
        _interval(plot, row, plot.y(len(rows) - number - 0.5), named)
    plot.x_axis(axis, named, values)
    return sheet


def _told(row: Row, named: Callable[[float], str]) -> str:
    return f"{named(row.mean)} ({named(row.low)} to {named(row.high)})"


def _reach(rows: Sequence[Row], nothing: float) -> tuple[float, float]:
    """From the lowest to the highest end of all intervals, with a margin, the line of no difference inside."""
    low = min(nothing, *(row.low for row in rows))
    high = max(nothing, *(row.high for row in rows))
    margin = (high - low) * 0.06 or 1
    return low - margin, high + margin


def _interval(plot: Plot, row: Row, y: float, named: Callable[[float], str]) -> None:
    sheet = plot.sheet
    sheet.text(plot.left - 12, y, row.name, "end strong" if row.clear else "end")
    sheet.parts.append(f'<g class="{"accent" if row.clear else "quiet"}">')
    low, high, x = plot.x(row.low), plot.x(row.high), plot.x(row.mean)
    sheet.path(f"M{low:.1f} {y - 5:.1f}v10M{low:.1f} {y:.1f}H{high:.1f}M{high:.1f} {y - 5:.1f}v10", "whisker")
    sheet.circle(x, y, 5.5, "dot" if row.clear else "ring", f"{row.name}: {_told(row, named)}")
    sheet.parts.append("</g>")
    sheet.text(sheet.width - 4, y, _told(row, named), "end strong" if row.clear else "faint end")


def stacked(title: str, says: str, bars: Sequence[tuple[str, Sequence[Part]]]) -> Sheet:
    """Shares of a whole, one bar below another, with the names and shares written beside or on them."""
    named = max(len(name) for name, _ in bars)
    left = 24 + LETTER * named if named else 4.0
    sheet = Sheet(title, says, TOP + 52 * len(bars) + 34)
    for number, (name, parts) in enumerate(bars):
        y = TOP + 52 * number
        sheet.text(left - 12, y + 20, name, "end")
        _stack(sheet, parts, (left, y, sheet.width - RIGHT - left, 40))
    _key(sheet, bars[0][1], left, sheet.height - 20)
    return sheet


def _stack(sheet: Sheet, parts: Sequence[Part], box: tuple[float, float, float, float]) -> None:
    left, top, width, height = box
    whole = sum(part.share for part in parts) or 1
    for part in parts:
        wide = width * part.share / whole
        sheet.rect(left, top, wide, height, f"{part.paint} edge", f"{part.name}: {percent(part.share)}")
        sheet.hatch(left, top, wide, height, part.hatch)
        if wide > 44:
            sheet.text(left + wide / 2, top + height / 2, percent(part.share), "on")
        left += wide


def _key(sheet: Sheet, parts: Sequence[Part], left: float, y: float) -> None:
    for part in parts:
        sheet.rect(left, y - 8, 16, 16, part.paint)
        sheet.hatch(left, y - 8, 16, 16, part.hatch)
        sheet.text(left + 23, y, part.name)
        left += 46 + len(part.name) * LETTER
