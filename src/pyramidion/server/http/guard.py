"""What surrounds every request: size limits, origins, headers for browsers, logs and metrics."""

from __future__ import annotations

import asyncio
import base64
import functools
import hashlib
import ipaddress
import json
import logging
import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from prometheus_client import Counter, Histogram
from starlette.responses import JSONResponse

from pyramidion.draw.styles import stylesheet
from pyramidion.server.problems import Problem
from pyramidion.server.runtime.effort import Bill, Steps
from pyramidion.server.runtime.limits import Rate
from pyramidion.server.settings import Limits

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

log = logging.getLogger("pyramidion.requests")
HEAD = "HEAD"
SAFE = ("GET", HEAD, "OPTIONS")
UNKNOWN = "unknown"  # an address
LONGEST_NUMBER = 12  # digits
BODY_SECONDS = 15.0  # in which the body of a request must arrive
RECORDS = ("/api/verify", "/api/reviews")  # take whole records
OWN_HOST = re.compile(rb"(localhost|127\.0\.0\.1|\[::1\])(:\d+)?", re.IGNORECASE)
PASSED_ON = (b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-proto", b"x-real-ip")
UNLIMITED = ("/health", "/ready", "/metrics")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
)
REQUESTS = Counter("pyramidion_requests", "Requests answered.", ["method", "route", "status"])
SECONDS = Histogram(
    "pyramidion_request_seconds", "Time to answer.", ["route"], buckets=(0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10)
)


class Guard:
    """Wraps an application."""

    def __init__(self, app: App, limits: Limits) -> None:
        self.app = app
        self.limits = limits
        self.requests = Rate("requests", limits.requests * 4, 4)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        bill = Bill(scope["app"].state.services.effort, address_of(scope))
        if scope["type"] == "websocket":
            await Steps(self.app(scope, receive, send), bill)
            return
        if scope["method"] == HEAD:  # answered like a GET, without the body
            scope = {**scope, "method": "GET"}
            send = headers_only(send)
        answer = Answer(scope, send)
        try:
            most = self.limits.record if scope["path"] in RECORDS else self.limits.body
            self._check(scope, most)
            bill.effort.check(bill.address)
            await Steps(self.app(scope, Body(receive, most).receive, answer.send), bill)
        except Problem as problem:
            if not answer.begun:
                await problem_response(problem)(scope, receive, answer.send)
        finally:
            answer.note()

    def _check(self, scope: Scope, most: int) -> None:
        headers = dict(scope["headers"])
        if scope["path"] not in UNLIMITED:
            self.requests.take(address_of(scope))
        if scope["method"] not in SAFE:
            check_origin(headers)
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or len(length) > LONGEST_NUMBER or int(length) > most:
            raise Problem(413, "too-large", f"A request has at most {most} bytes.")


def headers_only(send: Send) -> Send:
    async def send_headers(message: Message) -> None:
        await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

    return send_headers


class Body:
    """The body of a request, as far as it may go."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive = receive
        self._left = most
        self._deadline = time.monotonic() + BODY_SECONDS
        self._complete = False

    async def receive(self) -> Message:
        message = await self._next()
        self._complete = not message.get("more_body", False)
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise Problem(413, "too-large", "The request is too large.")
        return message

    async def _next(self) -> Message:
        """What comes next; it must come in time, until all is there and only the end of the connection can come."""
        if self._complete:
            return await self._receive()
        try:
            async with asyncio.timeout(max(0, self._deadline - time.monotonic())):
                return await self._receive()
        except TimeoutError as error:
            raise Problem(408, "too-slow", "The request did not arrive in time.") from error


class Answer:
    """What is sent back, with our headers, and noted when it is complete. Paths are noted as routes, so no key is."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.scope = scope
        self.status = 0
        self._send = send
        self._started = time.perf_counter()

    @property
    def begun(self) -> bool:
        return self.status > 0

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            given = {name for name, _ in message["headers"]}
            more = [pair for pair in HEADERS if pair[0] not in given]
            message["headers"] = [*message["headers"], *more]
        await self._send(message)

    def note(self) -> None:
        seconds = time.perf_counter() - self._started
        route = getattr(self.scope.get("route"), "path", "none")
        count, times = meters(self.scope["method"] if route != "none" else "any", route, self.status)
        count.inc()
        times.observe(seconds)
        if log.isEnabledFor(logging.INFO):
            what = {"method": self.scope["method"], "route": route, "status": self.status}
            log.info("request", extra={**what, "ms": round(seconds * 1000, 1)})


@functools.lru_cache(maxsize=4096)
def meters(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    """What counts the answers of a route, and what times them."""
    return REQUESTS.labels(method, route, str(status)), SECONDS.labels(route)


def check_origin(headers: dict[bytes, bytes]) -> None:
    """A browser says from which page a request comes: only our own may change anything."""
    origin = headers.get(b"origin")
    if origin is None:
        return
    host = headers.get(b"host", b"").decode("latin-1")
    if origin.decode("latin-1").partition("://")[2] != host:
        raise Problem(403, "bad-origin", "Requests that change something must come from this site's own pages.")


@functools.cache
def picture_policy(theme: str) -> str:
    """A picture that is opened by itself may use its own style sheet and nothing else."""
    digest = base64.b64encode(hashlib.sha256(stylesheet(theme).encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'"


def address_of(scope: Scope) -> str:
    """The address that limits apply to; for IPv6 the /64 network that one household has."""
    client = scope.get("client")
    return _household(str(client[0])) if client else UNKNOWN


@functools.lru_cache(maxsize=4096)
def _household(host: str) -> str:
    try:
        found = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:  # a Unix socket
        return UNKNOWN
    if found.version == 6 and found.ipv4_mapped is None:
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found.ipv4_mapped if found.version == 6 else found)


def is_local(scope: Scope) -> bool:
    """Does it come from this machine, not by way of a proxy or of a page? A proxy is known by its headers; the page of
    another site by its name as the host, even if that leads here."""
    client = scope.get("client")
    passed_on = any(name in PASSED_ON for name, _ in scope["headers"])
    named = all(OWN_HOST.fullmatch(value) for name, value in scope["headers"] if name == b"host")
    return not passed_on and named and (client is None or client[0] in ("127.0.0.1", "::1", "testclient"))


class ProblemResponse(JSONResponse):
    """In ASCII: a detail may quote characters that cannot be encoded."""

    media_type = "application/problem+json"

    def render(self, content: Any) -> bytes:
        return json.dumps(content, separators=(",", ":")).encode()


def problem_response(problem: Problem) -> ProblemResponse:
    retry = problem.more.get("retry_after")
    headers = {} if retry is None else {"retry-after": str(retry)}
    return ProblemResponse(problem.data(), problem.status, headers)
