"""Whole random games on a CUDA GPU, one game a thread. Imported only when CUDA is asked for."""

from __future__ import annotations

import functools
import importlib
import warnings
from collections.abc import Callable, Generator
from types import FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

from pyramidion.engine import bits
from pyramidion.engine.binding import Binding
from pyramidion.engine.description import Description
from pyramidion.engine.dice import WORDS
from pyramidion.engine.errors import Unavailable
from pyramidion.engine.extras import extra
from pyramidion.engine.playouts import note_end, play_game

if TYPE_CHECKING:
    from pyramidion.engine.simulation import Simulation

THREADS = 128
PART_OF_GPU = 1 << 21

# What a kernel knows at compile time; the binding of a game replaces these.
cuda: Any = None
RECORD: Any = None
MOST_MOVES = MOST_WEIGHTS = 0


def kernel(template: Any, seed: int, first: int, shares: Any, rules: Any, plies: Any, turns: Any) -> None:
    """Play one game: the one of this thread."""
    row = cuda.grid(1)
    if row < plies.shape[0]:
        records = cuda.local.array(1, RECORD)
        dice = cuda.local.array(WORDS, np.int64)
        out = cuda.local.array(MOST_MOVES, np.int32)
        weights = cuda.local.array(MOST_WEIGHTS, np.int32)
        records[0] = template[0]
        position = records[0]
        plies[row] = play_game(position, dice, out, weights, seed, first + row)
        note_end(position, row, shares, rules, turns)


def size_of(members: int) -> Any:
    return np.int64(cuda.popc(np.int64(members)))


def first_of(members: int) -> Any:
    return np.int64(cuda.ffs(np.int64(members))) - 1


def last_of(members: int) -> Any:
    return 63 - np.int64(cuda.clz(np.int64(members)))


def play_on_gpu(simulation: Simulation) -> Generator[int, None, None]:
    """Play a simulation's games part by part; yield how many are finished."""
    driver = load_cuda()
    game = simulation.game
    play = compiled_kernel(game.description, kernel)
    template = driver.to_device(game.template)
    for first in range(0, simulation.games, PART_OF_GPU):
        rows = slice(first, min(first + PART_OF_GPU, simulation.games))
        outputs: list[Any] = [simulation.shares, simulation.rules, simulation.plies, simulation.turns]
        on_gpu = [driver.device_array_like(output[rows]) for output in outputs]
        blocks = (rows.stop - rows.start + THREADS - 1) // THREADS
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that a few games do not fill the GPU
            play[blocks, THREADS](template, simulation.seed, simulation.first + first, *on_gpu)
        for output, there in zip(outputs, on_gpu, strict=True):
            there.copy_to_host(output[rows])
        yield rows.stop


@functools.cache
def compiled_kernel(about: Description, kernel: Callable[..., None], **shapes: Any) -> Any:
    """A kernel with the rules of one game in it, and with what else it knows at compile time."""
    driver = load_cuda()
    import numba

    constants = {
        "cuda": driver,
        "RECORD": numba.from_dtype(about.layout),
        "MOST_MOVES": about.facts.most_moves,
        "MOST_WEIGHTS": about.facts.most_moves if about.facts.chance else 1,
        **shapes,
    }

    def finish(function: FunctionType, entry: bool) -> Any:
        return driver.jit(function, device=function.__name__ != kernel.__name__)

    binding = Binding(about, finish, constants=constants)
    swaps: dict[Callable[..., Any], Callable[..., Any]]
    swaps = {bits.size_of: size_of, bits.first: first_of, bits.last: last_of}
    return Binding(about, finish, {old: binding(new) for old, new in swaps.items()}, constants)(kernel)


def load_cuda() -> Any:
    """Numba's CUDA, or a clear message why it cannot be used."""
    if not hasattr(np, "row_stack"):  # removed in NumPy 2.5, still used by numba-cuda
        np.row_stack = np.vstack
    with extra("cuda", "CUDA"):
        driver: Any = importlib.import_module("numba.cuda")
    if not driver.is_available():
        raise Unavailable("No CUDA GPU can be used here. Leave device out, or use device='cpu'.")
    return driver
