"""A small client for a Pyramidion server.

client = Client("http://127.0.0.1:8000")
table = client.new_table("telic", bots={1: 3})
seat = client.take_seat(table["id"], 0, name="Ada")
client.move(table["id"], "roll")

A client with the `server` extra gives every seat it takes its own key, signs what it does there, and keeps what it
needs to prove the game later: see "What is proven" in docs/server.md.
"""

from __future__ import annotations

import hashlib
import http.client
import importlib.util
import json
import secrets
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from pyramidion.engine.errors import BadInput, PyramidionError
from pyramidion.engine.extras import extra

TRIES = 3
IDLE = 1.0  # seconds; servers close connections that rest longer, so a new one is opened
SECRET_BYTES = 32
LINKS = 2048  # of a seat: its part in the dice, one for each ply


class Refused(PyramidionError):
    """The server refused a request; `status`, `kind` and `rule` say why."""

    def __init__(self, problem: Mapping[str, Any]) -> None:
        super().__init__(str(problem.get("detail", "refused")))
        self.status = int(problem.get("status", 0))
        self.kind = str(problem.get("type", "")).rpartition(":")[2]
        self.rule: str | None = problem.get("rule")
        self.problem = dict(problem)


class Tampered(PyramidionError):
    """The server contradicts what it said before: keep what you have, and do not trust this game."""


class SeatSecrets:
    """What only the holder of a seat knows: a key to sign with, and the start of a chain of links for the dice."""

    def __init__(self) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self._key = Ed25519PrivateKey.generate()
        self.public = self._key.public_key().public_bytes_raw().hex()
        self._links = [secrets.token_bytes(SECRET_BYTES)]
        for _ in range(LINKS):
            self._links.append(hashlib.sha256(self._links[-1]).digest())
        self.contribution = self._links[-1].hex()

    def link(self, ply: int) -> str:
        """The link for a ply; hashed once more for every ply before, it gives the contribution."""
        return self._links[LINKS - 1 - min(ply, LINKS - 1)].hex()

    def sign(self, text: str) -> str:
        return self._key.sign(text.encode()).hex()


@dataclass(frozen=True)
class Head:
    """How far a journal had come when the server last spoke of it."""

    number: int
    head: str


