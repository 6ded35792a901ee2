"""The hall: tables in memory, changed one action at a time, written down before anyone hears of it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from pyramidion.server import actions
from pyramidion.server.actions import New
from pyramidion.server.problems import Problem
from pyramidion.server.store import Conflict, Store, Summary
from pyramidion.server.table import Entry, Founding, Table

log = logging.getLogger("pyramidion.server")
MOST_IN_MEMORY = 2_000
TRIES = 5
T = TypeVar("T")
Action = Callable[[Table], New | None]
EARLY = 0.001  # seconds until a timer that woke before the deadline wakes again
FAILED = 1.0  # and until one does whose game could not be ended
SEEN = 60.0  # seconds after which a table that nobody asks for counts as left


class Audience(Protocol):
    """Those who are told what happens at a table."""

    def tell(self, table: Table, entry: Entry, before: int) -> None: ...

    def dismiss(self) -> None: ...

    def __len__(self) -> int: ...


@dataclass(eq=False)
class Live:
    """A table in memory."""

    table: Table
    audience: Audience
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    seen: float = field(default_factory=time.monotonic)
    timer: asyncio.TimerHandle | None = None

    @property
    def wanted(self) -> bool:
        """Is anybody there?"""
        return len(self.audience) > 0 or time.monotonic() - self.seen < SEEN


@dataclass(frozen=True)
class Standing:
    """How far a table had come when an action was on disk; the table itself may have gone on since."""

    number: int
    ply: int
    status: str


OFFSET = time.time_ns() - time.monotonic_ns()


def milliseconds() -> int:
    """The time since 1970, as far as it was known when the process began: steps of the system's clock do not count."""
    return (OFFSET + time.monotonic_ns()) // 1_000_000


