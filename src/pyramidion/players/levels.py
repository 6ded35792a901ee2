"""Levels 1 to 8: the same names for every game, defined by effort and not by the machine's speed."""

from __future__ import annotations

from pyramidion.engine.contract import Level
from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game
from pyramidion.engine.whole import is_whole

NAMES = ("Beginner", "Casual", "Learner", "Player", "Club", "Strong", "Expert", "Master")
HIGHEST = len(NAMES)
SECONDS = 2.0  # a move of the highest level


# By the way a game is searched; a game may have its own in its judgement.
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
    """The best search for a game: its own expert, or what its judgement says, `tree` or `alphabeta`."""
    judgement = game.description.judgement
    return "expert" if judgement.expert else judgement.search


def level(game: Game, number: int) -> Level:
    """What a level is in a game."""
    if not is_whole(number, 1, HIGHEST):
        raise BadInput(f"Levels are 1 to {HIGHEST}, not {number!r}.")
    return game.description.judgement.levels.get(number) or USUAL[search_of(game)][number - 1]
