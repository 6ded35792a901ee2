"""Benchmarks of all games on this machine."""

from __future__ import annotations

import functools
import gzip
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pyramidion.draw.svg import VIEWS
from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game
from pyramidion.engine.match import Match
from pyramidion.engine.position import Position
from pyramidion.engine.registry import games, load
from pyramidion.engine.simulation import DEVICES, cores, simulate

GPU_GAMES = 1 << 21
MICRO = 1e6
Report = Callable[[str, str, float, str], None]


def bench(seconds: float, device: str, as_json: bool) -> None:
    """Measure everything; print each result as it comes, or all of them as JSON at the end."""
    check_seconds(seconds)
    if device not in DEVICES:
        raise BadInput(f"'{device}' is not a device. Allowed: {', '.join(DEVICES)}.")
    with reporting(as_json) as report:
        _everything(report, seconds, device)


def check_seconds(seconds: float) -> None:
    """Refuse measurements that take no time, or over an hour."""
    if not 0 < seconds < 3600:
        raise BadInput(f"--seconds must be between 0 and 3600, not {seconds:g}.")


@contextmanager
def reporting(as_json: bool) -> Iterator[Report]:
    """A function that reports results: printed at once, or as JSON at the end."""
    found: list[dict[str, object]] = []

    def report(subject: str, what: str, value: float, unit: str) -> None:
        found.append({"subject": subject, "what": what, "value": value, "unit": unit})
        if not as_json:
            print(f"{subject:16} {what:38} {value:14,.2f} {unit}", flush=True)

    yield report
    if as_json:
        print(json.dumps(found, indent=1))


def _everything(report: Report, seconds: float, device: str) -> None:
    _starts(report)
    for name in games():
        game = load(name)
        alone = _playouts(report, game, seconds)
        _python_level(report, game, seconds)
        _pictures(report, game, seconds)
        if device == "cuda":
            _gpu(report, game, alone)


def _starts(report: Report) -> None:
    """How long a new process takes to start, with compiled code on disk."""
    report("python", "import pyramidion", _fresh("import pyramidion"), "s")
    report("python", "pyramidion games", _fresh("from pyramidion.terminal.cli import main; main(['games'])"), "s")
    first = "import pyramidion as p; p.load({!r}).start(seed=0).moves()"
    for name in games():
        load(name).start(seed=0).moves()
        report(name, "first moves() in a new process", _fresh(first.format(name)), "s")


def _fresh(code: str) -> float:
    """Seconds that code takes in a new interpreter, without the start of the interpreter itself."""
    timed = f"import time; t = time.perf_counter()\n{code}\nimport sys; print(time.perf_counter() - t, file=sys.stderr)"
    runs = [subprocess.run([sys.executable, "-c", timed], capture_output=True, text=True, check=True) for _ in range(3)]
    return min(float(run.stderr.split()[-1]) for run in runs)


def _playouts(report: Report, game: Game, seconds: float) -> float:
    """Random games on one core and on all; returns the plies per second on one."""
    report(game.name, "position record", game.layout.itemsize, "bytes")
    alone = playout_rate(game, 1, seconds)
    report(game.name, "random games, 1 thread", alone / MICRO, "million plies/s")
    together = playout_rate(game, cores(), seconds)
    report(game.name, f"random games, {cores()} threads", together / MICRO, "million plies/s")
    report(game.name, f"speed-up of {cores()} threads", together / alone, "times")
    return alone


def playout_rate(game: Game, threads: int, seconds: float) -> float:
    """Plies per second in whole random games."""
    simulate(game, threads, threads=threads)
    count = 64 * threads
    while True:
        start = time.perf_counter()
        run = simulate(game, count, threads=threads)
        spent = time.perf_counter() - start
        if spent > seconds:
            return float(run.plies.sum()) / spent
        count = int(count * min(8.0, 1.2 * seconds / spent)) + 1


def _python_level(report: Report, game: Game, seconds: float) -> None:
    """The time of single calls from Python, in the middle of a game."""
    position = _middle(game)
    text = str(position.moves()[-1])
    report(game.name, "Position.moves()", _call(lambda: Position(game, position.data).moves(), seconds), "µs")
    report(game.name, "Position.play(text)", _call(lambda: position.play(text), seconds), "µs")


def _pictures(report: Report, game: Game, seconds: float) -> None:
    """The time and size of pictures, in the middle of a game."""
    position = _middle(game)
    report(game.name, "Position.scene()", _call(position.scene, seconds) / 1000, "ms")
    for view in VIEWS:
        svg = position.svg(view=view)
        cost = _call(functools.partial(position.svg, view=view), seconds) / 1000
        report(game.name, f"Position.svg(view={view!r})", cost, "ms")
        report(game.name, f"SVG size, {view}", len(svg.encode()) / 1000, "kB")
        report(game.name, f"SVG size, gzipped, {view}", len(gzip.compress(svg.encode())) / 1000, "kB")


def _middle(game: Game) -> Position:
    """A position about thirty plies into a game."""
    match = Match(game, seed=1)
    while match.position.mover is not None and len(match.codes) < 30:
        match.play(match.position.moves()[len(match.codes) % len(match.position.moves())])
    return match.position if match.outcome is None else match.undo()


def _call(function: Callable[[], object], seconds: float) -> float:
    """Microseconds per call."""
    function()
    start, calls = time.perf_counter(), 0
    while time.perf_counter() - start < seconds / 5:
        for _ in range(100):
            function()
        calls += 100
    return (time.perf_counter() - start) / calls * MICRO


def _gpu(report: Report, game: Game, alone: float) -> None:
    """Random games on the GPU; `alone` is the plies per second of one CPU thread."""
    start = time.perf_counter()
    simulate(game, 1, device="cuda")
    report(game.name, "compile for CUDA, play one game", time.perf_counter() - start, "s")
    start = time.perf_counter()
    run = simulate(game, GPU_GAMES, device="cuda")
    rate = float(run.plies.sum()) / (time.perf_counter() - start)
    report(game.name, "random games on the GPU", rate / MICRO, "million plies/s")
    report(game.name, "speed-up of the GPU over 1 thread", rate / alone, "times")
