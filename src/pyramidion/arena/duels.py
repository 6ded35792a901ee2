"""Games as duels between two players each: what ratings and tests are made of."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pyramidion.arena.bouts import Played


class Duel(NamedTuple):
    """What one player achieved against another in a game: 1, 1/2 or 0. Games of a pairing belong together."""

    pairing: object
    player: str
    other: str
    score: float


def different(games: Iterable[Played]) -> list[Played]:
    """The games that differ."""
    found: dict[object, Played] = {}
    for game in games:
        found.setdefault(identity(game), game)
    return list(found.values())


def identity(game: Played) -> object:
    """Equal for games with the same players, set-up and moves: the same game twice tells nothing new, unless a fault
    ended it."""
    fault = None if game.faulty is None else game.number
    return fault, game.players, game.record["setup"], tuple(game.record["moves"])


def duels(games: Iterable[Played], name: str = "", opening: int = 0) -> Iterator[Duel]:
    """All duels of some games; `name` tells pairings of several arenas apart. Games that begin with the same random
    plies, of which there are `opening`, belong together too, since games that begin alike go on alike.

    Two losers of the same game have not met, nor have those who share a game that a third lost by a fault.
    """
    for game in games:
        for one, two in itertools.combinations(range(len(game.players)), 2):
            first, second = game.results[one], game.results[two]
            met = first + second > 0 and game.faulty in (None, one, two)
            if met and game.players[one] != game.players[two]:
                score = 0.5 if first == second else float(first > second)
                yield Duel((name, cluster(game, opening)), game.players[one], game.players[two], score)


def cluster(game: Played, opening: int) -> Hashable:
    """What a game has in common with others, so that together they tell less than independent games would."""
    if not opening or game.faulty is not None:
        return game.number // len(game.players)
    return game.record["setup"], tuple(game.record["moves"][:opening])


@dataclass
class Tally:
    """Wins, draws and losses of one player against another."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def decided(self) -> int:
        return self.wins + self.losses

    def add(self, score: float) -> None:
        self.wins += score == 1
        self.losses += score == 0
        self.draws += score not in (0, 1)


def tally(met: Iterable[Duel], one: str, two: str) -> Tally:
    """What one player made of another."""
    found = Tally()
    for duel in met:
        if {duel.player, duel.other} == {one, two}:
            found.add(duel.score if duel.player == one else 1 - duel.score)
    return found
