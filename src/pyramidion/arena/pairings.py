"""Who meets whom, and with what luck: all of it follows from the settings of an arena.

A pairing is a group of players and a seed of set-up and dice, played once with every rotation of
the players over the seats, so that all of them get the same luck.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game, checked_game, checked_seed
from pyramidion.engine.perft import perft

MOST_GAMES = 10_000_000
MOST_OPENING = 1000
ENOUGH_OPENINGS = 100  # games that begin alike go on alike
LONGEST_OPENING = 12  # plies
SEED_BITS = 63


@dataclass(frozen=True)
class Bout:
    """One game of an arena: who sits where, the seed of set-up and dice, and a seed for every player."""

    number: int
    pairing: int
    seats: tuple[str, ...]
    luck: int
    seeds: tuple[int, ...]


@dataclass(frozen=True)
class Plan:
    """Round after round of pairings; every group of players meets once a round, all with the same luck."""

    game: Game
    players: tuple[str, ...]
    seed: int = 0
    opening: int = 0  # random choices at the start of a game, the same for all rotations

    def __post_init__(self) -> None:
        checked_game(self.game)
        checked_seed(self.seed)
        if len(self.players) < 2 or len(set(self.players)) < len(self.players):
            raise BadInput("An arena needs two or more players, each named once.")
        if not 0 <= self.opening <= MOST_OPENING:
            raise BadInput(f"Openings are 0 to {MOST_OPENING} random plies, not {self.opening}.")

    @functools.cached_property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The players of each table; with more seats than players, some sit there more than once."""
        return groups(self.players, self.game.seats)

    def count(self, games: int) -> int:
        """How many bouts there are when every group plays so many games, in whole pairings."""
        if not 1 <= games <= MOST_GAMES:
            raise BadInput(f"The number of games is 1 to {MOST_GAMES}, not {games}.")
        rounds = -(-games // self.game.seats)
        return rounds * len(self.groups) * self.game.seats

    def bout(self, number: int) -> Bout:
        """Game number `number`, counted from 0."""
        pairing, rotation = divmod(number, self.game.seats)
        turn, group = divmod(pairing, len(self.groups))
        names = self.groups[group]
        seats = names[rotation:] + names[:rotation]
        seeds = tuple(seed_from(self.seed, number, seat) for seat in range(len(seats)))
        return Bout(number, pairing, seats, seed_from(self.seed, turn), seeds)


def groups(players: Sequence[str], seats: int) -> tuple[tuple[str, ...], ...]:
    """All ways to fill a table with as many different players as it takes, the order left aside."""
    different = min(len(players), seats)
    filled = itertools.combinations_with_replacement(players, seats)
    return tuple(names for names in filled if len(set(names)) == different)


def usual_opening(game: Game) -> int:
    """None where dice or a shuffled set-up make games differ, else as many plies as give a hundred beginnings."""
    if game.facts.chance or game.shuffled:
        return 0
    plies = range(1, LONGEST_OPENING)
    return next((count for count in plies if perft(game, count) >= ENOUGH_OPENINGS), LONGEST_OPENING)


def seed_from(*numbers: int) -> int:
    """A seed that is as good as unrelated to that of any other numbers."""
    digest = hashlib.sha256(repr(numbers).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> (64 - SEED_BITS)
