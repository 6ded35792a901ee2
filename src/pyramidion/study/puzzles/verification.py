"""Puzzles checked again: by the solver where they are proven, otherwise by a deeper search than found them."""

from __future__ import annotations

from collections.abc import Iterator

from pyramidion.engine.position import Position
from pyramidion.players.solver import NotSolved, Solver
from pyramidion.study.puzzles.miner import Miner, NoPuzzle
from pyramidion.study.puzzles.puzzle import Puzzle, Step

MEMORY = 128  # megabytes for the solver
MOST_POSITIONS = 8_000_000


class Checker:
    """Checks puzzles of one game."""

    def __init__(self, miner: Miner) -> None:
        self.miner = miner
        self.solved = self.searched = 0  # steps that the solver and the search have confirmed

    def verify(self, puzzle: Puzzle, effort: int | None = None) -> None:
        """NoPuzzle if another move than the one to find is as good or better; `effort` is spent on each move."""
        for position, step in choices(puzzle):
            if step.proven and self._is_solved(position, step):
                self.solved += 1
            else:
                self._search(position, step, effort or self.miner.depths.check)
                self.searched += 1

    def _is_solved(self, position: Position, step: Step) -> bool:
        """Does the solver find just this move? False where the game, or this position, is too much for it."""
        if self.miner.weigher.expert is not None or position.game.facts.chance:
            return False
        try:
            found = Solver(position.game, memory=MEMORY, threads=1, most_positions=MOST_POSITIONS).solve(position)
        except NotSolved:
            return False
        if found.best != (step.move,):
            raise NoPuzzle(f"The solver finds {', '.join(found.best)}, not {step.move}.")
        return True

    def _search(self, position: Position, step: Step, effort: int) -> None:
        found = self.miner.weigher.worths(position.view(position.mover), effort)
        best, second = [worth for worth in found if worth.move not in step.also][:2]
        if best.move != step.move:
            raise NoPuzzle(f"{best.move} is better than {step.move}: {best.share:.3f}.")
        if best.share - second.share < self.miner.depths.margin / 2:
            raise NoPuzzle(f"{second.move} is nearly as good as {step.move}: {second.share:.3f}, {best.share:.3f}.")


def choices(puzzle: Puzzle) -> Iterator[tuple[Position, Step]]:
    """The positions in which the solver has to find a move, with the steps."""
    now, steps = puzzle.start, iter(puzzle.steps)
    for text in puzzle.line:
        if now.mover == puzzle.seat and len(now.view(now.mover).codes) > 1:
            yield now, next(steps)
        now = now.play(now.check(text))
