"""How much chance decides, and how much is learned where something is hidden."""

from __future__ import annotations

from itertools import pairwise

from pyramidion.engine.game import Game
from pyramidion.engine.header import CHANCE
from pyramidion.lab.definitions import NOTHING, Definition, Part
from pyramidion.lab.trace import Trace


def has_chance(game: Game) -> bool:
    return game.facts.chance


def has_secrets(game: Game) -> bool:
    return game.facts.hidden


def luck_share(trace: Trace) -> Part:
    """What chance added to the result, times all that was added, over the square of all that was added.

    Over many games this is the part of the variance of results that goes with chance. Errors of the values that have
    nothing to do with the result cancel out, which they would not if changes were squared one by one.
    """
    above, below = 0.0, 0.0
    for seat in range(trace.seats):
        whole = trace.values[-1][seat] - trace.values[0][seat]
        steps = zip(trace.movers, pairwise(trace.values), strict=True)
        by_chance = sum(after[seat] - before[seat] for mover, (before, after) in steps if mover == CHANCE)
        above, below = above + whole * by_chance, below + whole * whole
    return above, below


def swing(trace: Trace) -> Part:
    """How far one outcome of chance moves what the seat may expect whose expectation moves most."""
    found = [
        max(abs(two - one) for one, two in zip(before, after, strict=True))
        for mover, (before, after) in zip(trace.movers, pairwise(trace.values), strict=True)
        if mover == CHANCE
    ]
    return (sum(found), float(len(found))) if found else NOTHING


def learned(trace: Trace) -> Part:
    """Bits learned over the turns in which a seat had something to learn."""
    total, turns = 0.0, 0
    for seat in range(trace.seats):
        own = [entry.bits for entry in trace.bits if entry.seat == seat]
        steps = [(before, after) for before, after in pairwise(own) if before > 0]
        total += sum(max(before - after, 0.0) for before, after in steps)
        turns += len(steps)
    return total, float(turns)


def hidden_bits(trace: Trace) -> Part:
    """The most that a seat did not know at any time, as a mean over the seats."""
    most = [max((e.bits for e in trace.bits if e.seat == seat), default=0.0) for seat in range(trace.seats)]
    return sum(most), float(trace.seats)


def in_the_dark(trace: Trace) -> Part:
    """Turns after which a seat still did not know something, over all turns."""
    dark = {entry.turn for entry in trace.bits if entry.bits > 0}
    return float(len(dark)), float(len({entry.turn for entry in trace.bits}))


LUCK = (
    Definition(
        "luck_share",
        "Share of luck",
        "luck",
        "share",
        "A result less what was expected at the start is the sum of all changes of the expectation. It is multiplied "
        "by the sum of the changes at chance plies, added up over games, and divided by the sum of its squares.",
        "As far as the bot sees that values positions: 0 if only moves change who is ahead, 100 % if only the dice do.",
        luck_share,
        needs="values",
        fits=has_chance,
        bounded=False,
    ),
    Definition(
        "luck_swing",
        "What a roll changes",
        "luck",
        "points",
        "How far one outcome of chance moves what a seat may expect, as a mean over all chance plies.",
        "How much of a result hangs on a single roll.",
        swing,
        needs="values",
        fits=has_chance,
    ),
    Definition(
        "hidden_information",
        "What is hidden",
        "information",
        "bits",
        "The most possibilities that a seat cannot exclude in a game, as a logarithm to base 2, averaged over seats.",
        "How many yes-or-no questions it would take to find out everything.",
        hidden_bits,
        needs="bits",
        fits=has_secrets,
    ),
    Definition(
        "information_per_turn",
        "What a turn reveals",
        "information",
        "bits",
        "By how much that logarithm falls in a turn, as a mean over turns in which a seat had something to learn.",
        "How fast players learn what is hidden.",
        learned,
        needs="bits",
        fits=has_secrets,
    ),
    Definition(
        "in_the_dark",
        "Turns with a secret",
        "information",
        "share",
        "Turns after which some seat cannot tell what is hidden, divided by all turns.",
        "How much of the game is deduction; in the rest, everything is known.",
        in_the_dark,
        needs="bits",
        fits=has_secrets,
    ),
)
