"""Puzzles found in games of bots: positions with one move that is clearly best, and that weak players miss."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pyramidion.engine.errors import PyramidionError
from pyramidion.engine.game import Game
from pyramidion.engine.header import CHANCE
from pyramidion.engine.match import Match
from pyramidion.engine.position import Position
from pyramidion.players.bots import level_bot
from pyramidion.players.levels import search_of
from pyramidion.study.puzzles.puzzle import HIGHEST_GRADE, Puzzle, Step, Worth
from pyramidion.study.puzzles.themes import theme_of
from pyramidion.study.puzzles.worth import Weigher

FEWEST_MOVES = 3  # with fewer there is not much to find
MOST_STEPS = 3
SEEDS = 5  # of each level that is asked
APART = 4  # plies between two puzzles of one game
MOST_OF_A_GAME = 3
LEAST = {True: 0.4, False: 0.1}  # of what the best move must get, where it is counted and where it is searched
OPENING = 12  # plies in which games are still alike
SAME = 1e-9


@dataclass(frozen=True)
class Depths:
    """How much is spent on every move: to sift, twice to be sure, and later to check. `margin` is how much better the
    best move must be, as a part of a game; `undecided` is the same where nothing is certain yet."""

    sift: int
    first: int
    second: int
    check: int
    margin: float
    undecided: float


DEPTHS = {
    "tree": Depths(sift=60, first=1_500, second=8_000, check=32_000, margin=0.06, undecided=0.06),
    "alphabeta": Depths(sift=300, first=10_000, second=60_000, check=180_000, margin=0.2, undecided=0.25),
    "expert": Depths(sift=1, first=1, second=1, check=1, margin=0.125, undecided=0.125),
}
QUICK = {  # for a person who is waiting
    "tree": Depths(sift=40, first=200, second=1_000, check=4_000, margin=0.08, undecided=0.08),
    "alphabeta": Depths(sift=300, first=1_000, second=8_000, check=40_000, margin=0.2, undecided=0.25),
    "expert": DEPTHS["expert"],
}


class NoPuzzle(PyramidionError):
    """Why a position does not make a puzzle, in a sentence."""


class Miner:
    """Looks for puzzles of one game."""

    def __init__(self, game: Game, quick: bool = False) -> None:
        self.game = game
        self.weigher = Weigher(game)
        self.depths = (QUICK if quick else DEPTHS)[search_of(game)]

    def mine(self, level: int, seed: int) -> Iterator[Puzzle]:
        """The puzzles of one game between bots of a level."""
        last, found = OPENING - APART, 0
        for ply, position in enumerate(played(self.game, level, seed)):
            if ply - last < APART or found == MOST_OF_A_GAME or not self.is_promising(position):
                continue
            try:
                made = self.graded(self.puzzle(position))
            except NoPuzzle:
                continue
            last, found = ply, found + 1
            yield replace(made, source=f"level {level}, seed {seed}, ply {ply}")

    def is_promising(self, position: Position) -> bool:
        """Does a short look show a best move that beginners miss?"""
        mover = position.mover
        if mover is None or mover == CHANCE:
            return False
        view = position.view(mover)
        if len(view.codes) < FEWEST_MOVES:
            return False
        found = self.weigher.worths(view, self.depths.sift)
        if len(found) < FEWEST_MOVES:
            return False
        pair = self.weigher.expert is not None and found[1].share > found[0].share - SAME
        right = [worth.move for worth in found[: 1 + pair]]
        clear = found[0].share - found[len(right)].share >= self.depths.margin * 0.8
        return clear and not self.is_found(view, 1, right)

    def puzzle(self, position: Position) -> Puzzle:
        """The puzzle that a position makes; NoPuzzle says why it does not. Its grade is not known yet."""
        line, steps = self.solution(position)
        bare = Puzzle(self.game.name, position.text, line, steps, "", 0)
        theme = theme_of(position.view(position.mover), line[0], bare.result)
        return replace(bare, theme=theme.name)

    def solution(self, position: Position) -> tuple[tuple[str, ...], tuple[Step, ...]]:
        """The line to find, with the best replies between the moves, and what the moves are worth."""
        steps = [self.step(position)]
        line = [steps[0].move]
        now = after(position, line)
        while len(steps) < MOST_STEPS:
            reply = [] if steps[-1].also else self.reply(now, position.seat)
            if reply is None:
                break
            now = after(now, reply)
            try:
                steps.append(self.step(now))
            except NoPuzzle:
                break
            line += [*reply, steps[-1].move]
            now = after(now, line[-1:])
        return tuple(line), tuple(steps)

    def step(self, position: Position) -> Step:
        """The one best move of a position; NoPuzzle if there is none."""
        mover = position.mover
        if mover is None or mover == CHANCE:
            raise NoPuzzle("No player has to decide here.")
        view = position.view(mover)
        if len(view.codes) < 2:
            raise NoPuzzle("There is only one legal move here.")
        if self.weigher.expert is not None:
            return self._counted_step(position, view)
        first = self._clear(view, self.depths.first)
        second = self._clear(view, self.depths.second)
        if first[0].move != second[0].move:
            raise NoPuzzle(f"{second[0].move} and {first[0].move} are too close to tell which is better.")
        best, *others = second
        return Step(best.move, best.share, best.exact, tuple(others), then=best.reply)

    def _counted_step(self, position: Position, view: Position) -> Step:
        """The one best move, or the first of two that make the one best turn in either order. Of the other moves the
        best is kept: the rest is counted on demand."""
        found = self.weigher.worths(view, self.depths.first)
        if len(found) < FEWEST_MOVES:
            raise NoPuzzle("What the moves are worth here cannot be counted.")
        best = [worth for worth in found if worth.share > found[0].share - SAME]
        if len(best) == 1:
            found = self._clear(view, self.depths.first)
        elif not self._is_one_turn(position, found, best):
            raise NoPuzzle("More than one move is best here.")
        first, *also = best
        return Step(first.move, first.share, True, (found[len(best)],), tuple(each.move for each in also))

    def _is_one_turn(self, position: Position, found: list[Worth], best: list[Worth]) -> bool:
        """Are there two best moves, which belong together in either order?"""
        if len(best) != 2 or best[0].share - found[2].share < self.depths.margin:
            return False
        return self._needs(position, best[0], best[1]) and self._needs(position, best[1], best[0])

    def _needs(self, position: Position, first: Worth, then: Worth) -> bool:
        """Is one move the only good one after another?"""
        now = after(position, [first.move])
        if now.mover != position.mover:
            return False
        found = self.weigher.worths(now.view(now.mover), self.depths.first)
        return len(found) > 1 and found[0].move == then.move and found[1].share <= first.share - self.depths.margin

    def _clear(self, view: Position, effort: int) -> list[Worth]:
        """What the moves are worth, if one is clearly best."""
        found = self.weigher.worths(view, effort)
        best, second = found[0], found[1]
        decided = best.exact or second.exact
        if best.share - second.share < (self.depths.margin if decided else self.depths.undecided):
            raise NoPuzzle(f"{best.move} is not clearly better than {second.move}.")
        return found

    def reply(self, position: Position, seat: int) -> list[str] | None:
        """The best replies until the solver is to move again; None if the puzzle ends here."""
        if self.game.facts.hidden:
            return None
        found = list[str]()
        while position.mover is not None and position.mover != CHANCE:
            if position.mover == seat and len(position.codes) > 1:
                return found
            worths = self.weigher.worths(position, self.depths.first)
            found.append(worths[0].move)
            position = position.play(worths[0].move)
        return None

    def graded(self, puzzle: Puzzle) -> Puzzle:
        """With its grade; NoPuzzle if the lowest level finds the first move, or it is not worth finding."""
        start = puzzle.start
        view = start.view(start.mover)
        right = (puzzle.line[0], *puzzle.steps[0].also)
        missed = [level for level in range(1, HIGHEST_GRADE + 1) if not self.is_found(view, level, right)]
        if 1 not in missed:
            raise NoPuzzle("Beginners find it.")
        if puzzle.steps[0].share < LEAST[self.weigher.expert is not None]:
            raise NoPuzzle("Even the best move does not gain much.")
        return replace(puzzle, grade=len(missed))

    def is_found(self, view: Position, level: int, right: Sequence[str]) -> bool:
        """Do most bots of a level find a right move?"""
        found = sum(str(level_bot(self.game, level, seed).choose(view)) in right for seed in range(SEEDS))
        return found > SEEDS // 2


def after(position: Position, line: Sequence[str]) -> Position:
    """The position at the end of a line."""
    for text in line:
        position = position.play(position.check(text))
    return position


def played(game: Game, level: int, seed: int) -> Iterator[Position]:
    """The positions of a game between bots of a level in which a seat decides. Where there are no dice, the first moves
    are random, or all games would be alike."""
    match, bots = Match(game, seed=seed), [level_bot(game, level, seed + seat) for seat in range(game.seats)]
    chance = random.Random(seed)
    opening = 0 if game.facts.chance or game.facts.hidden else chance.randrange(2, OPENING)
    while (mover := match.position.mover) is not None:
        yield match.position
        if len(match.codes) < opening:
            match.play(chance.choice(match.position.moves()))
        else:
            match.play(str(bots[mover].choose(match.position.view(mover))))
