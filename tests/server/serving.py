"""Real servers for tests: started as people start them, on free ports, and stopped again."""

from __future__ import annotations

import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from pyramidion.client import Client

PATIENCE = 120.0  # seconds; machines may be busy


class Server:
    """`pyramidion serve` in a process of its own."""

    def __init__(self, database: str, log: Path, *arguments: str) -> None:
        self.database = database
        self.log = log
        self.arguments = arguments
        self.address = ""
        self.process: subprocess.Popen[bytes] | None = None
        self._file: IO[bytes] | None = None

    def start(self) -> None:
        port = self.address.rpartition(":")[2] or "0"
        command = [sys.executable, "-c", "from pyramidion.terminal.cli import main; raise SystemExit(main())", "serve"]
        options = ["--port", port, "--database", self.database, "--log", "info", *self.arguments]
        self._file = self.log.open("ab")
        self.process = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, stderr=self._file)
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        assert line.startswith("Pyramidion is at "), line + self.log.read_text()
        self.address = line.split()[3]

    def client(self, key: str | None = None) -> Client:
        return Client(self.address, key, timeout=PATIENCE)

    def kill(self) -> None:
        """As a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self, how: signal.Signals = signal.SIGINT) -> int:
        """As Ctrl-C would, or the system with SIGTERM; the exit code."""
        return self._end(how)

    def _end(self, how: signal.Signals) -> int:
        assert self.process is not None and self._file is not None and self.process.stdout is not None
        self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self._file.close()
        self.process = None
        return code


@contextmanager
def served(database: str | Path, log: Path, *arguments: str) -> Iterator[Server]:
    """A running server."""
    server = Server(str(database), log, *arguments)
    server.start()
    try:
        yield server
    finally:
        if server.process is not None:
            server.stop()


def new_database(url: str) -> str:
    """The URL of a fresh database beside the one of a URL."""
    import psycopg

    name = f"tables_{secrets.token_hex(4)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    return f"{url.rpartition('/')[0]}/{name}"
