"""A learning curve on disk: a table as CSV, and a picture of it as SVG."""

from __future__ import annotations

import csv
from dataclasses import asdict, dataclass, fields
from pathlib import Path

WIDTH, HEIGHT, EDGE = 640, 320, 44
COLOURS = ("#17724f", "#c0392b", "#1d53a0", "#8a6d1c")


@dataclass(frozen=True)
class Point:
    """How far training was, and the share of the points that the network won then."""

    seconds: float
    positions: int
    loss: float
    opponent: str
    score: float


def read(path: Path) -> list[Point]:
    """The points of a table, none if there is no such file."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return [
            Point(
                float(row["seconds"]), int(row["positions"]), float(row["loss"]), row["opponent"], float(row["score"])
            )
            for row in csv.DictReader(file)
        ]


def write(path: Path, points: list[Point]) -> None:
    """The table, and beside it the picture."""
    with path.open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, [field.name for field in fields(Point)])
        table.writeheader()
        table.writerows(asdict(point) for point in points)
    path.with_suffix(".svg").write_text(picture(points), encoding="utf-8")


def picture(points: list[Point]) -> str:
    """A line for each opponent; the middle line is an even score."""
    longest = max((point.seconds for point in points), default=0) or 1.0
    parts = [_level(score) for score in (0.0, 0.25, 0.5, 0.75, 1.0)]
    for number, opponent in enumerate(dict.fromkeys(point.opponent for point in points)):
        own = [point for point in points if point.opponent == opponent]
        places = " ".join(f"{_x(point.seconds / longest):.1f},{_y(point.score):.1f}" for point in own)
        colour = COLOURS[number % len(COLOURS)]
        parts.append(f'<polyline points="{places}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        parts.append(f'<text x="{EDGE + 8}" y="{EDGE + 16 * number}" fill="{colour}">against {opponent}</text>')
    parts.append(f'<text x="{WIDTH - EDGE}" y="{HEIGHT - 12}" text-anchor="end">{longest / 60:.1f} minutes</text>')
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    style = 'font-family="sans-serif" font-size="12" fill="#555555"'
    ground = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fffdf8"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>{ground}{"".join(parts)}</svg>\n'


def _level(score: float) -> str:
    y = f"{_y(score):.1f}"
    line = f'<line x1="{EDGE}" x2="{WIDTH - EDGE}" y1="{y}" y2="{y}" stroke="#d9d1bf"/>'
    return f'{line}<text x="{EDGE - 6}" y="{y}" text-anchor="end">{score:.0%}</text>'


def _x(part: float) -> float:
    return EDGE + part * (WIDTH - 2 * EDGE)


def _y(score: float) -> float:
    return HEIGHT - EDGE - score * (HEIGHT - 2 * EDGE)
