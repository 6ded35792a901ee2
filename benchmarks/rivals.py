"""The same games in other libraries, where they are installed: whole random games in bulk, and single calls."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from benchmarks import calls, environments
from pyramidion.engine.errors import Unavailable
from pyramidion.engine.registry import game_in, games, load
from pyramidion.terminal.bench import MICRO, Report, check_seconds, playout_rate, reporting

EXAMPLE = Path(__file__).parents[1] / "examples" / "connect_four"  # the game that other libraries have too
OPEN_SPIEL = "OpenSpiel"
ROLLOUTS = 2000
BATCH = 1024
STEPS = 200


def bench_rivals(seconds: float, as_json: bool) -> None:
    """Print a line for every game that another library has too, then what calls cost; or all as JSON at the end."""
    check_seconds(seconds)
    shared = game_in(EXAMPLE)
    with reporting(as_json) as report:
        compared = [_compared(report, name, seconds) for name in games()]
        if not any(compared):
            raise Unavailable("No other library here has one of these games. Install open_spiel, or jax and pgx.")
        environments.compare(report, shared, seconds)
        costs = _call_costs(shared, seconds / 5)
        if not as_json:
            print(f"\n{calls.table(costs)}")
            return
        for subject, row in costs.items():
            for call, cost in row.items():
                value, unit = (cost, "times") if isinstance(cost, float) else (cost.median, "µs")
                report(subject, call, value, unit)


def _call_costs(shared: str, seconds: float) -> dict[str, calls.Row]:
    """The calls of the game that OpenSpiel has too, beside OpenSpiel's, and those of the other games."""
    libraries = {shared: calls.pyramidion(load(shared))}
    with suppress(Unavailable):
        libraries[OPEN_SPIEL] = calls.open_spiel(shared)
    measured = calls.costs(libraries, seconds)
    found: dict[str, calls.Row] = {**measured}
    if OPEN_SPIEL in measured:
        ours, theirs = measured[shared], measured[OPEN_SPIEL]
        found[f"{shared} against it"] = {call: ours[call].median / theirs[call].median for call in calls.CALLS}
    for name in games():
        if name != shared:
            found |= calls.costs({name: calls.pyramidion(load(name))}, seconds)
    return found


def _compared(report: Report, name: str, seconds: float) -> bool:
    """The same game in other libraries, and how much faster it is here; False where no library has it."""
    measured = {library: measure(name, seconds) for library, measure in RIVALS.items()}
    rates = {library: rate for library, rate in measured.items() if rate}
    if not rates:
        return False
    alone = playout_rate(load(name), 1, seconds)
    report(name, "random games, 1 thread", alone / MICRO, "million plies/s")
    for library, rate in rates.items():
        report(name, f"random games in {library}, 1 thread", rate / MICRO, "million plies/s")
        report(name, f"pyramidion against {library}", alone / rate, "times")
    return True


def open_spiel(name: str, seconds: float) -> float:
    """OpenSpiel's own C++ rollouts, or 0 where it or the game is missing.

    They are reached through its search: one simulation evaluates the start by ROLLOUTS random games.
    """
    try:
        import pyspiel
    except ImportError:
        return 0.0
    if name not in pyspiel.registered_names():
        return 0.0
    game = pyspiel.load_game(name)
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    searcher = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 1, False)
    rounds = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        searcher.step(game.new_initial_state())
        rounds += 1
    return rounds * ROLLOUTS * _length_in_open_spiel(game) / (time.perf_counter() - start)


def _length_in_open_spiel(game: object, games: int = 2000) -> float:
    """The mean number of plies of a random game, which the evaluator does not tell."""
    import random

    chooser, plies = random.Random(1), 0
    for _ in range(games):
        state = game.new_initial_state()  # type: ignore[attr-defined]
        while not state.is_terminal():
            state.apply_action(chooser.choice(state.legal_actions()))
            plies += 1
    return plies / games


def pgx(name: str, seconds: float) -> float:
    """pgx on JAX, a batch of games in one compiled loop, or 0 where it or the game is missing."""
    with _one_core():
        try:
            import jax
            import pgx as library
        except ImportError:
            return 0.0
        if name not in library.available_envs():
            return 0.0
        from pgx.experimental import auto_reset

        env = library.make(name)
        init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

        def body(_: object, carry: tuple[object, object]) -> tuple[object, object]:
            key, state = carry
            key, choose, more = jax.random.split(key, 3)
            logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)  # type: ignore[attr-defined]
            action = jax.random.categorical(choose, logits, axis=-1)
            return key, step(state, action, jax.random.split(more, BATCH))

        loop = jax.jit(lambda carry: jax.lax.fori_loop(0, STEPS, body, carry))
        key = jax.random.PRNGKey(1)
        carry = loop((key, init(jax.random.split(key, BATCH))))
        jax.block_until_ready(carry)
        start, rounds = time.perf_counter(), 0
        while time.perf_counter() - start < seconds:
            carry = jax.block_until_ready(loop(carry))
            rounds += 1
        return rounds * STEPS * BATCH / (time.perf_counter() - start)


@contextmanager
def _one_core() -> Iterator[None]:
    """Keep this process, and threads it starts meanwhile, on one core."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


RIVALS: dict[str, Callable[[str, float], float]] = {OPEN_SPIEL: open_spiel, "pgx": pgx}
