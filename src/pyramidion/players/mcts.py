"""The tree search as a way to think: budgets, threads, the tree kept from move to move."""

from __future__ import annotations

import functools
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine import dice
from pyramidion.engine.game import Game
from pyramidion.engine.header import CHANCE
from pyramidion.engine.position import Position
from pyramidion.players import tree
from pyramidion.players.analysis import Analysis, Budget, Line
from pyramidion.players.evaluation import scales_for
from pyramidion.players.tree import Trail, TreeDesk
from pyramidion.players.weights import can_judge, weights_of

MOST_NODES = 1 << 20
TO_THE_END = -1  # a leaf is played on at random to the end of the game
EXPLORATION = {True: 0.1, False: 0.8}  # with judged leaves, and with random games
PART_SECONDS = 0.05
FIRST_PART = 32
LONGEST_LINE = 12
SHOWN_LINES = 8
FAR = 6  # plies between two decisions within which the tree is looked for


class Tree:
    """One tree and all that its simulations need, for one thread."""

    def __init__(self, game: Game, nodes: int = MOST_NODES) -> None:
        self.game = game
        self.desk = tree_desk_for(game, nodes)
        self.root: Position | None = None

    @property
    def nodes(self) -> NDArray[np.void]:
        return self.desk.nodes

    def plant(self, root: Position) -> None:
        """Begin from a position, with what is known of it already."""
        node = self._known(root)
        if node > 0:
            fresh = np.zeros(len(self.nodes), dtype=tree.NODE)
            used = self.game.bind(tree.transplant)(self.nodes, node, fresh)
            self.desk = self.desk._replace(nodes=fresh)
            self.desk.counts[:] = (used, fresh[0]["visits"], 0)
        elif node < 0:
            self.nodes[0] = 0
            self.desk.counts[:] = (1, 0, 0)
        self.root = root
        self.desk.root[0] = root.row[0]

    def _known(self, root: Position) -> int:
        """The node of a position in the tree that was grown for an earlier one, or -1."""
        if self.root is None or self.root.game != root.game or root.blank or not self.done:
            return -1
        target = np.frombuffer(root.row.tobytes(), dtype=np.int32)
        return int(self.game.bind(tree.find)(self.nodes, trail_from(self.root), target))

    def grow(self, seed: int, simulations: int, exploration: float, plies: int) -> None:
        self.game.bind(tree.grow)(self.desk, seed, simulations, exploration, plies)

    @property
    def done(self) -> int:
        return int(self.desk.counts[tree.DONE])

    def children(self, node: int = tree.ROOT) -> range:
        """The places of a node's children."""
        first, count = int(self.nodes[node]["first"]), int(self.nodes[node]["count"])
        return range(first, first + count)

    def line(self, node: int) -> tuple[str, ...]:
        """The moves that were tried most from the root through a child, until a chance node, the end of the game, or
        hidden information."""
        assert self.root is not None
        position, found = self.root, list[str]()
        while len(found) < LONGEST_LINE:
            code = int(self.nodes[node]["move"])
            found.append(position.text_of(code))
            if position.blank:  # what follows depends on what is not known
                break
            position = position.play(code)
            tried = [child for child in self.children(node) if self.nodes[child]["visits"]]
            if not tried or self.nodes[node]["mover"] == CHANCE:
                break
            node = max(tried, key=lambda child: int(self.nodes[child]["visits"]))
        return tuple(found)


