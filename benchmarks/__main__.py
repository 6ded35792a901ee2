"""Measurements that only developers need; `pyramidion bench` measures the speed of the games.

python -m benchmarks rivals
python -m benchmarks server --seconds 10 --json
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from benchmarks.rivals import bench_rivals
from pyramidion.engine.errors import PyramidionError

BAD_INPUT = 2
RIVALS = (
    "random games here and in OpenSpiel and pgx, where they are installed, batches and environments beside OpenSpiel's "
    "and PettingZoo's, and what single calls cost from Python: "
    "the median of many short runs, ± half the distance between their quartiles"
)
SERVER = (
    "acknowledged moves a second and their latencies at 1, 50, 300 and 500 tables, and at 300 while bots think, on "
    "SQLite and, where it is installed, on PostgreSQL; a WebSocket echo of the same stack; the memory of 1000 sockets; "
    "the same number of moves on boardgame.io, where npm can install it"
)


def bench_server(seconds: float, as_json: bool) -> None:
    from benchmarks import server  # needs what only the tests install

    server.bench_server(seconds, as_json)


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="python -m benchmarks", description=(__doc__ or "").splitlines()[0])
    commands = top.add_subparsers(metavar="WHAT", required=True)
    for name, about, measure in (("rivals", RIVALS, bench_rivals), ("server", SERVER, bench_server)):
        added = commands.add_parser(name, help=about, description=about)
        added.add_argument("--seconds", type=float, default=1.0, help="how long to measure each thing; default: 1")
        added.add_argument("--json", action="store_true", help="as JSON")
        added.set_defaults(measure=measure)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    chosen = parser().parse_args(arguments)
    try:
        chosen.measure(chosen.seconds, chosen.json)
    except PyramidionError as error:
        print(f"benchmarks: {error}", file=sys.stderr)
        return BAD_INPUT
    return 0


if __name__ == "__main__":
    sys.exit(main())
