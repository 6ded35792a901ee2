"""Levels 1 to 8: the same names for every game, defined by effort and not by the machine's speed."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pyramidion.engine import binding
from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game

NAMES = ("Beginner", "Casual", "Learner", "Player", "Club", "Strong", "Expert", "Master")
HIGHEST = len(NAMES)
SECONDS = 2.0  # a move of the highest level


@dataclass(frozen=True)
class Level:
    """How a level thinks: how far, and how surely it tells good from bad.

    A player that looks one move ahead has no effort. `blur` is how far it misjudges what it sees, in
    log odds: it takes what looks best to it, and what is clearly bad still looks bad. `overlooks` is for
    games with an expert: how much of what has been told it has not noticed.
    """

    effort: int | None = None
    blur: float = 0.0
    seconds: float | None = None
    overlooks: float = 0.0

    @property
    def looks_ahead(self) -> bool:
        """Further than one move?"""
        return self.effort is not None or self.seconds is not None


# By the way a game is searched; a game may have its own in judgement.LEVELS, as in {4: {"effort": 40}}.
USUAL: dict[str, tuple[Level, ...]] = {
    "tree": (
        Level(blur=1.6),
        Level(blur=0.5),
        Level(effort=60),
        Level(effort=240),
        Level(effort=1_000),
        Level(effort=4_000),
        Level(effort=16_000),
        Level(seconds=SECONDS),
    ),
    "alphabeta": (
        Level(blur=1.6),
        Level(blur=0.5),
        Level(effort=150),
        Level(effort=800),
        Level(effort=4_000),
        Level(effort=20_000),
        Level(effort=100_000),
        Level(seconds=SECONDS),
    ),
    "expert": (
        Level(effort=20, overlooks=0.6),
        Level(effort=60, overlooks=0.5),
        Level(effort=250, overlooks=0.4),
        Level(effort=1_000, overlooks=0.33),
        Level(effort=5_000, overlooks=0.26),
        Level(effort=50_000, overlooks=0.19),
        Level(effort=200_000, overlooks=0.1),
        Level(seconds=SECONDS),
    ),
}


def search_of(game: Game) -> str:
    """How a game is searched best: by an expert of its own, else as its judgement says, `tree` or `alphabeta`."""
    if importlib.util.find_spec(f"{game.rules.__name__.rpartition('.')[0]}.expert"):
        return "expert"
    return str(getattr(binding.judgement(game.rules), "SEARCH", "tree"))


def level(game: Game, number: int) -> Level:
    """What a level is in a game."""
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= HIGHEST:
        raise BadInput(f"Levels are 1 to {HIGHEST}, not {number!r}.")
    own: Mapping[int, Mapping[str, Any]] = getattr(binding.judgement(game.rules), "LEVELS", {})
    return Level(**own[number]) if number in own else USUAL[search_of(game)][number - 1]
