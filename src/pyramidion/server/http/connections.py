"""Connections that end: half requests and readers that do not read are dropped, and nobody takes all the room.

These are uvicorn's protocols with deadlines and with limits on what comes at once. When there is hardly room for
another connection, the one that has waited longest with its request is dropped.
"""

from __future__ import annotations

import asyncio
import resource
import time
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

ARRIVAL = 10.0  # seconds in which a request must have arrived, without its body
STALLED = 20.0  # seconds in which somebody must read something of what they were sent
RESERVE = 96  # descriptors for the database, the workers and everything else
FEWEST = 32  # connections, however few descriptors there are
PIECE = 4_096  # bytes that are read before anything else may happen
MOST_HEAD = 32_768  # bytes of a request besides its body: address, headers, chunk sizes and trailers
MOST_AHEAD = 100  # requests that are sent before the first is answered
SOCKET_PIECE = 512  # bytes of a socket, as PIECE: its frames may be tiny
MOST_FRAMES, FRAMES_A_SECOND = 240, 20  # of one socket: at once, and for long
HEAD_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Room:
    """How many connections there may be, and which of them have sent no request yet, the oldest first."""

    def __init__(self) -> None:
        self.most = FEWEST
        self.count = 0
        self.waiting: OrderedDict[HttpConnection, None] = OrderedDict()

    def measure(self) -> None:
        """Take as many descriptors as the system allows."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
        except (OSError, ValueError):  # not allowed here: what there is must do
            pass
        self.most = max(FEWEST, soft - RESERVE) if soft != resource.RLIM_INFINITY else 1 << 20

    def enter(self) -> None:
        self.count += 1
        if self.count > self.most and self.waiting:
            oldest, _ = self.waiting.popitem(last=False)
            oldest.transport.abort()

    def leave(self) -> None:
        self.count -= 1


ROOM = Room()


class Deadline:
    """Ends a connection unless something happens in time."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def set(self, seconds: float, transport: asyncio.Transport) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, transport.abort)

    def clear(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class WatchedReader(asyncio.Protocol):
    """A connection whose other side must read what it is sent."""

    transport: asyncio.Transport

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._reading = Deadline()

    def pause_writing(self) -> None:
        self._reading.set(STALLED, self.transport)
        super().pause_writing()

    def resume_writing(self) -> None:
        self._reading.clear()
        super().resume_writing()


class HttpConnection(WatchedReader, HttpToolsProtocol):
    """HTTP, with deadlines for the request and for the reader of the answer."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._arrival = Deadline()
        self._bare = 0  # bytes of the request that are not its body
        super().connection_made(transport)
        ROOM.waiting[self] = None
        self._arrival.set(ARRIVAL, transport)
        ROOM.enter()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        ROOM.leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for piece in pieces(data, PIECE):
            self._bare += len(piece)
            super().data_received(piece)
            if self._ended():
                return
        begun = self.cycle is not None and not self.cycle.response_complete
        if not begun:
            ROOM.waiting[self] = None
            self._arrival.set(ARRIVAL, self.transport)

    def _ended(self) -> bool:
        """Is the connection closed or a socket by now? It is closed if it has sent too much."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return True
        if self._bare > MOST_HEAD and not self.pipeline:
            self.transport.write(HEAD_TOO_LARGE)
            self.transport.close()
        elif self._bare > MOST_HEAD or len(self.pipeline) > MOST_AHEAD:
            self.transport.abort()
        return self.transport.is_closing()

    def on_message_begin(self) -> None:
        self._bare = 0
        super().on_message_begin()

    def on_body(self, body: bytes) -> None:
        self._bare -= len(body)
        super().on_body(body)

    def on_headers_complete(self) -> None:
        self._arrived()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        self._forget()
        ROOM.leave()
        super().handle_websocket_upgrade()

    def _arrived(self) -> None:
        self._arrival.clear()
        ROOM.waiting.pop(self, None)

    def _forget(self) -> None:
        self._arrived()
        self._reading.clear()


class SocketConnection(WatchedReader, WebSocketsSansIOProtocol):
    """A WebSocket, with a deadline for its reader and a limit on its frames, of whatever kind."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._frames, self._counted = float(MOST_FRAMES), time.monotonic()
        super().connection_made(transport)
        ROOM.enter()

    def connection_lost(self, exc: Exception | None) -> None:
        self._reading.clear()
        ROOM.leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for piece in pieces(data, SOCKET_PIECE):
            super().data_received(piece)
            if self.transport.is_closing():
                return

    def handle_events(self) -> None:
        now = time.monotonic()
        self._frames = min(MOST_FRAMES, self._frames + (now - self._counted) * FRAMES_A_SECOND) - len(self.conn.events)
        self._counted = now
        if self._frames < 0:
            self.transport.abort()
        else:
            super().handle_events()


def pieces(data: bytes, size: int) -> Iterator[bytes]:
    return (data[start : start + size] for start in range(0, len(data), size))