class TreeSearch:
    """Thinks by growing trees, one a thread; what they found is added up."""

    def __init__(
        self,
        game: Game,
        plies: int | None = None,
        exploration: float | None = None,
        threads: int = 1,
        nodes: int = MOST_NODES,
    ) -> None:
        self.game = game
        self.plies = (0 if can_judge(game) else TO_THE_END) if plies is None else plies
        self.exploration = EXPLORATION[self.plies == 0] if exploration is None else exploration
        self.trees = [Tree(game, nodes) for _ in range(threads)]
        _compile(game)

    def think(self, view: Position, budget: Budget, seed: int) -> Iterator[Analysis]:
        """Simulations in parts, an analysis after each."""
        for grown in self.trees:
            grown.plant(view)
        start, known = time.perf_counter(), sum(grown.done for grown in self.trees)
        done, step = 0, FIRST_PART
        with ThreadPoolExecutor(len(self.trees)) as pool:
            while done == 0 or budget.left(done):
                share = step if budget.effort is None else min(step, -(-(budget.effort - done) // len(self.trees)))
                began = time.perf_counter()
                self._grow(pool, seed, share)
                done = sum(grown.done for grown in self.trees) - known
                step = max(1, min(4 * step, int(share * PART_SECONDS / max(time.perf_counter() - began, 1e-6))))
                if budget.brief:
                    continue
                if budget.effort is None or done >= budget.effort or step * len(self.trees) < budget.effort - done:
                    yield self.analysis(time.perf_counter() - start)
        if budget.brief:
            yield self.analysis(time.perf_counter() - start, brief=True)

    def _grow(self, pool: ThreadPoolExecutor, seed: int, simulations: int) -> None:
        if len(self.trees) == 1:
            self.trees[0].grow(seed, simulations, self.exploration, self.plies)
            return
        parts = [
            pool.submit(grown.grow, seed + number, simulations, self.exploration, self.plies)
            for number, grown in enumerate(self.trees)
        ]
        for part in parts:
            part.result()

    def analysis(self, seconds: float, brief: bool = False) -> Analysis:
        """What the trees say now; if it is to be brief, without the moves that are expected to follow."""
        first, totals, shown = self.trees[0], self._totals(), 0 if brief else SHOWN_LINES
        mover = int(first.nodes[tree.ROOT]["mover"])
        ranked = sorted(totals, key=lambda code: _rank(totals[code], mover), reverse=True)
        places = {int(first.nodes[child]["move"]): child for child in first.children()}
        assert first.root is not None
        lines = [
            Line(
                first.root.text_of(code),
                tuple((totals[code][1:] / max(totals[code][0], 1)).tolist()),
                int(totals[code][0]),
                line=first.line(places[code]) if code in places and number < shown else (),
            )
            for number, code in enumerate(ranked)
        ]
        depth = max(int(grown.desk.counts[tree.DEEPEST]) for grown in self.trees)
        return Analysis(tuple(lines), int(sum(grown.done for grown in self.trees)), depth, seconds)

    def _totals(self) -> dict[int, NDArray[np.float64]]:
        """The visits of each move of the root, and the sum of what each seat could expect, over all trees."""
        totals: dict[int, NDArray[np.float64]] = {}
        for grown in self.trees:
            for child in grown.children():
                node = grown.nodes[child]
                found = np.array([node["visits"], *node["total"][: self.game.seats]], dtype=np.float64)
                code = int(node["move"])
                totals[code] = totals[code] + found if code in totals else found
        return totals


@functools.cache
def _compile(game: Game) -> None:
    """Compile everything before the first clock runs."""
    small = Tree(game, 4096)
    start = game.start(seed=0)
    small.plant(start)
    small.grow(0, 2, 1.0, 1)
    small.plant(start)


def _rank(found: NDArray[np.float64], mover: int) -> tuple[float, float]:
    """More visits are better, then a better result for the seat that decides."""
    return float(found[0]), float(found[1 + mover] / max(found[0], 1)) if mover >= 0 else 0.0


def tree_desk_for(game: Game, nodes: int) -> TreeDesk:
    """What the simulations of a tree with room for `nodes` work with."""
    most = game.facts.most_moves
    return TreeDesk(
        nodes=np.zeros(nodes, dtype=tree.NODE),
        counts=np.zeros(tree.COUNTERS, dtype=np.int64),
        root=game.rows(1),
        scratch=game.rows(1),
        path=np.empty(tree.LONGEST, dtype=np.int64),
        dice=np.empty(dice.WORDS, dtype=np.int64),
        out=np.empty(most, dtype=np.int32),
        chances=np.empty(most, dtype=np.int32),
        scales=scales_for(game.seats, weights_of(game)),
    )


def trail_from(root: Position) -> Trail:
    """A way down a tree from its root, as far as a position is looked for."""
    rows = root.game.rows(FAR)
    rows[0] = root.row[0]
    words = rows.view(np.int32).reshape(FAR, -1)
    return Trail(rows, words, np.zeros(FAR, dtype=np.int64), np.zeros(FAR, dtype=np.int64))
