"""A small client for a Pyramidion server.

client = Client("http://127.0.0.1:8000")
table = client.new_table("telic", bots={1: 3})
seat = client.take_seat(table["id"], 0, name="Ada")
client.move(table["id"], "roll")
"""

from __future__ import annotations

import http.client
import json
import secrets
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from pyramidion.engine.errors import BadInput, PyramidionError
from pyramidion.engine.extras import extra

TRIES = 3
CONTRIBUTION_BYTES = 32


class Refused(PyramidionError):
    """The server refused a request; `status`, `kind` and `rule` say why."""

    def __init__(self, problem: Mapping[str, Any]) -> None:
        super().__init__(str(problem.get("detail", "refused")))
        self.status = int(problem.get("status", 0))
        self.kind = str(problem.get("type", "")).rpartition(":")[2]
        self.rule: str | None = problem.get("rule")
        self.problem = dict(problem)


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
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._connection = kind(parts.hostname, parts.port, timeout=timeout)
        self._path = parts.path.rstrip("/")
        self._one_at_a_time = threading.Lock()

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
        return table

    def take_seat(self, table: str, seat: int, name: str = "") -> dict[str, Any]:
        """Take a seat, and contribute a random number to the dice."""
        form = {"contribution": secrets.token_hex(CONTRIBUTION_BYTES), "name": name}
        seated: dict[str, Any] = self._post(f"/api/tables/{quote(table)}/seats/{seat}", form)
        self.key = self.key or seated.get("person")
        return seated

    def table(self, table: str, seat: int | None = None) -> dict[str, Any]:
        """The table as a seat may know it."""
        found: dict[str, Any] = self._get(self._at(table, "", seat=seat))
        return found

    def move(self, table: str, move: str, ply: int | None = None, seat: int | None = None) -> dict[str, Any]:
        """Make a move, at the current ply unless `ply` says otherwise."""
        at = self.table(table)["ply"] if ply is None else ply
        form = {"move": move, "ply": at, "seat": seat, "request": secrets.token_urlsafe(12)}
        made: dict[str, Any] = self._post(self._at(table, "/moves"), form)
        return made

    def act(self, table: str, action: str, **form: Any) -> dict[str, Any]:
        """Do anything else: asks (what=, agree=), resign, resume, chat (text=), rematch, analysis (level=)."""
        done: dict[str, Any] = self._post(self._at(table, f"/{quote(action)}"), form)
        return done

    def record(self, table: str, seat: int | None = None) -> str:
        """The record as one line of JSON."""
        return str(self._get(self._at(table, "/record", seat=seat), plain=True)).rstrip("\n")

    def picture(self, table: str, **wishes: Any) -> str:
        """The board as SVG; `wishes` can be seat, view, theme and ply."""
        return str(self._get(self._at(table, "/picture.svg", **wishes), plain=True))

    def headline(self, table: str) -> dict[str, Any]:
        """Who you play against at a table, and how you stand."""
        return self._get(self._at(table, "/headline"))  # type: ignore[no-any-return]

    def ply(self, table: str, ply: int) -> dict[str, Any]:
        """One ply of a game in words, counted from 0."""
        return self._get(self._at(table, f"/plies/{ply}"))  # type: ignore[no-any-return]

    def words(self, table: str, **wishes: Any) -> dict[str, Any]:
        """The board in words and as text; `wishes` can be seat and ply."""
        return self._get(self._at(table, "/words", **wishes))  # type: ignore[no-any-return]

    def unlist(self, table: str) -> None:
        """Take a table off the list of yours; your seat stays yours."""
        self._ask("DELETE", f"/api/mine/{quote(table)}", None, plain=True)

    def mine(self) -> list[dict[str, Any]]:
        """The tables where you have a seat."""
        return self._get("/api/mine")  # type: ignore[no-any-return]

    @contextmanager
    def live(self, table: str, **wishes: Any) -> Iterator[Iterator[dict[str, Any]]]:
        """The live messages of a table; `wishes` can be after, seat, picture and theme."""
        with extra("server", "Watching a table live"):
            from websockets.exceptions import ConnectionClosed
            from websockets.sync.client import connect

        url = "ws" + self.address.removeprefix("http") + self._at(table, "/live", **wishes)
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

    def _at(self, table: str, what: str, **wishes: Any) -> str:
        query = urlencode({name: value for name, value in wishes.items() if value is not None})
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
                try:
                    self._connection.request(method, path, body, headers)
                    response = self._connection.getresponse()
                    return response.status, response.read()
                except (http.client.HTTPException, OSError) as error:
                    self._connection.close()
                    if attempt == TRIES - 1 or not repeatable:
                        raise Refused({"detail": f"No answer from {self.address}: {error}"}) from error
        raise AssertionError


def _problem(status: int, data: bytes) -> dict[str, Any]:
    try:
        found = json.loads(data)
    except ValueError:
        found = None
    return (
        found if isinstance(found, dict) else {"status": status, "detail": f"The server answered with status {status}."}
    )
