"""Compiles everything that the bots of a game run, so that no bot has to wait for it during a game."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pyramidion.engine import cache
from pyramidion.engine.game import Game
from pyramidion.engine.match import Match
from pyramidion.players.bots import level_bot
from pyramidion.players.levels import HIGHEST

LEVELS = (1, HIGHEST)  # those that differ in the code they run
MOST_PLIES = 120
THOROUGH = 20_000  # effort that reaches everything a search can do
HERE = Path(__file__).parent


def prepare(game: Game, level: int) -> None:
    """Compile the rules of a game and what a level of its bots runs. The bot thinks about every position of one game,
    so it meets every role that it can play, and for each seat once thoroughly."""
    with nothing_collected():
        game.warm_up()
        bot, match = level_bot(game, level, seed=0), Match(game, seed=0)
        hasty = set()
        while match.outcome is None and len(match.codes) < MOST_PLIES:
            seat = match.position.mover
            match.play(bot.choose(match.position, effort=1 if seat in hasty else THOROUGH))
            hasty.add(seat)
    cache.mark_prepared(game.description, HERE, f"level-{level}")


@contextmanager
def nothing_collected() -> Iterator[None]:
    """Compilers make many objects that live long; looking for garbage among them again and again takes time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def unprepared(game: Game) -> list[int]:
    """The levels that are not on disk yet."""
    return [level for level in LEVELS if not cache.is_prepared(game.description, HERE, f"level-{level}")]
