"""The chart of a timeline: curves with bands, told apart by colours and signs."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

from pyramidion.lab.plot import LEFT, LETTER, LINE, TOP, Plot, plain
from pyramidion.lab.results import Curve, Timeline
from pyramidion.lab.sheet import WIDTH, Sheet, percent, ticks

SIGNS = 8  # on a curve
MOST_SPOTS = 36  # of a curve


def timeline(
    title: str, says: str, found: Timeline, paints: Sequence[str], level: tuple[str, float] | None = None
) -> Sheet:
    """Means with their intervals over time, a colour's class for each; a `level` is drawn across."""
    found = _thinned(found)
    legend = [(curve.label, paint) for curve, paint in zip(found.curves, paints, strict=True)]
    legend = legend if len(legend) > 1 else []
    lines = _lines(legend, level[0] if level else "")
    sheet = Sheet(title, says, 290 + LINE * len(lines))
    named = percent if found.unit == "share" else plain
    highs = [high for curve in found.curves for high in curve.highs if high is not None]
    ys = (0.0, 1.0) if found.unit == "share" else (0.0, max(highs, default=1) * 1.05)
    plot = Plot(sheet, (found.at[0], found.at[-1]), ys, top=TOP + LINE * len(lines))
    plot.y_axis(named)
    plot.x_axis(found.axis, percent if max(found.at) <= 1 else plain, ticks(*plot.xs, 8))
    if level:
        sheet.line(plot.left, plot.y(level[1]), plot.right, plot.y(level[1]), "mark")
    for number, (curve, paint) in enumerate(zip(found.curves, paints, strict=True)):
        _curve(plot, found.at, curve, (paint, number), named)
    for row, entries in enumerate(lines):
        _legend(sheet, entries, TOP + LINE * row)
    return sheet


def _thinned(found: Timeline) -> Timeline:
    """With neighbouring points averaged where there are too many to see."""
    step = -(-len(found.at) // MOST_SPOTS)
    if step == 1:
        return found

    def thin(values: Sequence[float | None]) -> tuple[float | None, ...]:
        groups = [values[first : first + step] for first in range(0, len(values), step)]
        known = [[value for value in group if value is not None] for group in groups]
        return tuple(sum(group) / len(group) if group else None for group in known)

    at = tuple(value for value in thin(found.at) if value is not None)
    curves = [
        dataclasses.replace(curve, values=thin(curve.values), lows=thin(curve.lows), highs=thin(curve.highs))
        for curve in found.curves
    ]
    return dataclasses.replace(found, at=at, curves=tuple(curves))


def _curve(plot: Plot, at: Sequence[float], curve: Curve, look: tuple[str, int], named: Callable[[float], str]) -> None:
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


def _lines(names: Sequence[tuple[str, str]], level: str) -> list[list[tuple[str, str, int]]]:
    """The entries of a legend in as many lines as they need; the level's has no colour."""
    lines: list[list[tuple[str, str, int]]] = []
    room = 0.0
    for number, (name, paint) in enumerate([*names, *([(level, "")] if level else [])]):
        wide = 44 + len(name) * LETTER
        if wide > room:
            lines.append([])
            room = float(WIDTH - LEFT)
        lines[-1].append((name, paint, number))
        room -= wide
    return lines


def _legend(sheet: Sheet, entries: Sequence[tuple[str, str, int]], y: float) -> None:
    """What the signs and the dashed line stand for."""
    x = LEFT + 8.0
    for name, paint, number in entries:
        if paint:
            sheet.parts.append(f'<g class="{paint}">')
            sign(sheet, x, y, number)
            sheet.parts.append("</g>")
        else:
            sheet.line(x - 8, y, x + 8, y, "mark")
        sheet.text(x + 14, y, name)
        x += 44 + len(name) * LETTER
