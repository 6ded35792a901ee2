"""Everything long-lived in the server, except HTTP: started and stopped together."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import Any

from pyramidion.server.runtime.background import Background
from pyramidion.server.runtime.bots import Bots
from pyramidion.server.runtime.lab import Lab
from pyramidion.server.runtime.limits import Places, Rate
from pyramidion.server.runtime.pool import WorkerPool
from pyramidion.server.runtime.preparation import Preparation
from pyramidion.server.runtime.reviews import Reviews
from pyramidion.server.runtime.tables import Tables
from pyramidion.server.settings import Settings
from pyramidion.server.storage.notifications import Notifications
from pyramidion.server.storage.store import ALIVE, Store

log = logging.getLogger("pyramidion.server")
BEAT = 1.0  # seconds between signs of life
SWEEP = 2.0  # seconds between checks for tables that need attention
CLEANING = 3600.0
GOODBYE = 0.2  # seconds until everyone has heard that the server stops
MOST_SWEPT = 500
EFFORT = 10.0  # seconds over which processor time is counted
DAY, HOUR = 86_400_000, 3_600_000
OFFSET = time.time_ns() - time.monotonic_ns()


def milliseconds() -> int:
    """The time since 1970, as it was when the process started plus the time since: steps of the system clock do not
    count."""
    return (OFFSET + time.monotonic_ns()) // 1_000_000


class Services:
    """Tables, their store, and the bots that play at them."""

    def __init__(self, settings: Settings, now: Callable[[], int] = milliseconds) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.background = Background()
        limits = settings.limits
        self.effort = Rate("expensive requests", limits.effort * EFFORT, EFFORT)
        self.tables = Tables(self.store, self.background, self.now, self.effort)
        self.preparation = Preparation()
        self.pool = WorkerPool(settings.bot_workers)
        self.bots = Bots(self.tables, self.pool, self.preparation)
        self.lab = Lab(settings.lab, limits.lab_seconds)
        self.reviews = Reviews(self.pool)
        self.new_tables = Rate("new tables", limits.tables, 3600)
        self.writes = Rate("moves", limits.writes * 4, 4)
        self.analyses = Rate("analyses", limits.analyses, 60)
        self.lines = Rate("positions to look at", limits.lines, 60)
        self.playtests = Rate("playtests", limits.playtests, 3600)
        self.new_reviews = Rate("reviews", limits.reviews, 3600)
        self.connects = Rate("connections", limits.connects, 60)
        self.sockets = Places("sockets", limits.sockets, limits.all_sockets)
        self.ready = False
        self.writable = True  # did the last sign of life reach the database?
        self._now, self._ahead = now, 0

    def now(self) -> int:
        """The time in milliseconds; it never goes back, not even when the system's clock did since the last process."""
        return self._now() + self._ahead

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Take up where the last process stopped; on the way out finish what was begun."""
        last = await asyncio.to_thread(self.store.last_beat)
        self._ahead = max(0, (last or 0) - self._now())
        await asyncio.wrap_future(self.store.beat(self.now()))
        self.preparation.begin()
        async with asyncio.TaskGroup() as tasks:
            chores = [tasks.create_task(chore) for chore in self._chores()]
            await self._give_time_back(last)
            self.tables.start_clocks()
            await self._sweep(everybody=True)
            gc.freeze()  # what is loaded by now stays: to look for garbage among it takes long
            self.ready = True
            log.info("ready", extra={"database": self.store.engine.dialect.name, "bot_workers": self.pool.count})
            try:
                yield
            finally:
                self.ready = False
                for chore in chores:
                    chore.cancel()
        await self.reviews.close()
        await self.bots.close()
        await self.lab.close()
        await self.preparation.close()
        self.tables.stop_clocks()
        await self.background.finish()
        await asyncio.to_thread(self.store.close)
        gc.unfreeze()
        log.info("closed")

    def _chores(self) -> list[Coroutine[Any, Any, None]]:
        chores = [
            self._every(BEAT, self._beat),
            self._every(SWEEP, self._sweep),
            self._every(CLEANING, self._clean),
        ]
        return [*chores, self._notifications().listen()] if self.store.shared else chores

    def _notifications(self) -> Notifications:
        def changed(table: str) -> None:
            self.background.start(self.tables.refresh(table))

        return Notifications(self.store, changed, self.tables.refresh_all)

    async def say_goodbye(self) -> None:
        """Send everyone who watches home."""
        for opened in self.tables:
            opened.audience.dismiss()
        await asyncio.sleep(GOODBYE)

    async def _every(self, seconds: float, chore: Callable[[], Awaitable[None]]) -> None:
        failing = False
        while True:
            await asyncio.sleep(seconds)
            try:
                await chore()
                failing = False
            except Exception:
                if not failing:
                    log.exception("a chore failed; trying again")
                failing = True

    async def _beat(self) -> None:
        try:
            await asyncio.wrap_future(self.store.beat(self.now()))
            self.writable = True
        except Exception:
            self.writable = False
            raise

    async def _sweep(self, everybody: bool = False) -> None:
        """Take care of clocks that run out soon, and of bots at tables that nobody here looks after; `everybody` after
        a start."""
        self.bots.rest()
        self.tables.tidy()
        soon = self.now() + int(2000 * SWEEP)
        await self.tables.readable(await asyncio.to_thread(self.store.due, soon, MOST_SWEPT))
        if not (everybody or self.store.shared):
            return
        for opened in await self.tables.readable(await asyncio.to_thread(self.store.with_bots, MOST_SWEPT)):
            self.bots.wake(opened)

    async def _give_time_back(self, last: int | None) -> None:
        """While no process was alive nobody could move: clocks did not run."""
        gone = 0 if last is None else self.now() - last
        if last is None or gone < ALIVE // 4 or (self.store.shared and gone < ALIVE):
            return
        clocks = await self.tables.readable(await asyncio.to_thread(self.store.with_clocks))
        await asyncio.gather(*(self.tables.credit(opened, last) for opened in clocks))

    async def _clean(self) -> None:
        limits, now = self.settings.limits, self.now()
        gone = await asyncio.wrap_future(
            self.store.forget(now - limits.idle_hours * HOUR, now - limits.kept_days * DAY)
        )
        log.info("cleaned", extra={"tables": gone})
