"""The speed and the memory of a server, measured in one run: on SQLite, on PostgreSQL, and beside boardgame.io."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from tests.server.postgresql import postgres

from benchmarks.boardgame_io import boardgame_io
from pyramidion.engine.errors import Unavailable
from pyramidion.terminal.bench import Report, check_seconds, reporting

ROOT = Path(__file__).parent.parent
LOAD = [sys.executable, "-m", "benchmarks.load"]
TABLES = (1, 50, 300, 500)
CROWD, BOTS = 300, 12  # tables, and more tables at which bots of the highest level think
SOCKETS = 1000
SETTLED = 1.0  # seconds after which memory is looked at
PATIENCE = 300.0
MEGABYTE = 1e6


def bench_server(seconds: float, as_json: bool) -> None:
    """Print a line for everything measured, or all of it as JSON at the end."""
    check_seconds(seconds)
    with reporting(as_json) as report, tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rates = _measured(report, "SQLite", str(folder / "tables.sqlite"), seconds)
        _echo(report, seconds)
        _memory(report, str(folder / "sockets.sqlite"))
        _on_postgresql(report, seconds)
        _beside_boardgame_io(report, folder, seconds, rates)


def _measured(report: Report, subject: str, database: str, seconds: float) -> dict[int, float]:
    """Moves a second by the number of tables; latencies are reported too."""
    rates = {}
    with _server(database) as (address, _):
        for tables in TABLES:
            found = _load("moves", address, str(tables), str(seconds), "0")
            _report(report, subject, _tables(tables), found)
            rates[tables] = float(found["rate"])
        found = _load("moves", address, str(CROWD), str(seconds), str(BOTS))
        _report(report, subject, f"{_tables(CROWD)} while {BOTS} bots think", found)
    return rates


def _tables(count: int) -> str:
    return f"{count} table{'s' if count > 1 else ''}"


def _echo(report: Report, seconds: float) -> None:
    """What the stack can do at most."""
    with started([sys.executable, "-m", "benchmarks.echo"]) as (address, _):
        found = _load("echo", address, str(CROWD), str(seconds))
        _report(report, "echo", f"{CROWD} sockets", found)


def _report(report: Report, subject: str, label: str, found: dict[str, Any]) -> None:
    report(subject, f"{label}: acknowledged moves", found["rate"], "moves/s")
    report(subject, f"{label}: latency, 50th percentile", found["median"], "ms")
    report(subject, f"{label}: latency, 99th percentile", found["slow"], "ms")
    if "processor" in found:
        report(subject, f"{label}: processor time of the server", found["processor"], "µs/move")


def _on_postgresql(report: Report, seconds: float) -> None:
    try:
        with postgres() as url:
            _measured(report, "PostgreSQL", url, seconds)
    except Unavailable as missing:
        _skipped("PostgreSQL", missing)


def _memory(report: Report, database: str) -> None:
    """The memory of a server before and after many sockets were opened at one table."""
    with _server(database) as (address, process):
        _load("moves", address, "1", "0.1", "0")
        before = _resident(process)
        command = [*LOAD, "sockets", address, str(SOCKETS)]
        with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as crowd:
            assert crowd.stdout is not None
            crowd.stdout.readline()
            time.sleep(SETTLED)
            after = _resident(process)
            still_open, _ = crowd.communicate("", timeout=PATIENCE)
        report("SQLite", "memory without sockets", before / MEGABYTE, "MB")
        report("SQLite", f"memory with {still_open.strip()} idle sockets", after / MEGABYTE, "MB")


def _resident(process: int) -> float:
    """The memory of a process in bytes."""
    found = subprocess.run(["ps", "-o", "rss=", "-p", str(process)], capture_output=True, text=True, check=True)
    return int(found.stdout) * 1024


def _beside_boardgame_io(report: Report, folder: Path, seconds: float, rates: dict[int, float]) -> None:
    """The same number of moves, at the same numbers of tables, on its fastest storage: memory only."""
    try:
        with boardgame_io(folder) as measure:
            for tables, rate in rates.items():
                found = measure(tables, round(rate * seconds))
                _report(report, "boardgame.io", _tables(tables), found)
                report("SQLite", f"against boardgame.io, tables: {tables}", rate / found["rate"], "times")
    except Unavailable as missing:
        _skipped("boardgame.io", missing)


def _skipped(subject: str, why: Exception) -> None:
    print(f"{subject} is left out: {why}", file=sys.stderr, flush=True)


@contextmanager
def _server(database: str) -> Iterator[tuple[str, int]]:
    """A server without limits in a separate process: its address, and the number of the process."""
    main = "from pyramidion.terminal.cli import main; raise SystemExit(main())"
    command = [sys.executable, "-c", main, "serve", "--port", "0", "--unlimited", "--database", database]
    with started(command) as (address, process):
        _wait_until_compiled(address)
        yield address, process


def _wait_until_compiled(address: str) -> None:
    while True:
        with urlopen(f"{address}/ready") as answer:
            known = json.load(answer)
        if known["compiled"] == sorted(known["games"]):
            return
        time.sleep(SETTLED)


@contextmanager
def started(command: list[str]) -> Iterator[tuple[str, int]]:
    """A process that says its address in the fourth word of its first line."""
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line:
            raise Unavailable(f"This does not start: {' '.join(command)}.")
        try:
            yield line.split()[3], process.pid
        finally:
            process.terminate()


def _load(*arguments: str) -> dict[str, Any]:
    """What the load in a separate process measured."""
    command = [*LOAD, *arguments]
    found = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, timeout=PATIENCE + 10_000, check=False)
    if found.returncode != 0:
        raise Unavailable("The load could not be made; see above.")
    measured: dict[str, Any] = json.loads(found.stdout)
    return measured
