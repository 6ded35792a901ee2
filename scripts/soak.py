"""Play on a server for long, at many tables with sockets open, and watch its memory, its tasks and its log.

    python scripts/soak.py
    python scripts/soak.py --minutes 10 --tables 100

Memory is flat if its mean in the last third is no more than a tenth above that in the second third.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import secrets
import sys
import tempfile
import time
from itertools import cycle
from pathlib import Path
from statistics import mean
from urllib.request import urlopen

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.load import Player, scripts, watching
from tests.server.serving import Server, served
from tests.server.storm import faults_in

from pyramidion.terminal.progress import Bar

PAUSE = 0.5  # seconds between the moves at a table
LOOK = 5.0  # seconds between looks at the server
GROWTH = 1.1


def looked(server: Server) -> dict[str, float]:
    """What the server uses now."""
    assert server.process is not None
    resident = Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]
    files = len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))
    with urlopen(f"{server.address}/metrics") as answer:
        text = answer.read().decode()
    found = {
        name: float(re.findall(rf"^pyramidion_{name} (\S+)", text, re.M)[0]) for name in ("tasks", "tables_in_memory")
    }
    return {"megabytes": int(resident) * 4096 / 1e6, "files": float(files), **found}


async def played(server: Server, tables: int, seconds: float) -> tuple[list[dict[str, float]], int]:
    """Play; what the server used from time to time, and how many moves were made."""
    key, following, until = secrets.token_urlsafe(32), cycle(scripts()), time.monotonic() + seconds
    players = [Player(server.address, key, following) for _ in range(tables)]
    for player in players:
        await player.sit_down()
        await watching(server.address, player.path)

    async def play(player: Player) -> None:
        while time.monotonic() < until:
            await player.play(time.perf_counter() + 0.001)
            await asyncio.sleep(PAUSE)

    async def look() -> list[dict[str, float]]:
        found = []
        with Bar("seconds", round(seconds)) as bar:
            while time.monotonic() < until:
                found.append(await asyncio.to_thread(looked, server))
                bar.note(", ".join(f"{value:.0f} {name}" for name, value in found[-1].items()))
                bar.reach(round(seconds - max(0.0, until - time.monotonic())))
                await asyncio.sleep(LOOK)
        return found

    looking = asyncio.create_task(look())
    await asyncio.gather(*(play(player) for player in players))
    return await looking, sum(len(player.latencies) for player in players)


def faults_of(looks: list[dict[str, float]]) -> list[str]:
    """What grew."""
    third, found = len(looks) // 3, []
    for name in looks[0]:
        before, after = (mean(look[name] for look in part) for part in (looks[third : 2 * third], looks[2 * third :]))
        print(f"  {name}: {before:.1f} in the second third, {after:.1f} in the last")
        found += [f"{name} grew from {before:.1f} to {after:.1f}"] if after > before * GROWTH else []
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30, help="default: 30")
    parser.add_argument("--tables", type=int, default=100, help="default: 100")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with served(Path(folder) / "tables.sqlite", log, "--unlimited", "--log", "warning") as server:
            looks, moves = asyncio.run(played(server, chosen.tables, 60 * chosen.minutes))
        print(f"{chosen.minutes:g} minutes, {chosen.tables} tables, {moves} moves")
        faults = [*faults_of(looks), *faults_in(log.read_text())]
    for fault in faults[:20]:
        print(f"  {fault}")
    print(f"{len(faults)} FAULTS" if faults else "memory flat, no task leaked, no error in the log")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
