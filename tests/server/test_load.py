"""The load generator of the benchmarks, on a real server."""

from __future__ import annotations

import sys

from benchmarks.echo import echoed
from benchmarks.load import moves
from benchmarks.server import started
from tests.loops import run
from tests.server.serving import Server


def test_load_counts_acknowledged_moves(server: Server) -> None:
    found = run(moves(server.address, 2, 0.5, bots=1))
    assert found["moves"] > 0 and found["rate"] > 0 and 0 < found["median"] <= found["slow"]


def test_the_echo_says_what_it_is_told() -> None:
    with started([sys.executable, "-m", "benchmarks.echo"]) as (address, _):
        found = run(echoed(address, 3, 0.2))
    assert found["moves"] > 0
