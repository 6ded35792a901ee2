"""Attack a server in every way we know of, and say what held.

    python scripts/attack.py                        everything, at full strength (takes long)
    python scripts/attack.py requests edits         some of it
    python scripts/attack.py requests --requests 5000

Each attack starts its own servers. `reproductions` runs the tests of every weakness that was ever found;
scripts/kill_server.py and scripts/soak.py kill servers under load and play on one for long.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.server.journal.test_proof import TARGETED, judged
from tests.server.proven_games import GAMES, finished, random_edit
from tests.server.serving import served
from tests.server.storm import Storm, faults_in

from pyramidion.terminal.progress import Bar

ROOT = Path(__file__).parent.parent
REPRODUCTIONS = {
    "a record that takes for ever to check": ["test_bombs.py"],
    "secrets of bots that can be computed": ["test_fairness.py", "test_bombs.py"],
    "damaged rows": ["test_damage.py"],
    "one person who starves all bots": ["test_pool.py"],
    "records that were changed": ["test_proof.py"],
    "a full disk, a locked database": ["test_unwritable.py"],
    "connections that are held for ever or flooded": ["test_connections.py", "test_limits.py"],
    "steps of the clock": ["test_clocks.py"],
    "odd texts, addresses, keys and headers": ["test_hostile.py", "test_fuzz.py"],
    "views that tell too much": ["test_privacy.py"],
    "reviews, studies, puzzles and playtests of strangers": [
        "test_reviews.py",
        "test_study_api.py",
        "test_puzzles_api.py",
        "test_lab_api.py",
    ],
}


def reproductions(chosen: argparse.Namespace) -> list[str]:
    """Every weakness that was found once."""
    failed = []
    for name, files in REPRODUCTIONS.items():
        paths = [str(path) for file in files for path in (ROOT / "tests" / "server").rglob(file)]
        done = subprocess.run([sys.executable, "-m", "pytest", "-n0", "-q", *paths], cwd=ROOT, capture_output=True)
        print(f"  {name}: {'held' if done.returncode == 0 else 'FAILED'}", flush=True)
        failed += [name] if done.returncode else []
    return failed


def requests(chosen: argparse.Namespace) -> list[str]:
    """Nonsense over HTTP."""
    return _storm("requests", chosen.requests, chosen.seed)


def frames(chosen: argparse.Namespace) -> list[str]:
    """Nonsense over sockets."""
    return _storm("frames", chosen.frames, chosen.seed)


def _storm(kind: str, count: int, seed: int) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with served(Path(folder) / "tables.sqlite", log, "--unlimited", "--log", "warning") as server:
            storm, began = Storm(server.client(), seed), time.monotonic()
            asyncio.run(storm.requests(count) if kind == "requests" else storm.frames(count))
            server.client().games()
        answers = ", ".join(f"{status}: {number}" for status, number in sorted(storm.answers.items()))
        print(f"  {count} {kind} in {time.monotonic() - began:.0f} s; answers by status: {answers or 'none'}")
        return [*storm.failed, *faults_in(log.read_text())]


def edits(chosen: argparse.Namespace) -> list[str]:
    """Records that were changed, at random and on purpose."""
    chance, accepted = random.Random(chosen.seed), []
    for game in GAMES:
        data = finished(game)
        for name, edit in TARGETED.items():
            changed = finished(game)
            edit(changed)
            accepted += [f"{game}: {name}"] if judged(changed).fair else []
        with Bar(f"edits of {game}", chosen.edits) as bar:
            for number in range(chosen.edits):
                changed = random_edit(data, chance)
                accepted += [f"{game}: random edit {number}"] if judged(changed).fair else []
                bar.reach(number + 1)
    print(f"  {chosen.edits} random and {len(TARGETED)} targeted edits of {len(GAMES)} records")
    return accepted


ATTACKS: dict[str, Callable[[argparse.Namespace], list[str]]] = {
    "reproductions": reproductions,
    "requests": requests,
    "frames": frames,
    "edits": edits,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attacks", nargs="*", choices=[*ATTACKS, []], help="which; default: all")
    parser.add_argument("--requests", type=int, default=100_000, help="default: 100000")
    parser.add_argument("--frames", type=int, default=5_000, help="default: 5000")
    parser.add_argument("--edits", type=int, default=1_000, help="of each record; default: 1000")
    parser.add_argument("--seed", type=int, default=0)
    chosen, failed = parser.parse_args(), 0
    for name in chosen.attacks or ATTACKS:
        print(f"{name}: {ATTACKS[name].__doc__}", flush=True)
        faults = ATTACKS[name](chosen)
        for fault in faults[:20]:
            print(f"  {fault}")
        print(f"{name}: {f'{len(faults)} FAULTS' if faults else 'held'}", flush=True)
        failed += bool(faults)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
