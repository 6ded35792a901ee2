"""An arena: players against players on all cores, saved as it goes, until all is played or decided."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

from pyramidion.arena.bouts import Maker, Played
from pyramidion.arena.duels import different, duels, identity
from pyramidion.arena.games_file import GamesFile, about
from pyramidion.arena.pairings import Schedule
from pyramidion.arena.sprt import Sprt
from pyramidion.arena.standings import Standing, pairs, standings
from pyramidion.arena.workers import MOST_WORKERS, Bouts, on_this_machine
from pyramidion.engine.errors import BadInput
from pyramidion.engine.simulation import cores
from pyramidion.players.bots import player

SUMMARY = "pyramidion-arena-result-1"


def _check(schedule: Schedule, threads: int | None, sprt: Sprt | None) -> None:
    if threads is not None and not 1 <= threads <= MOST_WORKERS:
        raise BadInput(f"The number of threads is 1 to {MOST_WORKERS}, not {threads}.")
    if sprt and len(schedule.players) != 2:
        raise BadInput("A sequential test is between two players.")


class Arena:
    """A number of games for every group of a schedule, some of them played already.

    `maker` makes a player from a game, a spec and a seed. It must be a function of a module, since games are played in
    other processes, unless they are to be played `here`.
    """

    def __init__(
        self,
        schedule: Schedule,
        games: int,
        threads: int | None = None,
        save: str | Path | None = None,
        sprt: Sprt | None = None,
        maker: Maker = player,
        here: bool = False,
    ) -> None:
        _check(schedule, threads, sprt)
        self.schedule = schedule
        self.about = about(schedule)
        self.bouts = schedule.count(games)
        for spec in schedule.players:
            maker(schedule.game, spec, 0).close()
        self.sprt = sprt
        self._threads = threads or cores()
        self._maker = maker
        self._here = here
        self._file = GamesFile(save, schedule, self.about) if save else None
        known = self._file.games if self._file else []
        self._played = {played.number: played for played in known if played.number < self.bouts}
        self._tested = 0  # pairings in order that the test has seen
        self._counted: set[object] = set()  # and the games in them
        self._test()

    @property
    def games(self) -> list[Played]:
        """All games that count, in order."""
        last = self._tested * self.schedule.game.seats if self.decided else self.bouts
        return [self._played[number] for number in sorted(self._played) if number < last]

    @property
    def decided(self) -> bool:
        """Has the sequential test found its answer?"""
        return bool(self.sprt and self.sprt.decision)

    @property
    def complete(self) -> bool:
        return self.decided or len(self._played) == self.bouts

    def play(self) -> Generator[Played, None, None]:
        """Play what is missing; yield each game as it ends. Closing this stops within a move."""
        if self._file:
            self._file.claim()
        try:
            yield from self._play()
        finally:
            if self._file:
                self._file.release()

    def _play(self) -> Generator[Played, None, None]:
        missing = [number for number in range(self.bouts) if number not in self._played]
        if missing and not self.decided:
            count = 0 if self._here else min(self._threads, len(missing))
            parts = on_this_machine(Bouts(self.schedule, self._maker), iter(missing), count)
            try:
                for played in parts:
                    self._keep(played)
                    yield played
                    if self.decided:
                        break
            finally:
                parts.close()
        if self._file:
            self._file.write([*self.games, *(game for game in self._file.games if game.number >= self.bouts)])

    def standings(self) -> list[Standing]:
        return standings(self.schedule.players, self.schedule.game.seats, self.games, self.schedule.opening)

    def to_json(self) -> dict[str, object]:
        """Everything found out so far."""
        head = {"format": SUMMARY, "arena": self.about, "complete": self.complete}
        count = {"games": len(self.games), "different_games": len(different(self.games))}
        players = [standing.to_json() for standing in self.standings()]
        test = self.sprt.to_json() if self.sprt else None
        met = {"players": players, "pairs": pairs(self.schedule.players, self.games)}
        return {**head, **count, **met, "sprt": test, "faults": self.faults()}

    def faults(self) -> list[dict[str, object]]:
        """The games that a player lost because it failed, and why."""
        return [
            {"game": game.number, "player": game.players[game.faulty], "reason": game.fault}
            for game in self.games
            if game.faulty is not None
        ]

    def _keep(self, played: Played) -> None:
        self._played[played.number] = played
        if self._file:
            self._file.add(played)
        self._test()

    def _test(self) -> None:
        """Show the test every pairing that is complete, in order, so that quick games are not favoured. A game that was
        played before does not count again."""
        seats = self.schedule.game.seats
        while self.sprt and not self.decided:
            numbers = range(self._tested * seats, (self._tested + 1) * seats)
            if not all(number in self._played for number in numbers):
                return
            first = self.schedule.players[0]
            fresh = {identity(self._played[number]): self._played[number] for number in numbers}
            met = list(duels(game for known, game in fresh.items() if known not in self._counted))
            self._counted.update(fresh)
            if met:
                self.sprt.add(sum(d.score if d.player == first else 1 - d.score for d in met) / len(met))
            self._tested += 1
