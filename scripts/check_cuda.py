"""Check the GPU against the CPU: the same games, ply for ply, and how fast they are played.

Run it on a machine with an NVIDIA GPU, from the repository:

    PYTHONPATH=src PYRAMIDION_GAMES=examples python scripts/check_cuda.py

For every game at its defaults and at every other value of each option, 100,000 games of one seed are played on both;
results, lengths and endings must be equal for each of them. Then a batch of games is stepped on both; all that it
shows must be equal after every step. Exit code 1 says that something was not.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from typing import Any

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


def check_batch(spec: str, rows: int = 2000, steps: int = 200) -> bool:
    """Step a batch on both, with chance inside and outside: everything shown must be equal, illegal actions marked."""
    game = pyr.load(spec)
    same = True
    for chance in (True, False):
        gpu: Any = pyr.batch(game, rows, seed=5, device="cuda", chance=chance)
        cpu = pyr.batch(game, rows, seed=5, chance=chance)
        for step in range(steps):
            actions = cpu.sample(step).copy()
            same &= np.array_equal(gpu.sample(step).copy_to_host(), actions)
            cpu.step(actions)
            gpu.step(actions)
        same &= shown_alike(gpu, cpu)
        cpu.rollout(steps, seed=9)
        gpu.rollout(steps, seed=9)
        same &= shown_alike(gpu, cpu)
        for seat in range(game.seats):
            same &= np.array_equal(gpu.observe(seat).copy_to_host(), cpu.observe(seat))
        same &= gpu.position(7) == cpu.position(7)
        kept = gpu.snapshot()
        gpu.step(np.full(rows, -1, dtype=np.int32))
        same &= bool(gpu.shown.refused.copy_to_host().all()) and gpu.position(7) == cpu.position(7)
        gpu.restore(kept)
        same &= shown_alike(gpu, cpu)
    verdict = "EQUAL" if same else "DIFFERENT"
    print(f"{spec:45} {rows} games in a batch {verdict}; {batch_rate(spec) / 1e6:,.0f} million steps/s", flush=True)
    return same


def shown_alike(gpu: pyr.Batch, cpu: pyr.Batch) -> bool:
    names = ("mover", "mask", "observation", "rewards", "done", "weights")
    pairs = ((getattr(gpu.shown, name).copy_to_host(), getattr(cpu.shown, name)) for name in names)
    return all(np.array_equal(there, here) for there, here in pairs)


def batch_rate(spec: str, rows: int = 1 << 17, steps: int = 100) -> float:
    """Steps a second on the GPU, with masks and observations, random actions drawn there too."""
    batch = pyr.batch(pyr.load(spec), rows, device="cuda")
    batch.rollout(1, seed=0)
    batch.position(0)
    start = time.perf_counter()
    batch.rollout(steps, seed=1)
    batch.position(0)  # waits for the GPU
    return rows * steps / (time.perf_counter() - start)


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
            good &= check_batch(spec)
        except Exception:
            traceback.print_exc()
            good = False
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
