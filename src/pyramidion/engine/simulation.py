"""Whole random games in bulk, on all cores or on a GPU: the same games either way."""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine import dice, playouts
from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game, checked_game, checked_seed
from pyramidion.engine.header import MOST_SEATS, WHOLE
from pyramidion.engine.whole import is_whole

MOST_GAMES = 1 << 31
MOST_THREADS = 1024
PART_SECONDS = 0.05
FIRST_PART = 64
DEVICES = ("cpu", "cuda")


@dataclass(frozen=True, eq=False)
class Run:
    """Finished games, one entry each: game number i of a seed is the same on every device."""

    game: Game
    seed: int
    shares: NDArray[np.int8]  # results in twelfths
    plies: NDArray[np.int32]
    turns: NDArray[np.int32]
    ruling_numbers: NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.plies)

    @functools.cached_property
    def results(self) -> NDArray[np.float64]:
        """The result of every seat in every game; each row adds up to 1."""
        return self.shares[:, : self.game.seats] / WHOLE

    @functools.cached_property
    def rules(self) -> NDArray[np.str_]:
        """The id of the ruling that ended each game."""
        names = np.array([self.game.ruling(number) for number in range(128)])
        return names[self.ruling_numbers]


class Simulation:
    """A run in progress: play it part by part, and ask at any time for what is finished. `first` is the number of its
    first game."""

    def __init__(
        self,
        game: Game,
        games: int,
        seed: int | None = 0,
        device: str = "cpu",
        threads: int | None = None,
        first: int = 0,
    ) -> None:
        check_count(games)
        self.game = checked_game(game)
        self.games = int(games)
        self.first = first
        self.seed = checked_seed(seed)
        self.device = checked_device(device)
        self.threads = checked_threads(threads)
        self.shares = np.zeros((games, MOST_SEATS), dtype=np.int8)
        self.rules = np.zeros(games, dtype=np.int8)
        self.plies = np.zeros(games, dtype=np.int32)
        self.turns = np.zeros(games, dtype=np.int32)

    def parts(self) -> Generator[int, None, None]:
        """Play all games; yield from time to time how many are finished."""
        if self.device == "cuda":
            from pyramidion.engine.cuda import play_on_gpu

            return play_on_gpu(self)
        return self._play_on_cpu()

    def run(self) -> Run:
        """The games that are finished."""
        done = slice(None) if self.rules.all() else self.rules != 0
        return Run(self.game, self.seed, self.shares[done], self.plies[done], self.turns[done], self.rules[done])

    def _play_on_cpu(self) -> Generator[int, None, None]:
        play = self.game.bind(playouts.play_games)
        done, step = self._first_part(play)
        starts = iter(range(done, self.games, step))
        pool = ThreadPoolExecutor(self.threads)

        def submit(count: int) -> set[Future[int]]:
            return {pool.submit(self._play_part, play, first, step) for first in islice(starts, count)}

        try:
            yield done
            running = submit(2 * self.threads)
            while running:
                complete, running = wait(running, return_when=FIRST_COMPLETED)
                running |= submit(len(complete))
                done += sum(part.result() for part in complete)
                yield done
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _first_part(self, play: Callable[..., None]) -> tuple[int, int]:
        """Play a few games, the very first to load the compiled code; return how many, and the
        number of games that take long enough to be worth a part."""
        self._play_part(play, 0, 1)
        start = time.perf_counter()
        done = self._play_part(play, 0, FIRST_PART)
        spent = time.perf_counter() - start
        share = (self.games - done) // (4 * self.threads)
        return done, max(1, min(share, int(FIRST_PART * PART_SECONDS / spent)))

    def _play_part(self, play: Callable[..., None], first: int, step: int) -> int:
        most = self.game.facts.most_moves
        scratch = self.game.rows(1)
        template = self.game.template
        out, weights = np.empty(most, dtype=np.int32), np.empty(most, dtype=np.int32)
        rows = slice(first, first + step)
        outputs = self.shares[rows], self.rules[rows], self.plies[rows], self.turns[rows]
        number, words = self.first + first, np.empty(dice.WORDS, dtype=np.int64)
        play(template, scratch, words, out, weights, self.seed, number, *outputs)
        return len(outputs[0])


def check_count(games: object) -> None:
    """Refuse a number of games that cannot be played."""
    if not is_whole(games, 1, MOST_GAMES - 1):
        raise BadInput(f"The number of games is a whole number from 1 to {MOST_GAMES - 1}, not {games!r}.")


def simulate(
    game: Game,
    n: int,
    seed: int | None = 0,
    device: str = "cpu",
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Run:
    """Play n random games; `progress` is called with the number finished and the total."""
    if progress is not None and not callable(progress):
        raise BadInput(f"progress is a function of two numbers, not {progress!r}.")
    simulation = Simulation(game, n, seed, device, threads)
    with closing(simulation.parts()) as parts:
        for done in parts:
            if progress is not None:
                progress(done, n)
    return simulation.run()


def checked_device(device: str) -> str:
    """The device itself; BadInput for one that there is not."""
    if not isinstance(device, str) or device not in DEVICES:
        raise BadInput(f"{device!r} is not a device. Allowed: {', '.join(DEVICES)}.")
    return device


def checked_threads(threads: int | None) -> int:
    """The number of threads itself, or one for each core for None."""
    if threads is None:
        return cores()
    if not is_whole(threads, 1, MOST_THREADS):
        raise BadInput(f"The number of threads is 1 to {MOST_THREADS}, not {threads!r}.")
    return int(threads)


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
