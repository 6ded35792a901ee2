"""A batch of games on a CUDA GPU, one game a thread. Imported only when CUDA is asked for."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.cuda import THREADS, compiled_kernel, load_cuda
from pyramidion.engine.dice import WORDS, shuffle_in
from pyramidion.engine.game import Game
from pyramidion.engine.steps import STEP, Habits, Shown, State, Tables, advance, sample, task_of, watch

# What a kernel knows at compile time; the binding of a game replaces these.
cuda: Any = None
MOST_MOVES = MOST_WEIGHTS = 0


def step_kernel(actions: Any, tables: Tables, state: State, shown: Shown, habits: Habits) -> None:
    """Take an action in the game of this thread, or the task of all games."""
    row = cuda.grid(1)
    if row < shown.mover.shape[0]:
        out = cuda.local.array(MOST_MOVES, np.int32)
        weights = cuda.local.array(MOST_WEIGHTS, np.int32)
        task = int(habits.task)
        if task == STEP:
            task = task_of(row, actions[row], tables, state, shown)
        advance(row, task, tables, state, shown, habits, out, weights)


def watch_kernel(seat: int, tables: Tables, state: State, observation: Any) -> None:
    """Write what a seat sees of the game of this thread."""
    row = cuda.grid(1)
    if row < observation.shape[0]:
        watch(row, seat, tables, state, observation[row])


def sample_kernel(seed: int, shown: Shown, actions: Any) -> None:
    """Draw a legal action of the game of this thread."""
    row = cuda.grid(1)
    if row < actions.shape[0]:
        dice = cuda.local.array(WORDS, np.int64)
        shuffle_in(dice, seed, row)
        actions[row] = sample(row, shown, dice)


class Gpu:
    """A batch in the memory of a GPU. Its arrays have `__cuda_array_interface__`, so that PyTorch and CuPy take them
    as they are; nothing is copied to the host unless it is asked for."""

    def __init__(self, game: Game, n: int) -> None:
        self.driver = load_cuda()
        self.game, self.n = game, n

    def array(self, like: NDArray[Any]) -> Any:
        return self.driver.to_device(np.ascontiguousarray(like))

    def shared(self, data: Any, layout: np.dtype[np.void]) -> Any:
        return data.reshape(data.size).view(layout)

    def to_host(self, array: Any) -> NDArray[Any]:
        found: NDArray[Any] = array.copy_to_host()
        return found

    def fill(self, array: Any, values: NDArray[Any]) -> None:
        array.copy_to_device(np.ascontiguousarray(values))

    def for_reading(self, array: Any) -> Any:
        return array

    def actions(self, given: Any) -> Any:
        if self.driver.is_cuda_array(given):
            return self.driver.as_cuda_array(given)
        return self.driver.to_device(np.asarray(given, dtype=np.int32))

    def check(self, actions: Any, tables: Tables, state: State, shown: Shown) -> int:
        """Each row is checked when it is stepped."""
        return -1

    def step(self, actions: Any, tables: Tables, state: State, shown: Shown, habits: Habits) -> int:
        return self._launch(step_kernel, actions, tables, state, shown, habits)

    def watch(self, seat: int, tables: Tables, state: State, observation: Any) -> None:
        self._launch(watch_kernel, seat, tables, state, self.driver.as_cuda_array(observation))

    def sample(self, seed: int, shown: Shown, actions: Any) -> None:
        self._launch(sample_kernel, seed, shown, actions)

    def _launch(self, kernel: Callable[..., None], *arguments: object) -> int:
        blocks = (self.n + THREADS - 1) // THREADS
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that a few games do not fill the GPU
            compiled_kernel(self.game.description, kernel)[blocks, THREADS](*arguments)
        return 0
