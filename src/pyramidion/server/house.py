"""The house: everything a running server consists of, opened and closed together."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable

from pyramidion.server.audience import Crowd
from pyramidion.server.hall import Hall, milliseconds
from pyramidion.server.limits import Places, Rate
from pyramidion.server.notices import Notices
from pyramidion.server.preparation import Preparation
from pyramidion.server.settings import Settings
from pyramidion.server.store import ALIVE, Store
from pyramidion.server.thinking import Bots, Workers

log = logging.getLogger("pyramidion.server")
BEAT = 1.0  # seconds between signs of life
SWEEP = 2.0  # seconds between looks for tables that somebody must take care of
CLEANING = 3600.0
GOODBYE = 0.2  # seconds until everyone has heard that the server stops
MOST_SWEPT = 500
DAY, HOUR = 86_400_000, 3_600_000


class House:
    """A server without its door."""

    def __init__(self, settings: Settings, now: Callable[[], int] = milliseconds) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.hall = Hall(self.store, lambda: Crowd(self.now), self.now)
        self.preparation = Preparation()
        self.workers = Workers(settings.bot_workers)
        self.bots = Bots(self.hall, self.workers, self.preparation)
        limits = settings.limits
        self.new_tables = Rate("new tables", limits.tables, 3600)
        self.writes = Rate("moves", limits.writes * 4, 4)
        self.analyses = Rate("analyses", limits.analyses, 60)
        self.sockets = Places("sockets", limits.sockets, limits.all_sockets)
        self.ready = False
        self._now, self._ahead = now, 0

    def now(self) -> int:
        """The time in milliseconds; it never goes back, not even when the system's clock did since the last process."""
        return self._now() + self._ahead

    @contextlib.asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Take up where the last process stopped; on the way out finish what was begun."""
        last = await asyncio.to_thread(self.store.last_beat)
        self._ahead = max(0, (last or 0) - self._now())
        await asyncio.wrap_future(self.store.beat(self.now()))
        self.preparation.begin()
        async with asyncio.TaskGroup() as tasks:
            chores = [
                tasks.create_task(self._every(BEAT, self._beat)),
                tasks.create_task(self._every(SWEEP, self._sweep)),
            ]
            chores.append(tasks.create_task(self._every(CLEANING, self._clean)))
            if self.store.shared:
                chores.append(tasks.create_task(Notices(self.store, self.hall).listen()))
            await self._give_time_back(last)
            self.hall.start_clocks()
            await self._sweep(everybody=True)
            self.ready = True
            log.info("ready", extra={"database": self.store.engine.dialect.name, "bot_workers": self.workers.count})
            try:
                yield
            finally:
                self.ready = False
                for chore in chores:
                    chore.cancel()
        await self.bots.close()
        await self.preparation.close()
        await self.hall.finish()
        await asyncio.to_thread(self.store.close)
        log.info("closed")

    async def say_goodbye(self) -> None:
        """Send everyone who watches home."""
        for live in self.hall:
            live.audience.dismiss()
        await asyncio.sleep(GOODBYE)

    async def _every(self, seconds: float, chore: Callable[[], object]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await chore()  # type: ignore[misc]
            except Exception:
                log.exception("a chore failed")

    async def _beat(self) -> None:
        await asyncio.wrap_future(self.store.beat(self.now()))

    async def _sweep(self, everybody: bool = False) -> None:
        """Take care of clocks that run out soon, and of bots at tables that nobody here looks after; `everybody` after
        a start."""
        self.bots.rest()
        soon = self.now() + int(2000 * SWEEP)
        for table in await asyncio.to_thread(self.store.due, soon, MOST_SWEPT):
            await self.hall.live(table, seen=False)
        if not (everybody or self.store.shared):
            return
        for table in await asyncio.to_thread(self.store.with_bots, MOST_SWEPT):
            live = await self.hall.live(table, seen=False)
            self.bots.wake(live)

    async def _give_time_back(self, last: int | None) -> None:
        """While no process was alive nobody could move: clocks did not run."""
        gone = 0 if last is None else self.now() - last
        if last is None or gone < ALIVE // 4 or (self.store.shared and gone < ALIVE):
            return
        clocks = await asyncio.to_thread(self.store.with_clocks)
        await asyncio.gather(*(self._credit(table, last) for table in clocks))

    async def _credit(self, table: str, since: int) -> None:
        await self.hall.credit(await self.hall.live(table, seen=False), since)

    async def _clean(self) -> None:
        limits, now = self.settings.limits, self.now()
        gone = await asyncio.wrap_future(
            self.store.forget(now - limits.idle_hours * HOUR, now - limits.kept_days * DAY)
        )
        log.info("cleaned", extra={"tables": gone})
