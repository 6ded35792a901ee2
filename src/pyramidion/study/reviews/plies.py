"""The plies of a review, made of what the search found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pyramidion.engine.header import CHANCE
from pyramidion.engine.match import Match
from pyramidion.lab.judge import Values
from pyramidion.study.reviews.agenda import Agenda
from pyramidion.study.reviews.review import Ply
from pyramidion.study.reviews.values import Valued

SETTLED = 0.07  # by which values may differ between two looks
MARGIN = 0.05  # that is taken off what a choice cost by all looks, where they differ by more
LEAST = 0.05  # what must be left of it to be told


def plies_of(agenda: Agenda) -> list[Ply]:
    """All plies, without marks."""
    match = agenda.match
    numbers, texts = rows(match), match.texts()
    first = valued_plies(agenda)
    latest = with_proofs([deepest(agenda, ply, first[ply]) for ply in range(len(first))], match)
    found = [_ply(match, ply, numbers[ply], texts[ply], latest[ply]) for ply in range(len(match.codes))]
    return [confirmed(agenda, ply, latest[ply.ply]) for ply in found]


def confirmed(agenda: Agenda, ply: Ply, latest: Valued) -> Ply:
    """A ply with what all looks agree on: its values, or at least that it cost something."""
    if holds(agenda, ply.ply, latest):
        return replace(ply, confirmed=True)
    least = least_cost(agenda, ply.ply) if agenda.doubts and ply.cost else 0.0
    return replace(ply, confirmed=True, least=least) if least >= LEAST else ply


def least_cost(agenda: Agenda, ply: int) -> float:
    """What a choice cost by all looks at it, with a margin; 0 where they do not agree on a better move."""
    second, earlier, third = agenda.second(ply), agenda.earlier(ply), agenda.third(ply)
    if second is None or earlier is None or third is None or third.best != second.best:
        return 0.0
    seat = agenda.match.positions[ply].seat
    costs = [look.before[seat] - look.after[seat] for look in (agenda.best(ply), second, earlier, third)]
    return max(0.0, min(costs) - MARGIN)


def deepest(agenda: Agenda, ply: int, first: Valued) -> Valued:
    """What the deepest look at a ply says; a third one compares two moves only, so the rest is from the second."""
    second, third = agenda.second(ply) or first, agenda.third(ply)
    if third is None or third.best != second.best:
        return second
    return replace(second, before=third.before, after=third.after, proven=third.proven, certain=third.certain)


def with_proofs(valued: Sequence[Valued], match: Match) -> list[Valued]:
    """What is proven before a ply is proven after the one before it, too."""
    found = [valued[-1]] if valued else []
    for ply in range(len(valued) - 2, -1, -1):
        now, following = valued[ply], found[-1]
        if following.proven and now.best and match.positions[ply].mover != CHANCE:
            seat, after = match.positions[ply].seat, following.before
            better = after[seat] > now.before[seat]
            now = replace(now, before=after if better else now.before, after=after, proven_after=True)
        found.append(now)
    return found[::-1]


def holds(agenda: Agenda, ply: int, latest: Valued) -> bool:
    """Do two passes and a second look agree, and where values jump with the depth, a third look as well?"""
    second, earlier, third = agenda.second(ply), agenda.earlier(ply), agenda.third(ply)
    if second is None or earlier is None or agenda.match.game.facts.hidden:
        return False
    if agenda.doubts and latest.after != latest.before and not agrees(second, third):
        return False
    seat = agenda.match.positions[ply].seat
    looks = [look for look in (agenda.best(ply), second, earlier, third) if look is not None]
    after = latest.proven_after or differ([look.after[seat] for look in looks]) <= SETTLED
    return after and differ([look.before[seat] for look in looks]) <= SETTLED


def agrees(second: Valued, third: Valued | None) -> bool:
    """Does a third look call the same move the best?"""
    return third is not None and third.best == second.best


def differ(values: Sequence[float]) -> float:
    return max(values) - min(values)


def _ply(match: Match, ply: int, number: int, text: str, valued: Valued) -> Ply:
    position = match.positions[ply]
    whose, rolled = position.seat, position.mover == CHANCE
    change = valued.after[whose] - valued.before[whose]
    return Ply(
        ply=ply,
        number=number,
        seat=None if rolled else whose,
        whose=whose,
        move=text,
        before=valued.before,
        after=valued.after,
        cost=max(0.0, -change) if valued.best else 0.0,
        luck=change if rolled else 0.0,
        best=valued.best,
        stake=valued.spread,
        certain=valued.certain,
        proven=valued.proven_after or valued.certain,
        solved=valued.solved,
        information=valued.information,
    )


def earlier_plies(agenda: Agenda, look: Callable[[int], Valued | None]) -> list[Ply]:
    """What an earlier look at all plies said; nothing where there was none."""
    match = agenda.match
    found = [look(ply) for ply in range(len(match.codes))]
    if match.game.facts.hidden or None in found:
        return []
    return [_ply(match, ply, 0, "", each) for ply, each in enumerate(found) if each is not None]


def valued_plies(agenda: Agenda) -> list[Valued]:
    """What the last complete pass says of every ply. Where something is hidden, it speaks of turns: what a turn
    changes is put down to its last ply."""
    match = agenda.match
    if not match.game.facts.hidden:
        return [agenda.best(ply) for ply in range(len(match.codes))]
    course, following = list[Values](), result_of(match)
    for ply in range(len(match.codes) - 1, -1, -1):
        same = ply + 1 < len(match.codes) and match.positions[ply].turn == match.positions[ply + 1].turn
        known = agenda.best(_begins(match, ply)).before if _begins(match, ply) in agenda.plies else following
        course.append(course[-1] if same and course else known)
        following = course[-1]
    before = course[::-1]
    after = [*before[1:], result_of(match)]
    learned = [agenda.best(ply).information if ply in agenda.plies else None for ply in range(len(match.codes))]
    return [Valued(was, became, information=known) for was, became, known in zip(before, after, learned, strict=True)]


def _begins(match: Match, ply: int) -> int:
    """The first ply of a turn."""
    while ply and match.positions[ply - 1].turn == match.positions[ply].turn:
        ply -= 1
    return ply


def result_of(match: Match) -> Values:
    assert match.outcome is not None
    return tuple(float(result) for result in match.outcome.results)


def rows(match: Match) -> list[int]:
    """The row of each ply in the list of moves: a seat that had its turn begins another row."""
    found, row = list[int](), 0
    for ply in range(len(match.codes)):
        now, last = match.positions[ply], match.positions[ply - 1] if ply else None
        if last is None or not (now.turn == last.turn or now.seat > last.seat):
            row += 1
        found.append(row)
    return found
