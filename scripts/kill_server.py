"""Kill a server again and again while people play on it, and compare what they were told with what it has kept.

    python scripts/kill_server.py
    python scripts/kill_server.py --kills 10 --on sqlite --people 12
    python scripts/kill_server.py --on postgresql --processes 2

PostgreSQL is started in a temporary folder; its programs must be installed. Several processes share its tables; one of
them is killed at a time, and people go on through another.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server.killing import Play, Verdict, judged, kill, played
from tests.server.postgresql import postgres
from tests.server.serving import new_database, served

from pyramidion.terminal.progress import Bar

DATABASES = ("sqlite", "postgresql")


@contextmanager
def database(kind: str, folder: Path) -> Iterator[str]:
    if kind == "sqlite":
        yield str(folder / "tables.sqlite")
        return
    with postgres() as url:
        yield new_database(url)


def killed(where: str, folder: Path, chosen: argparse.Namespace) -> tuple[Play, Verdict]:
    """Play and kill; what happened, and the verdict."""
    with ExitStack() as running:
        logs = [folder / f"log-{number}" for number in range(chosen.processes)]
        servers = [running.enter_context(served(where, log, "--unlimited")) for log in logs]
        people = played(servers, chosen.people, chosen.tables, chosen.bot_tables, chosen.seed)
        with people as play, Bar("kills", chosen.kills) as bar:
            for number in range(chosen.kills):
                kill(play)
                bar.note(f"{play.acknowledged} acknowledged, {play.lost} connections lost")
                bar.reach(number + 1)
        return play, judged(play)


def report(kind: str, play: Play, verdict: Verdict) -> None:
    print(
        f"{kind}: {play.kills} kills, {verdict.tables} tables, {verdict.entries} entries, "
        f"{verdict.moves} acknowledged moves, {verdict.undos} acknowledged asks for undo, "
        f"{verdict.bot_moves} moves of bots, {play.lost} lost connections"
    )
    for fault in verdict.faults[:20]:
        print(f"  {fault}")
    print(f"{kind}: " + (f"{len(verdict.faults)} FAULTS" if verdict.faults else "nothing lost, nothing doubled"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50, help="on each database; default: 50")
    parser.add_argument("--on", choices=DATABASES, action="append", help="default: both")
    parser.add_argument("--processes", type=int, default=1, help="that serve the same tables; default: 1")
    parser.add_argument("--people", type=int, default=8, help="who play at the same time; default: 8")
    parser.add_argument("--tables", type=int, default=30, help="of two people; default: 30")
    parser.add_argument("--bot-tables", type=int, default=10, help="of a person and a bot; default: 10")
    parser.add_argument("--seed", type=int, default=0)
    chosen, faults = parser.parse_args(), 0
    kinds = chosen.on or DATABASES
    if chosen.processes > 1 and "sqlite" in kinds:
        parser.error("several processes need PostgreSQL: add --on postgresql")
    for kind in kinds:
        with tempfile.TemporaryDirectory() as name, database(kind, Path(name)) as where:
            play, verdict = killed(where, Path(name), chosen)
        report(kind, play, verdict)
        faults += len(verdict.faults)
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
