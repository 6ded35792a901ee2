"""Bots at tables: they think in a few threads, whoever waits longest first, and are stopped when nobody needs them."""

from __future__ import annotations

import asyncio
import logging
import os
import threading
import zlib
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from pyramidion.engine.game import Game
from pyramidion.engine.match import Match
from pyramidion.engine.position import Position
from pyramidion.engine.registry import load
from pyramidion.players.analysis import Analysis, Budget
from pyramidion.players.bots import Bot, level_bot
from pyramidion.players.levels import HIGHEST
from pyramidion.server import actions
from pyramidion.server.hall import Hall, Live
from pyramidion.server.problems import Problem
from pyramidion.server.table import Table

log = logging.getLogger("pyramidion.bots")
TRIES = 3
PAUSE = 0.5  # seconds before a bot that failed tries again, doubled each time
KEPT_BOTS = 64
WARMED = (1, HIGHEST)  # the levels that differ in what they run
BUSY = 503
MOST_WAITING = 2_000


@dataclass(eq=False)
class Task:
    """Something to be thought about."""

    owner: str  # in whose interest; owners take turns
    work: Callable[[], Any]
    done: asyncio.Future[Any]
    cancelled: threading.Event = field(default_factory=threading.Event)


class Workers:
    """Threads that take tasks in turns: one of each owner, then the next of each."""

    def __init__(self, threads: int | None = None) -> None:
        self.threads = threads or max(1, (os.cpu_count() or 2) - 1)
        self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix="bot")
        self._waiting: OrderedDict[str, deque[Task]] = OrderedDict()
        self._busy = 0

    def __len__(self) -> int:
        """How many tasks wait."""
        return sum(len(tasks) for tasks in self._waiting.values())

    @property
    def busy(self) -> int:
        return self._busy

    def submit(self, owner: str, work: Callable[[], Any], cancelled: threading.Event) -> asyncio.Future[Any]:
        """Have something thought about; Problem when far too much is waiting."""
        if len(self) >= MOST_WAITING:
            raise Problem(503, "busy", "Too many bots are thinking. Try again in a minute.")
        task = Task(owner, work, asyncio.get_running_loop().create_future(), cancelled)
        self._waiting.setdefault(owner, deque()).append(task)
        self._start()
        return task.done

    def _start(self) -> None:
        while self._busy < self.threads and self._waiting:
            owner, tasks = self._waiting.popitem(last=False)
            task = tasks.popleft()
            if tasks:
                self._waiting[owner] = tasks
            if task.cancelled.is_set() or task.done.cancelled():
                task.done.cancel()
                continue
            self._busy += 1
            self._run(task)

    def _run(self, task: Task) -> None:
        loop = asyncio.get_running_loop()
        running = loop.run_in_executor(self._pool, task.work)

        def finished(future: asyncio.Future[Any]) -> None:
            self._busy -= 1
            if not task.done.done():
                if future.cancelled():
                    task.done.cancel()
                elif error := future.exception():
                    task.done.set_exception(error)
                else:
                    task.done.set_result(future.result())
            self._start()

        running.add_done_callback(finished)

    def close(self) -> None:
        for tasks in self._waiting.values():
            for task in tasks:
                task.done.cancel()
        self._waiting.clear()
        self._pool.shutdown(wait=True, cancel_futures=True)


