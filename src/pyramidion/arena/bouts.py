"""One game between players. A player that fails loses the game; the arena goes on."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from pyramidion.arena.openings import opened
from pyramidion.arena.pairings import Bout, Schedule
from pyramidion.engine.game import Game
from pyramidion.engine.match import Match
from pyramidion.engine.records import printable
from pyramidion.players.bots import Player

MOST_PLIES = 20_000  # a game that goes on longer counts as drawn
Maker = Callable[[Game, str, int], Player]


@dataclass(frozen=True)
class Played:
    """A finished game: results by seat, the seat that lost it by a fault and why, the time it took, the record."""

    number: int
    players: tuple[str, ...]
    results: tuple[float, ...]
    faulty: int | None
    fault: str
    seconds: tuple[float, ...]  # of thinking, by seat; not of the first choice, when players start and compile
    choices: tuple[int, ...]  # how often each seat had one
    record: dict[str, Any]

    def to_json(self) -> str:
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> Played:
        """The inverse of `to_json`; ValueError, TypeError or KeyError for anything else."""
        data = json.loads(line)
        for key in ("players", "results", "seconds", "choices"):
            data[key] = tuple(data[key])
        return cls(**data)


class Stopped(Exception):
    """The game was stopped before its end."""


@dataclass
class Encounter:
    """A match under way, its players, and the time they take."""

    match: Match
    players: list[Player | None]
    seconds: list[float] = field(default_factory=list)
    choices: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.seconds = [0.0] * len(self.players)
        self.choices = [0] * len(self.players)


def play_bout(schedule: Schedule, number: int, maker: Maker, stopped: Callable[[], bool] = lambda: False) -> Played:
    """Play one game of a schedule to its end; raises Stopped once `stopped` says so."""
    return play_match(schedule, number, maker, stopped)[0]


def play_match(
    schedule: Schedule, number: int, maker: Maker, stopped: Callable[[], bool] = lambda: False
) -> tuple[Played, Match]:
    """The same, together with the match and all its positions."""
    bout = schedule.bout(number)
    encounter = Encounter(opened(schedule, bout), [None] * len(bout.seats))
    faulty, fault = None, ""
    try:
        while goes_on(encounter.match, schedule) and not fault:
            if stopped():
                raise Stopped
            faulty, fault = move(encounter, bout, schedule.game, maker)
    finally:
        close([player for player in encounter.players if player is not None])
    return played(encounter, bout, faulty, fault), encounter.match


def goes_on(match: Match, schedule: Schedule) -> bool:
    """Is the game neither over nor too long?"""
    position = match.position
    in_time = schedule.most_turns is None or position.turn < schedule.most_turns
    return position.mover is not None and in_time and len(match.codes) < MOST_PLIES


def move(encounter: Encounter, bout: Bout, game: Game, maker: Maker) -> tuple[int | None, str]:
    """Let the seat to move choose, if it has a choice; if it fails, return the seat and the reason."""
    position = encounter.match.position
    seat = position.mover
    assert seat is not None
    if len(position.moves()) == 1:
        encounter.match.play(position.moves()[0])
        return None, ""
    start = time.perf_counter()
    try:
        player = encounter.players[seat]
        if player is None:
            player = encounter.players[seat] = maker(game, bout.seats[seat], bout.seeds[seat])
        chosen = player.choose(position.view(seat))
        encounter.seconds[seat] += (time.perf_counter() - start) * (encounter.choices[seat] > 0)
        encounter.choices[seat] += 1
        encounter.match.play(chosen)
    except Exception as error:
        return seat, printable(f"{type(error).__name__}: {error}")
    return None, ""


def close(players: Sequence[Player]) -> None:
    """Close every player, even when closing another one fails."""
    if players:
        try:
            players[0].close()
        except Exception:  # its game is over; what it does now changes nothing
            pass
        finally:
            close(players[1:])


def played(encounter: Encounter, bout: Bout, faulty: int | None, fault: str) -> Played:
    record = asdict(encounter.match.record(secrets=True))
    seconds = tuple(round(spent, 4) for spent in encounter.seconds)
    results = tuple(results_of(encounter.match, faulty))
    return Played(bout.number, bout.seats, results, faulty, fault, seconds, tuple(encounter.choices), record)


def results_of(match: Match, faulty: int | None) -> list[float]:
    """The outcome. A player that failed gets nothing in any of its seats and the others share; if it plays itself, its
    other seats do. A game that was cut off is shared by all."""
    if faulty is None and match.outcome is not None:
        return [float(result) for result in match.outcome.results]
    sharing = [faulty is None or name != match.seats[faulty] for name in match.seats]
    if not any(sharing):
        sharing = [seat != faulty for seat in range(len(match.seats))]
    return [share / sum(sharing) for share in sharing]
