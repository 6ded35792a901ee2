"""The games of a playtest: which there are, and each of them played and reduced to numbers."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import NamedTuple

from pyramidion.arena.bouts import Maker, Played, play_match
from pyramidion.arena.duels import cluster
from pyramidion.arena.pairings import Schedule, seed_from
from pyramidion.lab.plain import read
from pyramidion.lab.trace import Depth, Trace, trace_of

MOST_TRIALS = 1 << 32  # of one plan
EXAMINED = 1  # tells the seeds of judges from those of players


class Task(NamedTuple):
    """Which game to play: the number of its plan, and its number in that plan."""

    plan: int
    game: int


@dataclass(frozen=True)
class Plan:
    """Games that belong together: their schedule, how many, and how many of the first are looked at more closely."""

    schedule: Schedule
    games: int
    valued: int = 0
    pictured: int = 0
    informed: int = 0

    def depth(self, number: int) -> Depth:
        return Depth(number < self.valued, number < self.pictured, number < self.informed)


@dataclass(frozen=True)
class Trial:
    """A game that was played, in numbers."""

    plan: int
    played: Played
    trace: Trace

    @property
    def number(self) -> int:
        """One that no other game of the playtest has."""
        return self.plan * MOST_TRIALS + self.played.number

    def to_json(self) -> str:
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> Trial:
        """The inverse of `to_json`; ValueError, TypeError, KeyError or BadInput for anything else."""
        data = json.loads(line)
        played = Played.from_json(json.dumps(data["played"]))
        return cls(int(data["plan"]), played, read(Trace, data["trace"]))


@dataclass(frozen=True)
class Trials:
    """Plays any game of some plans. The same task gives the same trial in any process."""

    plans: tuple[Plan, ...]
    maker: Maker

    def __call__(self, task: Task, stopped: Callable[[], bool]) -> Trial:
        plan = self.plans[task.plan]
        played, match = play_match(plan.schedule, task.game, self.maker, stopped)
        seed = seed_from(plan.schedule.seed, task.game, plan.schedule.game.seats, EXAMINED)
        return Trial(task.plan, played, trace_of(played, match, plan.depth(task.game), seed))

    def tasks(self, done: set[int]) -> Iterator[Task]:
        """All games that are not done yet, those looked at most closely first, since they take longest."""
        for number, plan in enumerate(self.plans):
            for game in range(plan.games):
                if number * MOST_TRIALS + game not in done:
                    yield Task(number, game)


def clusters(trials: Sequence[Trial], schedule: Schedule) -> list[Hashable]:
    """What each game has in common with others: the way it began, or the luck of its pairing."""
    if schedule.rotations == 1 and not schedule.opening:
        return [trial.played.number for trial in trials]
    return [cluster(trial.played, schedule.opening) for trial in trials]
