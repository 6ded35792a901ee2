"""Topologic's field: 60 locations of any shape, and how a random one is grown (P2).

Sets of locations are 64-bit integers, bit 0 being the first location; locations are numbered rank
by rank from rank 1, from the left. While a random field grows it is one integer a rank, bit 0 being file a.
"""

from __future__ import annotations

import numpy as np

from pyramidion.engine.bits import first, size_of
from pyramidion.engine.dice import below
from pyramidion.engine.verbs import Dice

LOCATIONS = 60
ALL = (1 << LOCATIONS) - 1
SIDE = 16  # no random field is wider or higher
FULL_RANK = (1 << SIDE) - 1
FARTHEST = 4  # straight moves between any two locations of a random field

EAST_NORTH = ((1, 0), (0, 1), (-1, 0), (0, -1))
GAP = -1


def location(position: np.record, file: int, rank: int) -> int:
    """The number of the location on a square, or GAP."""
    if file < 0 or file >= SIDE or rank < 0 or rank >= SIDE or not position.ranks[rank] >> file & 1:
        return GAP
    number = size_of(int(position.ranks[rank]) & (1 << file) - 1)
    for below_it in range(rank):
        number += size_of(int(position.ranks[below_it]))
    return number


def locate(position: np.record) -> None:
    """Write down where each location lies, and its neighbours; a missing one stops a move (P13)."""
    number = 0
    for rank in range(SIDE):
        for file in range(SIDE):
            if position.ranks[rank] >> file & 1:
                position.file[number] = file
                position.rank[number] = rank
                for way in range(4):
                    east, north = EAST_NORTH[way]
                    position.next[number, way] = location(position, file + east, rank + north)
                number += 1


def in_line(position: np.record, origin: int, occupied: int) -> int:
    """Straight over empty locations, at most onto the first occupied one (P12, P13, P14)."""
    reached = 0
    for way in range(4):
        here = int(position.next[origin, way])
        while here != GAP:
            reached |= 1 << here
            if occupied >> here & 1:
                break
            here = int(position.next[here, way])
    return reached


def walk(position: np.record, origin: int, taken: int) -> int:
    """Any path over empty locations; it may end on an occupied one (P12, path=free)."""
    reached, fresh = 1 << origin, 1 << origin
    while fresh:
        found = 0
        while fresh:
            for way in range(4):
                beside = int(position.next[first(fresh), way])
                if beside != GAP:
                    found |= 1 << beside
            fresh &= fresh - 1
        found &= ~reached
        reached |= found
        fresh = found & ~taken
    return reached & ~(1 << origin)


def grow(position: np.record, dice: Dice) -> None:
    """A random field without holes that is not stringy, moved into the corner at a1 (P2)."""
    while True:
        scatter(position, dice)
        if holes(position) == 0:
            crop(position)
            locate(position)
            if not is_stringy(position):
                break
    position.ranks[:] = 0
    position.border = edge_locations(position)


def scatter(position: np.record, dice: Dice) -> None:
    """Begin in the middle and add free neighbours, each as likely as any other."""
    position.ranks[:] = 0
    position.ranks[SIDE // 2] = 1 << SIDE // 2
    for _ in range(LOCATIONS - 1):
        count = 0
        for rank in range(SIDE):
            count += size_of(free_beside(position, rank))
        add(position, below(dice, count))


def free_beside(position: np.record, rank: int) -> int:
    """The squares of a rank that touch the field and do not belong to it."""
    here = int(position.ranks[rank])
    near = here << 1 | here >> 1
    if rank > 0:
        near |= int(position.ranks[rank - 1])
    if rank < SIDE - 1:
        near |= int(position.ranks[rank + 1])
    return near & ~here & FULL_RANK


def add(position: np.record, choice: int) -> None:
    """Add free neighbour number `choice` to the field."""
    for rank in range(SIDE):
        free = free_beside(position, rank)
        if choice < size_of(free):
            for _ in range(choice):
                free &= free - 1
            position.ranks[rank] |= free & -free
            return
        choice -= size_of(free)


def crop(position: np.record) -> None:
    """Move the field so that it touches file a and rank 1, and measure it."""
    while position.ranks[0] == 0:
        for rank in range(SIDE - 1):
            position.ranks[rank] = position.ranks[rank + 1]
        position.ranks[SIDE - 1] = 0
    files = 0
    for rank in range(SIDE):
        files |= int(position.ranks[rank])
    shift = first(files)
    position.width = size_of(files)
    position.height = 0
    for rank in range(SIDE):
        position.ranks[rank] >>= shift
        position.height += position.ranks[rank] != 0


def holes(position: np.record) -> int:
    """How many inner holes a connected field has, by Euler's formula for its corners and edges."""
    corners, shared = 0, 0
    before = 0
    for rank in range(SIDE):
        here = int(position.ranks[rank])
        corners += size_of((here | before) | (here | before) << 1)
        shared += size_of(here & here >> 1) + size_of(here & before)
        before = here
    corners += size_of(before | before << 1)
    return 1 - (corners - (4 * LOCATIONS - shared) + LOCATIONS)


def is_stringy(position: np.record) -> bool:
    """Are two locations more than four straight moves apart?"""
    for origin in range(LOCATIONS):
        reached, fresh = 1 << origin, 1 << origin
        for _ in range(FARTHEST):
            found = 0
            while fresh:
                found |= in_line(position, first(fresh), 0)
                fresh &= fresh - 1
            fresh = found & ~reached
            reached |= found
        if reached != ALL:
            return True
    return False


def edge_locations(position: np.record) -> int:
    """The locations with a missing neighbour: in a field without holes, the border (P7)."""
    found = 0
    for here in range(LOCATIONS):
        for way in range(4):
            if position.next[here, way] == GAP:
                found |= 1 << here
    return found
