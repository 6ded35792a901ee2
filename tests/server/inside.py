"""A server inside the process of a test: its clock stands where the test sets it, and its log can be read."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import urlencode

from tests.loops import Loop

from pyramidion.server.http.app import make_app
from pyramidion.server.runtime.logs import Lines
from pyramidion.server.settings import UNLIMITED, Settings

T = TypeVar("T")
NOON = 1_700_000_000_000
TURNS = 30  # of the event loop, in which everything that waits for nothing else is done


@dataclass(frozen=True)
class Answer:
    """What came back for a request."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)


class Ear(logging.Handler):
    """Keeps the lines of the log."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(Lines())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


class Inside:
    """The application on an event loop that runs only while something is asked of it."""

    def __init__(self, database: str) -> None:
        self.now = NOON
        self.address = "192.0.2.1"  # of everybody who asks
        self.app = make_app(Settings(database=database, limits=UNLIMITED, bot_workers=1), lambda: self.now)
        self.log = Ear()
        self._loop = Loop()
        self._opened, self._closing = asyncio.Event(), asyncio.Event()

    def open(self) -> None:
        for name in ("pyramidion", "uvicorn"):
            logging.getLogger(name).addHandler(self.log)
        logging.getLogger("pyramidion").setLevel("DEBUG")
        self._life = self._loop.start(self._live())
        self.run(self._opened.wait())

    async def _live(self) -> None:
        try:
            async with self.app.router.lifespan_context(self.app):
                self._opened.set()
                await self._closing.wait()
        finally:
            self._opened.set()

    def close(self) -> None:
        self._closing.set()
        self.run(self._finished())
        self._loop.close()
        for name in ("pyramidion", "uvicorn"):
            logging.getLogger(name).removeHandler(self.log)

    async def _finished(self) -> None:
        await self._life

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self._loop.run(work)

    def ask(
        self,
        method: str,
        path: str,
        form: Any = None,
        key: str = "",
        headers: Mapping[str, bytes] | None = None,
        **query: Any,
    ) -> Answer:
        """Send a request."""
        return self.run(self.asking(method, path, form, key, headers, **query))

    def asking(
        self,
        method: str,
        path: str,
        form: Any = None,
        key: str = "",
        headers: Mapping[str, bytes] | None = None,
        **query: Any,
    ) -> Coroutine[Any, Any, Answer]:
        """A request, to be run beside others."""
        body = b"" if form is None else json.dumps(form).encode()
        scope = _scope("http", path, key, query, self.address) | {"method": method, "scheme": "http"}
        given = {name.encode(): value for name, value in (headers or {}).items()}
        scope["headers"] = [*({**dict(scope["headers"]), **given}).items()]
        return self._ask(scope, body)

    async def _ask(self, scope: dict[str, Any], body: bytes) -> Answer:
        sent: list[Mapping[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        start, *rest = sent
        return Answer(start["status"], tuple(start["headers"]), b"".join(each.get("body", b"") for each in rest))

    @contextmanager
    def socket(self, path: str, key: str = "", **query: Any) -> Iterator[Socket]:
        """A live connection."""
        socket = Socket(self, _scope("websocket", path, key, query, self.address) | {"scheme": "ws"})
        try:
            yield socket
        finally:
            socket.close()


class Socket:
    """The far end of a live connection."""

    def __init__(self, inside: Inside, scope: dict[str, Any]) -> None:
        self.inside = inside
        self.sent: list[dict[str, Any]] = []
        self._incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._incoming.put_nowait({"type": "websocket.connect"})
        self._life = inside.run(self._begun(scope))

    async def _begun(self, scope: dict[str, Any]) -> asyncio.Task[None]:
        async def send(message: Any) -> None:
            self.sent.append(dict(message))

        return asyncio.create_task(self.inside.app(scope, self._incoming.get, send))

    def say(self, **message: Any) -> None:
        self._incoming.put_nowait({"type": "websocket.receive", **message})

    def heard(self) -> list[str]:
        """Everything said since this was last asked, up to now."""
        self.say(text="ping")
        self.inside.run(self._settled())
        texts = [message["text"] for message in self.sent if message["type"] == "websocket.send"]
        self.sent.clear()
        return [text for text in texts if text != '{"type":"pong"}']

    async def _settled(self) -> None:
        while not self._life.done() and not any(message.get("text") == '{"type":"pong"}' for message in self.sent):
            await asyncio.sleep(0.001)
        for _ in range(TURNS):
            await asyncio.sleep(0)

    def close(self) -> None:
        self._incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        self.inside.run(self._gone())

    async def _gone(self) -> None:
        await self._life


@contextmanager
def inside(database: str) -> Iterator[Inside]:
    """A server in this process."""
    server = Inside(database)
    server.open()
    try:
        yield server
    finally:
        server.close()


def _scope(kind: str, path: str, key: str, query: Mapping[str, Any], address: str) -> dict[str, Any]:
    headers = [(b"host", b"table.example"), (b"content-type", b"application/json")]
    if key:
        headers.append((b"authorization", f"Bearer {key}".encode("latin-1")))
    return {
        "type": kind,
        "path": path,
        "raw_path": path.encode(),
        "query_string": urlencode(query).encode(),
        "headers": headers,
        "client": (address, 4711),
        "server": ("table.example", 80),
        "http_version": "1.1",
        "asgi": {"version": "3.0"},
        "root_path": "",
    }
