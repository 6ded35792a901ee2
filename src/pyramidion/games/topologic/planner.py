"""A turn of Topologic's seekers, planned: configurations weighed ever deeper, within a budget."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine import dice
from pyramidion.engine.game import Game
from pyramidion.engine.position import Position
from pyramidion.games.topologic import gathering, lookahead, rules
from pyramidion.games.topologic.field import LOCATIONS
from pyramidion.games.topologic.lookahead import DESK, LEVELS, ROOT, TURNS, WIDTH
from pyramidion.games.topologic.rules import OFF

LEARNED = Path(__file__).with_name("seeking.json")
NO_LIMIT = 1 << 62
A_TURN = 1e-3  # what a turn counts for where only the result matters


@dataclass(frozen=True)
class Breadth:
    """How broadly to look: starts and plans at the levels below, and how many plans of the turn get how deep a look."""

    climbs: int
    starts: tuple[int, ...]
    width: tuple[int, ...]
    keep: tuple[int, ...]


BREADTHS = (
    Breadth(20, (1, 2, 2), (1, 8, 8), (24,)),
    Breadth(60, (1, 2, 2), (1, 8, 8), (48, 24, 4)),
    Breadth(200, (2, 4, 4), (1, 8, 8), (100, 50, 12)),
    Breadth(1000, (4, 8, 8), (1, 16, 8), (200, 100, 24)),
    Breadth(2000, (4, 16, 8), (1, 32, 8), (250, 100, 12)),
    Breadth(4000, (8, 32, 32), (1, 64, 32), (250, 100, 24)),
)
AT_ONCE = 50  # climbs between looks at the clock
TRIES = 100  # to find any plan: on a narrow field seekers may be in each other's way


@dataclass(frozen=True)
class Situation:
    """What a seeker knows in the middle of a round."""

    possible: int
    at: tuple[int, ...]
    moved: int = 0
    turns: int = 0
    rival: int = 0  # the score to beat, 0 in round 1

    @property
    def count(self) -> int:
        return self.possible.bit_count()


@dataclass(frozen=True)
class Plan:
    """Where the seekers shall stand at the end of the turn, who moves in what order, and what it may cost."""

    places: tuple[int, ...]
    order: tuple[int, ...]
    cost: float  # a mean over the possible secrets


def situation_of(view: Position) -> Situation:
    fields = view.fields
    at = tuple(fields.at.tolist()[: rules.seekers(fields)])
    rival = int(fields.score[0]) if fields.stretch else 0
    return Situation(int(fields.possible), at, int(fields.moved), int(fields.turns), rival)


@dataclass(frozen=True, eq=False)
class Lore:
    """What self-play has taught about a variant of the game."""

    further: NDArray[np.float64]  # turns still needed, by the number of possible secrets and of those in line
    share: NDArray[np.float64]  # of rounds, by the number of turns they take

    def result(self, turns: float) -> float:
        """The expected result after this many turns in round 1: a slower rival loses, an equal one draws."""
        slower = 1 - np.cumsum(self.share) + self.share / 2
        return float(np.interp(turns, np.arange(len(slower)), slower))


@functools.cache
def lore_of(game: Game) -> Lore:
    known = json.loads(LEARNED.read_text(encoding="utf-8"))["variants"]
    variant = known[f"{game.options['seekers']} {game.options['path']}"]
    return Lore(np.array(variant["further"]), np.array(variant["share"]))


def result(lore: Lore, turns: float, rival: int) -> float:
    """The expected result of the seeker who finds the secret after this many turns (P19, P20)."""
    if not rival:
        return lore.result(turns)
    return float(np.interp(turns, [rival - 1, rival, rival + 1], [1, 0.5, 0]))


def floor(costs: NDArray[np.float64], seekers: int) -> NDArray[np.float64]:
    """What classes cost at least, by their size; with no secret in line, and with some.

    A turn that asks leaves classes by all hints but success, a turn of gathering on a secret only two; of each class
    one secret is met in the turn after. `costs[n]` is what it costs to end the round after n more turns.
    """
    sizes = np.arange(LOCATIONS + 1.0)
    asking = np.minimum(sizes, 2 * seekers)
    asked = asking * costs[2] + (sizes - asking) * costs[3]
    gathering = np.clip(sizes - 1, 0, 2)
    gathered = costs[1] + gathering * costs[2] + (sizes - 1 - gathering) * costs[3]
    return np.stack([asked, np.minimum(asked, gathered)], axis=1)


class Planner:
    """Plans turns of seekers on one field at a time."""

    def __init__(self, game: Game, lore: Lore | None = None) -> None:
        self.game = game
        self.lore = lore_of(game) if lore is None else lore
        self.desks = np.zeros(1, dtype=DESK)
        self.desk = self.desks.view(np.recarray)[0]
        self.desk.mark[:] = np.random.default_rng(0).integers(1 << 40, 1 << 58, LOCATIONS)
        self.field: bytes = b""
        self.border = 0
        self._before = 0

    @property
    def match(self) -> NDArray[np.int64]:
        """The points of a seeker on one location for a secret on another."""
        found: NDArray[np.int64] = self.desk.match.astype(np.int64)
        return found

    @property
    def near(self) -> list[int]:
        """Where a seeker can be after at most one move, from every location."""
        found: list[int] = self.desk.near[0].tolist()
        return found

    def study(self, view: Position) -> None:
        """Look at the field, unless it is the one last looked at."""
        fields = view.fields
        shape = fields.next.tobytes() + fields.tile.tobytes()
        if shape != self.field:
            self._call(gathering.study, view.row)
            self.field = shape
            self.border = int(fields.border)

    def _call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        return self.game.bind(function)(self.desks, *arguments)

    def plan(
        self,
        now: Situation,
        seed: int,
        effort: int | None,
        stop: Callable[[], bool],
        breadths: tuple[Breadth, ...] = BREADTHS,
        stream: int = 0,
    ) -> Iterator[tuple[list[Plan], int]]:
        """Ever better plans of the turn, best first, with the turns looked ahead; no look replaces a deeper one."""
        self._begin(now, seed, stream)

        def enough() -> bool:
            return stop() or (effort is not None and self.spent >= effort)

        deepest = 0
        for breadth in breadths:
            self._explore(breadth, effort, enough)
            self.desk.starts[: len(breadth.starts)] = breadth.starts
            self.desk.width[: len(breadth.width)] = breadth.width
            entries = list(range(int(self.desk.plans[ROOT])))
            if not entries:
                continue
            if not deepest:
                deepest = 1
                yield self._plans(now, entries, self.desk.cost[ROOT]), deepest
            for depth, keep in enumerate(breadth.keep, 2):
                costs = self._weigh(entries[:keep], depth - 1, enough)
                if costs and (depth > deepest or (depth == deepest and not enough())):
                    deepest = depth
                    yield self._plans(now, sorted(costs, key=costs.__getitem__), costs), depth
                if enough() or now.count == 1:
                    return
                entries = sorted(costs, key=costs.__getitem__)

    def _weigh(self, entries: list[int], depth: int, enough: Callable[[], bool]) -> dict[int, float]:
        """What the plans cost, looked into; of as many as the budget allows."""
        costs: dict[int, float] = {}
        for entry in entries:
            if enough():
                break
            costs[entry] = self._call(lookahead.weigh, entry, depth)
        return costs

    @property
    def spent(self) -> int:
        """Configurations considered since the turn was begun."""
        return int(self.desk.evals)

    @property
    def total(self) -> int:
        """Configurations considered in all turns."""
        return self._before + self.spent

    def _begin(self, now: Situation, seed: int, stream: int) -> None:
        desk = self.desk
        desk.seekers = len(now.at)
        desk.dice[:] = dice.stream(seed, stream)
        self._before += self.spent
        desk.evals, desk.entering = 0, int(now.turns == 0)
        desk.width[ROOT] = WIDTH
        for seeker, place in enumerate(now.at):
            desk.origin[seeker] = place
            desk.targets[ROOT, seeker] = self._targets(now, seeker, place)
        self._set_prices(now)
        self._call(lookahead.begin, now.possible)

    def _targets(self, now: Situation, seeker: int, place: int) -> int:
        if place == OFF:
            return self.border
        if now.moved >> seeker & 1 or now.turns == 0:
            return 1 << place
        return int(self.desk.near[0, place])

    def _set_prices(self, now: Situation) -> None:
        """In round 1 turns count, in round 2 the result does, and turns only between equals."""
        later = np.arange(TURNS + 8.0)
        costs = later
        if now.rival:
            costs = np.array([1 - result(self.lore, now.turns + turn, now.rival) + A_TURN * turn for turn in later])
        sizes = np.arange(LOCATIONS + 1.0)[:, None]
        self.desk.finish[:] = costs[:TURNS]
        for turn in range(LEVELS + 1):
            self.desk.worth[turn] = sizes * np.interp(turn + self.lore.further, later, costs)
            self.desk.worth[turn, 1] = costs[turn + 2], costs[turn + 1], costs[turn + 1]
            self.desk.floor[turn] = floor(costs[turn:], len(now.at))

    def _explore(self, breadth: Breadth, effort: int | None, enough: Callable[[], bool]) -> None:
        """Make plans, with at most half of the effort that is left; but one at least, if one is found."""
        self.desk.limit = NO_LIMIT if effort is None else (self.spent + effort) // 2
        for climbed in range(0, breadth.climbs, AT_ONCE):
            if self.spent >= self.desk.limit or enough():
                break
            self._call(lookahead.explore, min(AT_ONCE, breadth.climbs - climbed))
        self.desk.limit = NO_LIMIT
        for _ in range(TRIES):
            if self.desk.plans[ROOT]:
                break
            self._call(lookahead.explore, 1)

    def _plans(self, now: Situation, entries: list[int], costs: Any) -> list[Plan]:
        return [self._read(entry, float(costs[entry]) / now.count, len(now.at)) for entry in entries[:16]]

    def _read(self, entry: int, cost: float, seekers: int) -> Plan:
        length = self._call(lookahead.route, entry)
        order = tuple(reversed(self.desk.route[:length].tolist()))
        return Plan(tuple(self.desk.plan[ROOT, entry, :seekers].tolist()), order, cost)
