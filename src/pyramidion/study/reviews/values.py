"""What a ply was worth: before it and after it, measured by the same search, so that the two can be compared."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

from pyramidion.engine.game import Game
from pyramidion.engine.header import CHANCE
from pyramidion.engine.position import Position
from pyramidion.lab.judge import Judge, Opinion, Values, mean
from pyramidion.players.levels import search_of
from pyramidion.study.reviews.certainty import Certainty
from pyramidion.study.reviews.information import Information, information_of

QUICK = {"tree": 60, "alphabeta": 150, "expert": 250}  # the least effort that says something
CANDIDATES = 6  # moves of a decision that are looked at closely, besides the one played
ROLLS = 6  # the effort for all outcomes of a roll together, in efforts
LEAST = 60  # the effort for one of them
RAREST = 8  # the effort for the rarest of them, in a hurry


@dataclass(frozen=True)
class Valued:
    """What the seats could expect before a ply and after it.

    Before a decision that is what the best move found leads to, before a roll the exact mean over what may come up.
    """

    before: Values
    after: Values
    best: str = ""  # the best move found; empty where nobody decided
    lead: float = 0.0  # of the best move over the next best one, for the seat that decided
    spread: float = 0.0  # between the best and the worst of the moves looked at
    proven: bool = False  # is the value before it certain?
    proven_after: bool = False  # is the value after it certain, by what is known of the next ply?
    certain: bool = False  # are both values certain?
    solved: bool = False  # are the values of all moves certain?
    information: Information | None = None  # where something is hidden


class Valuer:
    """Values plies of one game; it proves what it can."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._judge = Judge(game, fair=True)

    @functools.cached_property
    def _certainty(self) -> Certainty:
        """Made when something is to be proven: where the solver is not compiled yet, that takes long."""
        return Certainty(self.game)

    def value(self, position: Position, played: Sequence[int], effort: int, among: Sequence[int] = ()) -> Valued:
        """A ply of a game: the position before it, and what was played or rolled; where something is hidden, a turn
        and all that was played in it. A choice is compared with the moves that promise most, or with those `among`."""
        judge = self._judge.with_effort(effort)
        if self.game.facts.hidden:
            return turn_valued(judge, position, played)
        if position.mover == CHANCE:
            return roll_valued(judge, position, played[0])
        if len(position.codes) == 1:
            found = self._opinion(judge, position)
            return Valued(found.values, found.values, proven=found.exact, certain=found.exact)
        return self._decision(judge, position, played[0], list(dict.fromkeys(among)))

    def glance(self, position: Position) -> Values:
        """What a position is worth, quickly."""
        return self._judge.with_effort(quick_effort(self.game)).value(position).values

    def opinions(self, position: Position, codes: Sequence[int], effort: int) -> dict[int, Opinion]:
        """What some moves lead to, all measured alike."""
        judge = self._judge.with_effort(effort)
        return {each: self._opinion(judge, position.play(each)) for each in codes}

    def _opinion(self, judge: Judge, position: Position) -> Opinion:
        """What a position is worth: proven, unless it must be quick, or in the opinion of the search."""
        proven = self._certainty.value(position) if judge.effort > quick_effort(self.game) else None
        return proven or judge.value(position)

    def _decision(self, judge: Judge, position: Position, code: int, among: list[int]) -> Valued:
        seat, codes = position.seat, among or candidates(judge, position, code)
        found = self.opinions(position, codes, judge.effort)
        ranked = sorted(codes, key=lambda each: (-found[each].values[seat], each != code))
        best, second, worst = (found[ranked[place]].values[seat] for place in (0, min(1, len(ranked) - 1), -1))
        exact = len(found) == len(position.codes) and all(each.exact for each in found.values())
        first = found[ranked[0]]
        return Valued(
            first.values,
            found[code].values,
            position.text_of(ranked[0]),
            best - second,
            best - worst,
            proven=exact or (first.exact and best == 1),
            certain=first.exact and found[code].exact,
            solved=exact,
        )


def candidates(judge: Judge, position: Position, played: int) -> list[int]:
    """The moves to look at: all if they are few, else the most promising ones and the one played."""
    if len(position.codes) <= CANDIDATES:
        return position.codes
    promising = [position.check(line.move) for line in judge.think(position).lines[:CANDIDATES]]
    return list(dict.fromkeys([*promising, played]))


def roll_valued(judge: Judge, position: Position, code: int) -> Valued:
    """A roll. Every outcome is valued alike, so that luck is zero on average."""
    codes, weights = position.weighted_codes()
    if judge.search == "tree" and judge.effort <= QUICK["tree"]:
        values = outcomes_at_once(judge, position, codes, weights)
    else:
        lesser = judge.with_effort(max(LEAST, min(judge.effort, ROLLS * judge.effort // len(codes))))
        values = [lesser.value(position.play(each)).values for each in codes]
    return Valued(mean(values, weights), values[codes.index(code)])


def outcomes_at_once(judge: Judge, position: Position, codes: list[int], weights: list[int]) -> list[Values]:
    """What the outcomes of a roll lead to, by one search: quicker, but rare ones are looked at less."""
    wider = judge.with_effort(max(ROLLS * judge.effort, RAREST * sum(weights) // min(weights)))
    found = {line.move: line.results for line in wider.think(position).lines}
    return [found[position.text_of(each)] for each in codes]


def turn_valued(judge: Judge, position: Position, played: Sequence[int]) -> Valued:
    """A turn in which something is hidden: what its seat could expect before it, and what it could learn."""
    thought = judge.think(position, brief=False)
    values = thought.best.results
    return Valued(values, values, certain=thought.exact, information=information_of(position, played, thought.lines))


def quick_effort(game: Game) -> int:
    return QUICK[search_of(game)]
