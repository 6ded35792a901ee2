"""Random games by the million: what can be learned from how they end, on all cores or on a GPU."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from contextlib import closing

from pyramidion.arena.intervals import QUANTILE, share_interval
from pyramidion.engine.game import Game
from pyramidion.lab.results import Bin, Ending, Estimate, Histogram, Measure
from pyramidion.lab.series import BINS, words_of
from pyramidion.lab.totals import Lengths, Totals, parts_of

Progress = Callable[[int, int], None]  # told how much is done, and of how much


def simulated(game: Game, games: int, seed: int, device: str, progress: Progress) -> Totals:
    """Random games added up."""
    totals = Totals(game, seed)
    for simulation in parts_of(game, games, seed, device, None):
        with closing(simulation.parts()) as parts:
            for done in parts:
                progress(simulation.first + done, games)
        totals.add(simulation.run())
    return totals


def measured(measure: Measure, found: Totals) -> Measure:
    """A measure from all the games, if their endings determine it; otherwise unchanged."""
    estimates: dict[str, Callable[[], tuple[Estimate, tuple[Estimate, ...]]]] = {
        "result": lambda: _seats(found, 0.0),
        "advantage_p1": lambda: _seats(found, 1 / found.game.seats),
        "drawishness": lambda: (_share(found.shared, found.games), ()),
        "completion": lambda: (_share(found.games, found.games), ()),
        "duration_turns": lambda: (_mean(found.turns, found.games), ()),
        "duration_plies": lambda: (_mean(found.plies, found.games), ()),
    }
    if measure.key not in estimates:
        return measure
    estimate, by_seat = estimates[measure.key]()
    return dataclasses.replace(measure, estimate=estimate, by_seat=by_seat)


def _seats(found: Totals, less: float) -> tuple[Estimate, tuple[Estimate, ...]]:
    """The mean result of each seat, less something."""
    seats = []
    for seat in range(found.game.seats):
        low, high = found.interval(seat)
        seats.append(Estimate(found.mean(seat) - less, low - less, high - less, found.games))
    return seats[0], tuple(seats)


def _share(count: int, games: int) -> Estimate:
    return Estimate(count / games, *share_interval(count / games, games), games)


def _mean(lengths: Lengths, games: int) -> Estimate:
    margin = QUANTILE * math.sqrt(lengths.variance / games)
    return Estimate(lengths.mean, lengths.mean - margin, lengths.mean + margin, games)


def histogram(like: Histogram, lengths: Lengths) -> Histogram:
    """The lengths of all games."""
    width = max(1, -(-(lengths.most - lengths.least + 1) // BINS))
    starts = range(lengths.least, lengths.most + 1, width)
    bins = tuple(Bin(low, min(low + width - 1, lengths.most), lengths.between(low, low + width)) for low in starts)
    return dataclasses.replace(like, bins=bins)


def endings(found: Totals) -> tuple[Ending, ...]:
    """How all games ended."""
    return tuple(
        Ending(
            ruling,
            words_of(found.game, ruling),
            count,
            _share(count, found.games),
            tuple(total / count for total in found.by_ending[ruling][:-1]),
            found.by_ending[ruling][-1] / count,
        )
        for ruling, count in found.endings.most_common()
    )
