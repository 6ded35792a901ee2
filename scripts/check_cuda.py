"""Check the GPU against the CPU: the same games, ply for ply, and how fast they are played.

Run it on a machine with an NVIDIA GPU, from the repository:

    PYTHONPATH=src PYRAMIDION_GAMES=examples python scripts/check_cuda.py

For every game at its defaults and at every other value of each option, 100,000 games of one seed are played on both;
results, lengths and endings must be equal for each of them. Exit code 1 says that some were not.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback

import numpy as np

import pyramidion as pyr
from pyramidion.engine.game import Game
from pyramidion.engine.simulation import Run


def equal(one: Run, other: Run) -> bool:
    names = ("shares", "plies", "turns", "ruling_numbers")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in names)


def variants() -> list[str]:
    """Every game at its defaults, and at every other value of each single option."""
    found = []
    for name in pyr.games():
        found.append(name)
        for option in pyr.facts(name).options:
            found += [f"{name}({option.name}={value})" for value in option.values if value != option.default]
    return found


def check(spec: str, games: int, speed_games: int) -> bool:
    game = pyr.load(spec)
    start = time.perf_counter()
    pyr.simulate(game, 1, device="cuda")
    compiled = time.perf_counter() - start
    same = equal(pyr.simulate(game, games, seed=11, device="cuda"), pyr.simulate(game, games, seed=11))
    speed = (
        f"; {speed_games} games, {plies_a_second(game, speed_games) / 1e6:,.0f} million plies/s" if speed_games else ""
    )
    outcome = "EQUAL" if same else "DIFFERENT"
    print(f"{spec:45} {games} games {outcome}; compiled in {compiled:.1f} s{speed}", flush=True)
    return same


def plies_a_second(game: Game, games: int) -> float:
    start = time.perf_counter()
    run = pyr.simulate(game, games, seed=12, device="cuda")
    return float(run.plies.sum(dtype=np.int64)) / (time.perf_counter() - start)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "games", nargs="*", help="games, with options as in telic(merge=either); default: all games and option values"
    )
    parser.add_argument("--number", type=int, default=100_000, help="games to compare; default: 100000")
    parser.add_argument("--speed", type=int, default=4_000_000, help="games to time, 0 for none; default: 4000000")
    chosen = parser.parse_args()
    good = True
    for spec in chosen.games or variants():
        try:
            good &= check(spec, chosen.number, chosen.speed)
        except Exception:
            traceback.print_exc()
            good = False
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
