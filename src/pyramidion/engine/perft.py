"""Perft: counts of all lines of play, the standard test of exact rules."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game, checked_game
from pyramidion.engine.playouts import choices
from pyramidion.engine.position import Position
from pyramidion.engine.refusals import refuse_if_blank
from pyramidion.engine.verbs import Codes, play
from pyramidion.engine.whole import is_whole

MOST_PLIES = 1000


def count_lines(
    line: NDArray[np.void], out: Codes, weights: Codes, counts: Codes, next_choice: Codes, stop: Codes
) -> int:
    """Sequences of exactly `len(line)` plies from `line[0]`, walked without recursion.

    `out` holds the choices of every ply on the line in rows, `counts` how many they are, and
    `next_choice` which one comes next. The last ply is counted, not played. Setting `stop[0]`
    ends the count.
    """
    last = len(line) - 1
    total = 0
    ply = 0
    counts[0] = choices(line[0], out[0], weights)
    next_choice[0] = 0
    while ply >= 0 and not stop[0]:
        if ply == last:
            total += counts[ply]
            ply -= 1
        elif next_choice[ply] == counts[ply]:
            ply -= 1
        else:
            line[ply + 1] = line[ply]
            play(line[ply + 1], int(out[ply, next_choice[ply]]))
            next_choice[ply] += 1
            ply += 1
            counts[ply] = choices(line[ply], out[ply], weights)
            next_choice[ply] = 0
    return total


def perft(start: Game | Position, plies: int) -> int:
    """How many sequences of exactly `plies` plies there are; each outcome of chance counts once."""
    position = start if isinstance(start, Position) else checked_game(start).start(seed=0)
    if not is_whole(plies, 0, MOST_PLIES):
        raise BadInput(f"perft counts 0 plies or more, at most {MOST_PLIES}, not {plies!r}.")
    if plies == 0:
        return 1
    game = position.game
    refuse_if_blank(position)
    line = game.rows(plies)
    line[0] = position.row
    out = np.empty((plies, game.facts.most_moves), dtype=np.int32)
    weights = np.empty(game.facts.most_moves, dtype=np.int32)
    counts, next_choice = np.empty((2, plies), dtype=np.int32)
    return _interruptible(game.bind(count_lines), line, out, weights, counts, next_choice)


def _interruptible(count: Callable[..., int], *arguments: object) -> int:
    """Count in a thread, since compiled code does not notice Ctrl-C by itself."""
    stop = np.zeros(1, dtype=np.int32)
    with ThreadPoolExecutor(1) as pool:
        try:
            return int(pool.submit(count, *arguments, stop).result())
        except BaseException:
            stop[0] = 1
            raise
