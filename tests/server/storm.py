"""Requests and frames that nobody in their right mind would send, by the thousand, over raw connections."""

from __future__ import annotations

import asyncio
import json
import random
import re
import secrets
from collections import Counter
from typing import Any
from urllib.parse import quote, urlsplit

from pyramidion.client import Client
from pyramidion.engine.registry import games

RARELY = 0.02  # how often an analysis is asked for: those may take seconds
AT_ONCE = 16  # connections
PATIENCE = 300.0  # an analysis may wait for others
LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})")
CLOSING = re.compile(rb"\r\nconnection: *close", re.IGNORECASE)
WORDS = [
    *("", "0", "-1", "roll", "pass", "secret:a1", "\x00", "\ud800", "é" * 40, "²", "1e-99999999", "9" * 5000, "%00"),
    *("../../etc/passwd", "{}", "[]", "null", "a" * 64, "a1-b2", "telic(merge=either)", "telic(merge=", "\x1b[2J"),
]
NUMBERS = [0, -1, 1, 2, 3, 7, 99, 2**31, 2**63, 2**64, -(2**70), 1.5, 1e308, True]
FIELDS = (
    "game bots timing listed chat title contribution name key move ply seat request signed what agree text level "
    "puzzle moves position start study piece place target view theme lines record at everything"
)
PATHS = [
    "/",
    "/health",
    "/ready",
    "/api/games",
    "/api/games/{w}/rules",
    "/api/lessons/{g}",
    "/api/lessons/{g}/{n}",
    "/api/puzzles",
    "/api/puzzles/{g}",
    "/api/puzzles/{g}/{w}",
    "/puzzles/{g}",
    "/puzzles/{g}/{w}",
    "/puzzles/{g}/{w}/picture.svg",
    "/api/mine",
    "/api/tables",
    "/api/tables/{t}",
    "/api/tables/{t}/headline",
    "/api/tables/{t}/record",
    "/api/tables/{t}/journal?after={n}",
    "/api/tables/{t}/plies/{n}",
    "/api/tables/{t}/picture.svg?view={w}&ply={n}",
    "/t/{t}",
    "/t/{w}",
    "/t/{t}/invite.svg",
    "/learn/{g}",
    "/learn/{w}",
    "/art/{g}.svg",
    "/static/{w}/{w}",
    "/api/tables/{w}",
    "/api/tables/{t}/study?ply={n}",
    "/api/tables/{t}/words?ply={n}",
    "/api/tables/{t}/review",
    "/api/reviews/{w}",
    "/review/{w}",
    "/api/lab",
    "/api/lab/{w}",
    "/lab/{w}",
    "/study/{g}",
    "/embed",
    "/docs/{w}",
    "/docs/files/{w}",
    "/docs/search?q={w}",
    "/{w}",
]
ACTIONS = ["moves", "asks", "resign", "resume", "close", "chat", "rematch", "preview", "why", "puzzle", "seats/{n}"]
ACTIONS += ["review"]
ROOMS = [
    *("/api/tables", "/api/verify", "/api/reviews", "/api/lessons/{g}/1", "/api/puzzles/{g}/own", "/api/lab/{w}/stop"),
    *("/api/study", "/api/study/look", "/api/study/setup", "/api/study/why", "/api/study/record"),
]


