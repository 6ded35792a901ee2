"""Who wins, and how long it takes."""

from __future__ import annotations

from pyramidion.lab.definitions import Definition, Part
from pyramidion.lab.trace import Trace


def result(trace: Trace, seat: int) -> Part:
    return trace.results[seat], 1.0


def advantage(trace: Trace, seat: int = 0) -> Part:
    """What a seat got beyond its fair share."""
    return trace.results[seat] - 1 / trace.seats, 1.0


def shared(trace: Trace) -> Part:
    return float(trace.winner is None), 1.0


def completed(trace: Trace) -> Part:
    return float(bool(trace.rule)), 1.0


def repeated(trace: Trace) -> Part:
    return float(trace.repeated), float(trace.plies + 1)


OUTCOME = (
    Definition(
        "result",
        "Result of the first seat",
        "fairness",
        "share",
        "The mean of what the first seat got in each game: 1 for a win, 0 for a loss, a part for a shared game.",
        "How the points are divided among the seats.",
        lambda trace: result(trace, 0),
        result,
    ),
    Definition(
        "advantage_p1",
        "First-seat advantage",
        "fairness",
        "points",
        "The mean result of the first seat, less its fair share, which is 1 divided by the number of seats.",
        "Above 0 it helps to sit in the first seat, below 0 it hurts.",
        advantage,
        advantage,
        beyond_fair=True,
    ),
    Definition(
        "drawishness",
        "Draws and shared games",
        "fairness",
        "share",
        "Games without a single winner, divided by all games.",
        "How often a game ends without a single winner.",
        shared,
    ),
    Definition(
        "completion",
        "Completion",
        "length",
        "share",
        "Games that ended by a ruling, divided by all games; the others were cut off or forfeited.",
        "Below 100 %, some games do not come to an end by themselves: they are deadlocked.",
        completed,
    ),
    Definition(
        "duration_turns",
        "Length in turns",
        "length",
        "turns",
        "The mean number of turns, those of all seats together.",
        "How long a game lasts.",
        lambda trace: (float(trace.turns), 1.0),
    ),
    Definition(
        "duration_plies",
        "Length in plies",
        "length",
        "plies",
        "The mean number of plies: moves of the seats and outcomes of chance.",
        "How many single things happen in a game.",
        lambda trace: (float(trace.plies), 1.0),
    ),
    Definition(
        "positional_repetition",
        "Repeated positions",
        "length",
        "share",
        "Positions that had come up before in the same game, divided by all positions; counters are ignored.",
        "Near 0 a game always moves on; the higher, the more it goes round in circles.",
        repeated,
    ),
)
