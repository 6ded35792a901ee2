"""All full positions that a view allows: a game's `guess` is run once for every way its dice can fall."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine import dice, edge
from pyramidion.engine.binding import Binding, with_attributes
from pyramidion.engine.description import Description
from pyramidion.engine.errors import BadInput
from pyramidion.engine.verbs import Dice

if TYPE_CHECKING:
    from pyramidion.engine.game import Game

MOST_WAYS = 10_000
MOST_ROLLS = 64  # of one guess; the dice of a guess hold what was rolled before and what to roll now
ROLLS, BOUNDS = 1, 1 + MOST_ROLLS


def possible_rows(game: Game, row: NDArray[np.void]) -> Iterator[bytes]:
    """The bytes of each full position once; BadInput if there are too many ways to fill the blanks."""
    found: dict[bytes, None] = {}
    script = np.zeros(1 + 2 * MOST_ROLLS, dtype=np.int64)
    guess = _scripted(game.description)
    for _ in range(MOST_WAYS):
        full = np.frombuffer(bytearray(row.tobytes()), dtype=row.dtype)
        script[0] = 0
        guess(with_attributes(full), script, 0)
        found[full.tobytes()] = None
        if not _advance(script):
            return iter(found)
    raise _too_many(game)


def _too_many(game: Game) -> BadInput:
    return BadInput(
        f"There are more than {MOST_WAYS} ways to fill in this view of {game.title}: draw some with guess(seed)."
    )


def _advance(script: Dice) -> bool:
    """Make the script that of the next way the dice can fall, in the order of counting; False after the last."""
    for roll in range(int(script[0]) - 1, -1, -1):
        script[ROLLS + roll] += 1
        if script[ROLLS + roll] < script[BOUNDS + roll]:
            script[ROLLS + roll + 1 : BOUNDS] = 0
            return True
    return False


def _scripted_below(script: Dice, bound: int) -> int:
    """The next roll of the script; the bound is noted in it."""
    roll = int(script[0])
    if roll == MOST_ROLLS:
        raise BadInput(f"A guess of this game rolls its dice more than {MOST_ROLLS} times: draw some with guess(seed).")
    script[0] += 1
    script[BOUNDS + roll] = bound
    return int(script[ROLLS + roll])


def _no_words(script: Dice) -> int:
    raise BadInput("A guess of this game rolls dice with too many sides: draw some with guess(seed).")


@functools.cache
def _scripted(about: Description) -> Callable[..., Any]:
    """The game's `guess`, interpreted, with dice that fall as a script says."""
    instead: dict[Callable[..., Any], Any] = {
        dice.below: _scripted_below,
        dice.word: _no_words,
        dice.shuffle_in: _leave_alone,
    }
    guess: Callable[..., Any] = Binding(about, instead=instead)(edge.fill_in)
    return guess


def _leave_alone(script: Dice, seed: int, stream: int) -> None:
    """Scripted dice are not shuffled."""