class Storm:
    """Draws requests and frames at random, and counts what came back."""

    def __init__(self, client: Client, seed: int) -> None:
        self.chance = random.Random(seed)
        parts = urlsplit(client.address)
        self.host, self.port = str(parts.hostname), parts.port or 80
        self.key = client.key or secrets.token_urlsafe(32)
        self.tables: list[str] = [client.new_table(name, bots={1: 1}, chat=True)["id"] for name in games()]
        for table in self.tables:
            client.take_seat(table, 0)
        self.key = client.key or ""
        self.answers: Counter[int] = Counter()
        self.failed: list[str] = []

    def word(self) -> str:
        return self.chance.choice(WORDS)

    def path(self, template: str) -> str:
        names = {"w": self.word, "g": self.game, "t": self.table, "n": self.number}
        return re.sub(r"{(.)}", lambda found: quote(str(names[found[1]]()), safe="", errors="replace"), template)

    def table(self) -> str:
        return str(self.chance.choice([*self.tables, *self.tables, "Table00000000000"]))

    def game(self) -> str:
        return str(self.chance.choice([*games(), self.word()]))

    def number(self) -> Any:
        return self.chance.choice(NUMBERS)

    def value(self, depth: int = 0) -> Any:
        kind = self.chance.randrange(8 if depth < 3 else 6)
        if kind < 3:
            return self.word()
        if kind < 5:
            return self.number()
        if kind == 5:
            return self.chance.choice([None, True, False])
        if kind == 6:
            return [self.value(depth + 1) for _ in range(self.chance.randrange(4))]
        return {self.chance.choice([self.word(), *FIELDS.split()]): self.value(depth + 1) for _ in range(3)}

    def form(self) -> bytes:
        """Forms with some fields right and some wrong, other JSON, and what is none."""
        kind = self.chance.randrange(10)
        if kind == 0:
            return self.chance.randbytes(self.chance.randrange(200))
        if kind == 1:
            return json.dumps(self.value()).encode()
        if kind == 2:
            return b"[" * self.chance.choice([10, 1_000, 8_000])
        right: dict[str, Any] = {
            "game": self.game(),
            "contribution": "0" * 32,
            "move": "roll",
            "ply": 0,
            "what": "undo",
            "position": "telic .,.,.,./.,.,.,./.,./.,.,.,./.,.,.,. AABBCCDDEEFF AABBCCDDEEFF - 0 0",
            "start": self.game(),
            "moves": self.chance.choice(["roll", ["roll"]]),
            "study": f"{self.game()} roll ( {self.word()} ) {{ {self.word()} }}",
        }
        names = self.chance.sample(FIELDS.split(), self.chance.randrange(4))
        form = {name: right.get(name, self.value(2)) if self.chance.random() < 0.7 else self.value() for name in names}
        return json.dumps(form).encode()

    def request(self) -> tuple[str, bytes]:
        """What is asked, for the report, and the bytes."""
        method = self.chance.choice(["GET", "GET", "POST", "POST", "POST", "PUT", "HEAD", "OPTIONS", "DELETE"])
        if method == "POST":
            action = "analysis" if self.chance.random() < RARELY else self.chance.choice(ACTIONS)
            wanted = f"/api/tables/{{t}}/{action}"
            path = self.path(self.chance.choice([wanted, wanted, self.chance.choice(ROOMS)]))
        else:
            path = self.path(self.chance.choice(PATHS))
        body = self.form() if method in ("POST", "PUT") else b""
        lines = [f"{method} {path} HTTP/1.1", "Host: storm", f"Content-Length: {len(body)}"]
        lines += ["Content-Type: " + self.chance.choice(["application/json"] * 9 + ["text/plain"])]
        if self.chance.random() < 0.7:
            lines.append(f"Authorization: Bearer {self.key}")
        return f"{method} {path} {body[:300]!r}", "\r\n".join(lines).encode() + b"\r\n\r\n" + body

    async def ask_for_ever(self, left: list[int]) -> None:
        reader, writer = await asyncio.open_connection(self.host, self.port)
        while left[0] > 0:
            left[0] -= 1
            said, data = self.request()
            try:
                writer.write(data)
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
                length = LENGTH.search(head)
                if length is not None and not said.startswith("HEAD"):
                    await asyncio.wait_for(reader.readexactly(int(length[1])), PATIENCE)
                closed = CLOSING.search(head) is not None or length is None
                self.note(said, head)
            except (ConnectionError, asyncio.IncompleteReadError):
                self.answers[0] += 1
                closed = True
            except TimeoutError:
                self.failed.append(f"no answer: {said}")
                closed = True
            if closed:
                writer.close()
                reader, writer = await asyncio.open_connection(self.host, self.port)
        writer.close()

    def note(self, said: str, head: bytes) -> None:
        found = STATUS.match(head)
        status = int(found[1]) if found else 0
        self.answers[status] += 1
        if status >= 500 or status == 0:
            self.failed.append(f"{status}: {said}")

    async def requests(self, count: int) -> None:
        left = [count]
        await asyncio.gather(*(self.ask_for_ever(left) for _ in range(AT_ONCE)))

    def frame(self) -> bytes:
        """A frame of a socket: mostly of the right form, with anything inside."""
        code = self.chance.choice([1, 1, 1, 2, 9, 10, 8, 0, 3, 15])
        inside = self.chance.choice(
            [b"ping", self.word().encode(errors="replace"), self.chance.randbytes(20), b"x" * 4_500]
        )
        inside = inside[:125] if code > 7 else inside
        if self.chance.random() < 0.05:
            return self.chance.randbytes(12)
        size = bytes([0x80 | len(inside)]) if len(inside) < 126 else b"\xfe" + len(inside).to_bytes(2, "big")
        return bytes([0x80 | code]) + size + bytes(4) + inside

    async def frames(self, count: int) -> None:
        """Frames on sockets that are opened again whenever the server has had enough."""
        sent = 0
        while sent < count:
            reader, writer = await asyncio.open_connection(self.host, self.port)
            path = self.path("/api/tables/{t}/live?picture=none&after={w}")
            lines = [f"GET {path} HTTP/1.1", "Host: storm", "Connection: Upgrade", "Upgrade: websocket"]
            lines += ["Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="]
            writer.write("\r\n".join(lines).encode() + b"\r\n\r\n")
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
            if not head.startswith(b"HTTP/1.1 101"):
                self.note(path, head)
            try:
                for _ in range(self.chance.randrange(1, 40)):
                    writer.write(self.frame())
                    sent += 1
                await asyncio.wait_for(writer.drain(), PATIENCE)
            except ConnectionError:
                pass
            writer.close()


def faults_in(log: str) -> list[str]:
    """Lines of a log that tell of errors, and lines that are not JSON."""
    found = []
    for line in log.splitlines():
        try:
            if json.loads(line)["level"] in ("error", "critical"):
                found.append(line)
        except (ValueError, KeyError):
            found.append(line)
    return found
