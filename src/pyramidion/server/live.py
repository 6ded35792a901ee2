"""The socket of a table: what happens is told as it happens, and what was missed is told first."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Mapping

from fastapi import WebSocket, WebSocketDisconnect

from pyramidion.server import showing
from pyramidion.server.audience import Crowd, Listener, dumped, missed, with_picture
from pyramidion.server.callers import Asker, asker_of, viewed_seat
from pyramidion.server.forms import checked_id
from pyramidion.server.guard import check_origin
from pyramidion.server.hall import Live
from pyramidion.server.problems import Problem
from pyramidion.server.showing import Look

NO_PICTURE = "none"
WISHES = {
    "picture": ("plan", "oblique", NO_PICTURE),
    "theme": ("light", "dark"),
    "flip": ("false", "true"),
    "help": ("false", "true"),
    "seat": ("0", "1", "2", "3"),
}
REFUSED, TOO_LARGE = 4000, 4009
MOST_MISSED = 500  # entries that are told one by one


async def live_updates(socket: WebSocket, table: str) -> None:
    """Tell a listener about a table until one of the two goes away."""
    await socket.accept()
    try:
        check_origin(dict(socket.scope["headers"]))
        who = asker_of(socket)
        who.house.sockets.enter(who.address)
    except Problem as problem:
        await _refuse(socket, problem)
        return
    try:
        live = await who.table(checked_id(table))
        await _attend(socket, who, live, _listener(socket, who, live))
    except Problem as problem:
        await _refuse(socket, problem)
    finally:
        who.house.sockets.leave(who.address)


def _listener(socket: WebSocket, who: Asker, live: Live) -> Listener:
    wishes, seat = socket.query_params, socket.query_params.get("seat")
    for name, allowed in WISHES.items():
        if wishes.get(name, allowed[0]) not in allowed:
            raise Problem(422, "bad-request", f"{name} is one of {', '.join(allowed)}.")
    if seat is None:
        return Listener(tuple(who.caller.holds(live.table)), _look(wishes))
    viewed_seat(who, live.table, int(seat))
    return Listener((int(seat),), _look(wishes))


def _look(wishes: Mapping[str, str]) -> Look | None:
    view = wishes.get("picture", "plan")
    flags = {name: wishes.get(name) == "true" for name in ("flip", "help")}
    return None if view == NO_PICTURE else Look(view, wishes.get("theme", "light"), bare=True, **flags)


async def _attend(socket: WebSocket, who: Asker, live: Live, listener: Listener) -> None:
    crowd = live.audience
    assert isinstance(crowd, Crowd)
    async with live.lock:
        greeting = await _greeting(who, live, listener, socket.query_params.get("after", ""))
        crowd.join(listener)
    reading = asyncio.create_task(_read(socket, who))
    writing = asyncio.create_task(_write(socket, listener, greeting))
    try:
        await asyncio.wait([reading, writing], return_when=asyncio.FIRST_COMPLETED)
    finally:
        crowd.leave(listener)
        for task in (reading, writing):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await task


async def _greeting(who: Asker, live: Live, listener: Listener, after: str) -> list[str]:
    """The whole table, or exactly what happened since the entry last seen."""
    table, now = live.table, who.house.now()
    number = int(after) if after.isdecimal() and len(after) < 10 else -1
    if 0 <= number <= table.number and table.number - number <= MOST_MISSED:
        if number == table.number:
            return []
        entries = await asyncio.to_thread(who.house.store.since, table.id, 0)
        return missed(table.founding, entries[: table.number], number, listener, now)
    hello = {"type": "table", **showing.table_data(table, listener.seat(table), now, listener.seats)}
    return [dumped(with_picture(hello, table, listener))]


async def _write(socket: WebSocket, listener: Listener, greeting: list[str]) -> None:
    while greeting:
        await socket.send_text(greeting.pop(0))
    while (message := await listener.waiting.get()) is not None:
        await socket.send_text(message)
    await socket.close(*listener.goodbye)


async def _read(socket: WebSocket, who: Asker) -> None:
    """Nothing but pings is expected: actions go through requests."""
    most = who.house.settings.limits.message
    while (message := await socket.receive())["type"] == "websocket.receive":
        text = message.get("text")
        if len(text or message.get("bytes") or "") > most:
            await socket.close(TOO_LARGE, "too large")
            return
        who.house.writes.take(who.address)
        if text != "ping":
            await socket.send_text(dumped(_unknown()))
        else:
            await socket.send_text('{"type":"pong"}')


def _unknown() -> dict[str, object]:
    return {**Problem(422, "bad-request", "Say ping, or nothing; act by requests.").data(), "type": "problem"}


async def _refuse(socket: WebSocket, problem: Problem) -> None:
    """Say why, then close."""
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.send_text(json.dumps({**problem.data(), "type": "problem"}))
        await socket.close(REFUSED, problem.kind)
