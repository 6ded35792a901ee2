"""What a server measures about itself, for Prometheus."""

from __future__ import annotations

import asyncio

from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, Gauge, generate_latest
from starlette.responses import Response

from pyramidion.server.runtime.services import Services

TABLES = Gauge("pyramidion_tables", "Tables in the database.", ["status"])
MEMORY = Gauge("pyramidion_tables_in_memory", "Tables in memory.")
DAMAGED = Gauge("pyramidion_tables_damaged", "Tables that cannot be read and were set aside.")
TASKS = Gauge("pyramidion_tasks", "Tasks of the event loop.")
SOCKETS = Gauge("pyramidion_sockets", "Open sockets.")
THINKING = Gauge("pyramidion_bots_thinking", "Bots thinking now.")
WAITING = Gauge("pyramidion_bots_waiting", "Bots waiting for a process.")
MOVES = Gauge("pyramidion_bot_moves", "Moves made by bots.")
FAILURES = Gauge("pyramidion_bot_failures", "Bots that failed.")


async def metrics_text(services: Services) -> Response:
    for status, count in (await asyncio.to_thread(services.store.counts)).items():
        TABLES.labels(status).set(count)
    MEMORY.set(len(services.tables))
    DAMAGED.set(len(services.tables.damaged))
    TASKS.set(len(asyncio.all_tasks()))
    SOCKETS.set(len(services.sockets))
    THINKING.set(services.pool.busy)
    WAITING.set(len(services.pool))
    MOVES.set(services.bots.moves)
    FAILURES.set(services.bots.failures)
    return Response(generate_latest(REGISTRY), media_type=CONTENT_TYPE_LATEST)
