"""What single calls cost from Python, here and in OpenSpiel: medians of many short runs."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pyramidion.engine.errors import Unavailable
from pyramidion.engine.game import Game
from pyramidion.engine.position import Position
from pyramidion.terminal.bench import MICRO

CALLS = ("start", "moves", "play", "text", "random ply")
RUN = 50  # calls that are timed together
LEAST_RUNS = 5
DEPTH = 12  # plies from the start to the position that is measured
State = Any  # what a library calls a position


@dataclass(frozen=True)
class Cost:
    """Microseconds of one call: the median of all runs, and half the distance between their quartiles."""

    median: float
    spread: float

    def __str__(self) -> str:
        return f"{self.median:.2f} ±{self.spread:.2f}"


Row = Mapping[str, Cost] | Mapping[str, float]  # costs or ratios by call


@dataclass(frozen=True)
class Library:
    """The same calls in the words of one library."""

    start: Callable[[], State]
    moves: Callable[[State], Sequence[Any]]  # none at the end of the game
    play: Callable[[State, Any], State]  # returns another state
    text: Callable[[State], str]
    random_game: Callable[[random.Random], int]  # from the start to the end; returns the number of plies


def pyramidion(game: Game) -> Library:
    """The public interface of this package."""

    def random_game(chooser: random.Random) -> int:
        position, plies = game.start(seed=0), 0
        while position.mover is not None:
            position = position.play(chooser.choice(position.moves()))
            plies += 1
        return plies

    return Library(lambda: game.start(seed=0), Position.moves, Position.play, lambda state: state.text, random_game)


def open_spiel(name: str) -> Library:
    """OpenSpiel's Python interface to its C++ games; Unavailable where OpenSpiel or the game is missing."""
    try:
        import pyspiel
    except ImportError as error:
        raise Unavailable("OpenSpiel is not installed: pip install open_spiel.") from error
    if name not in pyspiel.registered_names():
        raise Unavailable(f"OpenSpiel has no game '{name}'.")
    game = pyspiel.load_game(name)

    def random_game(chooser: random.Random) -> int:
        state, plies = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(chooser.choice(state.legal_actions()))
            plies += 1
        return plies

    kind = type(game.new_initial_state())
    return Library(game.new_initial_state, kind.legal_actions, kind.child, str, random_game)


def costs(libraries: Mapping[str, Library], seconds: float) -> dict[str, dict[str, Cost]]:
    """What the calls cost in each library, each call measured for this many seconds.

    The libraries take turns run by run, so that a busy machine slows all of them alike.
    """
    runs = {name: _runs(library) for name, library in libraries.items()}
    found: dict[str, dict[str, Cost]] = {name: {} for name in libraries}
    for call in CALLS:
        times = _measured([runs[name][call] for name in libraries], seconds)
        for name, of_library in zip(libraries, times, strict=True):
            found[name][call] = _cost(of_library)
    return found


def _measured(runs: Sequence[Callable[[int], float]], seconds: float) -> list[list[float]]:
    """The times of all runs, by turns, for each of them in a list."""
    times: list[list[float]] = [[] for _ in runs]
    end = time.perf_counter() + seconds * len(runs)
    number = 0
    while number < LEAST_RUNS or time.perf_counter() < end:
        for found, run in zip(times, runs, strict=True):
            found.append(run(number))
        number += 1
    return times


def _cost(times: Sequence[float]) -> Cost:
    lower, median, upper = statistics.quantiles(times, n=4)
    return Cost(median, (upper - lower) / 2)


def _runs(library: Library) -> dict[str, Callable[[int], float]]:
    """One run of every call: it takes its number and returns the microseconds of a call."""
    before, move = _middle(library)
    reply = library.moves(library.play(before, move))[0]

    def states() -> list[State]:
        """Equal ones that nothing has been asked of, so that nothing about them can be known already."""
        return [library.play(before, move) for _ in range(RUN)]

    return {
        "start": lambda number: _timed(library.start, [()] * RUN),
        "moves": lambda number: _timed(library.moves, [(state,) for state in states()]),
        "play": lambda number: _timed(library.play, [(state, reply) for state in states()]),
        "text": lambda number: _timed(library.text, [(state,) for state in states()]),
        "random ply": lambda number: _timed_game(library, random.Random(number)),
    }


def _timed(call: Callable[..., object], arguments: Iterable[tuple[Any, ...]]) -> float:
    start = time.perf_counter()
    for given in arguments:
        call(*given)
    return (time.perf_counter() - start) / RUN * MICRO


def _timed_game(library: Library, chooser: random.Random) -> float:
    start = time.perf_counter()
    plies = library.random_game(chooser)
    return (time.perf_counter() - start) / plies * MICRO


def _middle(library: Library) -> tuple[State, Any]:
    """A state in the first random game that is long enough, and a move from there that does not end the game."""
    chooser = random.Random(1)
    state, played = library.start(), 0
    while True:
        move = chooser.choice(library.moves(state))
        after = library.play(state, move)
        if not library.moves(after):
            state, played = library.start(), 0
        elif played == DEPTH:
            return state, move
        else:
            state, played = after, played + 1


def table(rows: Mapping[str, Row]) -> str:
    """Rows of costs, in microseconds, or of ratios, under the names of the calls."""
    lines = [f"{'µs a call':24}" + "".join(f"{call:>16}" for call in CALLS)]
    for name, row in rows.items():
        cells = [f"{cost:.1f} times" if isinstance(cost, float) else str(cost) for cost in row.values()]
        lines.append(f"{name:24}" + "".join(f"{cell:>16}" for cell in cells))
    return "\n".join(lines)
