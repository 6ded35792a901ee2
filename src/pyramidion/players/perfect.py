"""Perfect play with a game's book: what exact search and the book prove, and alpha-beta where they prove nothing.

Every position that perfect play from the start can lead to is in the book or quickly solved, as long as the book's
move is made where it has one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from pyramidion.engine.game import Game
from pyramidion.engine.position import Position
from pyramidion.players.alphabeta import AlphaBeta, turns_left
from pyramidion.players.analysis import Analysis, Budget, Line
from pyramidion.players.book import NO_MOVE, checked_book
from pyramidion.players.solver import NotSolved, Solver, results_of
from pyramidion.players.traps import Unsolved, hopes
from pyramidion.players.verbs import pack

MEMORY = 64  # megabytes
FIRST_EFFORT = 2_000  # positions for a first opinion
SOLVING, TRAPS = 0.7, 0.85  # the parts of the budget for the values of moves, and for traps as well


class PerfectPlay:
    """Proves what each move leads to. Where that takes too long, it judges as alpha-beta search does."""

    def __init__(self, game: Game) -> None:
        self._book = book = checked_book(game)
        self._judge = AlphaBeta(game)
        self._solver = Solver(game, memory=MEMORY, threads=1, book=book)
        self._pack = game.bind(pack)
        self._solver.prepare()
        self._key(game.start(seed=0))

    def think(self, view: Position, budget: Budget, seed: int) -> Iterator[Analysis]:
        follows: dict[str, tuple[str, ...]] = {}
        if not budget.brief:
            short = FIRST_EFFORT if budget.effort is None else min(FIRST_EFFORT, budget.effort)
            for opinion in self._judge.think(view, replace(budget, effort=short), seed):
                follows = {line.move: line.line for line in opinion.lines}
                yield opinion
        before = self._solver.positions
        leads = self._leads(view, budget)
        if leads:
            lines = told(view, self._ranked(view, leads, budget, random.Random(seed)), leads, follows)
            yield Analysis(lines, self._solver.positions - before, int(turns_left(view)), budget.spent)
        else:
            yield from self._judge.think(view, budget, seed)

    def _leads(self, view: Position, budget: Budget) -> dict[int, int]:
        """What moves lead to, as far as it is proven; nothing if it is not certain which of them are best."""
        self._allow(budget, SOLVING)
        try:
            best = self._solver.value(view)
        except NotSolved:
            return {}
        leads = {}
        for code in view.codes:
            try:
                leads[code] = self._solver.value(view.play(code))
            except NotSolved:
                continue
        return leads if best in leads.values() else {}

    def _allow(self, budget: Budget, share: float) -> None:
        """Let the solver work until a share of the budget is spent."""
        before = self._solver.positions

        def is_spent() -> bool:
            done = self._solver.seen - before
            late = budget.seconds is not None and budget.spent >= share * budget.seconds
            return late or not budget.left(done)

        self._solver.stop = is_spent

    def _ranked(self, view: Position, leads: dict[int, int], budget: Budget, chance: random.Random) -> list[int]:
        """Moves by what they lead to; first that of the book, or else one after which the opponent errs most easily."""
        sign = 1 if view.seat == 0 else -1
        shuffled = chance.sample(list(leads), len(leads))
        ranked = sorted(shuffled, key=lambda code: -sign * leads[code])
        good = [code for code in ranked if leads[code] == leads[ranked[0]]]
        first = self._booked(view, good)
        if len(first) > 1 and sign * leads[ranked[0]] < 1:
            hoped = self._hopes({code: view.play(code) for code in first}, view.seat, budget)
            first = sorted(first, key=lambda code: -hoped.get(code, -1.0))
        return list(dict.fromkeys([*first, *ranked]))

    def _booked(self, view: Position, good: list[int]) -> list[int]:
        """The moves that are safe to make: those of the book, or those whose positions are quickly solved."""
        here = self._book.find(self._key(view))
        if here is not None and here.move in good:
            return [here.move]
        after = {code: view.play(code) for code in good}
        found = {code: self._book.find(self._key(position)) for code, position in after.items()}
        own = [code for code in good if after[code].mover == view.mover]
        followed = [code for code in own if (entry := found[code]) is not None and entry.move != NO_MOVE]
        return followed[:1] or [code for code in good if found[code] is None] or good

    def _key(self, position: Position) -> int:
        return int(self._pack(position.row[0]))

    def _hopes(self, after: dict[int, Position], seat: int, budget: Budget) -> dict[int, float]:
        def solve(position: Position) -> float:
            try:
                return results_of(self._solver.value(position))[0]
            except NotSolved as error:
                raise Unsolved from error

        self._allow(budget, TRAPS)
        return hopes(after, seat, solve)


def told(
    view: Position, ranked: list[int], leads: dict[int, int], follows: dict[str, tuple[str, ...]]
) -> tuple[Line, ...]:
    """Proven lines in this order, then moves of which nothing is proven: they lead to no more than the best one."""
    lines = []
    for code in [*ranked, *(code for code in view.codes if code not in leads)]:
        text, lead = view.text_of(code), leads.get(code, leads[ranked[0]])
        lines.append(Line(text, results_of(lead), 0, code in leads, follows.get(text) or (text,)))
    return tuple(lines)
