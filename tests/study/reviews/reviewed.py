"""Games to be reviewed: short ones, ended by hand where the rules would take long."""

from __future__ import annotations

import random
from fractions import Fraction

import pyramidion as pyr

EFFORT = 30  # enough to say something
PLIES = 24


def short_game(name: str, seed: int = 1, plies: int = PLIES, **options: object) -> pyr.Match:
    """A random game; whoever is to move after some plies resigns."""
    chance, match = random.Random(seed), pyr.Match(pyr.load(name, **options), seed=seed)
    while match.outcome is None and len(match.codes) < plies:
        match.play(chance.choice(match.position.moves()))
    if match.outcome is None:
        loser, others = match.position.seat, match.game.seats - 1
        match.end([Fraction(int(seat != loser), others) for seat in range(match.game.seats)], "resignation")
    return match


def four_in_a_row(*columns: str) -> pyr.Match:
    """A game of Connect Four, move by move; the seat to move then resigns."""
    match = pyr.Match(pyr.load("connect_four"), seed=0)
    for column in columns:
        match.play(column)
    if match.outcome is None:
        match.end([int(seat != match.position.seat) for seat in range(2)], "resignation")
    return match
