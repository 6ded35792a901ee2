"""What a configuration of seekers tells about the secret, and what that is worth. Plain functions, compiled.

Costs are sums over the possible secrets of a class: of the turns it takes to find them, or of
what those turns lose. `turn` counts from the turn that is being planned, which is turn 1.
"""

from __future__ import annotations

import numpy as np

from pyramidion.engine.bits import first, size_of

HINTS = 11
ONE_IN_LINE = 256  # in a tally: a secret on which the seekers can gather at once
MOST_IN_LINE = 2


def rest(desk: np.record, level: int, seeker: int) -> None:
    """Add up what all seekers but one say about each possible secret, and where they gather or can gather."""
    desk.line = -1
    desk.wide = -1
    desk.stack = desk.possible[level]
    for other in range(desk.seekers):
        if other != seeker:
            desk.line &= desk.near[0, desk.at[level, other]]
            desk.wide &= desk.near[1, desk.at[level, other]]
            desk.stack &= 1 << desk.at[level, other]
    for index in range(desk.count[level]):
        points = 0
        for other in range(desk.seekers):
            if other != seeker:
                points += desk.match[desk.at[level, other], desk.member[level, index]]
        desk.points[index] = points


def price(desk: np.record, level: int, place: int, turn: int) -> float:
    """The expected cost of a configuration: the rest of the seekers, and one on this place."""
    desk.evals += 1
    line = desk.line & desk.near[0, place]
    for index in range(desk.count[level]):
        secret = desk.member[level, index]
        hint = desk.points[index] + desk.match[place, secret]
        desk.hint[index] = hint
        desk.tally[hint] += 1 + (line >> secret & 1) * ONE_IN_LINE
    total = 0.0
    far = int(desk.possible[level] & ~(desk.wide & desk.near[1, place]))
    if far:
        total += detours(desk, level, far) * (desk.finish[turn + 3] - desk.finish[turn + 2])
    for index in range(desk.count[level]):
        tally = desk.tally[desk.hint[index]]
        desk.tally[desk.hint[index]] = 0
        total += desk.worth[turn, tally % ONE_IN_LINE, min(tally // ONE_IN_LINE, MOST_IN_LINE)]
    if desk.stack >> place & 1:
        total += desk.finish[turn] - desk.finish[turn + 1]
    return total


def detours(desk: np.record, level: int, far: int) -> int:
    """How many secrets are found out, but too far away to gather on within two turns."""
    found = 0
    for index in range(desk.count[level]):
        found += int(desk.tally[desk.hint[index]] == 1 and far >> int(desk.member[level, index]) & 1)
    return found


def split(desk: np.record, level: int, entry: int, turn: int) -> float:
    """Divide the possible secrets by their hints after a plan; return the least they can cost.

    Classes that still hold a question are left in `desk.open`, by their hints, what they cost at least in `desk.bound`.
    """
    line, wide = -1, -1
    for seeker in range(desk.seekers):
        line &= desk.near[0, desk.plan[level, entry, seeker]]
        wide &= desk.near[1, desk.plan[level, entry, seeker]]
    for hint in range(HINTS):
        desk.open[level, hint] = 0
    for index in range(desk.count[level]):
        secret = desk.member[level, index]
        points = 0
        for seeker in range(desk.seekers):
            points += desk.match[desk.plan[level, entry, seeker], secret]
        desk.open[level, points] |= 1 << secret
    total = 0.0
    for hint in range(HINTS):
        found = int(desk.open[level, hint])
        size = size_of(found)
        if size > 1:
            desk.bound[level, hint] = desk.floor[turn, size, int(found & line != 0)]
            total += desk.bound[level, hint]
        elif size == 1:
            total += single(desk, first(found), hint, line, wide, turn)
    return total


def single(desk: np.record, secret: int, hint: int, line: int, wide: int, turn: int) -> float:
    """The cost of a secret that is found out: the turns of gathering."""
    if hint == 2 * desk.seekers:
        return desk.finish[turn]
    if line >> secret & 1:
        return desk.finish[turn + 1]
    if wide >> secret & 1:
        return desk.finish[turn + 2]
    return desk.finish[turn + 3]
