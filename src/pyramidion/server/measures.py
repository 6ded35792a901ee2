"""What a server measures about itself, for Prometheus."""

from __future__ import annotations

import asyncio

from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, Gauge, generate_latest
from starlette.responses import Response

from pyramidion.server.house import House

TABLES = Gauge("pyramidion_tables", "Tables in the database.", ["status"])
MEMORY = Gauge("pyramidion_tables_in_memory", "Tables in memory.")
SOCKETS = Gauge("pyramidion_sockets", "Open sockets.")
THINKING = Gauge("pyramidion_bots_thinking", "Bots thinking now.")
WAITING = Gauge("pyramidion_bots_waiting", "Bots waiting for a thread.")
MOVES = Gauge("pyramidion_bot_moves", "Moves made by bots.")
FAILURES = Gauge("pyramidion_bot_failures", "Bots that failed.")


async def measures(house: House) -> Response:
    for status, count in (await asyncio.to_thread(house.store.counts)).items():
        TABLES.labels(status).set(count)
    MEMORY.set(len(house.hall))
    SOCKETS.set(len(house.sockets))
    THINKING.set(house.workers.busy)
    WAITING.set(len(house.workers))
    MOVES.set(house.bots.moves)
    FAILURES.set(house.bots.failures)
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)
