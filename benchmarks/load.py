"""Load for a server, made by a separate process: many tables played at once, or many sockets that only listen.

    python -m benchmarks.load moves ADDRESS TABLES SECONDS BOTS
    python -m benchmarks.load echo ADDRESS SOCKETS SECONDS
    python -m benchmarks.load sockets ADDRESS SOCKETS

The first two print what they measured as a line of JSON, the third a line when all sockets are open; then it keeps them
until its input ends. BOTS is the number of further tables at which bots of the highest level think. All speak over raw
connections, so that the server has most of the machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
import secrets
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from itertools import cycle
from typing import Any
from urllib.parse import urlsplit
from urllib.request import urlopen

from pyramidion.engine.errors import Unavailable
from pyramidion.engine.match import Match
from pyramidion.engine.registry import facts, games, load
from pyramidion.players.levels import HIGHEST

PROCESSOR = re.compile(rb"^process_cpu_seconds_total (.+)$", re.MULTILINE)
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
SCRIPTS = 5  # games of each kind that are played over and over
AT_ONCE = 20  # tables that are set up at a time
MOST_PLIES = 300
TRIES = 3  # to send a request
UPGRADED = b"HTTP/1.1 101"
PING, PONG, MASKED, NO_MASK = 0x89, 0x8A, 0x80, bytes(4)  # of the frames of a socket
THOUGHT_ABOUT = "activator"  # by bots

Script = tuple[str, list[str]]  # a game and its moves


class Closed(Unavailable):
    """The server has closed a connection."""


class Connection(asyncio.Protocol):
    """HTTP/1.1, one request at a time."""

    def __init__(self, key: str) -> None:
        self._head = f"Host: bench\r\nAuthorization: Bearer {key}\r\nContent-Type: application/json\r\n"
        self._came = b""
        self.closed = False
        self._answer: asyncio.Future[bytes] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = True
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(Closed("The server has closed a connection."))

    def data_received(self, data: bytes) -> None:
        self._came += data
        head, _, body = self._came.partition(b"\r\n\r\n")
        length = LENGTH.search(head)
        if length is not None and self._answer is not None and len(body) >= int(length[1]):
            self._came = b""
            if head.startswith(b"HTTP/1.1 2"):
                self._answer.set_result(body)
            else:
                self._answer.set_exception(Unavailable(f"The server refuses: {body.decode()}"))

    async def post(self, path: str, form: dict[str, Any]) -> bytes:
        body = json.dumps(form, separators=(",", ":"))
        self._answer = asyncio.get_running_loop().create_future()
        self._transport.write(f"POST {path} HTTP/1.1\r\n{self._head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
        return await self._answer


def _host(address: str) -> tuple[str, int]:
    parts = urlsplit(address)
    return str(parts.hostname), parts.port or 80


def scripts() -> list[Script]:
    """Random games without luck, which can be played again move by move."""
    plain = [load(name) for name in games() if not facts(name).chance and not facts(name).hidden]
    return [(game.spec, _script(game, seed)) for seed in range(SCRIPTS) for game in plain]


def _script(game: Any, seed: int) -> list[str]:
    match, chance = Match(game, seed=0), random.Random(seed)
    while match.outcome is None and len(match.codes) < MOST_PLIES:
        match.play(chance.choice(match.position.moves()))
    return match.texts()


class Player:
    """Plays both sides of one table after another."""

    def __init__(self, address: str, key: str, following: Iterator[Script]) -> None:
        self.address = address
        self.key = key
        self.latencies: list[float] = []
        self._scripts = following
        self._connection: Connection | None = None

    async def post(self, path: str, form: dict[str, Any]) -> bytes:
        """Over the same connection as before, unless the server has closed that because nobody used it."""
        for _ in range(TRIES):
            with contextlib.suppress(Closed):
                return await (await self._connected()).post(path, form)
        raise Unavailable("The server closes all connections.")

    async def _connected(self) -> Connection:
        if self._connection is None or self._connection.closed:
            host, port = _host(self.address)
            loop = asyncio.get_running_loop()
            _, self._connection = await loop.create_connection(lambda: Connection(self.key), host, port)
        return self._connection

    async def sit_down(self) -> None:
        """Set up a table and take all its seats."""
        game, self._moves = next(self._scripts)
        table = json.loads(await self.post("/api/tables", {"game": game}))
        self.path, self._ply = f"/api/tables/{table['id']}", 0
        for seat in range(len(table["seats"])):
            await self.post(f"{self.path}/seats/{seat}", {"contribution": secrets.token_hex(16)})

    async def play(self, until: float) -> None:
        while (now := time.perf_counter()) < until:
            if self._ply == len(self._moves):
                await self.sit_down()
                continue
            form = {"move": self._moves[self._ply], "ply": self._ply}
            await self.post(f"{self.path}/moves", form)
            self.latencies.append(time.perf_counter() - now)
            self._ply += 1


async def moves(address: str, tables: int, seconds: float, bots: int) -> dict[str, float]:
    """Acknowledged moves a second, the percentiles of their latencies in milliseconds, and the server's processor time
    for each in microseconds, whatever else the machine does."""
    key, following = secrets.token_urlsafe(32), cycle(scripts())
    thinking = [await _think(Player(address, key, following)) for _ in range(bots)]
    players = [Player(address, key, following) for _ in range(tables)]
    await _limited(AT_ONCE, [player.sit_down for player in players])
    used = await asyncio.to_thread(processor_seconds, address)
    start = time.perf_counter()
    await asyncio.gather(*(player.play(start + seconds) for player in players))
    spent = time.perf_counter() - start
    used = await asyncio.to_thread(processor_seconds, address) - used
    assert all(spectator.open for spectator in thinking)
    found = measured([latency for player in players for latency in player.latencies], spent)
    return {**found, "processor": used / found["moves"] * 1e6}


def processor_seconds(address: str) -> float:
    """What the server's own process has used so far, as it says itself."""
    with urlopen(f"{address}/metrics") as answer:
        found = PROCESSOR.search(answer.read())
    assert found is not None
    return float(found[1])


