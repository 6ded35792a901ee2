"""Alpha-beta search as a player and solver, for games of two seats without chance or secrets.

It looks ever deeper, first at the best line so far. Where a game is sure to end within few turns it
also tries to solve the position: only who wins counts then, and nothing is judged.
"""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from pyramidion.engine import dice
from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game
from pyramidion.engine.position import Position
from pyramidion.players import minimax
from pyramidion.players.analysis import Analysis, Budget, Line
from pyramidion.players.minimax_desk import (
    AGE,
    BOUND,
    DEEPEST,
    DONE,
    HASTE,
    MEMORY_ENTRIES,
    MOVE,
    ORDERED,
    PLY,
    SALT,
    SOUND,
    SPENT,
    VALUE,
    minimax_desk_for,
)
from pyramidion.players.minimax_values import AT_LEAST, AT_MOST, CERTAIN, EXACT, expected
from pyramidion.players.traps import Unsolved, hope, hopes
from pyramidion.players.weights import input_count

MOST_DEPTH = 100  # plies
FEW_TURNS = 26  # that a game may have left for a try to solve it
BEFORE_SOLVING, SOLVING = 0.04, 0.6  # the parts of the budget after which solving begins and ends
ORDERED_PLIES = 16  # in which solving orders moves by what the game's network says of them
TRAPS = 0.9  # the part of the budget after which no traps are looked for
PART_SECONDS = 0.01
FIRST_PART = 256
LONGEST_LINE = 16
SHOWN_LINES = 8  # whose moves to come are told


class Finding(NamedTuple):
    """The moves of the root as they stand after a search, best first, and how deep it was."""

    rows: list[list[int]]
    proven: bool  # is the value of the first move the true one?
    depth: int


