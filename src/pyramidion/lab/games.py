"""The games that count: each different game once, with what it has in common with others."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pyramidion.arena.duels import different
from pyramidion.arena.pairings import Schedule
from pyramidion.draw.scene import Scene
from pyramidion.engine.game import Game
from pyramidion.lab.estimates import numbered
from pyramidion.lab.trace import Trace
from pyramidion.lab.trials import Trial, clusters


@dataclass(frozen=True, eq=False)
class Games:
    """Games of one plan, in the order of their numbers."""

    schedule: Schedule
    trials: tuple[Trial, ...]
    clusters: NDArray[np.int64]

    @property
    def game(self) -> Game:
        return self.schedule.game

    @property
    def seed(self) -> int:
        return self.schedule.seed

    @functools.cached_property
    def traces(self) -> tuple[Trace, ...]:
        return tuple(trial.trace for trial in self.trials)

    @functools.cached_property
    def scene(self) -> Scene:
        """The table at the start, all of it."""
        start = self.game.start(seed=self.seed)
        scene: Scene = self.game.manual.scene(start, None)
        return scene


def games_of(schedule: Schedule, trials: Sequence[Trial], repeats: bool = False) -> Games:
    """The different games among some trials, or all of them with `repeats`."""
    ordered = sorted(trials, key=lambda trial: trial.number)
    by_number = {trial.played.number: trial for trial in ordered}
    kept = tuple(by_number[game.number] for game in different(trial.played for trial in ordered))
    found = tuple(ordered) if repeats else kept
    return Games(schedule, found, numbered(clusters(found, schedule)))
