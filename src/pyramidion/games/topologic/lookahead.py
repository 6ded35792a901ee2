"""Planning a turn of Topologic's seekers: configurations improved seeker by seeker, the best of them kept
and looked into, hint by hint, for the best next turn. Plain functions, compiled."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.bits import first, last, size_of
from pyramidion.engine.dice import below
from pyramidion.games.topologic.field import LOCATIONS
from pyramidion.games.topologic.gathering import FARTHEST, order
from pyramidion.games.topologic.hints import HINTS, price, rest, split
from pyramidion.games.topologic.rules import FREE, MOST_SEEKERS

LEVELS = 5  # the root, and turns after it
ROOT = LEVELS - 1
WIDTH = 256
SAME = 1e-9  # costs that differ by less are equal
TURNS = LEVELS + FARTHEST + 1

DESK = np.dtype(
    [
        ("near", "i8", (FARTHEST, LOCATIONS)),  # what lies within 1, 2, 3 moves of a location, itself included
        ("mark", "i8", (LOCATIONS,)),  # a random number each: a configuration is known by their sum
        ("finish", "f8", (TURNS,)),  # what it costs to end the round, by the number of turns until then
        ("worth", "f8", (LEVELS + 1, LOCATIONS + 1, 3)),  # the cost of a class, by its size and secrets in line
        ("floor", "f8", (LEVELS + 1, LOCATIONS + 1, 2)),  # the least it can be, with no secret in line and with some
        ("tally", "i8", (HINTS,)),
        ("points", "i8", (LOCATIONS,)),
        ("hint", "i8", (LOCATIONS,)),
        ("line", "i8"),
        ("wide", "i8"),
        ("stack", "i8"),  # a possible secret on which all seekers but one stand, as a set
        ("count", "i8", (LEVELS,)),
        ("possible", "i8", (LEVELS,)),
        ("member", "i8", (LEVELS, LOCATIONS)),  # the secrets in question
        ("targets", "i8", (LEVELS, MOST_SEEKERS)),  # where each seeker may go
        ("at", "i8", (LEVELS, MOST_SEEKERS)),  # the configuration at hand
        ("plans", "i8", (LEVELS,)),  # the best configurations found, best first
        ("plan", "i8", (LEVELS, WIDTH, MOST_SEEKERS)),
        ("cost", "f8", (LEVELS, WIDTH)),
        ("key", "i8", (LEVELS, WIDTH)),
        ("entry", "i8", (LEVELS,)),  # the plan that is looked into
        ("asked", "i8", (LEVELS,)),  # the hint after it that is looked into
        ("total", "f8", (LEVELS,)),  # its cost, as far as it is known
        ("best", "f8", (LEVELS,)),  # the cost that a plan must beat
        ("goal", "f8", (LEVELS,)),  # the cost that no plan can beat
        ("open", "i8", (LEVELS, HINTS)),  # classes that still hold a question
        ("bound", "f8", (LEVELS, HINTS)),  # what they cost at least
        ("starts", "i8", (LEVELS,)),
        ("width", "i8", (LEVELS,)),
        ("latest", "i8", (1 << MOST_SEEKERS,)),
        ("route", "i8", (MOST_SEEKERS,)),
        ("origin", "i8", (MOST_SEEKERS,)),
        ("dice", "i8", (4,)),
        ("evals", "i8"),  # configurations considered
        ("limit", "i8"),
        ("seekers", "i8"),
        ("path", "i8"),
        ("entering", "i8"),
        ("match", "i1", (LOCATIONS, LOCATIONS)),  # the points of a seeker for a secret
        ("next", "i1", (LOCATIONS, 4)),
    ],
    align=True,
)


def list_members(desk: np.record, level: int, possible: int) -> None:
    """The secrets in question at a level."""
    desk.possible[level] = possible
    count = 0
    while possible:
        desk.member[level, count] = first(possible)
        count += 1
        possible &= possible - 1
    desk.count[level] = count


def survey(desk: np.record, level: int, turn: int, starts: int) -> None:
    """Improve configurations from many starts; the best that are met become plans."""
    for start in range(starts):
        for seeker in range(desk.seekers):
            desk.at[level, seeker] = random_place(desk, int(desk.targets[level, seeker]))
        if start % 2 == 0:
            aim(desk, level, int(desk.member[level, below(desk.dice, desk.count[level])]))
        climb(desk, level, turn)
        if desk.evals >= desk.limit or desk.cost[level, 0] <= desk.goal[level]:
            return


def random_place(desk: np.record, places: int) -> int:
    for _ in range(below(desk.dice, size_of(places))):
        places &= places - 1
    return first(places)


def aim(desk: np.record, level: int, secret: int) -> None:
    """Send every seeker onto a secret or into line with it, where it can go there."""
    for seeker in range(desk.seekers):
        targets = int(desk.targets[level, seeker])
        if targets >> secret & 1:
            desk.at[level, seeker] = secret
        elif targets & int(desk.near[0, secret]):
            desk.at[level, seeker] = random_place(desk, targets & int(desk.near[0, secret]))


def climb(desk: np.record, level: int, turn: int) -> None:
    """Move one seeker after the other to its best place until nothing gets better."""
    best = 1e300
    idle, seeker = 0, 0
    while idle < desk.seekers and desk.evals < desk.limit and best > desk.goal[level]:
        rest(desk, level, seeker)
        targets = int(desk.targets[level, seeker])
        kept = int(desk.at[level, seeker])
        idle += 1
        while targets:
            place = first(targets)
            targets &= targets - 1
            cost = price(desk, level, place, turn)
            desk.at[level, seeker] = place
            if cost < desk.cost[level, desk.width[level] - 1]:
                offer(desk, level, cost)
            if cost < best - SAME:
                best = cost
                kept = place
                idle = 0
        desk.at[level, seeker] = kept
        seeker = (seeker + 1) % desk.seekers


def offer(desk: np.record, level: int, cost: float) -> None:
    """Keep the configuration at hand among the plans, if it is new, good enough and, at the root, possible.

    Where paths are free, distances do not matter, and plans of one cost are alike: one of them is enough.
    """
    key = 0
    for seeker in range(desk.seekers):
        key += desk.mark[desk.at[level, seeker]]
    for entry in range(desk.plans[level]):
        if desk.key[level, entry] == key or (desk.path == FREE and abs(desk.cost[level, entry] - cost) < SAME):
            return
    if level == ROOT and not order(desk, level):
        return
    entry = min(desk.plans[level], desk.width[level] - 1)
    desk.plans[level] = entry + 1
    while entry > 0 and desk.cost[level, entry - 1] > cost:
        note(desk, level, entry, desk.cost[level, entry - 1], desk.key[level, entry - 1])
        for seeker in range(desk.seekers):
            desk.plan[level, entry, seeker] = desk.plan[level, entry - 1, seeker]
        entry -= 1
    note(desk, level, entry, cost, key)
    for seeker in range(desk.seekers):
        desk.plan[level, entry, seeker] = desk.at[level, seeker]


def note(desk: np.record, level: int, entry: int, cost: float, key: int) -> None:
    desk.cost[level, entry] = cost
    desk.key[level, entry] = key


def clear(desk: np.record, level: int) -> None:
    """No plans yet."""
    desk.plans[level] = 0
    for entry in range(desk.width[level]):
        desk.cost[level, entry] = 1e300


def outlook(desk: np.record, top: int) -> float:
    """The cost of the best plan at the top level, each looked into for as many turns more as levels lie below."""
    level = top
    take_up(desk, level, 0, top)
    while True:
        question = next_question(desk, level)
        if question < HINTS:
            descend(desk, level, question, top)
            level -= 1
            if level > 0:
                take_up(desk, level, 0, top)
                continue
            answer = desk.cost[0, 0]
        elif desk.entry[level] + 1 < desk.plans[level] and desk.best[level] > desk.goal[level]:
            take_up(desk, level, int(desk.entry[level]) + 1, top)
            continue
        else:
            answer = desk.best[level]
        if level == top:
            return answer
        level += 1
        desk.total[level] += answer - desk.bound[level, desk.asked[level]]


def take_up(desk: np.record, level: int, entry: int, top: int) -> None:
    """Begin to look into a plan."""
    desk.entry[level] = entry
    desk.asked[level] = -1
    desk.total[level] = split(desk, level, entry, top - level + 1)


def next_question(desk: np.record, level: int) -> int:
    """The next hint after the plan at hand that leaves several secrets; HINTS when it is worth no further look."""
    hint = int(desk.asked[level]) + 1
    while hint < HINTS and size_of(int(desk.open[level, hint])) < 2:
        hint += 1
    if desk.total[level] >= desk.best[level]:
        return HINTS
    if hint == HINTS:
        desk.best[level] = desk.total[level]
    desk.asked[level] = hint
    return hint


def descend(desk: np.record, level: int, hint: int, top: int) -> None:
    """Make plans one level down: the turn after the plan at hand and a hint."""
    lower = level - 1
    list_members(desk, lower, int(desk.open[level, hint]))
    desk.goal[lower] = desk.bound[level, hint] + SAME
    desk.best[lower] = desk.best[level] - desk.total[level] + desk.bound[level, hint]
    for seeker in range(desk.seekers):
        desk.targets[lower, seeker] = desk.near[0, desk.plan[level, desk.entry[level], seeker]]
    clear(desk, lower)
    survey(desk, lower, top - lower + 1, int(desk.starts[lower]))


def begin(desks: NDArray[np.void], possible: int) -> None:
    """Forget all plans for the turn."""
    desks[0].goal[ROOT] = -1.0
    list_members(desks[0], ROOT, possible)
    clear(desks[0], ROOT)


def explore(desks: NDArray[np.void], starts: int) -> None:
    """Make more plans for the turn."""
    survey(desks[0], ROOT, 1, starts)


def weigh(desks: NDArray[np.void], entry: int, depth: int) -> float:
    """The cost of one plan for the turn, looking `depth` more turns ahead."""
    desk = desks[0]
    desk.count[depth] = desk.count[ROOT]
    for index in range(desk.count[ROOT]):
        desk.member[depth, index] = desk.member[ROOT, index]
    desk.plans[depth] = 1
    desk.best[depth] = 1e300
    for seeker in range(desk.seekers):
        desk.plan[depth, 0, seeker] = desk.plan[ROOT, entry, seeker]
    return outlook(desk, depth)


def route(desks: NDArray[np.void], entry: int) -> int:
    """Write down, last first, which seekers move for a plan of the turn; return how many."""
    desk = desks[0]
    gone, length = 0, 0
    for seeker in range(desk.seekers):
        desk.at[ROOT, seeker] = desk.plan[ROOT, entry, seeker]
        if desk.at[ROOT, seeker] != desk.origin[seeker]:
            gone |= 1 << seeker
    order(desk, ROOT)
    while gone:
        seeker = last(gone) if desk.entering else int(desk.latest[gone])
        desk.route[length] = seeker
        gone &= ~(1 << seeker)
        length += 1
    return length
