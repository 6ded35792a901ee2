"""All measures, in the order in which reports show them."""

from __future__ import annotations

from collections.abc import Iterable

from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game
from pyramidion.lab.definitions import Definition
from pyramidion.lab.measures_choice import CHOICE
from pyramidion.lab.measures_course import COURSE
from pyramidion.lab.measures_luck import LUCK
from pyramidion.lab.measures_outcome import OUTCOME

MEASURES: tuple[Definition, ...] = (*OUTCOME, *CHOICE, *COURSE, *LUCK)
BY_KEY = {measure.key: measure for measure in MEASURES}


def chosen_measures(game: Game, keys: Iterable[str] = ()) -> tuple[Definition, ...]:
    """The measures with these keys, or all that fit a game; BadInput for an unknown key or one that does not fit."""
    wanted = list(keys)
    for key in wanted:
        if key not in BY_KEY:
            raise BadInput(f"'{key}' is not a measure. Measures: {', '.join(BY_KEY)}.")
        if not BY_KEY[key].fits(game):
            raise BadInput(f"The measure {key} cannot be taken of {game.spec}. Leave it out.")
    return tuple(measure for measure in MEASURES if (measure.key in wanted if wanted else measure.fits(game)))
