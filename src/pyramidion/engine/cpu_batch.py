"""A batch of games in the memory of the host, on some or all of its cores."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pyramidion.engine import dice, draws, steps
from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game
from pyramidion.engine.rows import Habits, Room, Rows, Shown, State, Tables
from pyramidion.engine.tensors import Lens

NUMBERS = np.iinfo(np.int32)
ROWS_FOR_A_THREAD = 1024  # fewer are not worth one
ROWS_FOR_A_DRAW = 1 << 15  # to draw actions, which takes less time

Result = TypeVar("Result")


class Cores:
    """A batch in the memory of the host, its rows shared out among threads; compiled code releases the GIL."""

    def __init__(self, game: Game, n: int, threads: int) -> None:
        self.game, self.n = game, n
        parts = max(1, min(threads, n // ROWS_FOR_A_THREAD))
        self._bounds = [(part * n // parts, (part + 1) * n // parts) for part in range(parts)]
        sets, levels = (np.zeros((n, *like.shape), dtype=like.dtype) for like in game.lens.room())
        self._rooms = [room_for(game, sets, levels) for _ in range(parts)]
        self._lens = lens_record(game.lens)
        self._pool = ThreadPoolExecutor(parts - 1) if parts > 1 else None
        self._direct: dict[object, Callable[..., Any]] = {}
        self._filled: Shown | None = None  # what the rows below are about
        self._rows: Any = None

    def array(self, like: NDArray[Any]) -> NDArray[Any]:
        return np.ascontiguousarray(like).copy()

    def taken(self, given: Any) -> NDArray[Any]:
        if not isinstance(given, np.ndarray):
            raise BadInput(f"Observations need a NumPy array, not {type(given).__name__}.")
        return given

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
        return actions_in_memory(given)

    def check(self, actions: Any, tables: Tables, state: State, shown: Shown) -> int:
        return int(self._call(steps.first_illegal, actions, tables, state, shown))

    def run(self, actions: Any, tables: Tables, state: State, shown: Shown, habits: Habits) -> int:
        if self._filled is not shown:
            self._filled, self._rows = shown, self._make_rows(state, shown)
        rows = self._rows

        def step_and_show(bounds: tuple[int, int], room: Room) -> int:
            unknown = self._call(steps.step_rows, *bounds, actions, tables, state, shown, habits, room)
            self._call(steps.show_rows, *bounds, self._lens, rows)
            return int(unknown)

        return sum(self._spread(step_and_show))

    def _make_rows(self, state: State, shown: Shown) -> Rows:
        room, mask, numbers = self._rooms[0], shown.mask.view(np.int8), shown.observation
        arrays: list[NDArray[Any]] = [state.legal, room.sets, room.plane_levels]
        arrays += [mask.reshape(self.n, -1), numbers.reshape(self.n, -1)]
        return Rows(*map(in_records, arrays))

    def sample(self, seed: int, state: State, shown: Shown, actions: Any) -> None:
        def draw(bounds: tuple[int, int], room: Room) -> None:
            self._call(draws.sample_rows, *bounds, seed, state, shown, actions, room)

        if self.n < ROWS_FOR_A_DRAW:
            draw((0, self.n), self._rooms[0])
        else:
            self._spread(draw)

    def _spread(self, work: Callable[[tuple[int, int], Room], Result]) -> list[Result]:
        """Work on all rows, a part of them in each thread."""
        parts = list(zip(self._bounds, self._rooms, strict=True))
        running = [self._pool.submit(work, *part) for part in parts[1:]] if self._pool else []
        return [work(*parts[0]), *(part.result() for part in running)]

    def _call(self, function: Callable[..., Any], *arguments: object) -> Any:
        """Call a function that always gets arguments of the same types, so that Numba need not look at them again."""
        bound = self.game.bind(function)
        direct = self._direct.get(bound)
        if direct is None:
            direct = self._direct[bound] = bound.for_types_of(arguments) if hasattr(bound, "for_types_of") else bound
        return direct(*arguments)


def actions_in_memory(given: ArrayLike) -> NDArray[np.int32]:
    """A copy, which nobody else changes meanwhile; numbers too large become -1 or the largest there is."""
    try:
        found = np.asarray(given)
    except (TypeError, ValueError, RuntimeError) as error:  # lists of different lengths, or memory of a GPU
        raise BadInput(f"Actions are an array with one whole number for each game: {error}") from error
    if found.dtype.kind not in "iu":
        raise BadInput(f"Actions are whole numbers, not {found.dtype}.")
    if found.dtype != np.int32:
        found = np.clip(found.astype(np.int64), -1, NUMBERS.max)
    return np.array(found, dtype=np.int32, order="C")


def in_records(array: NDArray[Any]) -> NDArray[np.void]:
    """The same memory: a record for each row."""
    return array.reshape(-1).view(np.dtype([("values", array.dtype, array.shape[1:])]))


def lens_record(lens: Lens) -> NDArray[np.void]:
    squares, orders = lens.squares, lens.orders
    found = np.zeros(1, dtype=[("squares", squares.dtype, squares.shape), ("orders", orders.dtype, orders.shape)])
    found["squares"], found["orders"] = squares, orders
    return found


def room_for(game: Game, sets: NDArray[np.int64], levels: NDArray[np.float32]) -> Room:
    """Where one thread works."""
    seen, most = game.rows(1), game.facts.most_moves
    return Room(
        out=np.zeros(most, dtype=np.int32),
        weights=np.zeros(most, dtype=np.int32),
        dice=np.zeros(dice.WORDS, dtype=np.int64),
        seen=seen,
        seen_data=seen.view(np.int8).reshape(1, -1),
        sets=sets,
        plane_levels=levels,
    )
