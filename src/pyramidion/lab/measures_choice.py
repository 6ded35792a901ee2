"""What there is to decide: how many moves, how often there is a choice, how much it matters."""

from __future__ import annotations

from collections.abc import Iterator

from pyramidion.engine.game import Game
from pyramidion.lab.definitions import NOTHING, Definition, Part
from pyramidion.lab.trace import Trace

NEAR = 0.05  # points of a result within which a move is nearly best
HOPELESS = 0.5  # of a fair share: who can expect no more is out of the running
KINGMAKING = 0.1  # points that such a seat moves between others


def many_seats(game: Game) -> bool:
    return game.seats > 2


def seat_plies(trace: Trace) -> list[int]:
    """How many moves there were at each ply of a seat."""
    return [count for mover, count in zip(trace.movers, trace.choices, strict=True) if mover >= 0]


def branching(trace: Trace) -> Part:
    counts = seat_plies(trace)
    return float(sum(counts)), float(len(counts))


def decision_factor(trace: Trace) -> Part:
    counts = [count for count in seat_plies(trace) if count > 1]
    return float(sum(counts)), float(len(counts))


def decisions(trace: Trace) -> Part:
    return float(sum(count > 1 for count in seat_plies(trace))), 1.0


def decision_share(trace: Trace) -> Part:
    counts = seat_plies(trace)
    return float(sum(count > 1 for count in counts)), float(len(counts))


def forced_turns(trace: Trace) -> Part:
    """A turn is forced if none of its moves was a choice."""
    most: dict[int, int] = {}
    for mover, count, turn in zip(trace.movers, trace.choices, trace.turn_of, strict=True):
        if mover >= 0:
            most[turn] = max(most.get(turn, 1), count)
    return float(sum(count == 1 for count in most.values())), float(len(most))


def passes(trace: Trace) -> Part:
    assert trace.touches is not None
    return float(sum(trace.touches.passes)), float(len(seat_plies(trace)))


def near_best(trace: Trace) -> Part:
    found = [sum(worth >= max(own) - NEAR for worth in own) for own in _own(trace)]
    return float(sum(found)), float(len(found))


def stakes(trace: Trace) -> Part:
    found = [max(own) - sum(own) / len(own) for own in _own(trace)]
    return float(sum(found)), float(len(found))


def _own(trace: Trace) -> Iterator[list[float]]:
    """What the seat that decided could expect after each of its moves."""
    return ([values[look.seat] for values in look.moves] for look in trace.looks)


def waiting(trace: Trace, seat: int) -> Part:
    """Choices of others between two turns of a seat."""
    gaps, since, begun, last_turn = 0, 0, False, -1
    total = 0
    for mover, count, turn in zip(trace.movers, trace.choices, trace.turn_of, strict=True):
        if mover == seat and turn != last_turn:
            if begun:
                gaps, total = gaps + 1, total + since
            begun, since, last_turn = True, 0, turn
        elif mover >= 0 and mover != seat:
            since += count > 1
    return float(total), float(gaps)


def waiting_of_all(trace: Trace) -> Part:
    parts = [waiting(trace, seat) for seat in range(trace.seats)]
    return sum(part[0] for part in parts), sum(part[1] for part in parts)


def kingmaking(trace: Trace) -> Part:
    """Can a seat that is out of the running decide between others?"""
    if not trace.looks:
        return NOTHING
    return float(sum(_makes_kings(look.seat, look.moves) for look in trace.looks)), float(len(trace.looks))


def _makes_kings(seat: int, moves: tuple[tuple[float, ...], ...]) -> bool:
    seats = len(moves[0])
    hopeless = max(values[seat] for values in moves) < HOPELESS / seats
    swings = [max(v[other] for v in moves) - min(v[other] for v in moves) for other in range(seats) if other != seat]
    return hopeless and max(swings) > KINGMAKING


def coverage(trace: Trace) -> Part:
    assert trace.touches is not None
    return float(len(trace.touches.used)), float(trace.touches.cells)


CHOICE = (
    Definition(
        "branching_factor_average",
        "Moves to choose from",
        "decisions",
        "moves",
        "The legal moves at every ply of a seat, added up and divided by the number of these plies.",
        "How wide the game is on average, forced moves included.",
        branching,
    ),
    Definition(
        "decision_factor_average",
        "Moves to choose from where there is a choice",
        "decisions",
        "moves",
        "The same over plies with more than one legal move.",
        "How wide a real decision is.",
        decision_factor,
    ),
    Definition(
        "decisions",
        "Decisions in a game",
        "decisions",
        "moves",
        "The mean number of plies at which a seat had more than one legal move, all seats together.",
        "How often somebody has to think.",
        decisions,
    ),
    Definition(
        "decision_moves",
        "Moves that are decisions",
        "decisions",
        "share",
        "Plies with more than one legal move, divided by all plies of seats.",
        "Near 100 % there is always a choice; the lower, the more moves are forced.",
        decision_share,
    ),
    Definition(
        "forced_turns",
        "Turns without a choice",
        "decisions",
        "share",
        "Turns in which no ply of a seat had more than one legal move, divided by all turns with a ply of a seat.",
        "How often a player has nothing to decide for a whole turn.",
        forced_turns,
    ),
    Definition(
        "passes",
        "Passes",
        "decisions",
        "share",
        "Moves that only end the turn, divided by all plies of seats.",
        "How often a player does nothing.",
        passes,
        needs="pictures",
    ),
    Definition(
        "board_coverage_used",
        "Board that is used",
        "decisions",
        "share",
        "Places of the board from or to which a piece moved, divided by all its places, as a mean over games.",
        "Near 100 % the whole board matters in every game.",
        coverage,
        needs="pictures",
    ),
    Definition(
        "near_best",
        "Moves that are nearly best",
        "decisions",
        "moves",
        f"In some decisions of each game every move is valued; this is the mean number within {NEAR:g} of the best.",
        "Near 1 the right move stands out; the higher, the less it matters which of the good moves is made.",
        near_best,
        needs="values",
    ),
    Definition(
        "stakes",
        "What a random move costs",
        "decisions",
        "points",
        "The value of the best move less the mean value of all moves, as a mean over the same decisions.",
        "How much of a result is at stake in one decision: 0 if it does not matter what you do.",
        stakes,
        needs="values",
    ),
    Definition(
        "down_time",
        "Waiting time",
        "seats",
        "moves",
        "Decisions of others between two turns of the same seat, as a mean over all such waits.",
        "How many decisions of others you watch before it is your turn again.",
        waiting_of_all,
        waiting,
        fits=many_seats,
    ),
    Definition(
        "kingmaking",
        "Kingmaking",
        "seats",
        "share",
        f"Valued decisions of a seat that can expect less than {HOPELESS:g} of a fair share whatever it does, whose "
        f"moves change what another seat may expect by more than {KINGMAKING:g}, divided by all valued decisions.",
        "How often a player who cannot win decides which of the others does.",
        kingmaking,
        needs="values",
        fits=many_seats,
    ),
)