class AlphaBeta:
    """Looks ahead and judges. The first line of an analysis has the value of the position; the results of the other
    lines are upper bounds."""

    def __init__(self, game: Game, entries: int = MEMORY_ENTRIES) -> None:
        if game.seats != 2 or game.facts.chance or game.facts.hidden:
            raise BadInput(
                f"Alpha-beta search needs a game of two seats without chance or secrets, unlike {game.title}."
            )
        self.game = game
        self._desk = minimax_desk_for(game, entries)
        self._search = game.bind(minimax.search)
        self._part = FIRST_PART
        _compile(game)

    def think(self, view: Position, budget: Budget, seed: int) -> Iterator[Analysis]:
        last: Finding | None = None
        for last in self._deepen(view, budget, seed):
            if not budget.brief:
                yield self._analysis(view, last, budget)
        if budget.brief and last is not None:
            yield self._analysis(view, last, budget)

    def _deepen(self, view: Position, budget: Budget, seed: int) -> Iterator[Finding]:
        """Look deeper and deeper."""
        count, left = self._prepare(view, seed), turns_left(view)
        solvable = near = left <= FEW_TURNS
        for depth in range(1, MOST_DEPTH + 1):
            if solvable and 2 * depth > left and _spent(budget, self._done) >= BEFORE_SOLVING:
                solvable = False
                if self._solve(count, budget):
                    self._set_trap(view, count, budget)
                    yield self._finding(count, int(self._desk.state[DEEPEST]))
                    return
            finished = self._look(count, depth, budget)
            if near and self._proven:
                self._set_trap(view, count, budget)
            if depth == 1 or self._desk.frames[0]["tried"]:
                yield self._finding(count, depth if finished else depth - 1)
            if not finished or self._proven:
                return

    def _finding(self, count: int, depth: int) -> Finding:
        return Finding(self._desk.root[:count].tolist(), self._proven, depth)

    @property
    def _done(self) -> int:
        return int(self._desk.state[DONE])

    @property
    def _proven(self) -> bool:
        """Is the value of the last search, if it was finished, the true one?"""
        return bool(self._desk.state[PLY] < 0 and self._desk.frames[0]["sound"])

    def _prepare(self, view: Position, seed: int) -> int:
        """Begin with a position, its moves in an order that the seed decides; return how many they are."""
        codes = [move.code for move in view.moves()]
        if not codes:
            raise BadInput("The game is over; there is nothing to think about.")
        words = dice.stream(seed)
        for last in range(len(codes) - 1, 0, -1):
            other = dice.below(words, last + 1)
            codes[last], codes[other] = codes[other], codes[last]
        desk = self._desk
        desk.stack[0] = view.row[0]
        desk.root[: len(codes)] = 0
        desk.root[: len(codes), MOVE] = codes
        desk.history[:] = 0
        desk.killers[:] = -1
        desk.state[DONE] = desk.state[DEEPEST] = 0
        desk.state[AGE] += 1
        return len(codes)

    def _solve(self, count: int, budget: Budget) -> bool:
        """Try to find out who wins; if that takes too long, all is as it was before."""
        before = self._desk.root.copy()
        self._look(count, minimax.UNLIMITED_DEPTH, budget, SOLVING)
        if not self._proven:
            self._desk.root[:] = before
        return self._proven

    def _set_trap(self, view: Position, count: int, budget: Budget) -> None:
        """Unless the game is won, put that one of the best moves first after which the opponent errs most easily."""
        desk = self._desk
        root, frame = desk.root.copy(), desk.frames[:1].copy()
        if expected(int(frame[0]["best"])) == 1 - view.seat:
            return
        hoped = self._hopes(view, root[:count, MOVE].tolist(), expected(int(frame[0]["best"])), budget)
        root[:count] = sorted(root[:count].tolist(), key=lambda row: -hoped.get(row[MOVE], -1))
        desk.root[:], desk.frames[:1], desk.stack[0] = root, frame, view.row[0]
        desk.state[PLY] = -1

    def _hopes(self, view: Position, moves: list[int], best: float, budget: Budget) -> dict[int, float]:
        """What there is to hope for after each of the best moves, seen as far ahead as there is time for."""

        def solve(position: Position) -> float:
            return self._solved(position, budget)

        after = {move: view.play(move) for move in moves}
        if best == 0.5:
            try:
                after = {move: last for move, last in after.items() if hope(last, view.seat, 0, solve) == best}
            except Unsolved:
                return {}
        return hopes(after, view.seat, solve)

    def _solved(self, position: Position, budget: Budget) -> float:
        """The result of the first seat; Unsolved if the budget is spent before it is found."""
        desk, codes = self._desk, [move.code for move in position.moves()]
        desk.stack[0] = position.row[0]
        desk.root[: len(codes), MOVE] = codes
        self._look(len(codes), minimax.UNLIMITED_DEPTH, budget, TRAPS)
        if not self._proven:
            raise Unsolved
        return expected(int(desk.frames[0]["best"]))

    def _look(self, count: int, depth: int, budget: Budget, share: float = math.inf) -> bool:
        """Look to a depth, or to the end; False if the budget, or a share of it, is spent first."""
        desk, solving = self._desk, depth == minimax.UNLIMITED_DEPTH
        desk.state[HASTE], desk.state[SALT] = not solving, solving
        desk.state[ORDERED] = ORDERED_PLIES if solving and input_count(self.game) else 0
        self.game.bind(minimax.begin)(desk, count, depth)
        while desk.state[PLY] >= 0:
            done = self._done
            if not budget.left(done) or _spent(budget, done) >= share:
                break
            self._go_on(done + self._part if budget.effort is None else min(done + self._part, budget.effort))
        self._sort(count)
        return bool(desk.state[PLY] < 0)

    def _go_on(self, limit: int) -> None:
        """Search for about as long as a caller may be kept waiting."""
        start, done = time.perf_counter(), self._done
        self._search(self._desk, limit)
        seconds = time.perf_counter() - start
        if self._done - done == self._part:
            self._part = max(1, int(self._part * min(2.0, PART_SECONDS / seconds)))

    def _sort(self, count: int) -> None:
        """The moves of the root, best first."""
        desk = self._desk
        side = 1 if desk.stack[0]["mover"] == 0 else -1
        best = int(desk.frames[0]["move"])
        rows = sorted(desk.root[:count].tolist(), key=lambda row: (row[MOVE] != best, -side * row[VALUE]))
        desk.root[:count] = rows

    def _analysis(self, view: Position, found: Finding, budget: Budget) -> Analysis:
        rows, shown = found.rows, 0 if budget.brief else SHOWN_LINES
        best = self._line(view, rows[0], found.proven, LONGEST_LINE if shown else 0)
        no_better = min if view.mover == 0 else max
        for row in rows[1:]:  # looked at less deeply, they may have seemed better than they are
            row[VALUE] = no_better(row[VALUE], rows[0][VALUE])
        others = [
            self._line(view, row, is_certain(row), LONGEST_LINE if place < shown else 0)
            for place, row in enumerate(rows[1:], start=1)
        ]
        return Analysis((best, *others), self._done, found.depth, budget.spent)

    def _line(self, view: Position, row: list[int], exact: bool, longest: int) -> Line:
        first = expected(row[VALUE])
        texts = self._texts(row[MOVE], longest) if longest else (view.text_of(row[MOVE]),)
        return Line(texts[0], (first, 1 - first), row[SPENT], exact, texts)

    def _texts(self, move: int, longest: int) -> tuple[str, ...]:
        """A move of the root and the moves expected to follow."""
        codes, seen = np.empty(longest, dtype=np.int32), self.game.rows(longest)
        count = self.game.bind(minimax.follow)(self._desk, move, seen, codes)
        fields = seen.view(np.recarray)
        return tuple(self.game.manual.move_text(fields[place], int(codes[place])) for place in range(count))


@functools.cache
def _compile(game: Game) -> None:
    """Compile everything before the first clock runs."""
    desk = minimax_desk_for(game, 2)
    desk.stack[0] = game.start(seed=0).row[0]
    game.bind(minimax.begin)(desk, 0, 1)
    game.bind(minimax.search)(desk, 1)
    game.bind(minimax.follow)(desk, -1, game.rows(1), np.empty(1, dtype=np.int32))


def is_certain(row: list[int]) -> bool:
    """Is the value of a move of the root certainly its true one?"""
    lost_or_won = {AT_MOST: row[VALUE] <= -CERTAIN, AT_LEAST: row[VALUE] >= CERTAIN, EXACT: True}
    return bool(row[SOUND]) and lost_or_won.get(row[BOUND], False)


def turns_left(position: Position) -> float:
    """How many turns a game can still last."""
    most = position.game.manual.most_turns(position.game.options)
    return math.inf if most is None else most - position.turn


def _spent(budget: Budget, done: int) -> float:
    """How much of a budget is spent, 1 being all."""
    parts = (done / budget.effort if budget.effort else 0.0, budget.spent / budget.seconds if budget.seconds else 0.0)
    return max(parts)
