"""A playtest from its settings to its results: plays what is missing, saves as it goes, adds up at any time."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

from pyramidion import __version__
from pyramidion.arena.bouts import Maker
from pyramidion.arena.games_file import SavedLines, code_of
from pyramidion.arena.workers import MOST_WORKERS, on_this_machine
from pyramidion.engine.errors import BadInput
from pyramidion.engine.simulation import cores
from pyramidion.lab import bulk, series
from pyramidion.lab.comparison import compared
from pyramidion.lab.games import Games, games_of
from pyramidion.lab.judge import Judge, words_for
from pyramidion.lab.results import Histogram, Origin, Playtest, SampleGame
from pyramidion.lab.settings import Settings
from pyramidion.lab.skill import step_of
from pyramidion.lab.timelines import timelines
from pyramidion.lab.totals import Totals
from pyramidion.lab.trials import Task, Trial, Trials
from pyramidion.players.bots import player

FORMAT = "pyramidion-playtest-games-1"
EPOCH = "1970-01-01T00:00:00+00:00"  # of records in results, which tell nothing of when they were made
Runner = Callable[[Trials, Iterator[Task], int], Generator[Trial, None, None]]


class TrialsFile(SavedLines[Trial]):
    """The games of a playtest as they end."""

    work = "playtest"


class Session:
    """A playtest being run. `runner` plays tasks somewhere, with a number of workers; by default in processes of this
    machine, or in this one for a single worker."""

    def __init__(
        self,
        settings: Settings,
        workers: int | None = None,
        save: str | Path | None = None,
        maker: Maker = player,
        runner: Runner | None = None,
    ) -> None:
        if workers is not None and not 1 <= workers <= MOST_WORKERS:
            raise BadInput(f"The number of workers is 1 to {MOST_WORKERS}, not {workers}.")
        self.settings = settings
        self.definitions = settings.definitions()
        self.trials = Trials(settings.plans(), maker)
        self._prepare(maker)
        self._workers = workers or cores()
        self._runner = runner or on_this_machine
        self._file = TrialsFile(save, self.about(), self._read) if save else None
        known = self._file.games if self._file else []
        self._done = {trial.number: trial for trial in known if self._wanted(trial)}
        self._random: Totals | None = None

    def _prepare(self, maker: Maker) -> None:
        """Make each player once, and a judge: bad specs are refused, and all is compiled before processes start."""
        for plan in self.trials.plans:
            for spec in plan.schedule.players:
                maker(plan.schedule.game, spec, 0).close()
        if self.trials.plans[0].valued:
            Judge(self.settings.baseline)

    @property
    def total(self) -> int:
        """How many games there are in all, variants and the skill trace included."""
        return sum(plan.games for plan in self.trials.plans)

    @property
    def done(self) -> int:
        return len(self._done)

    @property
    def complete(self) -> bool:
        return self.done == self.total and (self._random is not None or not self.settings.bulk)

    def about(self) -> dict[str, Any]:
        """What the saved games belong to. More games of the same playtest go on with the same file."""
        settings = self.settings
        return {
            "format": FORMAT,
            "game": settings.game.spec,
            "players": list(settings.players),
            "seed": settings.seed,
            "opening": settings.plies,
            "plans": [plan.schedule.game.spec + " " + " ".join(plan.schedule.players) for plan in self.trials.plans],
            "depth": [[plan.valued, plan.pictured, plan.informed] for plan in self.trials.plans],
            "most_turns": settings.most_turns,
            "code": code_of(settings.game),
        }

    def play(self) -> Generator[Trial, None, None]:
        """Play what is missing; yield each game as it ends. Closing this stops within a move."""
        if self._file:
            self._file.claim()
        tasks = self.trials.tasks(set(self._done))
        workers = min(self._workers, self.total - self.done)
        parts = self._runner(self.trials, tasks, workers if workers > 1 else 0)
        try:
            for trial in parts:
                self._done[trial.number] = trial
                if self._file:
                    self._file.add(trial)
                yield trial
        finally:
            parts.close()
            if self._file:
                self._file.release()

    def simulate(self, progress: bulk.Progress = lambda done, of: None) -> None:
        """Play the random games in bulk, if all players are random."""
        settings = self.settings
        if settings.bulk:
            self._random = bulk.simulated(settings.baseline, settings.games, settings.seed, settings.device, progress)

    def forget(self) -> None:
        """Delete the file of saved games, which is no longer needed."""
        if self._file:
            self._file.path.unlink(missing_ok=True)

    def results(self) -> Playtest:
        """Everything found out so far."""
        games = self._games(0)
        found = self._described(games)
        if not games.trials:
            return found
        found = dataclasses.replace(
            found,
            measures=tuple(definition.measured(games.traces, games.clusters) for definition in self.definitions),
            histograms=_lengths(games),
            timelines=timelines(games),
            heat_maps=series.heat_maps(games),
            uses=series.uses(games),
            endings=series.endings(games),
            openings=series.openings(games),
            sample=_sample(games),
        )
        return self._with_others(found if self._random is None else _with_bulk(found, self._random))

    def _described(self, games: Games) -> Playtest:
        """The playtest without what it found."""
        settings, game = self.settings, self.settings.baseline
        return Playtest(
            game=game.spec,
            title=game.title,
            seats=game.seat_names,
            options=dict(game.options),
            players=settings.players,
            seed=settings.seed,
            asked=settings.games if settings.bulk else self.trials.plans[0].games,
            games=sum(trial.plan == 0 for trial in self._done.values()),
            different=len(games.trials),
            opening=settings.plies,
            complete=self.complete,
            origin=self._origin(games),
            faults=tuple(_fault(trial) for trial in games.trials if trial.played.faulty is not None),
        )

    def _origin(self, games: Games) -> Origin:
        game, valued = self.settings.baseline, [trace for trace in games.traces if trace.values]
        words = words_for(game) if valued else ""
        positions = sum(len(trace.values) for trace in valued)
        if valued:
            words += f" {sum(trace.exact for trace in valued) / positions:.0%} of these values are certain."
        return Origin(
            command=self.settings.command(),
            version=__version__,
            rules=game.facts.rules_version,
            code=code_of(game),
            values=words,
            valued_games=len(valued),
        )

    def _with_others(self, found: Playtest) -> Playtest:
        """The variants and the skill trace."""
        plans, variants = self.trials.plans, len(self.settings.variants)
        skill = [self._games(number) for number in range(variants, len(plans))]
        steps = tuple(step_of(games) for games in skill if games.trials)
        others = [self._games(number, repeats=True) for number in range(1, variants)]
        played = [games for games in others if games.trials]
        comparison = compared(self.definitions, self._games(0, repeats=True), played) if played else None
        return dataclasses.replace(found, skill=steps, comparison=comparison)

    def _games(self, plan: int, repeats: bool = False) -> Games:
        trials = [trial for trial in self._done.values() if trial.plan == plan]
        return games_of(self.trials.plans[plan].schedule, trials, repeats)

    def _wanted(self, trial: Trial) -> bool:
        """Is it one of the games that were asked for? There may be more in the file."""
        return trial.played.number < self.trials.plans[trial.plan].games

    def _read(self, line: str) -> Trial:
        """A saved game, if it is one of this playtest."""
        trial = Trial.from_json(line)
        if not 0 <= trial.plan < len(self.trials.plans) or trial.played.number < 0:
            raise ValueError("there is no such game")
        plan = self.trials.plans[trial.plan]
        if trial.played.players != plan.schedule.bout(trial.played.number).seats:
            raise ValueError("its players do not match")
        return trial


def _lengths(games: Games) -> tuple[Histogram, ...]:
    turns, plies = ([getattr(trace, name) for trace in games.traces] for name in ("turns", "plies"))
    return (
        series.histogram("turns", "Length in turns", "turns", turns),
        series.histogram("plies", "Length in plies", "plies", plies),
    )


def _with_bulk(found: Playtest, totals: Totals) -> Playtest:
    """With the measures that the ends of all random games tell."""
    lengths = {"turns": totals.turns, "plies": totals.plies}
    return dataclasses.replace(
        found,
        games=totals.games,
        different=totals.games,
        measures=tuple(bulk.measured(measure, totals) for measure in found.measures),
        histograms=tuple(bulk.histogram(one, lengths[one.key]) for one in found.histograms),
        endings=bulk.endings(totals),
    )


def _fault(trial: Trial) -> str:
    played = trial.played
    assert played.faulty is not None
    return f"game {played.number}, {played.players[played.faulty]}: {played.fault}"


def _sample(games: Games) -> SampleGame | None:
    """A game of middling length, valued if any are."""
    known = [trial for trial in games.trials if trial.trace.rule]
    valued = [trial for trial in known if trial.trace.values] or known
    if not valued:
        return None
    middle = sorted(trial.trace.turns for trial in known)[len(known) // 2]
    chosen = min(valued, key=lambda trial: (abs(trial.trace.turns - middle), trial.played.number))
    record = {**chosen.played.record, "started": EPOCH, "ended": EPOCH}
    why = f"A game of middling length ({chosen.trace.turns:,} turns)."
    return SampleGame(chosen.played.number, why, record, chosen.trace.values)
