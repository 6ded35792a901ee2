"""The moments that decided a game: the few choices and rolls that changed most, and that a second look confirms."""

from __future__ import annotations

from collections.abc import Sequence

from pyramidion.engine.match import Match
from pyramidion.study.reviews.agenda import Agenda, played_at
from pyramidion.study.reviews.balance import seats_of, settled
from pyramidion.study.reviews.marks import marked
from pyramidion.study.reviews.plies import earlier_plies, plies_of, result_of
from pyramidion.study.reviews.review import Moment, Ply, Review, Seat
from pyramidion.study.reviews.sentences import (
    answer_says,
    choice_says,
    ending_says,
    luck_says,
    only_says,
    roll_says,
    seat_says,
    small_says,
    turn_says,
)

MOST = 3  # moments of a game
LEAST = {True: 0.05, False: 0.08}  # what a choice, and a roll, must change
BITS = 0.5  # what a turn could have told besides, and what an answer told beyond what could be expected


def review_of(agenda: Agenda, names: Sequence[str], complete: bool = True) -> Review:
    """What is known of a game so far; the first pass must be complete."""
    match, result = agenda.match, result_of(agenda.match)
    found = plies_of(agenda)
    leads = [_lead(agenda, ply) for ply in found]
    plies = marked(found, leads)
    passes = [earlier_plies(agenda, look) for look in (agenda.earlier, *([agenda.quickest] * agenda.doubts))]
    seats = settled(seats_of(names, plies, result), [seats_of(names, each, result) for each in passes if each])
    moments = sorted(_moments(agenda, plies, leads, names), key=lambda moment: moment.ply)
    return Review(
        game=match.game.spec,
        title=match.game.title,
        seats=seats,
        plies=tuple(plies),
        moments=tuple(moments),
        summary=tuple(_summary(match, moments, seats, complete, ending_says(match, names))),
        players=tuple(seat_says(seat, match.game.facts.chance) for seat in seats),
        effort=agenda.effort,
        complete=complete,
    )


def _lead(agenda: Agenda, ply: Ply) -> float:
    """How far the best move was ahead, by all looks."""
    if agenda.match.game.facts.hidden:
        return 0.0
    looks = (agenda.best(ply.ply), agenda.second(ply.ply), agenda.earlier(ply.ply))
    return min(look.lead if look.best == ply.best else 0.0 for look in looks if look is not None)


def _moments(agenda: Agenda, plies: Sequence[Ply], leads: Sequence[float], names: Sequence[str]) -> list[Moment]:
    match = agenda.match
    if match.game.facts.hidden:
        return _turns(match, plies, names)
    weighed = [(ply.least or ply.cost if ply.best else abs(ply.luck), ply) for ply in plies if ply.confirmed]
    weighed.sort(key=lambda each: (-each[0], -each[1].ply))
    says = {True: choice_says, False: roll_says}
    found = [
        Moment(ply.ply, "choice" if ply.best else "roll", says[bool(ply.best)](match, ply, names))
        for weight, ply in weighed[:MOST]
        if weight >= LEAST[bool(ply.best)]
    ]
    only = [ply for ply in plies if ply.mark == "only" and ply.solved]
    if len(found) < MOST and only:
        best = max(only, key=lambda ply: leads[ply.ply])
        found.append(Moment(best.ply, "only", only_says(match, best, names)))
    return found


def _turns(match: Match, plies: Sequence[Ply], names: Sequence[str]) -> list[Moment]:
    """Turns that could have told more, and answers that told more or less than could be expected."""
    found: list[tuple[float, Moment]] = []
    for ply in plies:
        turn = ply.information
        if turn and turn.better and turn.best - turn.expected >= BITS and turn.best_left < turn.mean_left:
            found.append((turn.best - turn.expected, Moment(ply.ply, "turn", turn_says(ply, turn, names))))
        elif turn and abs(turn.luck) >= BITS:
            end = ply.ply + len(played_at(match, ply.ply)) - 1  # where the answer is given
            found.append((abs(turn.luck), Moment(end, "answer", answer_says(ply, turn, names))))
    return [moment for _, moment in sorted(found, key=lambda each: -each[0])[:MOST]]


def _summary(match: Match, moments: Sequence[Moment], seats: Sequence[Seat], complete: bool, ending: str) -> list[str]:
    """That the players ended the game is said first, and that nothing was found only when the search is over."""
    facts = match.game.facts
    decided = any(moment.kind != "only" for moment in moments)
    none = [small_says(seats)] if complete and not decided else []
    luck = [luck_says(seats, early=bool(ending))] if facts.chance else []
    return [text for text in [ending, *(moment.says for moment in moments), *none, *luck] if text]
