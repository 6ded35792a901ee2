"""What a review still has to look at: all plies quickly, then with ever more effort, then the moments again and again.

The caller asks for the next piece of work and returns its result: a program on the terminal, or a server that
has its processes do it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyramidion.engine.errors import BadInput
from pyramidion.engine.header import CHANCE
from pyramidion.engine.match import Match
from pyramidion.lab.judge import Values
from pyramidion.players.levels import search_of
from pyramidion.study.reviews.values import Valued, quick_effort

GLANCES = 40  # positions that are valued at a glance, before anything else
STEP = 4  # times the effort of one pass for the next, and for a second look
SECOND_LOOKS = {True: 2.2, False: 1.5}  # the time of a pass with its second and perhaps third looks, in passes
PHASES = 3  # opening, middle and end
CHOICES, ROLLS = 3, 2  # of each phase that are looked at again
CLAIMS = 6  # choices that are looked at a third time, in games whose values jump with the depth of the search
TOLD = 0.04  # what such a choice must have cost
SECONDS = 10.0
MOST_EFFORT = 1_000_000
MOST_SECONDS = 86_400.0


@dataclass(frozen=True)
class Piece:
    """A ply to value with some effort; where something is hidden, the first ply of a turn."""

    ply: int
    effort: int


class Agenda:
    """The pieces of a review, and what came of those that are done.

    With `seconds`, passes go on as long as there is time, up to an `effort` if one is given; without, there is a quick
    pass and one with that effort.
    """

    def __init__(self, match: Match, seconds: float | None = None, effort: int | None = None) -> None:
        self.match = match
        self.seconds = SECONDS if seconds is None and effort is None else seconds
        self.plies = plies_to_value(match)
        self.found: dict[Piece, Valued] = {}
        self.spent = 0.0
        self.effort = self.before = 0  # of the last complete pass, and of the one before it
        self._most = effort
        self.doubts = search_of(match.game) == "alphabeta"  # are claims looked at a third time?
        self._pass, self._second, self._third = self._first(), list[Piece](), list[Piece]()
        self._seconds_of: dict[int, float] = {}
        self._settled: dict[int, Valued] = {}

    def _first(self) -> int:
        quick = quick_effort(self.match.game)
        return quick if self._most is None else min(quick, self._most)

    def next(self) -> Piece | None:
        """What to do now; None when the review is complete."""
        return next(iter(self.batch(1)), None)

    def batch(self, most: int) -> list[Piece]:
        """Some pieces of the pass under way. Late plies come first: they help the search."""
        while True:
            left = [piece for piece in self._wanted() if not self._is_done(piece)]
            if left or not self._begin_next():
                return left[:most]

    def add(self, piece: Piece, valued: Valued, seconds: float) -> None:
        """What came of a piece, and how long that took."""
        self.found[piece] = valued
        self.spent += seconds
        if valued.proven and valued.certain:
            self._settled[piece.ply] = valued
        else:
            self._seconds_of[piece.effort] = self._seconds_of.get(piece.effort, 0.0) + seconds

    def _is_done(self, piece: Piece) -> bool:
        """What is proven needs no more effort."""
        return piece in self.found or piece.ply in self._settled

    def _wanted(self) -> list[Piece]:
        return self._third or self._second or [Piece(ply, self._pass) for ply in reversed(self.plies)]

    def _begin_next(self) -> bool:
        """Go on to the next pass, or to the second or third looks; False when there is nothing more."""
        if self._third:
            return False
        if self._second:
            self._third = [Piece(ply, STEP * STEP * self.effort) for ply in self.claims()]
            return bool(self._third)
        if self.effort != self._pass:
            self.before, self.effort = self.effort, self._pass
        following = self._following()
        if following > self.effort and self._has_time():
            self._pass = following
            return True
        self._second = [Piece(ply, STEP * self.effort) for ply in self.striking()]
        return bool(self._second)

    def _following(self) -> int:
        """The effort of the next pass."""
        if self.seconds is None and self._most is not None:
            return self._most if self.effort >= self._most // STEP else self._most // STEP
        return min(STEP * self.effort, self._most or MOST_EFFORT)

    def _has_time(self) -> bool:
        """For another pass; there is for a second one, because nothing is claimed that only one has found."""
        if self.seconds is None or not self.before:
            return True
        took = self._seconds_of.get(self.effort, 0.0)
        return self.spent + STEP * SECOND_LOOKS[self.doubts] * took <= self.seconds

    @property
    def progress(self) -> tuple[int, int]:
        """How many pieces of the pass under way are done, and of how many."""
        wanted = self._wanted()
        return sum(self._is_done(piece) for piece in wanted), len(wanted)

    @property
    def pace(self) -> tuple[int, float]:
        """How many pieces of the pass under way took how many seconds; none before the first is done."""
        effort = self._wanted()[0].effort if self._wanted() else 0
        done = sum(piece.effort == effort for piece in self.found)
        return done, self._seconds_of.get(effort, 0.0)

    def best(self, ply: int) -> Valued:
        """What the last complete pass said of a ply."""
        return self._settled.get(ply) or self.found[Piece(ply, self.effort)]

    def earlier(self, ply: int) -> Valued | None:
        """What the pass before the last one said of a ply."""
        return self._settled.get(ply) or self.found.get(Piece(ply, self.before))

    def quickest(self, ply: int) -> Valued | None:
        """What the first pass said of a ply."""
        return self._settled.get(ply) or self.found.get(Piece(ply, self._first()))

    def second(self, ply: int) -> Valued | None:
        """What the second look at a ply said."""
        return self._settled.get(ply) or self.found.get(Piece(ply, STEP * self.effort))

    def third(self, ply: int) -> Valued | None:
        """What the third look at a ply said: it compares the move played with the best one."""
        return self._settled.get(ply) or self.found.get(Piece(ply, STEP * STEP * self.effort))

    def begun(self) -> dict[int, Values]:
        """What the first pass has found so far about the positions before plies."""
        return {piece.ply: valued.before for piece, valued in self.found.items() if piece.effort == self._first()}

    def glances(self) -> list[int]:
        """Plies that are spread evenly over the game, for a first look at its course."""
        every = max(1, len(self.plies) // GLANCES)
        return self.plies[::every]

    def among(self, piece: Piece) -> tuple[int, ...]:
        """The moves that a third look compares; none for another look, which chooses its own."""
        if piece not in self._third:
            return ()
        second, position = self.second(piece.ply), self.match.positions[piece.ply]
        assert second is not None
        return position.check(second.best), self.match.codes[piece.ply]

    def claims(self) -> list[int]:
        """The choices that seem to have cost most after the second look, late ones first."""
        if not self.doubts:
            return []
        costs = {ply: self._cost(second) for ply in self.striking() if (second := self.second(ply)) is not None}
        worst = sorted((ply for ply in costs if costs[ply] >= TOLD), key=lambda ply: -costs[ply])
        return sorted(worst[:CLAIMS], reverse=True)

    def _cost(self, valued: Valued) -> float:
        """What a choice cost, to any seat."""
        return max(abs(after - before) for before, after in zip(valued.before, valued.after, strict=True))

    def striking(self) -> list[int]:
        """The plies of each phase that seem to have mattered most, late ones first."""
        found = [ply for phase in range(PHASES) for ply in self._striking_in(phase)]
        return sorted(found, reverse=True)

    def _striking_in(self, phase: int) -> Iterator[int]:
        if self.match.game.facts.hidden:
            return
        own = [ply for ply in self.plies if phase_of(ply, len(self.match.codes)) == phase]
        rolls = [ply for ply in own if self.match.positions[ply].mover == CHANCE]
        choices = [ply for ply in own if self.best(ply).best]
        yield from sorted(choices, key=lambda ply: -self._change(ply))[:CHOICES]
        yield from sorted(rolls, key=lambda ply: -self._change(ply))[:ROLLS]

    def _change(self, ply: int) -> float:
        """What a ply changed for the seat whose turn it was; for a good move, what another would have."""
        seat, valued = self.match.positions[ply].seat, self.best(ply)
        changed = abs(valued.after[seat] - valued.before[seat])
        return changed or valued.lead / 4


def phase_of(ply: int, plies: int) -> int:
    """0 in the opening, 1 in the middle, 2 in the end: thirds of a game."""
    return min(PHASES - 1, PHASES * ply // max(1, plies))


def plies_to_value(match: Match) -> list[int]:
    """All plies; where something is hidden, those that begin a turn of a seat that does not know it."""
    plies = range(len(match.codes))
    if not match.game.facts.hidden:
        return list(plies)
    begin = [ply for ply in plies if ply == 0 or match.positions[ply].turn != match.positions[ply - 1].turn]
    return [ply for ply in begin if match.positions[ply].view(match.positions[ply].seat).blank]


def played_at(match: Match, ply: int) -> list[int]:
    """What was played at a ply; where something is hidden, in the whole turn."""
    if not match.game.facts.hidden:
        return match.codes[ply : ply + 1]
    turn = match.positions[ply].turn
    return [code for at, code in enumerate(match.codes) if at >= ply and match.positions[at].turn == turn]


def check_reviewable(match: Match, seconds: float | None, effort: int | None) -> None:
    """BadInput unless the game is over and the amounts make sense."""
    if match.outcome is None:
        raise BadInput("Only a finished game can be reviewed, and this one is still in progress.")
    if not match.codes:
        raise BadInput("Nothing was played in this game, so there is nothing to review.")
    if seconds is not None and effort is not None:
        raise BadInput("Give either seconds or an effort, not both.")
    whole = effort is None or (isinstance(effort, int) and not isinstance(effort, bool) and 1 <= effort <= MOST_EFFORT)
    if not whole or not (seconds is None or 0 < seconds <= MOST_SECONDS):
        raise BadInput(f"A review takes an effort of 1 to {MOST_EFFORT:,}, or up to {MOST_SECONDS:,.0f} seconds.")
