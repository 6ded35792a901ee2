"""Does thinking longer win? Players that think twice as long against those that do not, step by step."""

from __future__ import annotations

import numpy as np

from pyramidion.engine.game import Game
from pyramidion.lab.estimates import ratio
from pyramidion.lab.games import Games
from pyramidion.lab.results import SkillStep
from pyramidion.lab.trials import Trial
from pyramidion.players.levels import USUAL, search_of

STEPS = 5
TIMES = 2
FROM_LEVEL = 3  # whose effort is the first step
SPECS = {"tree": "mcts", "alphabeta": "alphabeta", "expert": "expert"}


def ladder(game: Game) -> tuple[tuple[str, str], ...]:
    """Each step as the stronger player and the weaker one, which thinks half as long."""
    search = search_of(game)
    first = USUAL[search][FROM_LEVEL - 1].effort
    assert first is not None
    players = [f"{SPECS[search]}:{first * TIMES**step}" for step in range(STEPS + 1)]
    return tuple((players[step + 1], players[step]) for step in range(STEPS))


def step_of(games: Games) -> SkillStep:
    """What a seat of the stronger player made, beside a seat of the weaker one: a half is even."""
    stronger, weaker = games.schedule.players
    mine = np.array([_per_seat(trial, stronger) for trial in games.trials])
    theirs = np.array([_per_seat(trial, weaker) for trial in games.trials])
    return SkillStep(stronger, weaker, float(TIMES), ratio(mine, mine + theirs, games.clusters, bounded=True))


def _per_seat(trial: Trial, player: str) -> float:
    """The mean result of a player's seats."""
    pairs = zip(trial.played.players, trial.played.results, strict=True)
    own = [result for name, result in pairs if name == player]
    return sum(own) / len(own)
