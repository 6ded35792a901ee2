"""How the games of an arena begin: with random plies where nothing else makes them differ."""

from __future__ import annotations

import random
from collections import deque

from pyramidion.arena.luck import FairMatch
from pyramidion.arena.pairings import Bout, Schedule
from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game
from pyramidion.engine.match import Match
from pyramidion.engine.perft import perft
from pyramidion.engine.position import Position
from pyramidion.players.bots import bot

ENOUGH = 100  # openings: games that begin alike go on alike
LONGEST = 12  # plies
ATTEMPTS = 100
JUDGE = 7  # the level that says whether an opening is even
LEAST_HOPE = 0.6  # of a fair share of the game, for the seat that is worst off in an even opening


def usual_opening(game: Game) -> int:
    """How many plies give a hundred beginnings; 0 where dice or a shuffled set-up make games differ."""
    if game.facts.chance or game.shuffled:
        return 0
    plies = range(1, LONGEST)
    return next((count for count in plies if perft(game, count) >= ENOUGH), LONGEST)


def opened(schedule: Schedule, bout: Bout) -> Match:
    """The match after its opening; of even ones the first that is found, the same for all rotations."""
    reason = "over"
    for attempt in range(ATTEMPTS):
        match = random_opening(schedule, bout, random.Random(f"{bout.luck} {attempt}"))
        if match.position.mover is not None:
            if not schedule.even or is_even(match.position):
                return match
            reason = "all but decided"
    raise BadInput(
        f"{schedule.game.title} is {reason} after {schedule.opening} random plies. Ask for shorter openings."
    )


def random_opening(schedule: Schedule, bout: Bout, chance: random.Random) -> Match:
    """The match after the opening's random choices; plies without a choice do not count."""
    match = FairMatch(schedule.game, bout.luck, bout.seats)
    left = schedule.opening
    while left and match.position.mover is not None:
        moves = match.position.moves()
        left -= len(moves) > 1
        match.play(chance.choice(moves))
    return match


def is_even(position: Position) -> bool:
    """May every seat still expect something, in the opinion of a strong player? It is a new one, which remembers
    nothing, so that all rotations get the same answer."""
    (analysis,) = deque(bot(position.game, JUDGE).analyse(position), maxlen=1)
    return min(analysis.best.results) * position.game.seats >= LEAST_HOPE
