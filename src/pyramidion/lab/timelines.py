"""What changes in the course of a game: values, uncertainty, choices, and what is hidden."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from pyramidion.lab.estimates import Numbers, ratio
from pyramidion.lab.games import Games
from pyramidion.lab.measures_course import entropy
from pyramidion.lab.results import Curve, Timeline
from pyramidion.lab.trace import Trace

STEPS = 20
SHARES = tuple(step / STEPS for step in range(STEPS + 1))
SHARE_AXIS, TURN_AXIS = "share of the game", "turn"
LEAST_GAMES = 5  # that still go on, for a point of a timeline by turns
TENTHS = ((0.1, "a tenth of games lie below"), (0.9, "a tenth of games lie above"))


def timelines(games: Games) -> tuple[Timeline, ...]:
    """All that the games allow."""
    found = [branching(games)]
    if any(trace.values for trace in games.traces):
        found = [win_probability(games), winner(games), uncertainty(games), *found]
    if any(trace.bits for trace in games.traces):
        found.append(hidden(games))
    return tuple(found)


def win_probability(games: Games) -> Timeline:
    """What each seat may expect."""
    curves = tuple(_seat_curve(games, seat) for seat in range(games.game.seats))
    return Timeline("win_probability", "What each seat may expect", "share", SHARE_AXIS, SHARES, curves)


def _seat_curve(games: Games, seat: int) -> Curve:
    return _curve(games, games.game.seat_names[seat], lambda trace, ply: trace.values[ply][seat], seat)


def winner(games: Games) -> Timeline:
    """What the later winner may expect: the mean, and the games far from it."""

    def of(trace: Trace, ply: int) -> float | None:
        return None if trace.winner is None else trace.values[ply][trace.winner]

    table = _table(games, of)
    mean = _estimated("mean", table, games, None)
    outer = [_tenth(table, part, label) for part, label in TENTHS]
    title = "What the later winner may expect"
    return Timeline("winner_over_time", title, "share", SHARE_AXIS, SHARES, (mean, *outer))


def uncertainty(games: Games) -> Timeline:
    """How much is open; nothing once a game is over, also if it is drawn."""

    def of(trace: Trace, ply: int) -> float:
        over = trace.rule and ply == trace.plies
        return 0.0 if over else entropy(trace.values[ply])

    curve = _curve(games, "all games", of)
    return Timeline("uncertainty_over_time", "How open the result is", "share", SHARE_AXIS, SHARES, (curve,))


def _curve(games: Games, label: str, of: Callable[[Trace, int], float | None], seat: int | None = None) -> Curve:
    return _estimated(label, _table(games, of), games, seat)


def _table(games: Games, of: Callable[[Trace, int], float | None]) -> Numbers:
    """A row for each game, a column for each share of it; NaN where there is nothing."""
    table = np.full((len(games.traces), len(SHARES)), np.nan)
    for row, trace in enumerate(games.traces):
        if trace.values:
            found = [of(trace, round(share * trace.plies)) for share in SHARES]
            table[row] = [np.nan if value is None else value for value in found]
    return table


def _estimated(label: str, table: Numbers, games: Games, seat: int | None, bounded: bool = True) -> Curve:
    """The mean of each column with its interval."""
    known = ~np.isnan(table)
    filled = np.where(known, table, 0.0)
    columns = range(table.shape[1])
    found = [ratio(filled[:, at], known[:, at] * 1.0, games.clusters, bounded, (0, math.inf)) for at in columns]
    values, lows, highs = (tuple(getattr(point, part) for point in found) for part in ("value", "low", "high"))
    return Curve(label, values, lows, highs, seat)


def _tenth(table: Numbers, part: float, label: str) -> Curve:
    known = table[~np.isnan(table).any(axis=1)]
    values = tuple(np.quantile(known, part, axis=0).tolist()) if len(known) else (None,) * table.shape[1]
    nothing = (None,) * table.shape[1]
    return Curve(label, values, nothing, nothing)


def branching(games: Games) -> Timeline:
    """How many moves there are to choose from, turn by turn, in the games that have not ended."""

    def of(trace: Trace) -> dict[int, float]:
        found: dict[int, list[int]] = {}
        for mover, count, turn in zip(trace.movers, trace.choices, trace.turn_of, strict=True):
            if mover >= 0:
                found.setdefault(turn, []).append(count)
        return {turn: sum(counts) / len(counts) for turn, counts in found.items()}

    return _by_turn(games, "branching_over_time", "Moves to choose from", "moves", "all seats", of)


def hidden(games: Games) -> Timeline:
    """How much is hidden from the seat that knows least, turn by turn."""

    def of(trace: Trace) -> dict[int, float]:
        found: dict[int, float] = {}
        for entry in trace.bits:
            found[entry.turn] = max(found.get(entry.turn, 0.0), entry.bits)
        return found

    return _by_turn(games, "hidden_over_time", "What is hidden", "bits", "the seat that knows least", of)


def _by_turn(
    games: Games, key: str, title: str, unit: str, label: str, of: Callable[[Trace], dict[int, float]]
) -> Timeline:
    rows = [of(trace) for trace in games.traces]
    lasting = _lasting(rows)
    table = np.array([[row.get(turn, np.nan) for turn in lasting] for row in rows]).reshape(len(rows), len(lasting))
    curve = _estimated(label, table, games, None, bounded=False)
    return Timeline(key, title, unit, TURN_AXIS, tuple(float(turn) for turn in lasting), (curve,))


def _lasting(rows: Sequence[dict[int, float]]) -> list[int]:
    """The turns that enough games reach."""
    counts: dict[int, int] = {}
    for row in rows:
        for turn in row:
            counts[turn] = counts.get(turn, 0) + 1
    enough = min(LEAST_GAMES, sum(bool(row) for row in rows))
    return sorted(turn for turn, count in counts.items() if count >= enough)
