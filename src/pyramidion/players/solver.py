"""What a position is worth with perfect play: exact search to the end of the game, on all cores."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass

from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game
from pyramidion.engine.position import Position
from pyramidion.engine.simulation import MOST_THREADS, cores
from pyramidion.players import exact
from pyramidion.players.book import Book
from pyramidion.players.exact_desk import ANSWER, DONE, PLY, ExactDesk, exact_desk_for
from pyramidion.players.exact_memory import BEYOND, fill, memory_of
from pyramidion.players.verbs import lead_limits

PART = 1 << 17  # positions between two looks at the clock
MOST_PLIES = 4096
MEGABYTE = 1 << 20
USUAL_MEMORY = 1024  # megabytes
MOST_MEMORY = 1 << 20
PLIES_OF_A_TURN = 4  # no game here has more, chance left out


class NotSolved(BadInput):
    """The search stopped before the value was known."""


def results_of(lead: int) -> tuple[float, float]:
    """What each seat gets at the end if the first seat leads by this."""
    first = 0.5 if lead == 0 else float(lead > 0)
    return first, 1 - first


@dataclass(frozen=True)
class Solution:
    """What a position is worth to the first seat, and the moves that keep it."""

    lead: int  # at the end: in points if they were asked for, else 1, 0 or -1
    score: bool  # do points count, or only the result?
    best: tuple[str, ...]
    positions: int  # that were looked at
    seconds: float

    def result(self, game: Game) -> str:
        """The value in words."""
        if self.lead == 0:
            return "a draw"
        winner = game.seat_names[0 if self.lead > 0 else 1]
        return f"{winner} wins by {abs(self.lead)}" if self.score else f"{winner} wins"


class Solver:
    """Solves positions of one game; what it has found out about one position serves for the next."""

    def __init__(
        self,
        game: Game,
        score: bool = False,
        memory: int = USUAL_MEMORY,
        threads: int | None = None,
        most_positions: float = math.inf,
        progress: Callable[[int], None] | None = None,
        book: Book | None = None,
    ) -> None:
        if game.seats != 2 or game.facts.chance or game.facts.hidden:
            raise BadInput(f"Only games of two seats without chance and secrets can be solved, unlike {game.title}.")
        if len(game.actions.numbers) > exact.MOST_CODE + 1:
            raise BadInput(f"{game.title} has codes of moves above {exact.MOST_CODE}: choose smaller ones to solve it.")
        if not 1 <= memory <= MOST_MEMORY or (threads is not None and not 1 <= threads <= MOST_THREADS):
            raise BadInput(
                f"Solving takes 1 to {MOST_MEMORY} megabytes and 1 to {MOST_THREADS} threads, "
                f"not {memory!r} and {threads!r}."
            )
        self.game = game
        self.score = score
        self.most_positions = most_positions
        self.stop: Callable[[], bool] = lambda: False  # asked from time to time
        self.positions = 0
        self._progress = progress
        turns = game.manual.most_turns(game.options)
        self._plies = MOST_PLIES if turns is None else min(MOST_PLIES, PLIES_OF_A_TURN * turns)
        room = memory_of(memory * MEGABYTE)
        self._desks = [exact_desk_for(game, room, self._plies, salt) for salt in range(threads or cores())]
        self._begin, self._search = game.bind(exact.begin), game.bind(exact.search)
        if book is not None:
            game.bind(fill)(room, book.keys, book.leads, book.moves)

    def prepare(self) -> None:
        """Compile everything before the first clock runs."""
        self.known(self.game.start(seed=0), 0)
        self._search(self._desks[0], 0)

    def beside(self, salt: int) -> Solver:
        """A solver for another thread, which shares the memory of this one and tries moves in another order."""
        other = copy(self)
        other._desks = [exact_desk_for(self.game, self._desks[0].memory, self._plies, salt)]
        other.positions = 0
        return other

    def forget(self) -> None:
        """Begin anew, as if nothing had been solved yet."""
        for desk in self._desks:
            desk.memory.fill(0)
            desk.history.fill(0)

    def solve(self, position: Position) -> Solution:
        """The value of a position and the moves that keep it."""
        start, before = time.perf_counter(), self.positions
        lead, seat = self.value(position), position.mover or 0
        best = tuple(str(move) for move in position.moves() if self.keeps(position.play(move), seat, lead))
        return Solution(lead, self.score, best, self.positions - before, time.perf_counter() - start)

    def value(self, position: Position) -> int:
        """What the first seat leads by at the end: every question leaves fewer answers."""
        low, high = (-BEYOND, BEYOND) if self.score else (-1, 1)
        if self.score:
            low, high = (int(limit) for limit in self.game.bind(lead_limits)(position.row[0]))
        asked = 0 if low < 0 <= high else high
        while low < high:
            low, high = (asked, high) if self.reaches(position, asked) else (low, asked - 1)
            asked = asked + 1 if low == asked else high
        return low

    def keeps(self, after: Position, seat: int, lead: int) -> bool:
        """Does a seat still have a value, for the first seat, in a position?"""
        return self.reaches(after, lead) if seat == 0 else not self.reaches(after, lead + 1)

    def reaches(self, position: Position, lead: int) -> bool:
        """Does the first seat lead by so much at the end, or by more?"""
        if not self.score and lead not in (0, 1):  # every result is at least a loss and at most a win
            return lead < 0
        answer = self.known(position, lead)
        if answer is None:
            answer = self._found() if len(self._desks) == 1 else self._found_together()
        self._report()
        return answer

    def known(self, position: Position, lead: int) -> bool | None:
        """The same without a search: what limits and memory tell, or None."""
        for desk in self._desks:
            desk.stack[0] = position.row[0]
            self._begin(desk, lead)
        desk = self._desks[0]
        return bool(desk.state[ANSWER]) if desk.state[PLY] < 0 else None

    def _found(self) -> bool:
        """The answer of the first desk."""
        desk, done = self._desks[0], threading.Event()
        self._run(desk, done)
        return bool(desk.state[ANSWER])

    def _found_together(self) -> bool:
        """The answer of the desk that is done first."""
        done = threading.Event()
        with ThreadPoolExecutor(len(self._desks)) as pool:
            try:
                running = [pool.submit(self._run, desk, done) for desk in self._desks]
                while not done.wait(0.2):
                    self._report()
                for part in running:
                    part.result()
            finally:
                done.set()
        return next(bool(desk.state[ANSWER]) for desk in self._desks if desk.state[PLY] < 0)

    def _run(self, desk: ExactDesk, done: threading.Event) -> None:
        while desk.state[PLY] >= 0 and not done.is_set():
            if self.seen >= self.most_positions or self.stop():
                done.set()
                raise NotSolved(f"Not solved within {self.seen:,} positions.")
            self._search(desk, int(desk.state[DONE]) + PART)
            if len(self._desks) == 1:
                self._report()
        done.set()

    @property
    def seen(self) -> int:
        """The positions looked at so far, those of a search under way included."""
        return sum(int(desk.state[DONE]) for desk in self._desks)

    def _report(self) -> None:
        self.positions = self.seen
        if self._progress is not None:
            self._progress(self.positions)
