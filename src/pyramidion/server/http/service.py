"""Is the server well? For those who run it."""

from __future__ import annotations

from fastapi import Request, Response

from pyramidion.engine.registry import games
from pyramidion.server.http.answers import Alive, Readiness
from pyramidion.server.http.guard import is_local
from pyramidion.server.http.visitors import Who
from pyramidion.server.problems import Problem
from pyramidion.server.runtime.metrics import metrics_text


async def health() -> Alive:
    """Is the process alive?"""
    return Alive()


async def ready(who: Who) -> Readiness:
    """Can it serve? Also says which games are compiled already."""
    if not who.services.ready:
        raise Problem(503, "busy", "The server is starting or stopping.")
    if not who.services.writable:
        raise Problem(503, "unavailable", "The server cannot store anything right now.")
    preparation = who.services.preparation
    return Readiness(compiled=sorted(preparation.compiled), opponents=list(preparation.opponents), games=list(games()))


async def metrics(request: Request, who: Who) -> Response:
    """Counters and gauges for Prometheus, on this machine only."""
    if not is_local(request.scope):
        raise Problem(404, "not-found", "Metrics are for this machine only.")
    return await metrics_text(who.services)
