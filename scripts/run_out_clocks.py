"""Do all clocks run out? Begins many games with a clock of one second and waits until all of them have ended.

    python scripts/run_out_clocks.py [1000]

Nobody looks at the tables meanwhile; the server's own counters say how many games are over.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from pyramidion.client import Client

PATIENCE = 120.0  # seconds without another game ending
TIMING = {"kind": "game", "seconds": 1, "increment": 0}


def over(address: str) -> int:
    """How many games are over."""
    text = urllib.request.urlopen(f"{address}/metrics").read().decode()
    return int(float(next(line for line in text.splitlines() if 'tables{status="over"}' in line).split()[-1]))


def main() -> int:
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pyramidion", "serve", "--port", "0", "--unlimited"]
        command += ["--database", str(Path(folder) / "tables.sqlite")]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[3]
            return run_out(address, wanted)
        finally:
            server.terminate()
            server.wait(60)


def run_out(address: str, wanted: int) -> int:
    people = [Client(address), Client(address)]
    for _ in range(wanted):
        table = people[0].new_table("activator", timing=TIMING)["id"]
        for seat, person in enumerate(people):
            person.take_seat(table, seat)
    ended, changed = 0, time.monotonic()
    while ended < wanted and time.monotonic() - changed < PATIENCE:
        time.sleep(0.2)
        if (now := over(address)) != ended:
            ended, changed = now, time.monotonic()
    print(f"{ended} of {wanted} games ended by themselves")
    return 0 if ended == wanted else 1


if __name__ == "__main__":
    sys.exit(main())
