"""How Topologic's seekers come together: what is near, and in what order they can move. Plain functions, compiled.

Seekers never block each other on the way to the same location: the nearer one goes first. So they
can gather on a secret within a turn exactly if each of them could go there alone.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.bits import first
from pyramidion.games.topologic.field import LOCATIONS, in_line, walk
from pyramidion.games.topologic.rules import COLOUR, FREE

FARTHEST = 3  # turns of gathering that are told apart


def study(desks: NDArray[np.void], positions: NDArray[np.void]) -> None:
    """Write down what a field means for seekers: which tiles match, which locations are near each other."""
    desk, position = desks[0], positions[0]
    desk.path = position.path
    for place in range(LOCATIONS):
        for way in range(4):
            desk.next[place, way] = position.next[place, way]
        for other in range(LOCATIONS):
            desk.match[place, other] = matching(int(position.tile[place]), int(position.tile[other]))
    for place in range(LOCATIONS):
        desk.near[0, place] = reach(desk, place, 0) | 1 << place
    for turns in range(1, FARTHEST):
        for place in range(LOCATIONS):
            desk.near[turns, place] = beyond(desk, int(desk.near[turns - 1, place]))


def matching(tile: int, other: int) -> int:
    """The points that a seeker on one tile gives for a secret on the other (P9)."""
    return int(tile // COLOUR == other // COLOUR) + int(tile % COLOUR == other % COLOUR)


def reach(desk: np.record, origin: int, taken: int) -> int:
    """Where a seeker may go, with seekers standing on the taken locations (P12)."""
    if desk.path == FREE:
        return walk(desk, origin, taken)
    return in_line(desk, origin, taken)


def beyond(desk: np.record, places: int) -> int:
    """What lies within one more move of any of these places."""
    found = 0
    while places:
        found |= int(desk.near[0, first(places)])
        places &= places - 1
    return found


def order(desk: np.record, level: int) -> bool:
    """Can the seekers go from their origins into the configuration at hand, one after the other?

    `desk.latest` notes for every set of seekers that can have gone which of them may have gone last.
    """
    goal = 0
    for seeker in range(desk.seekers):
        if desk.at[level, seeker] != desk.origin[seeker]:
            goal |= 1 << seeker
    if desk.entering:
        return True
    for gone in range(goal + 1):
        desk.latest[gone] = -1
    desk.latest[0] = 0
    for gone in range(goal):
        if desk.latest[gone] >= 0:
            go_on(desk, level, gone, goal & ~gone)
    return desk.latest[goal] >= 0


def go_on(desk: np.record, level: int, gone: int, waiting: int) -> None:
    """Note which of the waiting seekers can go next when some have gone."""
    taken = 0
    for seeker in range(desk.seekers):
        place = desk.at[level, seeker] if gone >> seeker & 1 else desk.origin[seeker]
        taken |= 1 << int(place)
    while waiting:
        seeker = first(waiting)
        waiting &= waiting - 1
        if reach(desk, int(desk.origin[seeker]), taken) >> int(desk.at[level, seeker]) & 1:
            desk.latest[gone | 1 << seeker] = seeker
