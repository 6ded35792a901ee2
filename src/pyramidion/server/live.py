"""The socket of a table: what happens is told as it happens, and what was missed is told first."""

from __future__ import annotations

import asyncio
import contextlib
import json

from fastapi import WebSocket, WebSocketDisconnect

from pyramidion.server import showing
from pyramidion.server.audience import NO_PICTURE, Crowd, Listener, dumped, missed
from pyramidion.server.callers import Asker, asker_of, viewed_seat
from pyramidion.server.guard import check_origin
from pyramidion.server.hall import Live
from pyramidion.server.problems import Problem

PICTURES = (NO_PICTURE, "plan", "oblique")
THEMES = ("light", "dark")
REFUSED, TOO_SLOW, TOO_LARGE = 4000, 4008, 4009
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
        live = await who.table(table)
        await _attend(socket, who, live, _listener(socket, who, live))
    except Problem as problem:
        await _refuse(socket, problem)
    finally:
        who.house.sockets.leave(who.address)


def _listener(socket: WebSocket, who: Asker, live: Live) -> Listener:
    wishes = socket.query_params
    picture, theme, seat = wishes.get("picture", "plan"), wishes.get("theme", "light"), wishes.get("seat")
    if picture not in PICTURES or theme not in THEMES or (seat is not None and seat not in ("0", "1", "2", "3")):
        raise Problem(
            422, "bad-request", f"picture is one of {', '.join(PICTURES)}, theme light or dark, seat a number."
        )
    return Listener(viewed_seat(who, live.table, None if seat is None else int(seat)), picture, theme)


async def _attend(socket: WebSocket, who: Asker, live: Live, listener: Listener) -> None:
    crowd = live.audience
    assert isinstance(crowd, Crowd)
    async with live.lock:
        await _greet(who, live, listener, socket.query_params.get("after", ""))
        crowd.join(listener)
    reading = asyncio.create_task(_read(socket, who))
    writing = asyncio.create_task(_write(socket, listener))
    try:
        await asyncio.wait([reading, writing], return_when=asyncio.FIRST_COMPLETED)
    finally:
        crowd.leave(listener)
        for task in (reading, writing):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await task


async def _greet(who: Asker, live: Live, listener: Listener, after: str) -> None:
    """The whole table, or exactly what happened since the entry last seen."""
    table, now = live.table, who.house.now()
    number = int(after) if after.isdecimal() and len(after) < 10 else -1
    if 0 <= number <= table.number and table.number - number <= MOST_MISSED:
        if number < table.number:
            entries = await asyncio.to_thread(who.house.store.since, table.id, 0)
            for message in missed(table.founding, entries, number, listener, now)[-MOST_MISSED:]:
                listener.waiting.put_nowait(message)
        return
    hello = {"type": "table", **showing.table_data(table, listener.seat, now)}
    if listener.picture != NO_PICTURE:
        hello["picture"] = showing.picture(table, listener.seat, listener.picture, listener.theme)
    listener.put(dumped(hello))


async def _write(socket: WebSocket, listener: Listener) -> None:
    while (message := await listener.waiting.get()) is not None:
        await socket.send_text(message)
    await socket.close(TOO_SLOW, "too slow, or the server is closing: connect again")


async def _read(socket: WebSocket, who: Asker) -> None:
    """Nothing but pings is expected: actions go through requests."""
    most = who.house.settings.limits.message
    while True:
        text = await socket.receive_text()
        if len(text) > most:
            await socket.close(TOO_LARGE, "too large")
            return
        who.house.writes.take(who.address)
        if text != "ping":
            await socket.send_text(dumped(_unknown()))
        else:
            await socket.send_text('{"type":"pong"}')


def _unknown() -> dict[str, object]:
    return {"type": "problem", **Problem(422, "bad-request", "Say ping, or nothing; act by requests.").data()}


async def _refuse(socket: WebSocket, problem: Problem) -> None:
    """Say why, then close."""
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.send_text(json.dumps({**problem.data(), "type": "problem"}))
        await socket.close(REFUSED, problem.kind)