class Bots:
    """Keeps the bots of all tables moving."""

    def __init__(self, hall: Hall, workers: Workers) -> None:
        self.hall = hall
        self.workers = workers
        self.moves = 0
        self.failures = 0
        self._bots: OrderedDict[tuple[str, int], Bot] = OrderedDict()
        self._keeping = threading.Lock()
        self._thinking: dict[str, threading.Event] = {}
        self._closed = False
        hall.after_change.append(self.look)

    def look(self, live: Live) -> None:
        """A table has changed: stop thinking about what is past, think about what is now."""
        table = live.table
        if (stopped := self._thinking.pop(table.id, None)) is not None:
            stopped.set()
        if table.bot_to_move and not table.trouble and live.wanted and not self._closed:
            cancelled = self._thinking[table.id] = threading.Event()
            self.hall.soon(self._move(live, table.number, cancelled))

    def wake(self, live: Live) -> None:
        """Somebody has come back to a table."""
        if live.table.id not in self._thinking:
            self.look(live)

    def rest(self) -> None:
        """Stop thinking about tables that everybody has left."""
        for live in self.hall:
            if not live.wanted and (stopped := self._thinking.pop(live.table.id, None)) is not None:
                stopped.set()

    async def _move(self, live: Live, number: int, cancelled: threading.Event) -> None:
        table = live.table
        try:
            if not await asyncio.wrap_future(self.hall.store.claim(table.id, self.hall.now())):
                return
            for attempt in range(TRIES):
                if await self._try(live, number, cancelled):
                    return
                await asyncio.sleep(PAUSE * 2**attempt)
            await self._give_up(live, number)
        finally:
            if self._thinking.get(table.id) is cancelled:
                del self._thinking[table.id]
            if cancelled.is_set() and live.table.number == number:
                self.hall.store.release(table.id)

    async def _try(self, live: Live, number: int, cancelled: threading.Event) -> bool:
        """Think and move; False if that failed."""
        table = live.table
        if cancelled.is_set() or table.number != number or not table.bot_to_move or table.position is None:
            return True
        seat, ply = table.mover or 0, table.ply
        view = table.position.view(seat)
        try:
            text = await self.workers.submit(
                owner(table), lambda: chosen(self._bot(table, seat), view, cancelled), cancelled
            )
            if not cancelled.is_set():
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
            self._bots.pop((table.id, seat), None)
            return False

    async def _give_up(self, live: Live, number: int) -> None:
        """Say at the table that its bot does not move."""
        says = "The bot cannot move. Let it try again, take a move back, or resign."
        await self.hall.act(live, lambda table: ("trouble", {"says": says}) if table.number == number else None)

    def _bot(self, table: Table, seat: int) -> Bot:
        """The bot of a seat; it remembers what it thought. For a worker's thread, since making one may compile."""
        key = table.id, seat
        with self._keeping:
            bot = self._bots.pop(key, None)
        bot = bot or level_bot(table.game, table.seats[seat].level, seed=_seed(table, seat))
        with self._keeping:
            self._bots[key] = bot
            if len(self._bots) > KEPT_BOTS:
                self._bots.popitem(last=False)
        return bot

    async def analyse(self, owner: str, game: Game, view: Position, level: int) -> Analysis:
        """What a bot of a level thinks of a view."""
        cancelled = threading.Event()

        def think() -> Analysis:
            bot = level_bot(game, level, seed=0)
            (last,) = deque(bot.analyse(view, budget=usual_budget(bot, cancelled)), maxlen=1)
            return last

        try:
            found: Analysis = await self.workers.submit(owner, think, cancelled)
        finally:
            cancelled.set()
        return found

    def close(self) -> None:
        """Stop all thinking."""
        self._closed = True
        for cancelled in self._thinking.values():
            cancelled.set()
        self.workers.close()


def warm_bots(name: str) -> None:
    """Compile the ways in which the bots of a game think."""
    game = load(name)
    start = Match(game, seed=0).position
    for level in WARMED:
        level_bot(game, level, seed=0).choose(start, effort=1)


def chosen(bot: Bot, view: Position, cancelled: threading.Event) -> str:
    return str(bot.choose(view, budget=usual_budget(bot, cancelled)))


def usual_budget(bot: Bot, cancelled: threading.Event) -> Budget:
    """What a bot usually spends, from now on, until it is cancelled."""
    usual = bot.budget()
    return Budget(usual.effort, usual.seconds, cancelled)


def owner(table: Table) -> str:
    """In whose interest a table's bots think: its first person, or those who watch bots."""
    return next((table.seats[seat].holder for seat in table.persons), "bots only")


def _seed(table: Table, seat: int) -> int:
    """A bot's own luck: nothing that the table's dice depend on."""
    return zlib.crc32(f"{table.id} {seat}".encode())
