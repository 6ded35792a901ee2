"""Check the GPU against the CPU: the same games, ply for ply, and how fast they are played.

Run it on a machine with an NVIDIA GPU, from the repository:

    PYTHONPATH=src PYRAMIDION_GAMES=examples python scripts/check_cuda.py

For every game, 100,000 games of one seed are played on both; results, lengths and endings must be
equal for each of them. Exit code 1 says that some were not.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback

import numpy as np

import pyramidion as pyr
from pyramidion.engine.simulation import Run


def equal(one: Run, other: Run) -> bool:
    names = ("shares", "plies", "turns", "ruling_numbers")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in names)


def check(spec: str, games: int, speed_games: int) -> bool:
    game = pyr.load(spec)
    start = time.perf_counter()
    pyr.simulate(game, 1, device="cuda")
    compiled = time.perf_counter() - start
    same = equal(pyr.simulate(game, games, seed=11, device="cuda"), pyr.simulate(game, games, seed=11))
    start = time.perf_counter()
    run = pyr.simulate(game, speed_games, seed=12, device="cuda")
    spent = time.perf_counter() - start
    rate = run.plies.sum(dtype=np.int64) / spent
    print(
        f"{spec:45} {games} games {'EQUAL' if same else 'DIFFERENT'}; compiled in {compiled:.1f} s; "
        f"{speed_games} games, {rate / 1e6:,.0f} million plies/s",
        flush=True,
    )
    return same


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="games, with options as in telic(merge=either); default: all")
    parser.add_argument("--number", type=int, default=100_000, help="games to compare; default: 100000")
    parser.add_argument("--speed", type=int, default=4_000_000, help="games to time; default: 4000000")
    chosen = parser.parse_args()
    good = True
    for spec in chosen.games or pyr.games():
        try:
            good &= check(spec, chosen.number, chosen.speed)
        except Exception:
            traceback.print_exc()
            good = False
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
