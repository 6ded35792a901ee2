"""Reviews of finished games on the page: made piece by piece in the processes of bots, after everything else.

A review stops while nobody asks for it, and continues when somebody does.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal
from weakref import WeakValueDictionary

from pyramidion.engine.match import Match
from pyramidion.lab.judge import Values
from pyramidion.server.problems import Problem, not_now
from pyramidion.server.runtime.background import Background
from pyramidion.server.runtime.pool import Owner, WorkerPool
from pyramidion.server.runtime.tasks import Draw, Glance, Value
from pyramidion.study.reviews.agenda import STEP, Agenda, Piece, played_at
from pyramidion.study.reviews.moments import review_of
from pyramidion.study.reviews.plies import result_of
from pyramidion.study.reviews.review import Review
from pyramidion.study.reviews.values import Valued, quick_effort

log = logging.getLogger("pyramidion.reviews")
SECONDS = 8.0  # of thought for a review
DEEPEST = 64  # times the quick effort for a position
PART = 0.15  # seconds of thought for one task
FIRST_PART = 4  # plies, before it is known how long they take
MOST_PART = 64
MOST_KEPT, MOST_BYTES = 100, 100_000_000  # reviews, and what they take together
PLY = 5_000  # bytes of a ply of a game, roughly
AT_ONCE = 2  # reviews of one address that are worked on; the pool is fair among addresses
MOST_HTML = 2_000_000  # characters of a page that is kept
ASKED = 30.0  # seconds after which nobody waits any more
BUSY, PAUSE = 503, 2.0
FAILED = "The review failed. The log of the server says why."
Status = Literal["running", "done", "failed"]


@dataclass(eq=False)
class Running:
    """A review under way, or one that is done."""

    agenda: Agenda
    names: tuple[str, ...]
    owner: Owner
    status: Status = "running"
    glanced: dict[int, Values] = field(default_factory=dict)  # what some positions are worth at a glance
    review: Review | None = None  # what is known so far
    version: int = 0  # raised whenever more is known
    asked: float = field(default_factory=time.monotonic)
    working: bool = False
    html: str = ""  # as a standalone page

    @property
    def match(self) -> Match:
        return self.agenda.match

    @property
    def size(self) -> int:
        """Bytes, roughly."""
        return PLY * len(self.match.codes) + len(self.html)

    @property
    def course(self) -> dict[int, Values]:
        """What the seats could expect after some plies, before there is a review; nothing before the first look."""
        if self.review is not None or not self.glanced:
            return {}
        return {**self.glanced, **self.agenda.begun(), len(self.match.codes): result_of(self.match)}

    @property
    def wanted(self) -> bool:
        return time.monotonic() - self.asked < ASKED


class Reviews:
    """The latest reviews, by the id of their table or of their record."""

    def __init__(self, pool: WorkerPool) -> None:
        self.pool = pool
        self._kept: OrderedDict[str, Running] = OrderedDict()
        self._places: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()  # by address
        self._background = Background()
        self._closed = False

    def begin(self, name: str, match: Match, names: Sequence[str], owner: Owner) -> Running:
        """Review a game, unless that is done or under way already."""
        if name not in self._kept:
            agenda = Agenda(match, SECONDS, DEEPEST * quick_effort(match.game))
            self._kept[name] = Running(agenda, tuple(names), owner)
            self._make_room()
        return self.known(name)

    def _make_room(self) -> None:
        """Forget those that nobody has asked for longest; the latest stays."""
        size = sum(running.size for running in self._kept.values())
        while len(self._kept) > MOST_KEPT or (size > MOST_BYTES and len(self._kept) > 1):
            size -= self._kept.popitem(last=False)[1].size

    def __contains__(self, name: str) -> bool:
        return name in self._kept

    def known(self, name: str) -> Running:
        """A review that was asked for; it goes on if it had stopped."""
        found = self._kept.get(name)
        if found is None:
            raise Problem(404, "not-found", "There is no such review. Ask for it again.")
        self._kept.move_to_end(name)
        found.asked = time.monotonic()
        if found.status == "running" and not found.working and not self._closed:
            found.working = True
            self._background.start(self._work(found))
        return found

    async def _work(self, running: Running) -> None:
        places = self._places.setdefault(running.owner.address, asyncio.Semaphore(AT_ONCE))
        try:
            async with places:
                while running.wanted and not self._closed and running.status == "running":
                    await self._step(running)
        except asyncio.CancelledError:
            pass
        except Exception:
            log.exception("a review failed")
            running.status = "failed"
            running.version += 1
        finally:
            running.working = False

    async def _step(self, running: Running) -> None:
        """Have some pieces done, and show what they tell."""
        agenda, effort = running.agenda, running.agenda.effort
        if not running.glanced and (plies := agenda.glances()):
            await self._glance(running, plies)
            return
        pieces = agenda.batch(part_of(agenda))
        if pieces:
            for piece, (valued, seconds) in zip(pieces, await self._values(running, pieces), strict=False):
                agenda.add(piece, valued, seconds)
            agenda.batch(1)  # so that a pass that is complete counts
        if not pieces or agenda.effort != effort:
            running.review = await asyncio.to_thread(review_of, agenda, running.names, not pieces)
            running.status = "running" if pieces else "done"
            running.version += 1

    async def _glance(self, running: Running, plies: list[int]) -> None:
        """Find out roughly how the game went."""
        found = await self._submitted(running, Glance(tuple(running.match.positions[ply] for ply in plies)))
        running.glanced = dict(zip(plies, found, strict=False))
        running.version += 1

    async def _values(self, running: Running, pieces: list[Piece]) -> list[tuple[Valued, float]]:
        match, effort = running.match, pieces[0].effort
        plies = tuple(
            (match.positions[piece.ply], tuple(played_at(match, piece.ply)), running.agenda.among(piece))
            for piece in pieces
        )
        return await self._submitted(running, Value(plies, effort, quick=effort <= quick_effort(match.game)))

    async def _submitted(self, running: Running, task: Glance | Value) -> list[Any]:
        """What came of a task; nothing, after a pause, while too much is waiting."""
        try:
            found: list[Any] = await self.pool.submit(running.owner, task)
            return found
        except Problem as problem:
            if problem.status != BUSY:
                raise
            await asyncio.sleep(PAUSE)
            return []

    async def valued(self, running: Running, ply: int, code: int) -> Valued:
        """What another move would have led to at a ply, by as much effort as a second look takes."""
        task = Value(((running.match.positions[ply], (code,), ()),), STEP * running.agenda.effort, quick=False)
        found: list[tuple[Valued, float]] = await self.pool.submit(running.owner, task)
        return found[0][0]

    async def page(self, running: Running) -> str:
        """A finished review as a standalone page, drawn once."""
        if running.review is None or running.status != "done":
            raise not_now("This review is not finished yet.")
        if running.html:
            return running.html
        html: str = await self.pool.submit(running.owner, Draw(running.review, running.match))
        if len(html) <= MOST_HTML:
            running.html = html
            self._make_room()
        return html

    async def close(self) -> None:
        self._closed = True
        with contextlib.suppress(asyncio.CancelledError):
            await self._background.finish()


def part_of(agenda: Agenda) -> int:
    """How many plies to do at once, by how long they took so far."""
    done, seconds = agenda.pace
    if not done:
        return FIRST_PART
    return max(1, min(MOST_PART, int(PART * done / max(seconds, 1e-4))))
