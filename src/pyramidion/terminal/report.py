"""The report of a simulation, as text and as JSON: results, endings and lengths of games."""

from __future__ import annotations

from collections import Counter
from contextlib import closing

import numpy as np
from numpy.typing import NDArray

from pyramidion.arena.intervals import share_interval
from pyramidion.engine.simulation import Run, Simulation
from pyramidion.terminal.progress import Bar

BINS = 12
BAR = 40


def with_progress(simulation: Simulation) -> bool:
    """Run a simulation with a progress bar on stderr; False if interrupted."""
    with Bar("games", simulation.games) as bar, closing(simulation.parts()) as parts:
        try:
            for done in parts:
                bar.reach(done)
        except KeyboardInterrupt:
            return False
    return True


def simulation_json(run: Run) -> dict[str, object]:
    means = run.results.mean(axis=0)
    seats = [
        {
            "seat": seat,
            "name": run.game.seat_names[seat],
            "result": float(mean),
            "interval": share_interval(float(mean), len(run)),
        }
        for seat, mean in enumerate(means)
    ]
    endings = dict(Counter(run.rules.tolist()).most_common())
    lengths = {"plies": _lengths(run.plies), "turns": _lengths(run.turns)}
    return {"game": run.game.spec, "seed": run.seed, "games": len(run), "seats": seats, "endings": endings, **lengths}


def _lengths(values: NDArray[np.int32]) -> dict[str, float]:
    low, median, high = (float(value) for value in np.percentile(values, (5, 50, 95)))
    extremes = {"least": float(values.min()), "p5": low, "median": median, "p95": high, "most": float(values.max())}
    return {"mean": float(values.mean()), **extremes}


def simulation_text(run: Run) -> str:
    head = f"{run.game.title}, {len(run)} random games of {run.game.spec}, seed {run.seed}"
    return "\n".join([head, "", *_seat_lines(run), "", *_ending_lines(run), "", *_length_lines(run)])


def _seat_lines(run: Run) -> list[str]:
    lines = ["result by seat, with 95% intervals (a shared win or a draw counts as a fraction)"]
    for seat, mean in enumerate(run.results.mean(axis=0)):
        low, high = share_interval(float(mean), len(run))
        lines.append(f"  {seat} {run.game.seat_names[seat]:8} {mean:7.2%}  [{low:.2%}, {high:.2%}]")
    return lines


def _ending_lines(run: Run) -> list[str]:
    shared = int((run.results.max(axis=1) < 1).sum())
    lines = [f"endings by ruling; shared or drawn: {shared / len(run):.2%}"]
    for rule, count in Counter(run.rules.tolist()).most_common():
        lines.append(f"  {rule:4} {count / len(run):7.2%}  {count}")
    return lines


def _length_lines(run: Run) -> list[str]:
    lines = []
    for name, values in (("turns", run.turns), ("plies", run.plies)):
        about = {key: f"{value:g}" for key, value in _lengths(values).items() if key != "mean"}
        lines.append(
            f"{name}: mean {values.mean():.1f}, " + ", ".join(f"{key} {value}" for key, value in about.items())
        )
    return [*lines, "", "length in turns", *_histogram(run.turns)]


def _histogram(values: NDArray[np.int32]) -> list[str]:
    edges = np.unique(np.linspace(values.min(), values.max() + 1, BINS + 1).astype(int))
    counts, _ = np.histogram(values, bins=edges)
    width = len(str(edges[-1]))
    lines = []
    for low, high, count in zip(edges, edges[1:], counts, strict=False):
        bar = "#" * round(BAR * count / counts.max())
        lines.append(f"  {low:{width}}-{high - 1:{width}} {count / len(values):7.2%} {bar}".rstrip())
    return lines
