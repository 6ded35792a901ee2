"""Who meets whom, and with what luck: all of it follows from the schedule of an arena.

A pairing is a group of players and a seed of set-up and dice, played once with every rotation of
the players over the seats, so that all of them get the same luck. A player that plays itself needs no rotations.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game, checked_game, checked_seed

MOST_GAMES = 10_000_000
MOST_OPENING = 1000
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
class Schedule:
    """Round after round of pairings; every group of players meets once a round, all with the same luck."""

    game: Game
    players: tuple[str, ...]
    seed: int = 0
    opening: int = 0  # random choices at the start of a game, the same for all rotations
    even: bool = False  # leave out openings that all but decide the game
    most_turns: int | None = None  # a game that is not over by then counts as drawn

    def __post_init__(self) -> None:
        checked_game(self.game)
        checked_seed(self.seed)
        if not self.players or len(set(self.players)) < len(self.players):
            raise BadInput("An arena needs players, each named once. One alone plays itself.")
        if not 0 <= self.opening <= MOST_OPENING:
            raise BadInput(f"Openings are 0 to {MOST_OPENING} random plies, not {self.opening}.")
        if self.even and not self.opening:
            raise BadInput("Even openings need random plies to choose from; ask for some with --openings.")
        if self.most_turns is not None and self.most_turns < 1:
            raise BadInput(f"Games have at least one turn, not {self.most_turns}.")

    @functools.cached_property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """The players of each group; with more seats than players, some take several seats."""
        return groups(self.players, self.game.seats)

    @property
    def rotations(self) -> int:
        """How many games have the same luck: one for each seat, unless the player plays itself."""
        return self.game.seats if len(self.players) > 1 else 1

    def count(self, games: int) -> int:
        """How many bouts there are when every group plays at least `games` games, in whole pairings."""
        if not 1 <= games <= MOST_GAMES:
            raise BadInput(f"The number of games is 1 to {MOST_GAMES}, not {games}.")
        rounds = -(-games // self.rotations)
        return rounds * len(self.groups) * self.rotations

    def bout(self, number: int) -> Bout:
        """Game number `number`, counted from 0."""
        pairing, rotation = divmod(number, self.rotations)
        turn, group = divmod(pairing, len(self.groups))
        names = self.groups[group]
        seats = names[rotation:] + names[:rotation]
        seeds = tuple(seed_from(self.seed, number, seat) for seat in range(len(seats)))
        return Bout(number, pairing, seats, seed_from(self.seed, turn), seeds)


def groups(players: Sequence[str], seats: int) -> tuple[tuple[str, ...], ...]:
    """All ways to fill the seats with as many different players as possible, in no particular order."""
    different = min(len(players), seats)
    filled = itertools.combinations_with_replacement(players, seats)
    return tuple(names for names in filled if len(set(names)) == different)


def seed_from(*numbers: int) -> int:
    """A seed unrelated to that of any other numbers."""
    digest = hashlib.sha256(repr(numbers).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> (64 - SEED_BITS)
