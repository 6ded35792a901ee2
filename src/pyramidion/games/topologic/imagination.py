"""A whole round of Topologic played out in the mind, against every secret at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pyramidion.games.topologic.field import LOCATIONS
from pyramidion.games.topologic.planner import BREADTHS, Breadth, Plan, Planner, Situation

MOST_SITUATIONS = 1 << 12  # of one imagined round


@dataclass(frozen=True, eq=False)
class Round:
    """How many turns a seeker needs for each secret, and the situations it comes to."""

    turns: NDArray[np.int64]
    situations: list[Situation]


def imagine(
    planner: Planner,
    begin: Situation,
    seed: int,
    number: int,
    stop: Callable[[], bool],
    effort: int | None,
    breadths: tuple[Breadth, ...] = BREADTHS,
) -> Round | None:
    """Seek every possible secret, planning each turn once for all secrets that it serves; None when stopped.

    `number` tells rounds of one seed apart.
    """
    turns = np.zeros(LOCATIONS, dtype=np.int64)
    ahead, met = [begin], []
    while ahead:
        now = ahead.pop()
        met.append(now)
        plan = best_plan(planner.plan(now, seed, effort, stop, breadths, number * MOST_SITUATIONS + len(met)))
        if stop():
            return None
        for secret in found(now, plan):
            turns[secret] = now.turns + 1
        ahead += after(planner, now, plan)
    return Round(turns, met)


def best_plan(thoughts: Iterable[tuple[list[Plan], int]]) -> Plan:
    """The first plan of the last thought."""
    for plans, _ in thoughts:
        best = plans[0]
    return best


def found(now: Situation, plan: Plan) -> list[int]:
    """The secret on which all seekers gather, if it is possible."""
    place = plan.places[0]
    return [place] if set(plan.places) == {place} and now.possible >> place & 1 else []


def after(planner: Planner, now: Situation, plan: Plan) -> list[Situation]:
    """What a plan can lead to: a situation for every hint but success."""
    hints = planner.match[list(plan.places)].sum(axis=0).tolist()
    classes: dict[int, int] = {}
    for secret in range(LOCATIONS):
        if now.possible >> secret & 1 and hints[secret] < 2 * len(plan.places):
            classes[hints[secret]] = classes.get(hints[secret], 0) | 1 << secret
    later = replace(now, at=plan.places, moved=0, turns=now.turns + 1)
    return [replace(later, possible=possible) for possible in classes.values()]


def in_line(planner: Planner, now: Situation) -> int:
    """How many possible secrets the seekers can gather on in one turn."""
    near = planner.near
    left = now.possible
    for place in now.at:
        left &= near[place]
    return left.bit_count()
