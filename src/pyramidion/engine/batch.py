"""Thousands of games stepped together, on all cores or on a GPU: the same games either way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pyramidion.engine import dice
from pyramidion.engine.cpu_batch import Cores
from pyramidion.engine.errors import BadInput, IllegalMove
from pyramidion.engine.game import SEED_LIMIT, Game, checked_game, checked_seat, checked_seed
from pyramidion.engine.header import OVER
from pyramidion.engine.planes import words_for
from pyramidion.engine.position import Position
from pyramidion.engine.rows import BEGIN, NOTHING, RANDOM, Habits, Shown, State, Tables
from pyramidion.engine.simulation import checked_device, checked_threads
from pyramidion.engine.whole import is_whole

MOST_ROWS = 1 << 31


@dataclass(frozen=True, eq=False)
class Snapshot:
    """All games of a batch at one moment, for `Batch.restore`; it can be pickled."""

    spec: str
    seed: int
    positions: NDArray[np.void]
    dice: NDArray[np.int64]
    episodes: NDArray[np.int64]
    rewards: NDArray[np.float32]
    done: NDArray[np.bool_]


class Device(Protocol):
    """Where the arrays of a batch lie, and what runs over their rows. On a GPU, arrays are device arrays."""

    def array(self, like: NDArray[Any]) -> Any:
        """A copy of an array there."""

    def taken(self, given: Any) -> Any:
        """An array of the caller to write to, in the same memory; BadInput if it does not lie there."""

    def to_host(self, array: Any) -> NDArray[Any]: ...
    def fill(self, array: Any, values: NDArray[Any]) -> None: ...
    def for_reading(self, array: Any) -> Any: ...
    def actions(self, given: Any) -> Any: ...
    def flat(self, array: Any) -> Any:
        """The same memory in one dimension."""

    def check(self, actions: Any, tables: Tables, state: State, shown: Shown) -> int:
        """The first row that refuses its action, or -1."""

    def run(self, actions: Any, tables: Tables, state: State, shown: Shown, habits: Habits) -> int:
        """Do what is asked in all rows; return how many of their moves are not numbered, where that is known."""

    def sample(self, seed: int, state: State, shown: Shown, actions: Any) -> None: ...


class Batch:
    """Games in rows, each with its own dice. `step` makes a move in every one and shows what follows.

    The arrays of `shown` are filled anew by each step: `mover`, the seat to move; `mask`, which of `game.actions`
    are legal; `observation`, what that seat sees; `rewards` of all seats, which add up to 0, and `done`, where a game
    has just ended. A game that ends is followed by the next one in the same step, unless `auto_reset` is False.
    Chance plays inside, unless `chance` is False: then an action where `mover` is CHANCE is one of `game.outcomes`,
    and `weights` says how likely each is.
    """

    def __init__(
        self,
        game: Game,
        n: int,
        seed: int | None = 0,
        device: str = "cpu",
        threads: int | None = None,
        chance: bool = True,
        auto_reset: bool = True,
        observation: Any = None,
    ) -> None:
        if not is_whole(n, 1, MOST_ROWS - 1):
            raise BadInput(f"The number of games is a whole number from 1 to {MOST_ROWS - 1}, not {n!r}.")
        self.game = checked_game(game)
        self.n = int(n)
        self.seed = checked_seed(seed)
        self._made_with = (device, threads, chance, auto_reset)
        self._habits = Habits(self.seed, checked_flag("chance", chance), checked_flag("auto_reset", auto_reset))
        self._device = _device(device, self.game, self.n, threads)
        self._tables = self._make_tables()
        self._state = self._make_state()
        arrays = self._make_shown(observation)
        self._shown = arrays._replace(
            mask=self._device.flat(arrays.mask), observation=self._device.flat(arrays.observation)
        )
        self.shown = Shown(*map(self._device.for_reading, arrays))
        self._actions = self._device.array(np.zeros(self.n, dtype=np.int32))
        self._sampled = self._device.for_reading(self._actions)
        self.reset()

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<Batch of {self.n} games of {self.game.spec}>"

    def __reduce__(self) -> tuple[type[Batch], tuple[Any, ...], Snapshot]:
        """A copy, or what is unpickled, has memory of its own and goes on alike."""
        return Batch, (self.game, self.n, self.seed, *self._made_with), self.snapshot()

    def __setstate__(self, snapshot: Snapshot) -> None:
        self.restore(snapshot)

    def reset(self) -> Shown:
        """Begin the first game of every row again."""
        self._device.fill(self._state.episodes, np.zeros(self.n, dtype=np.int64))
        self._device.fill(self._state.ended, self.game.rows(self.n))
        self._clear_results()
        return self._run(self._actions, self._habits._replace(task=BEGIN))

    def step(self, actions: ArrayLike) -> Shown:
        """Make a move in every row: one number of an action for each.

        On the CPU an illegal action is refused, and no game moves. On a GPU, where asking would stop it, rows with
        illegal actions stay as they are and are marked in `refused`. Games that are over ignore their action.
        """
        just_drawn = self._drawn and actions is self._sampled
        return self._run(self._actions if just_drawn else self._checked_actions(actions), self._habits)

    def _checked_actions(self, actions: ArrayLike) -> Any:
        given = self._device.actions(actions)
        if tuple(given.shape) != (self.n,):
            raise BadInput(f"Expected {self.n} actions, one for each game, not an array of shape {given.shape}.")
        row = self._device.check(given, self._tables, self._state, self._shown)
        if row >= 0:
            self._refuse(row, int(given[row]))
        return given

    def rollout(self, steps: int, seed: int) -> Shown:
        """Make random legal moves in every row: the same as `step(sample(seed))`, `step(sample(seed + 1))` and so on,
        in one go, which is much faster. It shows only what the last step does."""
        if not is_whole(steps, 1, SEED_LIMIT - 1):
            raise BadInput(f"The number of steps is a whole number from 1 on, not {steps!r}.")
        chooser = checked_seed(seed)
        checked_seed(chooser + int(steps) - 1)
        return self._run(self._actions, self._habits._replace(task=RANDOM, times=int(steps), chooser=chooser))

    def observe(self, seat: int, out: Any = None) -> Any:
        """What one seat sees in every game, into a given array or a new one."""
        if checked_seat(self.game, seat) is None:
            raise BadInput("An observation is made for a seat: give its number.")
        found = self._device.array(self._no_observation()) if out is None else self._checked(out)
        shown = self._shown._replace(observation=self._device.flat(found))
        habits = self._habits._replace(task=NOTHING, viewer=seat)
        self._device.run(self._actions, self._tables, self._state, shown, habits)
        return found

    def sample(self, seed: int) -> Any:
        """A random legal action for every row, all equally likely; at chance, an outcome by its weight."""
        self._device.sample(checked_seed(seed), self._state, self._shown, self._actions)
        self._drawn = True
        return self._sampled

    def position(self, row: int) -> Position:
        """The position of one game."""
        return self._read(self._state.positions, row)

    def ended(self, row: int) -> Position | None:
        """The last position of the game that ended last in a row; None if none did since `reset` or `restore`."""
        position = self._read(self._state.ended, row)
        return position if position.mover is None else None

    def _read(self, positions: Any, row: int) -> Position:
        if not is_whole(row, 0, self.n - 1):
            raise BadInput(f"This batch has games 0 to {self.n - 1}, not {row!r}.")
        return Position(self.game, self._device.to_host(positions[row : row + 1]).tobytes())

    def snapshot(self) -> Snapshot:
        """All games as they are now."""
        state, host = self._state, self._device.to_host
        copies = (state.positions, state.dice, state.episodes, self._shown.rewards, self._shown.done)
        return Snapshot(self.game.spec, self.seed, *(host(array).copy() for array in copies))

    def restore(self, snapshot: Snapshot) -> Shown:
        """Go back to a snapshot of this batch, or of another with as many games of the same game and seed."""
        if not isinstance(snapshot, Snapshot):
            raise BadInput(f"Expected a Snapshot from batch.snapshot(), not {snapshot!r}.")
        ours, theirs = (self.game.spec, self.seed, self.n), (snapshot.spec, snapshot.seed, len(snapshot.dice))
        if ours != theirs:
            raise BadInput(f"This batch has game, seed and size {ours}; the snapshot has {theirs}.")
        self._device.fill(self._state.positions, snapshot.positions)
        self._device.fill(self._state.dice, snapshot.dice)
        self._device.fill(self._state.episodes, snapshot.episodes)
        self._device.fill(self._state.ended, self.game.rows(self.n))
        self._device.fill(self._shown.rewards, snapshot.rewards)
        self._device.fill(self._shown.done, snapshot.done)
        return self._run(self._actions, self._habits._replace(task=NOTHING))

    def _run(self, actions: Any, habits: Habits) -> Shown:
        self._drawn = False  # are the actions drawn for what the games are now?
        unknown = self._device.run(actions, self._tables, self._state, self._shown, habits)
        if unknown:
            raise BadInput(
                f"{self.game.spec} has moves that are not among its {len(self.game.actions)} actions and "
                f"{len(self.game.outcomes)} outcomes: complete the lists in its encoding.py."
            )
        return self.shown

    def _clear_results(self) -> None:
        for array in (self._shown.rewards, self._shown.done, self._shown.refused):
            self._device.fill(array, np.zeros(array.shape, dtype=array.dtype))

    def _refuse(self, row: int, action: int) -> None:
        position = self.position(row)
        legal = np.flatnonzero(self.shown.mask[row]).tolist()
        text = self.game.actions.text(action, position) if 0 <= action < len(self.game.actions) else "not an action"
        raise IllegalMove(
            f"Game {row} refuses action {action} ({text}), so no game has moved; legal there: {legal[:12]}."
        )

    def _make_tables(self) -> Tables:
        game, array = self.game, self._device.array
        actions, outcomes = game.actions, game.outcomes
        return Tables(
            template=array(game.template),
            codes=array(actions.codes),
            numbers=array(actions.numbers),
            outcome_codes=array(outcomes.codes),
            outcome_numbers=array(outcomes.numbers),
            places=array(game.lens.places),
            squares=array(game.lens.squares),
            copied=int(game.facts.hidden or len(game.lens.places) > 0),
        )

    def _make_state(self) -> State:
        n, device, words = self.n, self._device, words_for(len(self.game.actions))
        return State(
            positions=device.array(self.game.rows(n)),
            dice=device.array(np.zeros((n, dice.WORDS), dtype=np.int64)),
            episodes=device.array(np.zeros(n, dtype=np.int64)),
            ended=device.array(self.game.rows(n)),
            legal=device.array(np.zeros((n, words), dtype=np.int64)),
        )

    def _make_shown(self, observation: Any) -> Shown:
        n, game, array = self.n, self.game, self._device.array
        outcomes = 0 if self._habits.rolls else len(game.outcomes)
        return Shown(
            mover=array(np.full(n, OVER, dtype=np.int8)),
            mask=array(np.zeros((n, len(game.actions)), dtype=np.bool_)),
            observation=array(self._no_observation()) if observation is None else self._checked(observation),
            rewards=array(np.zeros((n, game.seats), dtype=np.float32)),
            done=array(np.zeros(n, dtype=np.bool_)),
            refused=array(np.zeros(n, dtype=np.bool_)),
            weights=array(np.zeros((n, outcomes), dtype=np.int32)),
        )

    def _no_observation(self) -> NDArray[np.float32]:
        return np.zeros((self.n, *self.game.tensor_shape), dtype=np.float32)

    def _checked(self, out: Any) -> Any:
        """A given array for observations, as it is."""
        shape, taken = (self.n, *self.game.tensor_shape), self._device.taken(out)
        if taken.shape != shape or taken.dtype != np.float32 or not taken.flags["C_CONTIGUOUS"]:
            raise BadInput(f"Observations need an array of float32 in C order and of shape {shape}.")
        if isinstance(taken, np.ndarray) and not taken.flags.writeable:
            raise BadInput("Observations need an array that can be written to; this one is read-only.")
        return out


def checked_flag(name: str, value: object) -> int:
    """True or False as 1 or 0; BadInput for anything else."""
    if not isinstance(value, (bool, np.bool_)):
        raise BadInput(f"{name} is True or False, not {value!r}.")
    return int(value)


def _device(name: str, game: Game, n: int, threads: int | None) -> Device:
    if checked_device(name) == "cuda":
        from pyramidion.engine.cuda_batch import Gpu

        return Gpu(game, n)
    return Cores(game, n, checked_threads(threads))


def batch(
    game: Game,
    n: int,
    seed: int | None = 0,
    device: str = "cpu",
    threads: int | None = None,
    chance: bool = True,
    auto_reset: bool = True,
    observation: Any = None,
) -> Batch:
    """Many games that are stepped together; game i of a seed is the same whatever n, threads and device are."""
    return Batch(game, n, seed, device, threads, chance, auto_reset, observation)
