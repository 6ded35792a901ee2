"""What a roll may lead to: every outcome, and what a bot thinks it is worth."""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Sequence

from pyramidion.engine.header import CHANCE
from pyramidion.engine.position import Position
from pyramidion.players.analysis import Line
from pyramidion.players.bots import level_bot


def weigh(position: Position, level: int) -> list[Line]:
    """What each outcome of chance leads to, as a bot of a level sees it."""
    moves = [move for move, _ in position.chances()]
    found = [_worth(position.play(move), level) for move in moves]
    return [
        Line(str(move), best.results, best.effort, best.exact, (str(move), *best.line))
        for move, best in zip(moves, found, strict=True)
    ]


def _worth(position: Position, level: int) -> Line:
    """The best line of a position, or what it is worth where nobody decides."""
    if position.outcome is not None:
        return Line("", tuple(float(result) for result in position.outcome.results), 0, exact=True)
    if position.mover == CHANCE:
        return expected(position, weigh(position, level))
    (last,) = deque(level_bot(position.game, level, seed=0).analyse(position), maxlen=1)
    return last.best


def expected(position: Position, lines: Sequence[Line]) -> Line:
    """What chance leads to on average."""
    shares = [float(share) for _, share in position.chances()]
    columns = zip(*(line.results for line in lines), strict=True)
    results = tuple(sum(map(operator.mul, shares, column)) for column in columns)
    return Line("", results, sum(line.effort for line in lines), all(line.exact for line in lines))
