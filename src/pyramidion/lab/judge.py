"""What positions are worth, in the opinion of a bot's search: the values that many measures rest on."""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from pyramidion.engine.contract import Level
from pyramidion.engine.game import Game
from pyramidion.engine.header import CHANCE
from pyramidion.engine.position import Position
from pyramidion.players.analysis import Analysis, Budget
from pyramidion.players.bots import seed_for, thinker_for
from pyramidion.players.levels import USUAL, search_of
from pyramidion.players.mcts import TreeSearch

LEVEL = 4  # whose effort the judge spends on a position, in games where that level looks ahead
Values = tuple[float, ...]


@dataclass(frozen=True)
class Opinion:
    """What each seat may expect, adding up to 1, and whether that is certain."""

    values: Values
    exact: bool = False


def effort_of(game: Game) -> int:
    """The simulations or positions that the judge spends on a position."""
    usual: Level = USUAL[search_of(game)][LEVEL - 1]
    assert usual.effort is not None
    return usual.effort


def words_for(game: Game) -> str:
    """Where values come from, in one sentence."""
    search = {"tree": "tree search", "alphabeta": "alpha-beta search", "expert": "the game's own expert"}[
        search_of(game)
    ]
    unit = "simulations" if search_of(game) == "tree" else "positions"
    return (
        f"The opinion of a bot: {search} with {effort_of(game):,} {unit} for each position; the end is known exactly."
    )


class Judge:
    """Values positions of one game; a new one for each game, since searches remember what they have seen.

    One that is `fair` spends the same on every position: it does not go on with the tree of an earlier one.
    """

    def __init__(self, game: Game, seed: int = 0, effort: int | None = None, fair: bool = False) -> None:
        self.game = game
        self.effort = effort or effort_of(game)
        self.search = search_of(game)
        self._seed = seed
        self._fair = fair
        self._thinker = thinker_for(game, self.search)

    def with_effort(self, effort: int) -> Judge:
        """The same judge, who spends another effort."""
        other = copy.copy(self)
        other.effort = effort
        return other

    def value(self, position: Position) -> Opinion:
        """What the seats may expect. Where something is hidden, it is the opinion of the seat to move."""
        outcome = position.outcome
        if outcome is not None:
            return Opinion(tuple(float(result) for result in outcome.results), True)
        if position.mover == CHANCE:
            return self._before_chance(position)
        codes = position.codes
        if len(codes) == 1:  # a forced move changes nothing
            return self.value(position.play(codes[0]))
        best = self.think(position).best
        return Opinion(best.results, best.exact)

    def moves(self, position: Position) -> list[Values]:
        """What the seats may expect after each legal move."""
        return [self.value(position.play(code)).values for code in position.codes]

    def _before_chance(self, position: Position) -> Opinion:
        """The mean over what may come up, by its weight."""
        if self.search == "tree":
            lines = self.think(position).lines
            return Opinion(mean([line.results for line in lines], [line.effort for line in lines]))
        codes, weights = position.weighted_codes()
        return Opinion(mean([self.value(position.play(code)).values for code in codes], weights))

    def think(self, position: Position, brief: bool = True) -> Analysis:
        """What the seat whose turn it is thinks of a position; unless it is `brief`, with the moves that follow."""
        seen = position.view(position.seat)
        if self._fair and isinstance(self._thinker, TreeSearch):
            for tree in self._thinker.trees:
                tree.root = None
        thoughts = self._thinker.think(seen, Budget(self.effort, brief=brief), seed_for(self._seed, seen))
        (last,) = deque(thoughts, maxlen=1)
        return last


def mean(values: Sequence[Values], weights: Sequence[int]) -> Values:
    """What each seat may expect on average, by the weights."""
    total = sum(weights)
    pairs = list(zip(values, weights, strict=True))
    return tuple(sum(weight * each[seat] for each, weight in pairs) / total for seat in range(len(values[0])))
