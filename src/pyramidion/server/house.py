"""The house: everything a running server consists of, opened and closed together."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import AsyncIterator, Callable

from pyramidion.engine.registry import games
from pyramidion.server.audience import Crowd
from pyramidion.server.hall import Hall, milliseconds, warm
from pyramidion.server.limits import Places, Rate
from pyramidion.server.notices import Notices
from pyramidion.server.settings import Settings
from pyramidion.server.store import ALIVE, Store
from pyramidion.server.thinking import Bots, Workers, warm_bots

log = logging.getLogger("pyramidion.server")
BEAT = 1.0  # seconds between signs of life
SWEEP = 2.0  # seconds between looks for tables that somebody must take care of
CLEANING = 3600.0
GOODBYE = 0.2  # seconds until everyone has heard that the server stops
BREATH = 0.2  # seconds between two games that are compiled in the background
MOST_SWEPT = 500
DAY, HOUR = 86_400_000, 3_600_000


class House:
    """A server without its door."""

    def __init__(self, settings: Settings, now: Callable[[], int] = milliseconds) -> None:
        self.settings = settings
        self.now = now
        self.store = Store(settings.database)
        self.hall = Hall(self.store, lambda: Crowd(now), now)
        self.workers = Workers(settings.bot_threads)
        self.bots = Bots(self.hall, self.workers)
        limits = settings.limits
        self.new_tables = Rate("new tables", limits.tables, 3600)
        self.writes = Rate("moves", limits.writes * 4, 4)
        self.analyses = Rate("analyses", limits.analyses, 60)
        self.sockets = Places("sockets", limits.sockets, limits.all_sockets)
        self.warmed: set[str] = set()  # games that are compiled
        self.warmed_bots: set[str] = set()  # and those whose bots are, too
        self.ready = False
        self._closing = threading.Event()

    @contextlib.asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Take up where the last process stopped; on the way out finish what was begun."""
        last = await asyncio.to_thread(self.store.last_beat)
        await asyncio.wrap_future(self.store.beat(self.now()))
        async with asyncio.TaskGroup() as tasks:
            chores = [
                tasks.create_task(self._every(BEAT, self._beat)),
                tasks.create_task(self._every(SWEEP, self._sweep)),
            ]
            chores.append(tasks.create_task(self._every(CLEANING, self._clean)))
            chores.append(tasks.create_task(asyncio.to_thread(self._warm_up)))
            if self.store.shared:
                chores.append(tasks.create_task(Notices(self.store, self.hall).listen()))
            await self._give_time_back(last)
            self.hall.start_clocks()
            await self._sweep(everybody=True)
            self.ready = True
            log.info("ready", extra={"database": self.store.engine.dialect.name, "bot_threads": self.workers.threads})
            try:
                yield
            finally:
                self.ready = False
                self._closing.set()
                for chore in chores:
                    chore.cancel()
        self.bots.close()
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
        """Take care of bots and clocks of tables that nobody here looks after; `everybody` after a start."""
        self.bots.rest()
        if not (everybody or self.store.shared):
            return
        for table in await asyncio.to_thread(self.store.with_bots, MOST_SWEPT):
            live = await self.hall.live(table, seen=False)
            self.bots.wake(live)
        for table in await asyncio.to_thread(self.store.with_clocks, MOST_SWEPT):
            await self.hall.live(table, seen=False)

    async def _give_time_back(self, last: int | None) -> None:
        """While no process was alive nobody could move: clocks did not run."""
        gone = 0 if last is None else self.now() - last
        if last is None or gone < ALIVE // 4 or (self.store.shared and gone < ALIVE):
            return
        clocks = await asyncio.to_thread(self.store.with_clocks, None)
        await asyncio.gather(*(self._credit(table, last) for table in clocks))

    async def _credit(self, table: str, since: int) -> None:
        await self.hall.credit(await self.hall.live(table, seen=False), since)

    async def _clean(self) -> None:
        limits, now = self.settings.limits, self.now()
        gone = await asyncio.wrap_future(
            self.store.forget(now - limits.idle_hours * HOUR, now - limits.kept_days * DAY)
        )
        log.info("cleaned", extra={"tables": gone})

    def _warm_up(self) -> None:
        """Compile the games and their bots in the background, so that nobody has to wait for it."""
        for prepare, done in ((warm, self.warmed), (warm_bots, self.warmed_bots)):
            for name in games():
                while self._closing.wait(BREATH) or self.hall.waited_for:
                    if self._closing.is_set():
                        return
                try:
                    prepare(name)
                    done.add(name)
                except Exception:
                    log.exception("a game cannot be compiled", extra={"game": name})
        log.info("all games are compiled", extra={"games": len(self.warmed)})
