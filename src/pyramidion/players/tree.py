"""Tree search over the verbs of any game: plain functions, bound to a game and compiled.

Nodes live in one array. The children of a node stand side by side: the moves of the seat that
decides there, or the outcomes of chance with their weights. A simulation walks down from the root,
playing the moves on a copy of the position; at a seat's node it takes the child with the best
upper confidence bound for that seat, at a chance node the outcome that is furthest behind its exact
share, so outcomes come up in their proportions without being drawn. It adds one node's children,
judges the position there, and adds what every seat may expect to all nodes it came through.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.dice import shuffle_in
from pyramidion.engine.header import CHANCE, MOST_SEATS, OVER
from pyramidion.engine.playouts import choices, random_ply
from pyramidion.engine.verbs import Codes, Dice, guess, play
from pyramidion.players.evaluation import Scales, judge

NODE = np.dtype(
    [
        ("move", "i4"),  # the move or outcome that leads here
        ("first", "i4"),  # the first of its children, 0 before there are any
        ("count", "i4"),  # how many they are
        ("visits", "i4"),
        ("weight", "i4"),  # of an outcome of chance
        ("mover", "i4"),  # who decides here, known when it has children
        ("total", "f4", (MOST_SEATS,)),  # the sum of what each seat could expect
    ],
    align=True,
)
ROOT = 0
LONGEST = 512  # plies from the root to a leaf
COUNTERS = 3  # what is counted in `counts`: nodes in use, simulations made, the longest path
USED, DONE, DEEPEST = range(COUNTERS)
SEARCHED = 20_000  # how many positions are tried to find one in a tree


class TreeDesk(NamedTuple):
    """Everything that simulations work with."""

    nodes: NDArray[np.void]
    counts: NDArray[np.int64]
    root: NDArray[np.void]  # the position at the root
    scratch: NDArray[np.void]  # the position of the simulation under way
    path: NDArray[np.int64]  # the nodes it came through
    dice: Dice
    out: Codes
    chances: Codes  # the weights of outcomes in `out`
    scales: Scales


def grow(desk: TreeDesk, seed: int, simulations: int, exploration: float, plies: int) -> None:
    """Make more simulations. `plies` is how far a leaf is played on at random before it is judged, -1 to the end."""
    position, counts = desk.scratch[0], desk.counts
    for _ in range(simulations):
        desk.scratch[0] = desk.root[0]
        shuffle_in(desk.dice, seed, counts[DONE])
        if position.blank:
            guess(position, desk.dice)
        length = descend(desk, position, exploration)
        evaluate(desk, position, plies)
        give_credit(desk, length)
        counts[DONE] += 1
        counts[DEEPEST] = max(counts[DEEPEST], length)


def give_credit(desk: TreeDesk, length: int) -> None:
    """Add what every seat may expect to the nodes on the path."""
    nodes, worth = desk.nodes, desk.scales.worth
    for step in range(length):
        node = desk.path[step]
        nodes[node].visits += 1
        for seat in range(len(worth)):
            nodes[node].total[seat] += worth[seat]


def descend(desk: TreeDesk, position: np.record, exploration: float) -> int:
    """Walk to a leaf, playing the moves; write the nodes on the way to the path and return how many they are."""
    nodes, path = desk.nodes, desk.path
    node = ROOT
    path[0] = ROOT
    length = 1
    enough = ripe(desk.counts[USED], len(nodes))
    while position.mover != OVER and length < LONGEST:
        if nodes[node].first == 0:
            if nodes[node].visits < enough and node != ROOT:
                return length
            if not expand(desk, node, position):
                return length
        node = next_node(nodes, node, exploration)
        play(position, nodes[node].move)
        path[length] = node
        length += 1
    return length


def ripe(used: int, room: int) -> int:
    """How many visits a node needs before it gets children: once half of the room is used, ever more, so that a long
    search still grows where it looks most."""
    eighths = 8 * used // room
    return 1 if eighths < 4 else 1 << (2 * eighths - 7)


def next_node(nodes: NDArray[np.void], node: int, exploration: float) -> int:
    if nodes[node].mover == CHANCE:
        return furthest_behind(nodes, node)
    return most_promising(nodes, node, exploration)


def expand(desk: TreeDesk, node: int, position: np.record) -> bool:
    """Add the children of a node, if there is room for them."""
    nodes, counts = desk.nodes, desk.counts
    count = choices(position, desk.out, desk.chances)
    first = counts[USED]
    if first + count > len(nodes):
        return False
    for index in range(count):
        clear(nodes[first + index], desk.out[index])
        nodes[first + index].weight = desk.chances[index] if position.mover == CHANCE else 0
    nodes[node].first = first
    nodes[node].count = count
    nodes[node].mover = position.mover
    counts[USED] = first + count
    return True


def clear(node: np.record, move: int) -> None:
    """Make a new node of one that may have been in use."""
    node.move = move
    node.first = 0
    node.count = 0
    node.visits = 0
    for seat in range(MOST_SEATS):
        node.total[seat] = 0


def furthest_behind(nodes: NDArray[np.void], node: int) -> int:
    """The outcome that has come up least for its weight."""
    first, count = nodes[node].first, nodes[node].count
    total, visits = 0, 0
    for child in range(first, first + count):
        total += nodes[child].weight
        visits += nodes[child].visits
    best, most = first, -1e300
    for child in range(first, first + count):
        behind = nodes[child].weight * (visits + 1) / total - nodes[child].visits
        if behind > most:
            best, most = child, behind
    return best


def most_promising(nodes: NDArray[np.void], node: int, exploration: float) -> int:
    """The child with the best upper confidence bound for the seat that decides; unvisited ones first."""
    first, seat = nodes[node].first, nodes[node].mover
    tried = math.log(max(nodes[node].visits, 1))
    best, most = first, -1e300
    for child in range(first, first + nodes[node].count):
        visits = nodes[child].visits
        if visits == 0:
            return child
        bound = nodes[child].total[seat] / visits + exploration * math.sqrt(tried / visits)
        if bound > most:
            best, most = child, bound
    return best


def evaluate(desk: TreeDesk, position: np.record, plies: int) -> None:
    """What every seat may expect: play on at random for some plies, then judge."""
    while position.mover != OVER and plies != 0:
        random_ply(position, desk.dice, desk.out, desk.chances)
        plies -= 1
    judge(position, desk.scales)


class Trail(NamedTuple):
    """The way down a tree to a node that is looked for, a row for each ply; their number is how far to look."""

    rows: NDArray[np.void]  # the positions, that of the root first
    words: NDArray[np.int32]  # the same memory
    steps: NDArray[np.int64]  # the nodes
    children: NDArray[np.int64]  # how many children of each have been looked at


def find(nodes: NDArray[np.void], trail: Trail, target: NDArray[np.int32]) -> int:
    """The node whose position has the bytes of `target`, or -1."""
    rows, steps, children = trail.rows, trail.steps, trail.children
    depth, tried = 0, 0
    steps[0], children[0] = ROOT, 0
    while depth >= 0:
        node = steps[depth]
        if children[depth] == 0 and same(trail.words, depth, target):
            return node
        if depth + 1 == len(rows) or children[depth] >= nodes[node].count or tried > SEARCHED:
            depth -= 1
            continue
        child = nodes[node].first + children[depth]
        children[depth] += 1
        if nodes[child].visits > 0:
            tried += 1
            depth += 1
            rows[depth] = rows[depth - 1]
            play(rows[depth], nodes[child].move)
            steps[depth], children[depth] = child, 0
    return -1


def same(words: NDArray[np.int32], row: int, target: NDArray[np.int32]) -> bool:
    for index in range(len(target)):
        if words[row, index] != target[index]:
            return False
    return True


def transplant(nodes: NDArray[np.void], root: int, fresh: NDArray[np.void]) -> int:
    """Copy the tree below a node to the beginning of another array; return how many nodes it has."""
    fresh[0] = nodes[root]
    used, next_node = 1, 0
    while next_node < used:
        first, count = fresh[next_node].first, fresh[next_node].count
        if used + count > len(fresh):
            count = 0
        for index in range(count):
            fresh[used + index] = nodes[first + index]
        fresh[next_node].first = used if count else 0
        fresh[next_node].count = count
        used += count
        next_node += 1
    return used
