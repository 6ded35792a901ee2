"""The charts of a report. Each says in words what it shows, and tells nothing by colour alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pyramidion.lab.plot import BOLD, BOTTOM, LETTER, LINE, RIGHT, TOP, Plot, plain
from pyramidion.lab.results import Bin
from pyramidion.lab.sheet import WIDTH, Sheet, percent, ticks

FAR = 8  # times the usual distance from the line of no difference


@dataclass(frozen=True)
class Row:
    """A line of a forest plot: a mean with its interval; `clear` if it differs from zero by more than chance."""

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


def histogram(title: str, says: str, bins: Sequence[Bin], axis: str, marks: Sequence[tuple[str, float]] = ()) -> Sheet:
    """How often which numbers occur, as shares of all games; marks are named numbers such as the median."""
    sheet = Sheet(title, says, 300)
    whole = sum(each.games for each in bins) or 1
    most = max(each.games for each in bins) / whole
    width = bins[0].high - bins[0].low + 1
    tail = bins[-1].high - bins[-1].low + 1 > width
    plot = Plot(sheet, (bins[0].low, bins[-1].low + width), (0, most * 1.02), top=TOP + 20 * bool(marks))
    plot.y_axis(percent)
    for each in bins:
        left, right, top = plot.x(each.low), plot.x(each.low + width), plot.y(each.games / whole)
        gap = min(0.7, (right - left) / 8)
        told = f"{_range(each)}: {percent(each.games / whole)}"
        sheet.rect(left + gap, top, right - left - 2 * gap, plot.bottom - top, "bar", told)
    shown = [
        value for value in ticks(*plot.xs, 8) if value == round(value) and value < bins[-1].low + width * (1 - tail)
    ]
    plot.x_axis(axis, plain, shown, 0.5 if width == 1 else 0)
    if tail:
        sheet.text(plot.right, plot.bottom + 16, f"{plain(bins[-1].low)} to {plain(bins[-1].high)}", "faint end")
    for name, value in marks:
        _mark(plot, name, value)
    return sheet


def _range(each: Bin) -> str:
    return plain(each.low) if each.high == each.low else f"{plain(each.low)} to {plain(each.high)}"


def _mark(plot: Plot, name: str, value: float) -> None:
    """A dashed line across the plot with its name on top; whole numbers are in the middle of their bars."""
    x, words = plot.x(value + 0.5), f"{name} {plain(value)}"
    half = len(words) * LETTER / 2
    plot.sheet.line(x, plot.top - 4, x, plot.bottom, "mark")
    plot.sheet.text(min(max(x, plot.left + half), plot.right - half), plot.top - 16, words, "strong mid")


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
    right = RIGHT + BOLD * max(len(_told(row, named)) for row in rows)
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
    """From the lowest to the highest end of the intervals, with a margin, the line of no difference inside; without
    those that are so far away that the others could not be seen."""
    far = [max(abs(row.low - nothing), abs(row.high - nothing)) for row in rows]
    most = FAR * sorted(far)[len(far) // 2]
    near = [row for row, away in zip(rows, far, strict=True) if away <= most or most == 0]
    low = min(nothing, *(row.low for row in near))
    high = max(nothing, *(row.high for row in near))
    margin = (high - low) * 0.06 or 1
    return low - margin, high + margin


def _interval(plot: Plot, row: Row, y: float, named: Callable[[float], str]) -> None:
    sheet = plot.sheet
    sheet.text(plot.left - 12, y, row.name, "end strong" if row.clear else "end")
    sheet.parts.append(f'<g class="{"accent" if row.clear else "quiet"}">')
    low, high, x = (min(max(plot.x(value), plot.left), plot.right) for value in (row.low, row.high, row.mean))
    if low == high:  # off the chart: an arrow points there
        way = 9 if row.mean > plot.xs[1] else -9
        sheet.path(f"M{x - way:.1f} {y - 6:.1f}L{x:.1f} {y:.1f}L{x - way:.1f} {y + 6:.1f}", "whisker")
    else:
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
