"""Bots at tables: they think in a few other processes, whoever waits longest first, and are stopped when nobody needs
them."""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections import OrderedDict, deque
from dataclasses import dataclass
from typing import Any

from pyramidion.engine.position import Position
from pyramidion.engine.simulation import cores
from pyramidion.players.analysis import Analysis
from pyramidion.server import actions
from pyramidion.server.hall import Hall, Live
from pyramidion.server.preparation import Preparation
from pyramidion.server.problems import Problem
from pyramidion.server.processes import WorkerProcess
from pyramidion.server.table import Table
from pyramidion.server.worker import Analyse, Choose, Task

log = logging.getLogger("pyramidion.bots")
TRIES = 3
PAUSE = 0.5  # seconds before a bot that failed tries again, doubled each time
BUSY = 503
MOST_WAITING = 2_000


@dataclass(eq=False)
class Waiting:
    """A task that waits for a worker."""

    task: Task
    done: asyncio.Future[Any]


class Workers:
    """Processes that take tasks in turns: one of each owner, then the next of each."""

    def __init__(self, count: int | None = None) -> None:
        self._idle = [WorkerProcess() for _ in range(count or max(1, cores() - 1))]
        self._all = tuple(self._idle)
        self._waiting: OrderedDict[str, deque[Waiting]] = OrderedDict()
        self._running: set[asyncio.Task[None]] = set()
        self._closed = False

    def __len__(self) -> int:
        """How many tasks wait."""
        return sum(len(tasks) for tasks in self._waiting.values())

    @property
    def count(self) -> int:
        return len(self._all)

    @property
    def busy(self) -> int:
        return len(self._running)

    def submit(self, owner: str, task: Task) -> asyncio.Future[Any]:
        """Have something thought about, in somebody's interest; Problem when far too much is waiting. Cancelling the
        future stops the thought."""
        if self._closed or len(self) >= MOST_WAITING:
            raise Problem(503, "busy", "Too many bots are thinking. Try again in a minute.")
        waiting = Waiting(task, asyncio.get_running_loop().create_future())
        self._waiting.setdefault(owner, deque()).append(waiting)
        self._start()
        return waiting.done

    def _start(self) -> None:
        while self._idle and self._waiting:
            owner, tasks = self._waiting.popitem(last=False)
            waiting = tasks.popleft()
            if tasks:
                self._waiting[owner] = tasks
            if not waiting.done.done():
                running = asyncio.create_task(self._run(self._idle.pop(), waiting))
                self._running.add(running)
                running.add_done_callback(self._running.discard)

    async def _run(self, process: WorkerProcess, waiting: Waiting) -> None:
        doing = asyncio.ensure_future(process.do(waiting.task))
        waiting.done.add_done_callback(lambda done: doing.cancel() if done.cancelled() else None)
        try:
            result = await doing
            if not waiting.done.done():
                waiting.done.set_result(result)
        except asyncio.CancelledError:
            waiting.done.cancel()
        except Exception as error:
            if not waiting.done.done():
                waiting.done.set_exception(error)
        finally:
            self._idle.append(process)
            self._start()

    async def close(self) -> None:
        """Drop what waits, and end what runs."""
        self._closed = True
        for tasks in self._waiting.values():
            for waiting in tasks:
                waiting.done.cancel()
        self._waiting.clear()
        for process in self._all:
            await process.close()
        await asyncio.gather(*self._running, return_exceptions=True)


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

    def __init__(self, hall: Hall, workers: Workers, preparation: Preparation) -> None:
        self.hall = hall
        self.workers = workers
        self.preparation = preparation
        self.moves = 0
        self.failures = 0
        self._thoughts: dict[str, Thought] = {}
        self._closed = False
        hall.after_change.append(self.look)

    def look(self, live: Live) -> None:
        """A table has changed: stop thinking about what is past, think about what is now."""
        table = live.table
        if (past := self._thoughts.pop(table.id, None)) is not None:
            past.stop()
        if table.bot_to_move and not table.trouble and live.wanted and not self._closed:
            thought = self._thoughts[table.id] = Thought()
            self.hall.soon(self._move(live, table.number, thought))

    def wake(self, live: Live) -> None:
        """Somebody has come back to a table."""
        if live.table.id not in self._thoughts:
            self.look(live)

    def rest(self) -> None:
        """Stop thinking about tables that everybody has left."""
        for live in self.hall:
            if not live.wanted and (left := self._thoughts.pop(live.table.id, None)) is not None:
                left.stop()

    async def _move(self, live: Live, number: int, thought: Thought) -> None:
        table = live.table
        try:
            await self.preparation.opponents_of(table.game.name)
            if not await asyncio.wrap_future(self.hall.store.claim(table.id, self.hall.now())):
                return
            for attempt in range(TRIES):
                if await self._try(live, number, thought):
                    return
                await asyncio.sleep(PAUSE * 2**attempt)
            await self._give_up(live, number)
        finally:
            if self._thoughts.get(table.id) is thought:
                del self._thoughts[table.id]
            if thought.stopped and live.table.number == number:
                self.hall.store.release(table.id)

    async def _try(self, live: Live, number: int, thought: Thought) -> bool:
        """Think and move; False if that failed."""
        table = live.table
        if thought.stopped or table.number != number or not table.bot_to_move or table.position is None:
            return True
        seat, ply = table.mover or 0, table.ply
        task = Choose(table.id, seat, table.seats[seat].level, _seed(table, seat), table.position.view(seat))
        try:
            thought.choice = self.workers.submit(owner(table), task)
            text = await thought.choice
            await self.hall.act(live, lambda now: actions.move(now, seat, text, ply, f"bot {number}"))
            self.moves += 1
            return True
        except asyncio.CancelledError:
            return True
        except Problem as problem:
            return problem.status != BUSY
        except Exception:
            self.failures += 1
            log.exception("a bot failed", extra={"table": table.id, "ply": ply})
            return False

    async def _give_up(self, live: Live, number: int) -> None:
        """Say at the table that its bot does not move."""
        says = "The bot cannot move. Let it try again, take a move back, or resign."
        await self.hall.act(live, lambda table: ("trouble", {"says": says}) if table.number == number else None)

    async def analyse(self, owner: str, view: Position, level: int) -> Analysis:
        """What a bot of a level thinks of a view."""
        await self.preparation.opponents_of(view.game.name)
        found: Analysis = await self.workers.submit(owner, Analyse(level, view))
        return found

    async def close(self) -> None:
        """Stop all thinking."""
        self._closed = True
        for thought in self._thoughts.values():
            thought.stop()
        await self.workers.close()


def owner(table: Table) -> str:
    """In whose interest a table's bots think: its first person, or those who watch bots."""
    return next((table.seats[seat].holder for seat in table.persons), "bots only")


def _seed(table: Table, seat: int) -> int:
    """A bot's own luck: nothing that the table's dice depend on."""
    return zlib.crc32(f"{table.id} {seat}".encode())
