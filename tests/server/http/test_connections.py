"""Connections that would never end: each is dropped, and visitors are served all the while."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pyramidion import client
from pyramidion.client import Client
from pyramidion.server.http import connections, guard
from pyramidion.server.http.connections import ROOM
from pyramidion.server.http.server import address, listen, server_of
from pyramidion.server.settings import UNLIMITED, Settings

PATIENCE = 60.0
SOON = 0.3
HALF = b"GET /health HTTP/1.1\r\nHost: here\r\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a server in a thread of this process."""
    monkeypatch.setattr(ROOM, "most", 1_000)
    listening = listen("127.0.0.1", 0)
    server = server_of(Settings(database=str(tmp_path / "tables.sqlite"), limits=UNLIMITED, bot_workers=1))
    started = threading.Event()
    server.announce = started.set
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    assert started.wait(PATIENCE)
    yield address(listening)
    server.should_exit = True
    thread.join(PATIENCE)


def connected(place: str) -> socket.socket:
    host, _, port = place.removeprefix("http://").partition(":")
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # so that little waits to be read
    connection.settimeout(PATIENCE)
    connection.connect((host, int(port)))
    return connection


def rest(connection: socket.socket) -> bytes:
    """Everything until the other side ends it."""
    found = b""
    try:
        while part := connection.recv(65536):
            found += part
    except ConnectionResetError:
        pass
    return found


def test_half_a_request_is_not_waited_for(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "ARRIVAL", SOON)
    with connected(place) as connection:
        connection.sendall(HALF)
        assert rest(connection) == b""


def test_half_a_second_request_is_not_waited_for_either(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "ARRIVAL", SOON)
    with connected(place) as connection:
        connection.sendall(HALF + b"\r\n" + HALF)
        answers = rest(connection)
    assert answers.count(b"HTTP/1.1 200") == 1


def test_a_visitor_who_says_nothing_is_not_waited_for(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "ARRIVAL", SOON)
    with connected(place) as connection:
        assert rest(connection) == b""


def test_a_body_that_never_ends_is_refused(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_SECONDS", SOON)
    form = b"content-type: application/json\r\ncontent-length: 90\r\n\r\n"
    with connected(place) as connection:
        connection.sendall(b"POST /api/tables HTTP/1.1\r\nHost: here\r\n" + form + b'{"game"')
        assert connection.recv(65536).startswith(b"HTTP/1.1 4")


TRAILERS = b"POST /api/verify HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"


@pytest.mark.parametrize(
    "flood",
    [
        HALF + b"X: a\r\n" * 20_000,
        HALF + b"X: " + b"a" * 100_000,
        b"GET /" + b"a" * 100_000,
        b"GET /nothing HTTP/1.1\r\n\r\n" * 5_000,
        TRAILERS + b"X: a\r\n" * 20_000,
    ],
    ids=["headers", "a long header", "a long address", "requests", "trailers"],
)
def test_who_sends_too_much_at_once_is_dropped(place: str, flood: bytes) -> None:
    with connected(place) as connection:
        with contextlib.suppress(ConnectionError):
            connection.sendall(flood)
        assert rest(connection).count(b"HTTP/1.1 404") < 500
    Client(place).games()


@pytest.mark.parametrize("frame", [b"\x89\x80" + bytes(4), b"\x8a\x80" + bytes(4), b"\x81\x84" + bytes(4) + b"ping"])
def test_a_socket_that_says_too_much_at_once_is_dropped(place: str, frame: bytes) -> None:
    table = Client(place).new_table("activator")["id"]
    with connected(place) as connection:
        connection.sendall(upgrade(place, table))
        assert connection.recv(12) == b"HTTP/1.1 101"
        with contextlib.suppress(ConnectionError):
            connection.sendall(frame * 5_000)
        rest(connection)
    Client(place).games()


def upgrade(place: str, table: str) -> bytes:
    """A request for a socket."""
    lines = (
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: {place.removeprefix('http://')}\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    return lines.encode()


def test_who_never_reads_is_dropped(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "STALLED", SOON)
    with connected(place) as connection, pytest.raises((ConnectionResetError, BrokenPipeError)):
        ask_without_end(connection)


def ask_without_end(connection: socket.socket) -> None:
    while True:
        connection.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: here\r\n\r\n" * 100)


def test_a_socket_that_never_reads_is_dropped(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "STALLED", SOON)
    red, blue = Client(place), Client(place)
    table = red.new_table("activator")["id"]
    red.take_seat(table, 0)
    blue.take_seat(table, 1)
    with connected(place) as connection:
        connection.sendall(upgrade(place, table))
        with red.live(table, picture="none") as messages:
            while not any_left(messages, red.act(table, "asks", what="draw")["number"]):
                red.act(table, "asks", what="draw", agree=False)
        rest(connection)


def any_left(messages: Iterator[dict[str, Any]], number: int) -> bool:
    """Has a spectator gone, as far as was told until an entry?"""
    for message in messages:
        if message.get("spectators") == 0:
            return True
        if message.get("number", 0) >= number:
            return False
    raise AssertionError("the connection was lost")


def test_whoever_waits_longest_makes_room_for_a_visitor(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "ARRIVAL", PATIENCE)
    monkeypatch.setattr(ROOM, "most", 5)
    waiting = [connected(place) for _ in range(20)]
    for connection in waiting:
        connection.sendall(HALF)
    assert len(Client(place).games()) >= 5
    assert rest(waiting[0]) == b""
    for connection in waiting:
        connection.close()


def test_a_client_that_rested_asks_on_a_new_connection(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "IDLE", 0.0)
    visitor = Client(place)
    visitor.games()
    before = visitor._connection.sock
    assert visitor.new_table("telic")["game"]["name"] == "telic"
    assert visitor._connection.sock is not before
