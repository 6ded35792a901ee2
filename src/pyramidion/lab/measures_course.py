"""How the lead goes to and fro, and when a game is decided. All of it rests on values of positions."""

from __future__ import annotations

import math

from pyramidion.lab.definitions import NOTHING, Definition, Part
from pyramidion.lab.trace import Trace

MARGIN = 0.05  # points by which another seat must be ahead before the lead counts as passed on
DECIDED = 0.9  # what the winner can expect when a game is as good as decided
BEHIND = 0.5  # of a fair share: who can expect less is far behind


def lead_changes(trace: Trace) -> Part:
    leader, changes = None, 0
    for values in trace.values:
        best = max(range(trace.seats), key=values.__getitem__)
        if leader is None:
            leader = best if values[best] > 1 / trace.seats + MARGIN / 2 else None
        elif values[best] > values[leader] + MARGIN:
            leader, changes = best, changes + 1
    return float(changes), 1.0


def behind(trace: Trace) -> list[float]:
    """By how much the winner was behind the leader, at all positions where it was; nothing in a shared game."""
    if trace.winner is None:
        return []
    gaps = (max(values) - values[trace.winner] for values in trace.values)
    return [gap for gap in gaps if gap > 0]


def drama(trace: Trace) -> Part:
    gaps = behind(trace)
    return (sum(gaps) / len(gaps) if gaps else 0.0, 1.0) if trace.winner is not None else NOTHING


def worst_moment(trace: Trace) -> Part:
    return (max(behind(trace), default=0.0), 1.0) if trace.winner is not None else NOTHING


def decisiveness(trace: Trace) -> Part:
    """The part of the game that is left once the winner is better off than any other seat ever is."""
    if trace.winner is None or not trace.plies:
        return NOTHING
    highest = max(value for values in trace.values for seat, value in enumerate(values) if seat != trace.winner)
    first = next(ply for ply, values in enumerate(trace.values) if values[trace.winner] > highest or ply == trace.plies)
    return 1 - first / trace.plies, 1.0


def decided_at(trace: Trace) -> Part:
    """The part of the game after which the winner is never again in doubt."""
    if trace.winner is None or not trace.plies:
        return NOTHING
    doubtful = [ply for ply, values in enumerate(trace.values) if values[trace.winner] < DECIDED]
    return ((doubtful[-1] + 1) / trace.plies if doubtful else 0.0), 1.0


def comeback(trace: Trace) -> Part:
    if trace.winner is None:
        return NOTHING
    least = min(values[trace.winner] for values in trace.values)
    return float(least < BEHIND / trace.seats), 1.0


def uncertainty(trace: Trace) -> Part:
    """How open the result was, averaged over all positions before the end."""
    found = [entropy(values) for values in trace.values[:-1]]
    return (sum(found) / len(found), 1.0) if found else NOTHING


def entropy(values: tuple[float, ...]) -> float:
    """1 when all seats may expect the same, 0 when the result is certain."""
    return -sum(value * math.log(value) for value in values if value > 0) / math.log(len(values))


def leader_wins(trace: Trace) -> Part:
    """Does the seat that leads at half time win? Not counted where nobody is ahead, or nobody wins alone."""
    if trace.winner is None or not trace.plies:
        return NOTHING
    middle = trace.values[trace.plies // 2]
    leader = max(range(trace.seats), key=middle.__getitem__)
    if middle[leader] <= 1 / trace.seats + MARGIN / 2:
        return NOTHING
    return float(leader == trace.winner), 1.0


COURSE = (
    Definition(
        "lead_change",
        "Changes of the lead",
        "course",
        "changes",
        f"How often another seat comes to expect more than the leader by over {MARGIN:g}, as a mean over games.",
        "0: the first leader stays ahead; the higher, the more often the lead changes hands.",
        lead_changes,
        needs="values",
    ),
    Definition(
        "drama_average",
        "Drama",
        "course",
        "points",
        "How far the later winner was behind the leader, over the positions where it was behind, then over games.",
        "0: winners are never behind; the higher, the deeper they had to climb out.",
        drama,
        needs="values",
    ),
    Definition(
        "drama_maximum",
        "The winner's worst moment",
        "course",
        "points",
        "The greatest distance of the later winner from the leader in a game, as a mean over games.",
        "How bad it looked for the winner at the worst time.",
        worst_moment,
        needs="values",
    ),
    Definition(
        "comeback",
        "Comebacks",
        "course",
        "share",
        f"Games whose winner could at some time expect less than {BEHIND:g} of a fair share, divided by all games won.",
        "How often a player who is far behind still wins.",
        comeback,
        needs="values",
    ),
    Definition(
        "decisiveness_moves",
        "Played out after the turning point",
        "course",
        "share",
        "The part of a game that is left once the winner may expect more than any other seat ever does in that game.",
        "A high share means that the end is a formality.",
        decisiveness,
        needs="values",
    ),
    Definition(
        "decided_at",
        "When the game is decided",
        "course",
        "share",
        f"The part of a game after which the winner can always expect {DECIDED:g} or more, as a mean over games won.",
        "Near 100 % a game is open to the end; near 0 it is decided too early.",
        decided_at,
        needs="values",
    ),
    Definition(
        "uncertainty",
        "Uncertainty",
        "course",
        "share",
        "The entropy of what the seats may expect, divided by its greatest value, over all positions, then over games.",
        "100 %: everyone may expect the same throughout; 0: the result is certain throughout.",
        uncertainty,
        needs="values",
    ),
    Definition(
        "runaway_leader",
        "Leads at half time that hold",
        "course",
        "share",
        "Games won by the seat that is ahead half way through, divided by games won in which some seat is ahead then.",
        "Near 100 % the leader runs away; near an even share, the first half does not matter.",
        leader_wins,
        needs="values",
    ),
)
