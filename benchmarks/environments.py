"""Steps a second of the same game as an environment, here and in other libraries, where they are installed."""

from __future__ import annotations

import importlib
import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from pyramidion.engine.batch import Batch
from pyramidion.engine.errors import Unavailable
from pyramidion.engine.registry import load
from pyramidion.terminal.bench import MICRO, Report

ROWS = 4096
TURNS = 15
THEIR_ROWS = 64  # of OpenSpiel's vector environment, a list in Python whose speed does not depend on its length


def compare(report: Report, name: str, seconds: float) -> None:
    """Report a batch with masks and observations beside pgx and OpenSpiel, and environments beside PettingZoo."""
    ours = rate(batch(name), seconds)
    report(name, f"steps in a batch of {ROWS}", ours / MICRO, "million steps/s")
    _beside(report, name, "a batch of pgx", ours, pgx, seconds)
    _beside(report, name, "OpenSpiel's vector environment", ours, open_spiel, seconds)
    try:
        games = [pettingzoo("pyramidion.interop.pettingzoo", name), pettingzoo(f"pettingzoo.classic.{name}_v3")]
    except (ImportError, Unavailable):
        return
    adapter, theirs = rates_in_turn(games, seconds)
    report(name, "steps of a PettingZoo environment", adapter / MICRO, "million steps/s")
    report(name, "steps of PettingZoo's own", theirs / MICRO, "million steps/s")
    report(name, "pyramidion against PettingZoo", adapter / theirs, "times")


def _beside(
    report: Report, name: str, library: str, ours: float, make: Callable[[str], Callable[[], int]], seconds: float
) -> None:
    try:
        theirs = rate(make(name), seconds)
    except (ImportError, RuntimeError, ValueError):  # the library or the game is missing
        return
    report(name, f"steps in {library}", theirs / MICRO, "million steps/s")
    report(name, f"pyramidion against {library}", ours / theirs, "times")


def rate(advance: Callable[[], int], seconds: float) -> float:
    """Steps a second of a function that makes some and returns how many."""
    advance()
    start, steps = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        steps += advance()
    return steps / (time.perf_counter() - start)


def rates_in_turn(functions: Sequence[Callable[[], int]], seconds: float) -> list[float]:
    """Steps a second of several functions, a moment each in turn, so that other programs disturb all alike."""
    found: list[list[float]] = [[] for _ in functions]
    for _ in range(TURNS):
        for rates, advance in zip(found, functions, strict=True):
            rates.append(rate(advance, seconds / TURNS))
    return [statistics.median(rates) for rates in found]


def batch(name: str) -> Callable[[], int]:
    """A random action in every game of a batch, masks and observations included, on all cores."""
    rows, seeds = Batch(load(name), ROWS), iter(range(1 << 62))

    def advance() -> int:
        rows.step(rows.sample(next(seeds)))
        return ROWS

    return advance


def pgx(name: str, rows: int = ROWS) -> Callable[[], int]:
    """The same in pgx on JAX: one compiled call draws actions, steps all games and starts those that ended anew."""
    jax = importlib.import_module("jax")
    env = importlib.import_module("pgx").make(name)
    restarted = importlib.import_module("pgx.experimental").auto_reset(env.step, env.init)

    @jax.jit  # type: ignore[untyped-decorator]
    def step(key: Any, state: Any) -> tuple[Any, Any]:
        key, choose, more = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        chosen = jax.random.categorical(choose, logits, axis=-1)
        return key, jax.vmap(restarted)(state, chosen, jax.random.split(more, rows))

    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, rows))

    def advance() -> int:
        nonlocal key, state
        key, state = jax.block_until_ready(step(key, state))
        return rows

    return advance


def open_spiel(name: str) -> Callable[[], int]:
    """A random action in every game of OpenSpiel's vector environment over its C++ game."""
    environment = importlib.import_module("open_spiel.python.rl_environment").Environment
    agents = importlib.import_module("open_spiel.python.rl_agent")
    rows = importlib.import_module("open_spiel.python.vector_env").SyncVectorEnv(
        [environment(name) for _ in range(THEIR_ROWS)]
    )
    chooser, steps = random.Random(1), rows.reset()

    def advance() -> int:
        nonlocal steps
        legal = (step.observations["legal_actions"][step.observations["current_player"]] for step in steps)
        steps, *_ = rows.step([agents.StepOutput(chooser.choice(each), None) for each in legal], reset_if_done=True)
        return THEIR_ROWS

    return advance


def pettingzoo(module: str, *game: str) -> Callable[[], int]:
    """A whole random game of an AEC environment, in PettingZoo's usual wrappers."""
    env: Any = importlib.import_module(module).env(*game)
    chooser = np.random.default_rng(1)

    def advance() -> int:
        env.reset(seed=int(chooser.integers(1 << 31)))
        steps = 0
        for _ in env.agent_iter():
            observation, _, over, cut, _ = env.last()
            legal = np.flatnonzero(observation["action_mask"])
            env.step(None if over or cut else int(legal[int(chooser.random() * len(legal))]))
            steps += 1
        return steps

    return advance
