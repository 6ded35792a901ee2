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
from pyramidion.engine.header import CHANCE, MOST_SEATS
from pyramidion.engine.position import Position
from pyramidion.players import tree
from pyramidion.players.analysis import Analysis, Budget, Line
from pyramidion.players.judging import MOST_FEATURES
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
        most = game.facts.most_moves
        self.game = game
        self.nodes: NDArray[np.void] = np.zeros(nodes, dtype=tree.NODE)
        self.state = np.zeros(tree.COUNTERS, dtype=np.int64)
        self.scratch = game.records(1)
        self.dice = np.empty(dice.WORDS, dtype=np.int64)
        self.codes = np.empty(most, dtype=np.int32), np.empty(most, dtype=np.int32)
        self.path = np.empty(tree.LONGEST, dtype=np.int64)
        self.worth, self.numbers = np.zeros(MOST_SEATS), np.zeros(MOST_FEATURES)
        self.root: Position | None = None

    def plant(self, root: Position) -> None:
        """Begin from a position, with what is known of it already."""
        node = self._known(root)
        if node > 0:
            fresh = np.zeros(len(self.nodes), dtype=tree.NODE)
            used = self.game.bind(tree.transplant)(self.nodes, node, fresh)
            self.nodes = fresh
            self.state[:] = (used, fresh[0]["visits"], 0)
        elif node < 0:
            self.nodes[0] = 0
            self.state[:] = (1, 0, 0)
        self.root = root

    def _known(self, root: Position) -> int:
        """The node of a position in the tree that was grown for an earlier one, or -1."""
        if self.root is None or self.root.game != root.game or root.blank or not self.done:
            return -1
        records = self.game.records(FAR)
        words = records.view(np.int32).reshape(FAR, -1)
        records[0] = self.root.record[0]
        steps = np.zeros(FAR, dtype=np.int64), np.zeros(FAR, dtype=np.int64)
        target = np.frombuffer(root.record.tobytes(), dtype=np.int32)
        return int(self.game.bind(tree.find)(self.nodes, tree.ROOT, records, words, target, *steps))

    def grow(self, seed: int, simulations: int, exploration: float, plies: int) -> None:
        assert self.root is not None
        self.game.bind(tree.grow)(
            self.nodes,
            self.state,
            self.root.record,
            self.scratch,
            self.dice,
            seed,
            *self.codes,
            self.path,
            self.worth,
            weights_of(self.game),
            self.numbers,
            self.game.seats,
            simulations,
            exploration,
            plies,
        )

    @property
    def done(self) -> int:
        return int(self.state[tree.DONE])

    def children(self, node: int = tree.ROOT) -> range:
        """The places of a node's children."""
        first, count = int(self.nodes[node]["first"]), int(self.nodes[node]["count"])
        return range(first, first + count)

    def line(self, node: int) -> tuple[str, ...]:
        """The moves that were tried most from the root through a child, until chance, nobody or the unknown decides."""
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
                if budget.effort is None or done >= budget.effort or step * len(self.trees) < budget.effort - done:
                    yield self.analysis(time.perf_counter() - start)

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

    def analysis(self, seconds: float) -> Analysis:
        """What the trees say now."""
        first = self.trees[0]
        totals: dict[int, NDArray[np.float64]] = {}
        for grown in self.trees:
            for child in grown.children():
                node = grown.nodes[child]
                found = np.array([node["visits"], *node["total"][: self.game.seats]], dtype=np.float64)
                code = int(node["move"])
                totals[code] = totals[code] + found if code in totals else found
        mover = int(first.nodes[tree.ROOT]["mover"])
        ranked = sorted(totals, key=lambda code: _rank(totals[code], mover), reverse=True)
        places = {int(first.nodes[child]["move"]): child for child in first.children()}
        assert first.root is not None
        lines = [
            Line(
                first.root.text_of(code),
                tuple((totals[code][1:] / max(totals[code][0], 1)).tolist()),
                int(totals[code][0]),
                line=first.line(places[code]) if code in places and number < SHOWN_LINES else (),
            )
            for number, code in enumerate(ranked)
        ]
        depth = max(int(grown.state[tree.DEEPEST]) for grown in self.trees)
        return Analysis(tuple(lines), int(sum(grown.done for grown in self.trees)), depth, seconds)


@functools.cache
def _compile(game: Game) -> None:
    """Have everything ready before the first clock runs."""
    small = Tree(game, 4096)
    start = game.start(seed=0)
    small.plant(start)
    small.grow(0, 2, 1.0, 1)
    small.plant(start)


def _rank(found: NDArray[np.float64], mover: int) -> tuple[float, float]:
    """More visits are better, then a better result for the seat that decides."""
    return float(found[0]), float(found[1 + mover] / max(found[0], 1)) if mover >= 0 else 0.0
