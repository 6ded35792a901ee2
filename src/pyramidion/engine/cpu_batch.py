"""A batch of games in the memory of the host, on some or all of its cores."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pyramidion.engine import dice, draws, steps
from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game
from pyramidion.engine.rows import TOGETHER, Habits, Room, Shown, State, Tables

NUMBERS = np.iinfo(np.int32)
ROWS_FOR_A_THREAD = 1024  # fewer are not worth one


class Cores:
    """A batch in the memory of the host, its rows shared out among threads; compiled code releases the GIL."""

    def __init__(self, game: Game, n: int, threads: int) -> None:
        self.game, self.n = game, n
        parts = max(1, min(threads, n // ROWS_FOR_A_THREAD))
        self._bounds = [(part * n // parts, (part + 1) * n // parts) for part in range(parts)]
        self._rooms = [room_for(game) for _ in range(parts)]
        self._pool = ThreadPoolExecutor(parts - 1) if parts > 1 else None

    def array(self, like: NDArray[Any]) -> NDArray[Any]:
        return np.ascontiguousarray(like).copy()

    def flat(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.reshape(-1)

    def to_host(self, array: NDArray[Any]) -> NDArray[Any]:
        return array

    def fill(self, array: NDArray[Any], values: NDArray[Any]) -> None:
        array[:] = values

    def for_reading(self, array: NDArray[Any]) -> NDArray[Any]:
        seen = array.view()
        seen.flags.writeable = False
        return seen

    def actions(self, given: ArrayLike) -> NDArray[np.int32]:
        found = np.asarray(given)
        if found.dtype.kind not in "iu":
            raise BadInput(f"Actions are whole numbers, not {found.dtype}.")
        clipped = found if found.dtype == np.int32 else np.clip(found, -1, NUMBERS.max)
        return np.array(clipped, dtype=np.int32, order="C")  # a copy, which nobody else changes meanwhile

    def check(self, actions: Any, tables: Tables, state: State, shown: Shown) -> int:
        return int(self.game.bind(steps.first_illegal)(actions, tables, state, shown))

    def run(self, actions: Any, tables: Tables, state: State, shown: Shown, habits: Habits) -> int:
        return self._spread(steps.step_rows, actions, tables, state, shown, habits)

    def sample(self, seed: int, state: State, shown: Shown, actions: Any) -> None:
        self._spread(draws.sample_rows, seed, state, shown, actions)

    def _spread(self, function: Callable[..., int | None], *arguments: object) -> int:
        """Run a function over all rows, a part of them in each thread; the sum of what it returns."""
        bound = self.game.bind(function)
        calls = [(*bounds, *arguments, room) for bounds, room in zip(self._bounds, self._rooms, strict=True)]
        running = [self._pool.submit(bound, *call) for call in calls[1:]] if self._pool else []
        total = bound(*calls[0]) or 0
        return total + sum(part.result() or 0 for part in running)


def room_for(game: Game) -> Room:
    """Where one thread works."""
    seen, (sets, levels), most = game.records(1), game.lens.room(), game.facts.most_moves
    return Room(
        out=np.zeros(most, dtype=np.int32),
        weights=np.zeros(most, dtype=np.int32),
        dice=np.zeros(dice.WORDS, dtype=np.int64),
        draws=np.zeros(TOGETHER, dtype=np.int64),
        seen=seen,
        seen_data=seen.view(np.int8).reshape(1, -1),
        sets=sets,
        plane_levels=levels,
    )
