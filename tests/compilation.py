"""Compiles what the tests of all games run, so that all test processes find it on disk: python -m tests.compilation

This needs the core of the package alone, so ./test does it while the rest is being installed.
"""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pyramidion as pyr
from pyramidion.engine import cache
from pyramidion.engine.simulation import cores
from pyramidion.players.preparation import HERE, LEVELS, nothing_collected, prepare

ROOT = Path(__file__).parent.parent


def compile_games(processes: int) -> None:
    """Compile what is missing, each part in a process of its own."""
    parts = [(name, level) for level in LEVELS for name in pyr.games()]
    missing = [(name, str(level)) for name, level in parts if not is_compiled(name, level)]
    if missing:
        print(f"Compiling {len({name for name, _ in missing})} games, once ...", flush=True)
    with ThreadPoolExecutor(processes) as pool:
        for done in pool.map(run_compiler, missing):
            assert done.returncode == 0, done.stderr


def is_compiled(name: str, level: int) -> bool:
    return cache.is_prepared(pyr.load(name).description, HERE, f"tests-{level}")


def run_compiler(part: tuple[str, str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.compilation", *part]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def compile_part(name: str, level: int) -> None:
    """What a level of the bots runs; with the first level also what is done without bots."""
    game = pyr.load(name)
    with nothing_collected():
        prepare(game, level)
        if level == LEVELS[0]:
            pyr.simulate(game, 1)
            pyr.perft(game, 1)
            batch = pyr.batch(game, 2)
            batch.step(batch.sample(0))
            batch.observe(0)
            batch.position(0).tensor(0)
            game.start(seed=0).mask()
    cache.mark_prepared(game.description, HERE, f"tests-{level}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        compile_part(sys.argv[1], int(sys.argv[2]))
    else:
        compile_games(cores())
