"""What an arena found out: a line for each player and for each two that met."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pyramidion.arena.bouts import Played
from pyramidion.arena.duels import Duel, different, duels, tally
from pyramidion.arena.intervals import share_interval
from pyramidion.arena.ratings import Rating, ratings


@dataclass
class Standing:
    """A player's games: points by seat, games lost by a fault, time."""

    player: str
    points: list[float]
    games: list[int]
    faults: int = 0
    seconds: float = 0.0
    timed: int = 0  # choices that the time was taken of
    rating: Rating | None = None

    @property
    def score(self) -> float | None:
        return sum(self.points) / sum(self.games) if sum(self.games) else None

    @property
    def by_seat(self) -> list[float | None]:
        return [points / games if games else None for points, games in zip(self.points, self.games, strict=True)]

    @property
    def pace(self) -> float | None:
        """Seconds of thinking for one choice."""
        return self.seconds / self.timed if self.timed else None

    def add(self, game: Played, seat: int) -> None:
        self.points[seat] += game.results[seat]
        self.games[seat] += 1
        self.faults += game.faulty == seat
        self.seconds += game.seconds[seat]
        self.timed += max(0, game.choices[seat] - 1)

    def to_json(self) -> dict[str, object]:
        rating = None if self.rating is None else asdict(self.rating)
        result = {"games": sum(self.games), "score": self.score, "by_seat": self.by_seat, "faults": self.faults}
        return {"player": self.player, "rating": rating, **result, "seconds_per_choice": self.pace}


def standings(players: Sequence[str], seats: int, games: Sequence[Played], opening: int = 0) -> list[Standing]:
    """All players, the best first; ratings count games that were played twice once."""
    found = {player: Standing(player, [0.0] * seats, [0] * seats) for player in players}
    for game in games:
        for seat, player in enumerate(game.players):
            found[player].add(game, seat)
    rated = ratings(players, list(duels(different(games), opening=opening)))
    for standing in found.values():
        standing.rating = rated[standing.player]
    return sorted(found.values(), key=lambda standing: -_elo(standing))


def _elo(standing: Standing) -> float:
    return standing.rating.elo if standing.rating else float("-inf")


def pairs(players: Sequence[str], games: Sequence[Played]) -> list[dict[str, Any]]:
    """What each two players made of each other, in games that differ."""
    met = list(duels(different(games)))
    return [pair_json(met, one, two) for one, two in itertools.combinations(players, 2)]


def pair_json(met: Sequence[Duel], one: str, two: str) -> dict[str, Any]:
    """How often the first player won, and its share of the decided games with an interval."""
    found = tally(met, one, two)
    counts = {"wins": found.wins, "draws": found.draws, "losses": found.losses}
    share = found.wins / found.decided if found.decided else None
    interval = list(share_interval(share or 0.0, found.decided))
    return {"players": [one, two], **counts, "decided_won": share, "interval": interval}
