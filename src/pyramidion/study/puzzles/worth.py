"""What the moves of a position are worth to the seat that makes them: every move searched on its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game
from pyramidion.engine.header import CHANCE
from pyramidion.engine.position import Position
from pyramidion.lab.judge import Judge
from pyramidion.players.analysis import Analysis
from pyramidion.players.levels import search_of
from pyramidion.study.puzzles.puzzle import Worth

LONGEST_REPLY = 6  # plies
TOLD = 5_000  # positions of a search that tells the moves to come


@runtime_checkable
class Counting(Protocol):
    """An expert that can count exactly what the moves of a view achieve, and say what a move leaves open."""

    def counted(self, view: Position) -> Mapping[str, float] | None:
        """The chance that each move leaves, None where it cannot be counted."""

    def shortfall(self, view: Position, move: str) -> str:
        """Why a move may fail, in a sentence."""


class Weigher:
    """Weighs the moves of positions of one game. The same position and effort always give the same numbers."""

    def __init__(self, game: Game) -> None:
        self.game = game
        kind = search_of(game)
        self.expert = counting_expert(game)
        if kind == "expert" and self.expert is None:
            raise BadInput(f"Moves of {game.title} cannot be weighed one by one.")
        self._judge = Judge(game, fair=True)

    def worths(self, view: Position, effort: int) -> list[Worth]:
        """All moves of the seat to move, best first; `effort` is spent on each."""
        if self.expert is not None:
            counted = self.expert.counted(view) or {}
            found = [Worth(move, share, True) for move, share in counted.items()]
        else:
            found = [self.worth(view, str(move), effort) for move in view.moves()]
        return sorted(found, key=lambda worth: (-worth.share, worth.move))

    def worth(self, view: Position, move: str, effort: int) -> Worth:
        """One move, by a search of the position after it."""
        seat, after = view.seat, view.play(move)
        if after.outcome is not None:
            return Worth(move, float(after.outcome.results[seat]), True)
        found = self._search(after, effort)
        if after.mover == CHANCE:
            total = sum(line.effort for line in found.lines)
            share = sum(line.effort * line.results[seat] for line in found.lines) / max(total, 1)
            return Worth(move, share, False)
        best = found.best
        return Worth(move, best.results[seat], best.exact, turn_of(after, best.line or (best.move,), seat))

    def _search(self, position: Position, effort: int) -> Analysis:
        """A search that remembers nothing of those before, by the judge that values positions everywhere."""
        brief = self._judge.search == "tree" or effort < TOLD  # to write lines down takes longer than to find them
        return self._judge.with_effort(effort).think(position, brief)


def counting_expert(game: Game) -> Counting | None:
    """The expert of a game, if it can count."""
    make = game.description.judgement.expert
    expert = make(game, 0.0) if make is not None else None
    return expert if isinstance(expert, Counting) else None


def turn_of(position: Position, line: tuple[str, ...], seat: int) -> tuple[str, ...]:
    """The moves of a line until others have made theirs and the seat, chance or nobody is to move again."""
    found, others = list[str](), False
    for text in line[:LONGEST_REPLY]:
        if position.mover is None or position.mover == CHANCE or (others and position.mover == seat):
            break
        others = others or position.mover != seat
        position = position.play(text)
        found.append(text)
    return tuple(found)
