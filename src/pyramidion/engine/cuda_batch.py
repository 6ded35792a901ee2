"""A batch of games on a CUDA GPU. Imported only when CUDA is asked for.

A block of threads takes some games, one a thread: each plays its game and writes what is legal and what is seen in few
words to the memory that the block shares. Then all threads of the block write masks and observations from there,
neighbours to neighbouring addresses, which is many times as fast as one row a thread.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.cpu_batch import actions_in_memory
from pyramidion.engine.cuda import compiled_kernel, load_cuda
from pyramidion.engine.dice import WORDS
from pyramidion.engine.draws import drawn
from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game
from pyramidion.engine.planes import WORD, clear, words_for
from pyramidion.engine.rows import RANDOM, STEP, TO_MOVE, Habits, Shown, State, Tables
from pyramidion.engine.steps import advance, collect, show_mover, task_of
from pyramidion.engine.tensors import look

WARP = 32
THREADS = 128
SHARED_BYTES = 48 << 10  # that every block may have
MEMBERS_OF_HALF = 31  # that half an integer holds
FEW = 1 << 15  # games that do not fill a GPU: they are taken by more blocks

ZERO, ONE = np.float32(0), np.float32(1)  # quicker to choose from than a whole number is to convert

# What a kernel knows at compile time; the binding of a game replaces these.
cuda: Any = None
RECORD: Any = None
MOST_MOVES = MOST_WEIGHTS = 0
MOST_GAMES = PLANES = SETS = SQUARES = ACTIONS = LEGAL = LISTED = 0
WORD_KIND: Any = None


def turn_kernel(
    actions: Any, tables: Tables, state: State, shown: Shown, habits: Habits, seen: Any, seen_data: Any, games: int
) -> None:
    """Do in the games of this block what is asked, as often as it is asked, and show them."""
    own = cuda.threadIdx.x
    first_row = cuda.blockIdx.x * games
    row = first_row + own
    rows = min(games, shown.mover.shape[0] - first_row)
    out = cuda.local.array(MOST_MOVES, np.int32)
    weights = cuda.local.array(MOST_WEIGHTS, np.int32)
    dice = cuda.local.array(WORDS, np.int64)
    records = cuda.local.array(1, RECORD)
    hidden = cuda.local.array(1, RECORD)
    sets = cuda.shared.array((MOST_GAMES, PLANES, SETS), WORD_KIND)
    levels = cuda.shared.array((MOST_GAMES, PLANES), np.float32)
    all_sets, all_levels = sets.reshape(MOST_GAMES * PLANES * SETS), levels.reshape(MOST_GAMES * PLANES)
    legal = cuda.shared.array((MOST_GAMES, LEGAL), np.int64)
    if own < rows:
        records[0] = state.positions[row]
        for index in range(LEGAL):
            legal[own, index] = state.legal[row, index]
    for time in range(habits.times):
        if own < rows:
            task = int(habits.task)
            if task == RANDOM:
                actions[row] = drawn(row, habits.chooser + time, legal[own], shown, dice)
            if task in (STEP, RANDOM):
                task = task_of(row, actions[row], legal[own], tables, shown)
            advance(records, 0, row, task, tables, state, shown, habits, out, weights)
            count = show_mover(records[0], row, tables, shown, out, weights)
            collect(out, count, tables.numbers, legal[own])
            seat = int(records[0].seat) if habits.viewer == TO_MOVE else int(habits.viewer)
            clear(sets[own], levels[own])
            if LISTED:
                seen[row] = records[0]
                look(seen[row], seen_data[row], seat, tables.places, sets[own], levels[own])
            elif tables.copied:
                hidden[0] = records[0]
                look(hidden[0], seen_data[0], seat, tables.places, sets[own], levels[own])
            else:
                look(records[0], seen_data[0], seat, tables.places, sets[own], levels[own])
        cuda.syncthreads()
        write_numbers(first_row, rows, all_sets, all_levels, tables.squares, shown.observation)
        write_masks(first_row, rows, legal, shown.mask)
        cuda.syncthreads()
    if own < rows:
        state.positions[row] = records[0]
        for index in range(LEGAL):
            state.legal[row, index] = legal[own, index]


def write_numbers(first_row: int, rows: int, sets: Any, levels: Any, squares: Any, observation: Any) -> None:
    """Write the observations of the games of this block: each thread some squares, the same in all games. Unsigned
    indexes need no look whether they count from the end of an array."""
    lane, warp, warps = cuda.threadIdx.x % WARP, cuda.threadIdx.x // WARP, cuda.blockDim.x // WARP
    next_set, next_level = np.uint64(warps * PLANES * SETS), np.uint64(warps * PLANES)
    next_row = np.uint64(warps * PLANES * SQUARES)
    for number in range(lane, PLANES * SQUARES, WARP):
        plane, member = number // SQUARES, squares[number % SQUARES]
        bit = member % WORD
        part = np.uint64((warp * PLANES + plane) * SETS + member // WORD)
        level = np.uint64(warp * PLANES + plane)
        place = np.uint64((first_row + warp) * (PLANES * SQUARES) + number)
        for _ in range(warp, rows, warps):
            observation[place] = levels[level] + (ONE if sets[part] >> bit & 1 else ZERO)
            part += next_set
            level += next_level
            place += next_row


def write_masks(first_row: int, rows: int, legal: Any, mask: Any) -> None:
    """Write the masks of the games of this block."""
    for index in range(cuda.threadIdx.x, rows * ACTIONS, cuda.blockDim.x):
        action = index % ACTIONS
        mask[first_row * ACTIONS + index] = legal[index // ACTIONS, action // WORD] >> action % WORD & 1 != 0


def sample_kernel(seed: int, state: State, shown: Shown, actions: Any) -> None:
    """Draw a legal action of the game of this thread."""
    row = cuda.grid(1)
    if row < actions.shape[0]:
        dice = cuda.local.array(WORDS, np.int64)
        actions[row] = drawn(row, seed, state.legal[row], shown, dice)


class Gpu:
    """A batch in the memory of a GPU. Its arrays have `__cuda_array_interface__`, so that PyTorch and CuPy take them
    as they are; nothing is copied to the host unless it is asked for."""

    def __init__(self, game: Game, n: int) -> None:
        self.driver = load_cuda()
        self.game, self.n = game, n
        self.constants = shapes_of(game)
        most = self.constants["MOST_GAMES"]
        self.games = most if n > FEW else min(WARP, most)
        listed = n if self.constants["LISTED"] else 1
        self.seen_data = self.array(np.zeros((listed, game.layout.itemsize), dtype=np.int8))
        self.seen = self.seen_data.reshape(self.seen_data.size).view(game.layout)

    def array(self, like: NDArray[Any]) -> Any:
        return self.driver.to_device(np.ascontiguousarray(like))

    def taken(self, given: Any) -> Any:
        if not self.driver.is_cuda_array(given):
            raise BadInput(f"Observations need an array in the memory of the GPU, not {type(given).__name__}.")
        return self.driver.as_cuda_array(given)

    def flat(self, array: Any) -> Any:
        there = self.driver.as_cuda_array(array)
        return there.reshape(there.size)

    def to_host(self, array: Any) -> NDArray[Any]:
        found: NDArray[Any] = array.copy_to_host()
        return found

    def fill(self, array: Any, values: NDArray[Any]) -> None:
        array.copy_to_device(np.ascontiguousarray(values))

    def for_reading(self, array: Any) -> Any:
        return array

    def actions(self, given: Any) -> Any:
        if not self.driver.is_cuda_array(given):
            return self.driver.to_device(actions_in_memory(given))
        there = self.driver.as_cuda_array(given)
        if there.dtype.kind not in "iu":
            raise BadInput(f"Actions are whole numbers, not {there.dtype}.")
        return there

    def check(self, actions: Any, tables: Tables, state: State, shown: Shown) -> int:
        """Each row is checked when it is stepped."""
        return -1

    def run(self, actions: Any, tables: Tables, state: State, shown: Shown, habits: Habits) -> int:
        arguments = (actions, tables, state, shown, habits, self.seen, self.seen_data, self.games)
        return self._launch(turn_kernel, self.games, *arguments)

    def sample(self, seed: int, state: State, shown: Shown, actions: Any) -> None:
        self._launch(sample_kernel, THREADS, seed, state, shown, actions)

    def _launch(self, kernel: Callable[..., None], games: int, *arguments: object) -> int:
        blocks = (self.n + games - 1) // games
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that a few games do not fill the GPU
            compiled_kernel(self.game.description, kernel, **self.constants)[blocks, THREADS](*arguments)
        return 0


def shapes_of(game: Game) -> dict[str, Any]:
    """What a kernel knows of a game's tensors and masks, and how many games have room in the memory of a block."""
    sets, levels = game.lens.room()
    legal = words_for(len(game.actions))
    kind = np.dtype(np.int32 if game.lens.squares.max() < MEMBERS_OF_HALF else np.int64)
    bytes_each = sets.size * kind.itemsize + levels.nbytes + 8 * legal
    fitting = SHARED_BYTES // bytes_each // WARP * WARP
    return {
        "MOST_GAMES": max(1, min(THREADS, fitting or SHARED_BYTES // bytes_each)),
        "PLANES": sets.shape[0],
        "SETS": sets.shape[1],
        "SQUARES": len(game.lens.squares),
        "ACTIONS": len(game.actions),
        "LEGAL": legal,
        "LISTED": int(len(game.lens.places) > 0),
        "WORD_KIND": kind.type,
    }
