"""The socket of a table: what happens is told as it happens, and what was missed is told first."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Mapping

from fastapi import WebSocket, WebSocketDisconnect

from pyramidion.draw.palette import THEMES
from pyramidion.server.http.forms import checked_id
from pyramidion.server.http.guard import check_origin
from pyramidion.server.http.visitors import Visitor, visitor_of
from pyramidion.server.journal.table import Table
from pyramidion.server.journal.terms import Terms
from pyramidion.server.problems import Problem
from pyramidion.server.runtime.audience import Listener, greeting, missed
from pyramidion.server.runtime.effort import aside
from pyramidion.server.runtime.tables import OpenTable
from pyramidion.server.views.pictures import Look

NO_PICTURE = "none"
PARAMETERS = {
    "picture": ("diagram", "plan", "oblique", NO_PICTURE),
    "theme": tuple(THEMES),
    "arrangement": ("wide", "tall"),
    "flip": ("false", "true"),
    "help": ("false", "true"),
    "seat": ("0", "1", "2", "3"),
}
REFUSED, TOO_LARGE = 4000, 4009
MOST_MISSED = 100  # entries that are told one by one
MOST_REPLAYED = 2_000  # entries of a journal that is replayed for that


async def updates(socket: WebSocket, table: str) -> None:
    """Tell a listener about a table until one of the two goes away."""
    await socket.accept()
    try:
        check_origin(dict(socket.scope["headers"]))
        who = visitor_of(socket)
        who.services.connects.take(who.address)
        who.services.effort.check(who.address)
        who.services.sockets.enter(who.address)
    except Problem as problem:
        await _refuse(socket, problem)
        return
    try:
        opened = await who.table(checked_id(table))
        await _attend(socket, who, opened)
    except Problem as problem:
        await _refuse(socket, problem)
    finally:
        who.services.sockets.leave(who.address)


def _listener(socket: WebSocket, who: Visitor, table: Table) -> Listener:
    query, seat = socket.query_params, socket.query_params.get("seat")
    for name, allowed in PARAMETERS.items():
        if query.get(name, allowed[0]) not in allowed:
            raise Problem(422, "bad-request", f"{name} is one of {', '.join(allowed)}.")
    if seat is None:
        return Listener(tuple(who.identity.holds(table)), _look(query), who.address)
    who.viewed_seat(table, int(seat))
    return Listener((int(seat),), _look(query), who.address)


def _look(query: Mapping[str, str]) -> Look | None:
    view, theme, arrangement = (query.get(name, PARAMETERS[name][0]) for name in ("picture", "theme", "arrangement"))
    flip, help = (query.get(name) == "true" for name in ("flip", "help"))
    return None if view == NO_PICTURE else Look(view, theme, flip, help, bare=True, arrangement=arrangement)


async def _attend(socket: WebSocket, who: Visitor, opened: OpenTable) -> None:
    async with opened.lock:  # so that only seats count that are on disk
        listener = _listener(socket, who, opened.table)
        seen = _last_seen(socket.query_params.get("after", ""), opened.table)
        first = [greeting(opened.table, listener, who.services.now())] if seen is None else []
        upto = opened.table.number
        opened.audience.join(listener)  # from here on nothing is missed
    reading = writing = None
    try:
        if seen is not None and seen < upto:
            first = await aside(_missed, who, opened.table.terms, seen, upto, listener)
        reading = asyncio.create_task(_read(socket, who))
        writing = asyncio.create_task(_write(socket, listener, first))
        await asyncio.wait([reading, writing], return_when=asyncio.FIRST_COMPLETED)
        if reading.done() and isinstance(problem := reading.exception(), Problem):
            raise problem
    finally:
        opened.audience.leave(listener)
        await _end(reading, writing)


async def _end(*tasks: asyncio.Task[None] | None) -> None:
    for task in tasks:
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, Problem):
                await task


def _last_seen(after: str, table: Table) -> int | None:
    """The entry from which to catch up; None if the whole table is told instead."""
    number = int(after) if after.isdecimal() and len(after) < 10 else -1
    told = 0 <= number <= table.number <= min(number + MOST_MISSED, MOST_REPLAYED)
    return number if told else None


def _missed(who: Visitor, terms: Terms, seen: int, upto: int, listener: Listener) -> list[str]:
    entries = who.services.store.since(terms.id, 0)
    return missed(terms, entries[:upto], seen, listener, who.services.now())


async def _write(socket: WebSocket, listener: Listener, first: list[str]) -> None:
    while first:
        await socket.send_text(first.pop(0))
    while (message := await listener.waiting.get()) is not None:
        await socket.send_text(message)
    await socket.close(*listener.goodbye)


async def _read(socket: WebSocket, who: Visitor) -> None:
    """Nothing but pings is expected: actions go through requests."""
    most = who.services.settings.limits.message
    while (message := await socket.receive())["type"] == "websocket.receive":
        text = message.get("text")
        if len(text or message.get("bytes") or "") > most:
            await socket.close(TOO_LARGE, "too large")
            return
        who.services.writes.take(who.address)
        if text != "ping":
            await socket.send_text(json.dumps(_unknown()))
        else:
            await socket.send_text('{"type":"pong"}')


def _unknown() -> dict[str, object]:
    return {**Problem(422, "bad-request", "Say ping, or nothing; act by requests.").data(), "type": "problem"}


async def _refuse(socket: WebSocket, problem: Problem) -> None:
    """Say why, then close."""
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.send_text(json.dumps({**problem.data(), "type": "problem"}))
        await socket.close(REFUSED, problem.kind)
