"""A private PostgreSQL server in a folder, for tests and benchmarks."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pyramidion.engine.errors import Unavailable

PATIENCE = 120.0  # seconds; machines may be busy
TRIES = 5
USUAL = Path("/usr/lib/postgresql")


def programs() -> Path:
    """Where initdb and postgres are; Unavailable if they are nowhere."""
    versions = sorted(USUAL.glob("[0-9]*/bin"), key=lambda path: int(path.parent.name))
    found = shutil.which("postgres")
    if not versions and found is None:
        raise Unavailable("PostgreSQL is missing. On Debian: apt-get install postgresql.")
    return versions[-1] if versions else Path(str(found)).parent


@contextmanager
def postgres() -> Iterator[str]:
    """Run it in a folder of its own, since pytest closes its folders to other users; yields the URL of an empty
    database."""
    with tempfile.TemporaryDirectory(prefix="postgres-") as name:
        folder = Path(name)
        where, unprivileged = programs(), _unprivileged(folder)
        setup = [str(where / "initdb"), "-D", str(folder / "data"), "-U", "tester", "--auth=trust", "--no-sync"]
        subprocess.run([*unprivileged, *setup], check=True, capture_output=True)
        process, port = _started(where, unprivileged, folder)
        try:
            yield f"postgresql://tester@127.0.0.1:{port}/postgres"
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def _unprivileged(folder: Path) -> list[str]:
    """PostgreSQL refuses to run as root: then it runs as nobody, who must own the folder."""
    if os.geteuid() != 0:
        return []
    shutil.chown(folder, "nobody")
    return ["setpriv", "--reuid=nobody", "--clear-groups"]


def _started(where: Path, unprivileged: list[str], folder: Path) -> tuple[subprocess.Popen[bytes], int]:
    """A server that answers, and its port. Somebody else may take a free port first: then another one is tried."""
    log = folder / "log"
    for _ in range(TRIES):
        port = _free_port()
        options = ["-D", str(folder / "data"), "-p", str(port), "-k", str(folder), "-c", "listen_addresses=127.0.0.1"]
        with log.open("ab") as output:
            process = subprocess.Popen([*unprivileged, str(where / "postgres"), *options], stdout=output, stderr=output)
        if _answers(process, [str(where / "pg_isready"), "-h", str(folder), "-p", str(port)]):
            return process, port
        process.kill()
        process.wait(PATIENCE)
    raise Unavailable(f"PostgreSQL does not start: {log.read_text()[-2000:]}")


def _answers(process: subprocess.Popen[bytes], check: list[str]) -> bool:
    """Wait until this very server answers, on the socket in its own folder; False if it stops instead."""
    deadline = time.monotonic() + PATIENCE
    while subprocess.run(check, capture_output=True, check=False).returncode != 0:
        if process.poll() is not None or time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True
