"""Luck and skill of the seats: what the rolls were worth, and what the choices were.

A roll is worth what it leads to less the exact mean over all that could have come up, as GNU Backgammon counts it. The
rest is skill: what choices changed, and what the search saw only later. So `result = start + luck + skill`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from pyramidion.lab.judge import Values
from pyramidion.study.reviews.review import Ply, Seat

ACCURACY, COST, LUCK = 0.03, 0.007, 0.1  # by which settled numbers may differ; by twice as much, rough ones
FEW = 3  # choices that it takes to judge a player
STAKE = 0.02  # from which a choice counts
STAKES = 0.2  # that it takes in all to judge a player: a share of less says little
WORTH_ASKING = 0.1  # bits that a turn must be able to tell to count


def seats_of(names: Sequence[str], plies: Sequence[Ply], result: Values) -> tuple[Seat, ...]:
    start = plies[0].before if plies else result
    return tuple(_seat(seat, name, plies, start[seat], result[seat]) for seat, name in enumerate(names))


def settled(seats: Sequence[Seat], passes: Sequence[Sequence[Seat]]) -> tuple[Seat, ...]:
    """The seats, with those marked whose numbers were nearly the same in earlier passes, and those whose choices were
    judged roughly the same in the last of them."""
    if not passes:
        return tuple(seats)
    return tuple(
        replace(
            seat,
            settled=all(_judged(seat, others[place], 1) and _lucky(seat, others[place]) for others in passes),
            judged=_judged(seat, passes[0][place], 2),
        )
        for place, seat in enumerate(seats)
    )


def _judged(seat: Seat, other: Seat, wide: int) -> bool:
    """Are the choices judged alike?"""
    accuracy = abs((seat.accuracy or 0) - (other.accuracy or 0)) <= wide * ACCURACY
    return accuracy and abs(seat.mean_cost - other.mean_cost) <= wide * COST


def _lucky(seat: Seat, other: Seat) -> bool:
    """Are the rolls?"""
    return abs(seat.luck - other.luck) <= LUCK and abs(seat.own_luck - other.own_luck) <= LUCK


def _seat(seat: int, name: str, plies: Sequence[Ply], start: float, result: float) -> Seat:
    own = [ply for ply in plies if ply.seat == seat and ply.stake > STAKE]
    rolls = [ply for ply in plies if ply.seat is None]
    course = [*(ply.before[seat] for ply in plies), result]
    unforeseen = math.fsum(course[place + 1] - ply.after[seat] for place, ply in enumerate(plies))
    chosen = math.fsum(ply.effects[seat] for ply in plies if ply.seat is not None)
    cost, stake = math.fsum(ply.cost for ply in own), math.fsum(max(ply.stake, ply.cost) for ply in own)
    learned = [ply.information for ply in plies if ply.information and ply.whose == seat]
    turns = [each for each in learned if each.best > WORTH_ASKING]
    return Seat(
        name=name,
        start=start,
        result=result,
        luck=math.fsum(ply.effects[seat] for ply in rolls),
        own_luck=math.fsum(ply.luck for ply in rolls if ply.whose == seat),
        skill=chosen + unforeseen,
        unforeseen=unforeseen,
        cost=cost,
        choices=len(own),
        accuracy=1 - cost / stake if len(own) >= FEW and stake >= STAKES else None,
        bits=sum(turn.expected for turn in turns) / sum(turn.best for turn in turns) if turns else None,
        bits_luck=math.fsum(turn.luck for turn in turns) if turns else None,
    )
