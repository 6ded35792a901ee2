"""What positions are worth, in the opinion of a bot's search: the values that many measures rest on."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from pyramidion.engine.contract import Level
from pyramidion.engine.game import Game
from pyramidion.engine.header import CHANCE
from pyramidion.engine.position import Position
from pyramidion.players.analysis import Analysis, Budget
from pyramidion.players.bots import seed_for, thinker_for
from pyramidion.players.levels import USUAL, search_of

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
    """Values positions of one game; a new one for each game, since searches remember what they have seen."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self._seed = seed
        self._search = search_of(game)
        self._thinker = thinker_for(game, self._search)
        self._effort = effort_of(game)

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
        best = self._think(position).best
        return Opinion(best.results, best.exact)

    def moves(self, position: Position) -> list[Values]:
        """What the seats may expect after each legal move."""
        return [self.value(position.play(code)).values for code in position.codes]

    def _before_chance(self, position: Position) -> Opinion:
        """The mean over what may come up, by its weight."""
        if self._search == "tree":
            lines = self._think(position).lines
            visits = sum(line.effort for line in lines)
            shares = [(line.effort / visits, line.results) for line in lines]
        else:
            codes, weights = position.weighted_codes()
            after = [self.value(position.play(code)).values for code in codes]
            shares = [(weight / sum(weights), values) for weight, values in zip(weights, after, strict=True)]
        return Opinion(tuple(sum(share * values[seat] for share, values in shares) for seat in range(self.game.seats)))

    def _think(self, position: Position) -> Analysis:
        seen = position.view(position.seat)
        (last,) = deque(
            self._thinker.think(seen, Budget(self._effort, brief=True), seed_for(self._seed, seen)), maxlen=1
        )
        return last
