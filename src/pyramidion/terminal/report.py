"""The report of a simulation, as text and as JSON: results, endings and lengths of games."""

from __future__ import annotations

import itertools

import numpy as np

from pyramidion.lab.totals import Lengths, Totals

BINS = 12
BAR = 40


def simulation_json(found: Totals) -> dict[str, object]:
    seats = [
        {"seat": seat, "name": name, "result": found.mean(seat), "interval": found.interval(seat)}
        for seat, name in enumerate(found.game.seat_names)
    ]
    lengths = {"plies": _lengths(found.plies), "turns": _lengths(found.turns)}
    head = {"game": found.game.spec, "seed": found.seed, "games": found.games}
    return {**head, "seats": seats, "endings": dict(found.endings.most_common()), **lengths}


def _lengths(found: Lengths) -> dict[str, float]:
    low, median, high = (found.percentile(percent) for percent in (5, 50, 95))
    extremes = {"least": float(found.least), "p5": low, "median": median, "p95": high, "most": float(found.most)}
    return {"mean": found.mean, **extremes}


def simulation_text(found: Totals) -> str:
    head = f"{found.game.title}, {found.games} random games of {found.game.spec}, seed {found.seed}"
    return "\n".join([head, "", *_seat_lines(found), "", *_ending_lines(found), "", *_length_lines(found)])


def _seat_lines(found: Totals) -> list[str]:
    lines = ["result by seat, with 95% intervals (a shared win or a draw counts as a fraction)"]
    for seat, name in enumerate(found.game.seat_names):
        low, high = found.interval(seat)
        lines.append(f"  {seat} {name:8} {found.mean(seat):7.2%}  [{low:.2%}, {high:.2%}]")
    return lines


def _ending_lines(found: Totals) -> list[str]:
    lines = [f"endings by ruling; shared or drawn: {found.shared / found.games:.2%}"]
    for rule, count in found.endings.most_common():
        lines.append(f"  {rule:4} {count / found.games:7.2%}  {count}")
    return lines


def _length_lines(found: Totals) -> list[str]:
    lines = []
    for name, values in (("turns", found.turns), ("plies", found.plies)):
        about = {key: f"{value:g}" for key, value in _lengths(values).items() if key != "mean"}
        lines.append(f"{name}: mean {values.mean:.1f}, " + ", ".join(f"{key} {value}" for key, value in about.items()))
    return [*lines, "", "length in turns", *_histogram(found.turns)]


def _histogram(found: Lengths) -> list[str]:
    edges = np.unique(np.linspace(found.least, found.most + 1, BINS + 1).astype(int)).tolist()
    counts = [found.between(low, high) for low, high in itertools.pairwise(edges)]
    names = [str(low) if low == high - 1 else f"{low}-{high - 1}" for low, high in itertools.pairwise(edges)]
    width = max(map(len, names))
    lines = []
    for name, count in zip(names, counts, strict=True):
        bar = "#" * round(BAR * count / max(counts))
        lines.append(f"  {name:>{width}} {count / sum(counts):7.2%} {bar}".rstrip())
    return lines
