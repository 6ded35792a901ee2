"""Batches on a GPU beside pgx: steps with masks and observations, the same loop for both, in one run.

On a machine with an NVIDIA GPU, from the repository; JAX and pgx must be there, or in a folder that is carried along:

    pip install --target carried --no-deps pgx svgwrite
    PYTHONPATH=src:carried PYRAMIDION_GAMES=examples python -m benchmarks.gpu --seconds 3

Connect Four stands beside pgx's, and Telic, our race with dice, beside pgx's backgammon. Each step draws a random
legal action in every game, plays it, starts games that ended anew, and writes masks and observations; nothing is
copied to the host. Both sides run STEPS steps in one compiled loop: `batch.rollout` here, `jax.lax.fori_loop` there.
With `--device cpu`, `rollout` writes masks and observations after its last step only, so compare the second line.
The second line shows our batch stepped from Python, one `batch.step(batch.sample(seed))` after the other.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from collections.abc import Callable
from typing import Any

from pyramidion.engine.batch import Batch
from pyramidion.engine.errors import PyramidionError
from pyramidion.engine.registry import games, load

PAIRS = (("connect_four", "connect_four"), ("telic", "backgammon"))
ROWS = (1 << 12, 1 << 16, 1 << 20)
STEPS = 50


def ours(name: str, rows: int, device: str, at_once: bool = True) -> Callable[[], int]:
    batch = Batch(load(name), rows, device=device)
    seeds = iter(range(0, 1 << 62, STEPS))

    def advance() -> int:
        first = next(seeds)
        if at_once:
            batch.rollout(STEPS, first)
        else:
            for seed in range(first, first + STEPS):
                batch.step(batch.sample(seed))
        if device == "cuda":
            importlib.import_module("numba.cuda").synchronize()
        return STEPS * rows

    return advance


def pgx(name: str, rows: int) -> Callable[[], int]:
    jax = importlib.import_module("jax")
    env = importlib.import_module("pgx").make(name)
    restarted = importlib.import_module("pgx.experimental").auto_reset(env.step, env.init)

    def step(_: int, carry: tuple[Any, Any]) -> tuple[Any, Any]:
        key, state = carry
        key, choose, more = jax.random.split(key, 3)
        chosen = jax.random.categorical(choose, jax.numpy.where(state.legal_action_mask, 0.0, -1e9), axis=-1)
        return key, jax.vmap(restarted)(state, chosen, jax.random.split(more, rows))

    loop = jax.jit(lambda carry: jax.lax.fori_loop(0, STEPS, step, carry))
    key = jax.random.PRNGKey(1)
    carry = (key, jax.jit(jax.vmap(env.init))(jax.random.split(key, rows)))

    def advance() -> int:
        nonlocal carry
        carry = jax.block_until_ready(loop(carry))
        return STEPS * rows

    return advance


def rate(make: Callable[[], Callable[[], int]], seconds: float) -> float | str:
    """Steps a second once all is compiled, or why they could not be measured."""
    try:
        advance = make()
        advance()
        start, steps = time.perf_counter(), 0
        while time.perf_counter() - start < seconds:
            steps += advance()
        return steps / (time.perf_counter() - start)
    except (ImportError, RuntimeError, ValueError, MemoryError) as error:  # too little memory, or not installed
        return f"{type(error).__name__}: {str(error).splitlines()[0][:100] if str(error) else ''}"


def line(name: str, theirs: str, rows: int, seconds: float, device: str) -> str:
    found = [rate(lambda: ours(name, rows, device), seconds), rate(lambda: pgx(theirs, rows), seconds)]
    shown = [f"{each / 1e6:12.2f}" if isinstance(each, float) else each for each in found]
    one, other = found
    times = f"{one / other:10.1f} times" if isinstance(one, float) and isinstance(other, float) else ""
    single = rate(lambda: ours(name, rows, device, at_once=False), seconds / 2)
    stepped = f"{single / 1e6:.2f}" if isinstance(single, float) else single
    line = f"{name:14} {rows:9,} games  pyramidion {shown[0]}  pgx {theirs} {shown[1]}  million steps/s {times}"
    return f"{line}\n{'':14} {rows:9,} games  pyramidion, stepped from Python: {stepped}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="how long to measure each; default: 2")
    parser.add_argument("--rows", type=int, nargs="+", default=ROWS, help="numbers of games")
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda", help="where our batch lies; default: cuda")
    chosen = parser.parse_args()
    try:
        for name, theirs in PAIRS:
            for rows in chosen.rows if name in games() else ():
                print(line(name, theirs, rows, chosen.seconds, chosen.device), flush=True)
    except PyramidionError as error:
        print(f"benchmarks.gpu: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