class Hall:
    """Finds tables, lets actions change them, and tells whoever wants to know."""

    def __init__(self, store: Store, audience: Callable[[], Audience], now: Callable[[], int] = milliseconds) -> None:
        self.store = store
        self.now = now
        self.after_change: list[Callable[[Live], None]] = [self._set_timer]
        self._timing = False
        self._audience = audience
        self._tables: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Live | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def found(self, founding: Founding) -> Live:
        """Set up a table; bots alone begin at once."""
        table = Table.found(founding)
        first = self._entry(table, actions.begin(table))
        if first is not None:
            table.apply(first)
        await asyncio.wrap_future(self.store.found(founding, first, Summary.of(table)))
        live = self._keep(Live(table, self._audience()))
        self._changed(live)
        return live

    async def live(self, table: str, seen: bool = True) -> Live:
        """A table by its id; Problem where there is none."""
        found = self._tables.get(table)
        if found is None:
            if table not in self._loading:
                self._loading[table] = asyncio.create_task(self._load(table))
            found = await asyncio.shield(self._loading[table])
        if found is None:
            raise Problem(404, "not-found", "There is no table with this id. It may have been deleted.")
        self._tables.move_to_end(table)
        if seen:
            found.seen = time.monotonic()
        return found

    async def _load(self, table: str) -> Live | None:
        try:
            found = await asyncio.to_thread(self.store.load, table)
        finally:
            del self._loading[table]
        if found is None:
            return None
        live = self._keep(Live(found, self._audience()))
        self._changed(live)
        return live

    def _keep(self, live: Live) -> Live:
        self._tables[live.table.id] = live
        if len(self._tables) > MOST_IN_MEMORY:
            for name, other in self._tables.items():
                if not other.wanted and not other.lock.locked() and other is not live:
                    self._drop(name)
                    break
        return live

    def _drop(self, name: str) -> None:
        gone = self._tables.pop(name, None)
        if gone is not None and gone.timer is not None:
            gone.timer.cancel()

    async def act(
        self,
        live: Live,
        action: Action,
        holder: tuple[str, int] | None = None,
    ) -> Standing:
        """Carry an action out: its entries are on disk when this returns. `holder` is who takes a seat.

        Whoever asked may go away in the meantime; the action is finished all the same.
        """
        return await asyncio.shield(self.soon(self._act(live, action, holder)))

    async def _act(self, live: Live, action: Action, holder: tuple[str, int] | None) -> Standing:
        async with live.lock:
            for _ in range(TRIES):
                try:
                    self._check_time(live)
                    if await self._try(live, action, holder):
                        return Standing(live.table.number, live.table.ply, live.table.status)
                except Problem:
                    if not self.store.shared or not await self._catch_up(live):
                        raise
        raise Problem(503, "busy", "Too many things happen at this table at once. Try again.")

    def _check_time(self, live: Live) -> None:
        """An action that comes too late finds the game lost on time."""
        if actions.flag(live.table, self.now()):
            self.soon(self.act_late(live))
            raise Problem(409, "not-now", "The time has run out.")

    async def credit(self, live: Live, since: int) -> None:
        """Give the time since a moment back, which nobody could use, before anything else happens."""
        await self._insist(live, lambda table: actions.credit(table, since, self.now()))

    async def act_late(self, live: Live) -> None:
        """End a game whose clock has run out; if it has not, or that fails, look again later."""
        pause = EARLY
        try:
            await self._insist(live, lambda table: actions.flag(table, self.now()))
        except Exception:
            pause = FAILED
            log.exception("a game could not be ended on time", extra={"table": live.table.id})
        self._set_timer(live, pause)

    async def _insist(self, live: Live, action: Action) -> None:
        """Do something that no seat has asked for."""
        async with live.lock:
            for _ in range(TRIES):
                if await self._try(live, action, None):
                    return

    async def _try(self, live: Live, action: Action, holder: tuple[str, int] | None) -> bool:
        """Write down what an action adds, then let everybody know; False if somebody else has written first."""
        entry = self._entry(live.table, action(live.table))
        if entry is None:
            return True
        table, before = live.table, live.table.ply
        try:
            table.apply(entry)
            await asyncio.wrap_future(self.store.append(table.id, entry, Summary.of(table), holder))
        except Conflict:
            await self._reload(live, entry.number - 1)
            return False
        except Exception:
            await self._reload(live, entry.number - 1)
            raise
        self._tell(live, entry, before)
        return True

    def _entry(self, table: Table, new: New | None) -> Entry | None:
        return None if new is None else Entry(table.number + 1, self.now(), *new)

    def _tell(self, live: Live, entry: Entry, before: int) -> None:
        live.audience.tell(live.table, entry, before)
        self._changed(live)

    async def _reload(self, live: Live, number: int) -> None:
        """Only what is on disk counts: forget what could not be written after an entry, take in what others wrote."""
        try:
            found, entries = await asyncio.to_thread(self.store.load_until, live.table.id, number)
        except Exception:
            self._drop(live.table.id)
            live.audience.dismiss()
            raise
        if found is not None:
            live.table = found
            self._changed(live)
            self._take_in(live, entries)

    async def refresh(self, table: str) -> None:
        """Another process has written: take in what is new."""
        live = self._tables.get(table)
        if live is None and table in self._loading:
            live = await asyncio.shield(self._loading[table])
        if live is not None:
            async with live.lock:
                await self._catch_up(live)

    async def _catch_up(self, live: Live) -> bool:
        """Take in what other processes wrote, if anything."""
        entries = await asyncio.to_thread(self.store.since, live.table.id, live.table.number)
        self._take_in(live, entries)
        return bool(entries)

    def _take_in(self, live: Live, entries: list[Entry]) -> None:
        """Entries that are on disk already."""
        for entry in entries:
            before = live.table.ply
            live.table.apply(entry)
            self._tell(live, entry, before)

    def _changed(self, live: Live) -> None:
        for listener in self.after_change:
            listener(live)

    def _set_timer(self, live: Live, pause: float = 0.0) -> None:
        """Wake up when a clock runs out, but not before a pause in seconds."""
        if live.timer is not None:
            live.timer.cancel()
            live.timer = None
        deadline = live.table.deadline
        if deadline is not None and self._timing and live.table.id in self._tables:
            seconds = max(pause, (deadline - self.now()) / 1000)
            live.timer = asyncio.get_running_loop().call_later(seconds, lambda: self.soon(self.act_late(live)))

    def start_clocks(self) -> None:
        """From now on clocks that run out end games."""
        self._timing = True
        for live in self:
            self._set_timer(live)

    def soon(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do something in the background."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def finish(self) -> None:
        """Wait for what is under way."""
        for live in self._tables.values():
            if live.timer is not None:
                live.timer.cancel()
        if self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def __iter__(self) -> Any:
        return iter(list(self._tables.values()))

    def __len__(self) -> int:
        return len(self._tables)