class Client:
    """Talks to a server as one person, known by `key`; the server hands out the key with the first seat.

    Moves and GET requests that get no answer are sent again; a move never counts twice. Threads may share a client.
    """

    def __init__(self, address: str, key: str | None = None, timeout: float = 30.0) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BadInput(f"'{address}' is not a server address. Write one such as http://127.0.0.1:8000.")
        self.address = address.rstrip("/")
        self.key = key
        self.commitments: dict[str, str] = {}  # by table; needed to verify the game later
        self.heads: dict[str, Head] = {}  # how far each journal was followed, by table; its record must contain that
        self._latest: dict[str, Head] = {}  # and how far it has come
        self.secrets: dict[tuple[str, int], SeatSecrets] = {}  # by table and seat
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._connection = kind(parts.hostname, parts.port, timeout=timeout)
        self._path = parts.path.rstrip("/")
        self._one_at_a_time = threading.Lock()
        self._answered = time.monotonic()

    def games(self) -> list[dict[str, Any]]:
        """All games with their options."""
        return self._get("/api/games")  # type: ignore[no-any-return]

    def new_table(
        self, game: str, bots: Mapping[int, int] | None = None, timing: Mapping[str, Any] | None = None, **more: Any
    ) -> dict[str, Any]:
        """Set up a table; `bots` maps seats to bot levels."""
        form = {"game": game, "bots": {str(seat): level for seat, level in (bots or {}).items()}, **more}
        table: dict[str, Any] = self._post("/api/tables", form if timing is None else {**form, "timing": dict(timing)})
        self.commitments[table["id"]] = table["fairness"]["commitment"]
        return self._followed(table["id"], table)

    def take_seat(self, table: str, seat: int, name: str = "") -> dict[str, Any]:
        """Take a seat, and contribute a random number to the dice."""
        form = {"contribution": secrets.token_hex(SECRET_BYTES), "name": name}
        own = SeatSecrets() if importlib.util.find_spec("cryptography") else None
        if own is not None:
            form |= {"contribution": own.contribution, "key": own.public}
        seated: dict[str, Any] = self._post(f"/api/tables/{quote(table)}/seats/{seat}", form)
        self.key = self.key or seated.get("person")
        if own is not None and (table, seat) not in self.secrets:
            self.secrets[table, seat] = own
        return self._followed(table, seated)

    def table(self, table: str, seat: int | None = None) -> dict[str, Any]:
        """The table as a seat may know it."""
        return self._followed(table, self._get(self._at(table, "", seat=seat)))

    def move(self, table: str, move: str, ply: int | None = None, seat: int | None = None) -> dict[str, Any]:
        """Make a move, at the current ply unless `ply` says otherwise."""
        if ply is None:
            now = self.table(table, seat)
            ply, seat = now["ply"], now["you"] if seat is None else seat
        form = {"move": move, "ply": ply, "seat": seat, "request": secrets.token_urlsafe(12)}
        if (own := self._secrets(table, seat)) is not None:
            salt, link = secrets.token_hex(SECRET_BYTES), own[1].link(ply)
            signed = self._signed(table, *own, "move", ply, link, _commitment(salt, move))
            form |= {"seat": own[0], "signed": {**signed, "link": link, "salt": salt}}
        return self._followed(table, self._post(self._at(table, "/moves"), form))

    def act(self, table: str, action: str, **form: Any) -> dict[str, Any]:
        """Do anything else: asks (what=, agree=), resign, resume, close, chat (text=), rematch, analysis (level=)."""
        own = self._secrets(table, form.get("seat"))
        if own is not None and action in ("asks", "resign", "resume", "close"):
            what = ("ask" if form.get("agree", True) else "decline", form["what"]) if action == "asks" else (action,)
            form |= {"seat": own[0], "signed": self._signed(table, *own, *what)}
        done: dict[str, Any] = self._post(self._at(table, f"/{quote(action)}"), form)
        return self._followed(table, done) if "head" in done else done

    def close_game(self, table: str, seat: int | None = None) -> dict[str, Any]:
        """After a game: sign the end of its journal, so that nobody can dispute it."""
        self.table(table)
        return self.act(table, "close", seat=seat)

    def _secrets(self, table: str, seat: int | None) -> tuple[int, SeatSecrets] | None:
        """The seat that acts, and what it signs with, if that is known here."""
        own = [number for at, number in self.secrets if at == table and seat in (None, number)]
        return (own[0], self.secrets[table, own[0]]) if len(own) == 1 else None

    def _signed(self, table: str, seat: int, own: SeatSecrets, *words: object) -> dict[str, Any]:
        """A signature over an action and the journal so far."""
        head = self._follow(table)
        text = "\n".join(["pyramidion action", table, str(seat), str(head.number), head.head, *map(str, words)])
        return {"seen": head.number, "by": own.sign(text)}

    def _followed(self, table: str, answer: dict[str, Any]) -> dict[str, Any]:
        """Note how far the journal has come."""
        self._check(table, self._latest.get(table), now := Head(answer["number"], answer["head"]))
        self._latest[table] = now
        self.heads.setdefault(table, now)
        return answer

    def _follow(self, table: str) -> Head:
        """The head of the journal, which continues the one that was followed before."""
        known, now = self.heads[table], self._latest[table]
        if now.number > known.number:
            lines = self._get(self._at(table, "/journal", after=known.number))["lines"][: now.number - known.number]
            head = known.head
            for line in lines:
                head = hashlib.sha256(f"pyramidion journal\n{head}\n{line}".encode()).hexdigest()
            self._check(table, now, Head(known.number + len(lines), head))
            self.heads[table] = now
        return self.heads[table]

    def _check(self, table: str, one: Head | None, other: Head) -> None:
        if one is not None and one.number == other.number and one != other:
            raise Tampered(f"The server changed the journal of table {table}: entry {one.number} is another one now.")

    def record(self, table: str, seat: int | None = None) -> str:
        """The record as one line of JSON."""
        return str(self._get(self._at(table, "/record", seat=seat), plain=True)).rstrip("\n")

    def picture(self, table: str, **arguments: Any) -> str:
        """The board as SVG; `arguments` can be seat, view, theme and ply."""
        return str(self._get(self._at(table, "/picture.svg", **arguments), plain=True))

    def headline(self, table: str) -> dict[str, Any]:
        """Who you play against at a table, and how you stand."""
        return self._get(self._at(table, "/headline"))  # type: ignore[no-any-return]

    def ply(self, table: str, ply: int) -> dict[str, Any]:
        """One ply of a game in words, counted from 0."""
        return self._get(self._at(table, f"/plies/{ply}"))  # type: ignore[no-any-return]

    def words(self, table: str, **arguments: Any) -> dict[str, Any]:
        """The board in words and as text; `arguments` can be seat and ply."""
        return self._get(self._at(table, "/words", **arguments))  # type: ignore[no-any-return]

    def unlist(self, table: str) -> None:
        """Take a table off the list of yours; your seat stays yours."""
        self._ask("DELETE", f"/api/mine/{quote(table)}", None, plain=True)

    def mine(self) -> list[dict[str, Any]]:
        """The tables where you have a seat."""
        return self._get("/api/mine")  # type: ignore[no-any-return]

    @contextmanager
    def live(self, table: str, **arguments: Any) -> Iterator[Iterator[dict[str, Any]]]:
        """The live messages of a table; `arguments` can be after, seat, picture and theme."""
        with extra("server", "Watching a table live"):
            from websockets.exceptions import ConnectionClosed
            from websockets.sync.client import connect

        url = "ws" + self.address.removeprefix("http") + self._at(table, "/live", **arguments)
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        with connect(url, additional_headers=headers, max_size=None) as socket:

            def messages() -> Iterator[dict[str, Any]]:
                try:
                    for text in socket:
                        yield json.loads(text)
                except ConnectionClosed:
                    return

            yield messages()

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _at(self, table: str, what: str, **arguments: Any) -> str:
        query = urlencode({name: value for name, value in arguments.items() if value is not None})
        return f"/api/tables/{quote(table)}{what}{'?' if query else ''}{query}"

    def _get(self, path: str, plain: bool = False) -> Any:
        return self._ask("GET", path, None, plain)

    def _post(self, path: str, form: Mapping[str, Any]) -> Any:
        return self._ask("POST", path, json.dumps({name: value for name, value in form.items() if value is not None}))

    def _ask(self, method: str, path: str, body: str | None, plain: bool = False) -> Any:
        headers = {"Content-Type": "application/json"} if body else {}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        status, data = self._send(method, self._path + path, body, headers)
        if status >= 400:
            raise Refused(_problem(status, data))
        return data.decode() if plain else json.loads(data)

    def _send(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> tuple[int, bytes]:
        repeatable = method == "GET" or path.endswith("/moves")
        for attempt in range(TRIES):
            with self._one_at_a_time:
                if time.monotonic() - self._answered > IDLE:
                    self._connection.close()
                try:
                    self._connection.request(method, path, body, headers)
                    response = self._connection.getresponse()
                    data = response.read()
                    self._answered = time.monotonic()
                    return response.status, data
                except (http.client.HTTPException, OSError) as error:
                    self._connection.close()
                    if attempt == TRIES - 1 or not repeatable:
                        raise Refused({"detail": f"No answer from {self.address}: {error}"}) from error
        raise AssertionError


def _commitment(salt: str, move: str) -> str:
    """What binds a seat to a move and tells nothing about it without the salt."""
    return hashlib.sha256(b"pyramidion secret\n" + bytes.fromhex(salt) + b"\n" + move.encode()).hexdigest()


def _problem(status: int, data: bytes) -> dict[str, Any]:
    try:
        found = json.loads(data)
    except ValueError:
        found = None
    return (
        found if isinstance(found, dict) else {"status": status, "detail": f"The server answered with status {status}."}
    )
