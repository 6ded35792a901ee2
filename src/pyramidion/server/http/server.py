"""Runs a server: `pyramidion serve`."""

from __future__ import annotations

import signal
import socket
from collections.abc import Awaitable, Callable
from types import FrameType

import uvicorn

from pyramidion.engine.errors import BadInput
from pyramidion.server.http.app import make_app
from pyramidion.server.http.connections import ROOM, HttpConnection, SocketConnection
from pyramidion.server.settings import Settings
from pyramidion.server.storage.database import open_database

USUAL_PORT = 8000
PING = 20.0  # seconds between heartbeats of sockets, and until a silent one is dropped
LAST_REQUESTS = 5  # seconds that requests under way may take when the server stops


def serve(settings: Settings, started: Callable[[str], None]) -> None:
    """Serve until interrupted; `started` is called with the address when requests are welcome."""
    open_database(settings.database).dispose()  # so that what is wrong with it is said before anything starts
    ROOM.measure()
    listening = first_free(settings.host) if settings.port is None else listen(settings.host, settings.port)
    server = server_of(settings)
    server.announce = lambda: started(address(listening))
    server.run(sockets=[listening])
    if server.failed:
        raise SystemExit(1)


def server_of(settings: Settings) -> Announcing:
    app = make_app(settings)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        http=HttpConnection,
        ws=SocketConnection,
        ws_max_size=settings.limits.message * 4,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        ws_per_message_deflate=False,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=LAST_REQUESTS,
    )
    server = Announcing(config)
    server.say_goodbye = lambda: app.state.services.say_goodbye()
    return server


class Announcing(uvicorn.Server):
    """Says when it is ready, and goodbye."""

    announce: Callable[[], None]
    say_goodbye: Callable[[], Awaitable[None]]
    failed = False

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop when told to, which is not a failure; at once when told again."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.failed = not self.started
        if self.started:
            self.announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.say_goodbye()
        await super().shutdown(sockets)


def first_free(host: str) -> socket.socket:
    """A socket on the usual port, or on any if that is taken."""
    try:
        return listen(host, USUAL_PORT)
    except BadInput:
        return listen(host, 0)


def listen(host: str, port: int) -> socket.socket:
    """A socket to listen on; BadInput says why it cannot be used."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        raise BadInput(f"Port {port} of {host} cannot be used: {error}. Choose another with --port.") from error
    return listening


def address(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"
