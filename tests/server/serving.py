"""Real servers for tests: started as people start them, on free ports, and stopped again."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
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


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def postgres_programs() -> Path:
    """Where initdb and postgres are."""
    found = shutil.which("postgres")
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    folder = versions[-1] if versions else Path(found).parent if found else None
    assert folder is not None, "PostgreSQL is missing. On Debian: apt-get install postgresql"
    return folder


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """A PostgreSQL server of one's own; yields the URL of an empty database."""
    programs, data, port = postgres_programs(), folder / "data", free_port()
    unprivileged = _unprivileged(folder)
    setup = [str(programs / "initdb"), "-D", str(data), "-U", "tester", "--auth=trust", "--no-sync"]
    subprocess.run([*unprivileged, *setup], check=True, capture_output=True)
    options = ["-D", str(data), "-p", str(port), "-k", str(folder), "-c", "listen_addresses=127.0.0.1"]
    process = subprocess.Popen(
        [*unprivileged, str(programs / "postgres"), *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _wait_until_ready(programs, port)
        yield f"postgresql://tester@127.0.0.1:{port}/postgres"
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(PATIENCE)


def new_database(url: str) -> str:
    """The URL of a fresh database beside the one of a URL."""
    import psycopg

    name = f"tables_{secrets.token_hex(4)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    return f"{url.rpartition('/')[0]}/{name}"


def _unprivileged(folder: Path) -> list[str]:
    """PostgreSQL refuses to run as root: then it runs as nobody, who must own the folder."""
    if os.geteuid() != 0:
        return []
    for path in (folder, *folder.parents[:3]):
        path.chmod(path.stat().st_mode | 0o055)
    shutil.chown(folder, "nobody")
    return ["setpriv", "--reuid=nobody", "--clear-groups"]


def _wait_until_ready(programs: Path, port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    check = [str(programs / "pg_isready"), "-h", "127.0.0.1", "-p", str(port)]
    while subprocess.run(check, capture_output=True, check=False).returncode != 0:
        assert time.monotonic() < deadline, "PostgreSQL does not start"
        time.sleep(0.05)
