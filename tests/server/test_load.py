"""The load generator of the benchmarks, on a real server."""

from __future__ import annotations

import asyncio

from benchmarks.load import moves
from tests.server.serving import Server


def test_load_counts_acknowledged_moves(server: Server) -> None:
    found = asyncio.run(moves(server.address, 2, 0.5))
    assert found["moves"] > 0 and found["rate"] > 0 and 0 < found["median"] <= found["slow"]
