"""A PostgreSQL server of one's own in a folder, for measuring and for tests."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pyramidion.engine.errors import Unavailable

PATIENCE = 120.0  # seconds; machines may be busy
USUAL = Path("/usr/lib/postgresql")


def programs() -> Path:
    """Where initdb and postgres are; Unavailable if they are nowhere."""
    versions = sorted(USUAL.glob("[0-9]*/bin"), key=lambda path: int(path.parent.name))
    found = shutil.which("postgres")
    if not versions and found is None:
        raise Unavailable("PostgreSQL is missing. On Debian: apt-get install postgresql.")
    return versions[-1] if versions else Path(str(found)).parent


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """Run it in an empty folder; yields the URL of an empty database."""
    where, data, port = programs(), folder / "data", _free_port()
    unprivileged = _unprivileged(folder)
    setup = [str(where / "initdb"), "-D", str(data), "-U", "tester", "--auth=trust", "--no-sync"]
    subprocess.run([*unprivileged, *setup], check=True, capture_output=True)
    options = ["-D", str(data), "-p", str(port), "-k", str(folder), "-c", "listen_addresses=127.0.0.1"]
    process = subprocess.Popen(
        [*unprivileged, str(where / "postgres"), *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _wait_until_ready(where, port)
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
    for path in (folder, *folder.parents[:3]):
        path.chmod(path.stat().st_mode | 0o055)
    shutil.chown(folder, "nobody")
    return ["setpriv", "--reuid=nobody", "--clear-groups"]


def _wait_until_ready(where: Path, port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    check = [str(where / "pg_isready"), "-h", "127.0.0.1", "-p", str(port)]
    while subprocess.run(check, capture_output=True, check=False).returncode != 0:
        if time.monotonic() > deadline:
            raise Unavailable("PostgreSQL does not start.")
        time.sleep(0.05)
