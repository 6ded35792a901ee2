"""Topologic's expert: a seeker that asks what tells most and gathers fast, and a referee that cannot be read."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine import dice
from pyramidion.engine.contract import Line, Thought
from pyramidion.engine.game import Game
from pyramidion.engine.position import Position
from pyramidion.games.topologic import finishes, rules
from pyramidion.games.topologic.field import ALL, LOCATIONS
from pyramidion.games.topologic.imagination import imagine
from pyramidion.games.topologic.manual import move_text
from pyramidion.games.topologic.planner import Plan, Planner, Situation, lore_of, result, situation_of
from pyramidion.games.topologic.rules import DONE, ENTER, MOVE, OFF, SECRET, play

MOST_LINES = 8
KEPT_PLANS = 64
REFEREE_EFFORT = 4000  # configurations a turn, when the referee imagines the seeker
MOST_ROUNDS = 24  # that it imagines
TEMPERATURE = 0.1  # of its choice: the difference in results that makes a secret e times as likely

EVEN = 0.5  # what a secret of the first round is worth on average: both will seek alike

ONE = 1 << 31  # a chance of one, in parts
OVERLOOKING = 1  # the stream of chance for what is overlooked


class Expert:
    """Thinks about views of one game. It remembers the rest of a turn that it has planned.

    One that overlooks takes some secrets for possible that the hints have ruled out: so much of them after
    the first hint, and less with every hint that follows.
    """

    def __init__(self, game: Game, overlooks: float = 0.0) -> None:
        self.game = game
        self.overlooks = overlooks
        self.lore = lore_of(game)
        self._planned: dict[tuple[bytes, int | None, float | None], Line] = {}

    def think(
        self, view: Position, effort: int | None, seconds: float | None, seed: int, cancelled: Callable[[], bool]
    ) -> Iterator[Thought]:
        """Ever better lines, best first, with the configurations considered and the turns looked ahead.

        A turn is planned as a whole, with the whole budget; its later moves follow the plan at no cost.
        """
        began = time.perf_counter()

        def stop() -> bool:
            return cancelled() or (seconds is not None and time.perf_counter() - began >= seconds)

        seen = view.view(view.mover)
        if seen.mover == int(seen.fields.stretch):
            yield from self._choose_secret(seen, effort, seed, stop)
        else:
            yield from self._seek(seen, effort, seconds, seed, stop)

    def counted(self, view: Position) -> dict[str, float] | None:
        """The chance to find the secret by the end of the next turn, for every move near the end of a turn."""
        return finishes.counted(view)

    def shortfall(self, view: Position, move: str) -> str:
        """For which secrets a move comes too late."""
        return finishes.shortfall(view, move)

    def _seek(
        self, view: Position, effort: int | None, seconds: float | None, seed: int, stop: Callable[[], bool]
    ) -> Iterator[Thought]:
        key = view.row.tobytes(), effort, seconds
        if key in self._planned:
            yield [self._planned[key]], 0, 1
            return
        now, planner = believed(situation_of(view), self.overlooks, seed), Planner(self.game)
        planner.study(view)
        lines: list[Line] = []
        for plans, depth in planner.plan(now, seed, effort, stop):
            lines = self._lines(view, now, plans, planner.spent)
            yield lines, planner.spent, depth
        if lines:
            self._remember(view, lines[0], effort, seconds)
        else:
            yield [self._any_line(view, seed)], planner.spent, 0

    def _any_line(self, view: Position, seed: int) -> Line:
        """A move without a plan."""
        text = str(view.moves()[seed % len(view.moves())])
        return text, (0.5, 0.5), 1, False, (text,)

    def _lines(self, view: Position, now: Situation, plans: list[Plan], spent: int) -> list[Line]:
        """A line for every first move among the plans."""
        found: dict[str, Line] = {}
        for plan in plans:
            texts = tuple(move_text(view.fields, code) for code in codes(now, plan))
            if texts[0] not in found:
                found[texts[0]] = texts[0], self._results(now, plan), spent, certain(now, plan), texts
        return list(found.values())[:MOST_LINES]

    def _results(self, now: Situation, plan: Plan) -> tuple[float, float]:
        """The seeker of round 1 is seat 1, that of round 2 seat 0."""
        if now.rival:
            seeker = min(max(1 - plan.cost, 0.0), 1.0)
            return seeker, 1 - seeker
        seeker = self.lore.result(now.turns + plan.cost)
        return 1 - seeker, seeker

    def _remember(self, view: Position, line: Line, effort: int | None, seconds: float | None) -> None:
        """Note the rest of a planned turn for the views after each of its moves."""
        _, results, spent, exact, texts = line
        scratch = view.row.copy()
        for number, text in enumerate(texts[:-1], 1):
            self.game.bind(play_on)(scratch, self.game.manual.read_move(view.fields, text))
            rest = texts[number:]
            self._planned[scratch.tobytes(), effort, seconds] = rest[0], results, spent, exact, rest
        while len(self._planned) > KEPT_PLANS:
            del self._planned[next(iter(self._planned))]

    def _choose_secret(
        self, view: Position, effort: int | None, seed: int, stop: Callable[[], bool]
    ) -> Iterator[Thought]:
        """Imagine rounds of the seeker, and draw among the secrets, the harder the likelier."""
        begin = Situation(ALL, (OFF,) * rules.seekers(view.fields), rival=int(view.fields.score[0]))
        planner, found = Planner(self.game), list[NDArray[np.float64]]()
        planner.study(view)
        yield self._secrets(view, np.zeros(LOCATIONS), np.full(LOCATIONS, EVEN), seed, 0), 0, 0

        def enough() -> bool:
            return stop() or (effort is not None and planner.total >= effort)

        while len(found) < MOST_ROUNDS and not enough():
            played = imagine(planner, begin, seed, len(found), enough, REFEREE_EFFORT)
            if played is None:
                return
            found.append(np.array([1 - result(self.lore, turns, begin.rival) for turns in played.turns]))
            told = expectation(np.array(found), None if begin.rival else EVEN)
            lines = self._secrets(view, np.mean(found, axis=0), told, seed, planner.total)
            yield lines, planner.total, int(played.turns.max())

    def _secrets(
        self, view: Position, worth: NDArray[np.float64], told: NDArray[np.float64], seed: int, spent: int
    ) -> list[Line]:
        """The secret that is drawn, then the hardest ones; of each is told what may be expected."""
        chances = np.exp((worth - worth.max()) / TEMPERATURE)
        drawn = draw(chances, seed)
        ranked = [drawn, *(place for place in np.argsort(-worth, kind="stable").tolist() if place != drawn)]
        return [secret_line(view, place, float(told[place]), spent) for place in ranked[:MOST_LINES]]


def believed(now: Situation, overlooks: float, seed: int) -> Situation:
    """A situation as it is seen by someone who has not noticed all that the hints rule out."""
    unnoticed, chance = overlooks**now.turns, dice.stream(seed, OVERLOOKING)
    extra = sum(1 << place for place in range(LOCATIONS) if dice.below(chance, ONE) < unnoticed * ONE)
    return replace(now, possible=now.possible | extra)


def expectation(rounds: NDArray[np.float64], middle: float | None) -> NDArray[np.float64]:
    """What each secret is worth, as far as so few imagined rounds can tell secrets apart: the harder ones were
    partly lucky. `middle` is what secrets are worth on average, where that is known."""
    means = rounds.mean(axis=0)
    noise = float(rounds.var(axis=0, ddof=1).mean()) / len(rounds) if len(rounds) > 1 else np.inf
    spread = max(float(means.var()) - noise, 0.0)
    trust = spread / (spread + noise) if spread else 0.0
    centre = means.mean() if middle is None else middle
    return np.clip(centre + trust * (means - means.mean()), 0.0, 1.0)


def secret_line(view: Position, place: int, worth: float, spent: int) -> Line:
    text = move_text(view.fields, SECRET + place)
    results = (1 - worth, worth) if view.fields.stretch else (worth, 1 - worth)
    return text, results, spent, False, (text,)


def certain(now: Situation, plan: Plan) -> bool:
    """Does the plan end the match?"""
    return now.rival > 0 and now.count == 1 and {1 << place for place in plan.places} == {now.possible}


def play_on(row: NDArray[np.void], move: int) -> None:
    play(row[0], move)


def codes(now: Situation, plan: Plan) -> list[int]:
    """The moves of a plan; a turn in which some seeker stays ends with done (P16)."""
    kind = MOVE if now.turns else ENTER
    found = [kind + seeker * LOCATIONS + plan.places[seeker] for seeker in plan.order]
    moved = now.moved.bit_count() + len(plan.order)
    return found if now.turns == 0 or moved == len(plan.places) else [*found, DONE]


def draw(chances: NDArray[np.float64], seed: int) -> int:
    """A place, each as likely as its chance says."""
    point = dice.below(dice.stream(seed), ONE) / ONE * chances.sum()
    return int(min(np.searchsorted(np.cumsum(chances), point, side="right"), LOCATIONS - 1))