async def _think(player: Player) -> Spectator:
    """Have bots play each other at a table, which they do while somebody watches."""
    table = json.loads(await player.post("/api/tables", {"game": THOUGHT_ABOUT, "bots": {"0": HIGHEST, "1": HIGHEST}}))
    return await watching(player.address, f"/api/tables/{table['id']}")


def measured(seconds: list[float], spent: float) -> dict[str, float]:
    """How many there were, how many a second, and the percentiles of their latencies in milliseconds."""
    latencies = sorted(latency * 1000 for latency in seconds)
    return {
        "moves": len(latencies),
        "rate": len(latencies) / spent,
        "median": latencies[len(latencies) // 2],
        "slow": latencies[len(latencies) * 99 // 100],
    }


async def _limited(most: int, works: list[Callable[[], Awaitable[None]]]) -> None:
    """Do everything, but not more than this many at a time."""
    gate = asyncio.Semaphore(most)

    async def one(work: Callable[[], Awaitable[None]]) -> None:
        async with gate:
            await work()

    await asyncio.gather(*(one(work) for work in works))


class Spectator(asyncio.Protocol):
    """A socket that listens and says nothing but that it is there."""

    def __init__(self, request: bytes) -> None:
        self.request = request
        self.open = False
        self.greeted = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        if not self.greeted.done():
            self.open = data.startswith(UPGRADED)
            self.greeted.set_result(None)
        elif data[0] == PING:
            length, payload = data[1], data[2 : 2 + data[1]]
            self._transport.write(bytes([PONG, MASKED | length]) + NO_MASK + payload)

    def connection_lost(self, error: Exception | None) -> None:
        self.open = False


async def sockets(address: str, count: int) -> None:
    """Open sockets at one table, say so, and keep them until the input ends; then say how many are still open."""
    player = Player(address, secrets.token_urlsafe(32), cycle(scripts()))
    await player.sit_down()
    spectators: list[Spectator] = []

    async def watch() -> None:
        spectators.append(await watching(address, player.path))

    await _limited(AT_ONCE, [watch] * count)
    print(sum(spectator.open for spectator in spectators), flush=True)
    await asyncio.to_thread(sys.stdin.read)
    print(sum(spectator.open for spectator in spectators), flush=True)


async def watching(address: str, table: str) -> Spectator:
    host, port = _host(address)
    head = f"Host: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    key = "cHlyYW1pZGlvbiBiZW5jaA=="
    request = f"GET {table}/live HTTP/1.1\r\n{head}Sec-WebSocket-Key: {key}\r\n\r\n".encode()
    _, spectator = await asyncio.get_running_loop().create_connection(lambda: Spectator(request), host, port)
    await spectator.greeted
    return spectator


def main(arguments: list[str]) -> None:
    what, address, count = arguments[:3]
    if what == "moves":
        print(json.dumps(asyncio.run(moves(address, int(count), float(arguments[3]), int(arguments[4])))))
    elif what == "echo":
        from benchmarks.echo import echoed

        print(json.dumps(asyncio.run(echoed(address, int(count), float(arguments[3])))))
    else:
        asyncio.run(sockets(address, int(count)))


if __name__ == "__main__":
    main(sys.argv[1:])
