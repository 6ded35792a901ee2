"""Bots at tables: they think in other processes, and stop when nobody needs them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Any

from pyramidion.engine.position import Position
from pyramidion.players.analysis import Analysis, Line
from pyramidion.server.journal import actions
from pyramidion.server.journal.entries import Change, Stuck
from pyramidion.server.journal.table import Table
from pyramidion.server.problems import Problem
from pyramidion.server.runtime.pool import Owner, WorkerPool
from pyramidion.server.runtime.preparation import Preparation
from pyramidion.server.runtime.tables import OpenTable, Tables
from pyramidion.server.runtime.tasks import Analyse, Choose, Pose, Weigh
from pyramidion.server.storage.writer import Unwritable

log = logging.getLogger("pyramidion.bots")
TRIES = 3
QUICK = 4  # the level that answers within a moment
PAUSE = 0.5  # seconds before a bot that failed tries again, doubled each time
BUSY = 503
UNWRITABLE = 5.0  # seconds until a bot thinks again whose move could not be stored


class Thought:
    """What a bot is thinking about now; it can be told to stop."""

    def __init__(self) -> None:
        self.stopped = False
        self.choice: asyncio.Future[Any] | None = None

    def stop(self) -> None:
        self.stopped = True
        if self.choice is not None:
            self.choice.cancel()


class Bots:
    """Keeps the bots of all tables moving."""

    def __init__(self, tables: Tables, pool: WorkerPool, preparation: Preparation) -> None:
        self.tables = tables
        self.pool = pool
        self.preparation = preparation
        self.moves = 0
        self.failures = 0
        self._thoughts: dict[str, Thought] = {}
        self._closed = False
        tables.after_change.append(self.look)

    def look(self, opened: OpenTable) -> None:
        """A table has changed: stop thinking about what is past, think about what is now."""
        table = opened.table
        if (past := self._thoughts.pop(table.id, None)) is not None:
            past.stop()
        if table.bot_to_move and not table.trouble and opened.wanted and not self._closed:
            thought = self._thoughts[table.id] = Thought()
            self.tables.background.start(self._move(opened, table.number, thought))

    def wake(self, opened: OpenTable) -> None:
        """A person has come back to a table."""
        if opened.table.id not in self._thoughts:
            self.look(opened)

    def rest(self) -> None:
        """Stop thinking about tables that everybody has left."""
        for opened in self.tables:
            if not opened.wanted and (left := self._thoughts.pop(opened.table.id, None)) is not None:
                left.stop()

    async def _move(self, opened: OpenTable, number: int, thought: Thought) -> None:
        table = opened.table
        try:
            await self.preparation.opponents_of(table.game.name)
            if not await asyncio.wrap_future(self.tables.store.claim(table.id, self.tables.now())):
                return
            for attempt in range(TRIES):
                if await self._try(opened, number, thought):
                    return
                await asyncio.sleep(PAUSE * 2**attempt)
            await self._give_up(opened, number)
        except Unwritable:
            self.tables.background.start(self._look_later(opened, number))
        finally:
            if self._thoughts.get(table.id) is thought:
                del self._thoughts[table.id]
            if thought.stopped and opened.table.number == number:
                self.tables.store.release(table.id)

    async def _try(self, opened: OpenTable, number: int, thought: Thought) -> bool:
        """Think and move; False if that failed."""
        table = opened.table
        if thought.stopped or table.number != number or not table.bot_to_move or table.position is None:
            return True
        seat, ply = table.mover or 0, table.ply
        task = Choose(table.id, seat, table.seats[seat].level, table.fairness.bot_seed(seat), table.position.view(seat))
        try:
            thought.choice = self.pool.submit(opened.owner, task)
            text = await thought.choice
            await self.tables.act(opened, lambda now: actions.move(now, seat, text, ply, f"bot {number}"))
            self.moves += 1
            return True
        except asyncio.CancelledError:
            return True
        except Unwritable:
            raise
        except Problem as problem:
            return problem.status != BUSY
        except Exception:
            self.failures += 1
            log.exception("a bot failed", extra={"table": table.id, "ply": ply})
            return False

    async def _look_later(self, opened: OpenTable, number: int) -> None:
        """The database took nothing: think again when it may."""
        await asyncio.sleep(UNWRITABLE)
        if opened.table.number == number and not self._closed:
            self.look(opened)

    async def _give_up(self, opened: OpenTable, number: int) -> None:
        """Say at the table that its bot does not move."""
        stuck = Stuck("The bot cannot move. Let it try again, take a move back, or resign.")

        def give_up(table: Table) -> Change | None:
            return stuck if table.number == number else None

        await self.tables.act(opened, give_up)

    async def analyse(self, owner: Owner, view: Position, level: int) -> Analysis:
        """What a bot of a level thinks of a view."""
        await self.preparation.opponents_of(view.game.name)
        found: Analysis = await self.pool.submit(owner, Analyse(level, view))
        return found

    async def choose(self, owner: Owner, view: Position, level: int, seed: int) -> str:
        """The move that a bot of a level makes in a view, at no table."""
        await self.preparation.opponents_of(view.game.name)
        place = f"{owner.address} {view.game.spec} {level} {seed}"  # where the bot goes on with what it thought
        found: str = await self.pool.submit(owner, Choose(place, view.seat, level, seed, view))
        return found

    async def grow(self, owner: Owner, view: Position, level: int) -> AsyncIterator[tuple[Analysis, bool]]:
        """Ever better analyses of a view, the first after a moment, each with whether it is the last."""
        quick = await self.analyse(owner, view, min(level, QUICK))
        if level <= QUICK or all(line.exact for line in quick.lines):
            yield quick, True
            return
        yield quick, False
        said: asyncio.Queue[Any] = asyncio.Queue()
        deep = self.pool.submit(owner, Analyse(level, view, grows=True), said.put_nowait)
        deep.add_done_callback(lambda _: said.put_nowait(None))
        try:
            while (found := await said.get()) is not None:
                if found.effort > quick.effort:
                    yield found, False
            yield await deep, True
        finally:
            deep.cancel()

    async def weigh(self, owner: Owner, position: Position) -> list[Line]:
        """What each outcome of chance leads to, as a bot sees it that answers within a moment."""
        await self.preparation.opponents_of(position.game.name)
        found: list[Line] = await self.pool.submit(owner, Weigh(QUICK, position))
        return found

    async def puzzle(self, owner: Owner, position: Position) -> str:
        """The puzzle that a position makes, as its line, or after an exclamation mark why it makes none."""
        await self.preparation.opponents_of(position.game.name)
        found: str = await self.pool.submit(owner, Pose(position))
        return found

    async def close(self) -> None:
        """Stop all thinking."""
        self._closed = True
        for thought in self._thoughts.values():
            thought.stop()
        await self.pool.close()
