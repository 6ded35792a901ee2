"""Tables in memory: changed by one action at a time, which is on disk before anyone hears of it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from pyramidion.server.journal import actions
from pyramidion.server.journal.entries import Change, Entry
from pyramidion.server.journal.table import Status, Table
from pyramidion.server.journal.terms import Terms
from pyramidion.server.problems import Problem
from pyramidion.server.runtime.audience import Audience
from pyramidion.server.runtime.background import Background
from pyramidion.server.runtime.effort import aside
from pyramidion.server.runtime.limits import Rate
from pyramidion.server.runtime.pool import Owner
from pyramidion.server.storage.store import Conflict, Damaged, Store, Summary

log = logging.getLogger("pyramidion.server")
MOST_IN_MEMORY = 2_000
TRIES = 5
Action = Callable[[Table], Change | None]
EARLY = 0.001  # seconds until a timer that woke before the deadline wakes again
FAILED = 1.0  # and until one does whose game could not be ended, doubled each time
NOBODY = Owner("")
LONGEST = 60.0  # but never more than this
SET_ASIDE = "This table is damaged and was set aside. Tell the host of this server; other tables are not affected."
NOT_THERE = "There is no table with this id. It may have been deleted."
SEEN = 60.0  # seconds after which a table that nobody asks for counts as left


@dataclass(eq=False)
class OpenTable:
    """A table in memory."""

    table: Table
    audience: Audience
    owner: Owner = NOBODY  # for whom its bots think
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    seen: float = field(default_factory=time.monotonic)
    timer: asyncio.TimerHandle | None = None
    failures: int = 0  # to end the game on time, in a row

    @property
    def wanted(self) -> bool:
        """Is anybody there?"""
        return len(self.audience) > 0 or time.monotonic() - self.seen < SEEN


@dataclass(frozen=True)
class Written:
    """How far a table had come when an action was on disk; the table itself may have gone on since."""

    number: int
    ply: int
    status: Status
    head: str


class Tables:
    """Finds tables, lets actions change them, and tells those who listen."""

    def __init__(self, store: Store, background: Background, now: Callable[[], int], effort: Rate) -> None:
        self.store = store
        self.background = background
        self.now = now
        self.effort = effort
        self.after_change: list[Callable[[OpenTable], None]] = [self._set_timer]
        self._timing = False
        self._tables: OrderedDict[str, OpenTable] = OrderedDict()
        self._loading: dict[str, asyncio.Task[OpenTable | None]] = {}
        self.damaged: set[str] = set()  # the ids of tables that cannot be read

    async def set_up(self, terms: Terms, owner: Owner) -> OpenTable:
        """Set up a table; bots alone begin at once."""
        table = Table.new(terms)
        first = self._entry(table, actions.begin(table))
        if first is not None:
            table.apply(first)
        await asyncio.wrap_future(self.store.add(terms, first, Summary.of(table)))
        opened = self._keep(OpenTable(table, Audience(self.now, self.effort), owner))
        self._changed(opened)
        return opened

    async def get(self, table: str, seen: bool = True) -> OpenTable:
        """A table by its id; Problem where there is none."""
        found = self._tables.get(table)
        if found is None:
            if table in self.damaged:
                raise Problem(503, "damaged", SET_ASIDE)
            if table not in self._loading:
                self._loading[table] = asyncio.create_task(self._load(table))
            found = await asyncio.shield(self._loading[table])
        if found is None:
            raise Problem(404, "not-found", NOT_THERE)
        self._tables.move_to_end(table)
        if seen:
            found.seen = time.monotonic()
        return found

    async def readable(self, tables: list[str]) -> list[OpenTable]:
        """Those of some tables that are there and not damaged."""
        found = []
        for table in tables:
            with contextlib.suppress(Problem):
                found.append(await self.get(table, seen=False))
        return found

    async def _load(self, table: str) -> OpenTable | None:
        try:
            found = await aside(self.store.load, table)
        except Damaged as error:
            self.damaged.add(table)
            log.error("a table is damaged", extra={"table": table, "problem": str(error)})
            raise Problem(503, "damaged", SET_ASIDE) from error
        finally:
            del self._loading[table]
        if found is None:
            return None
        opened = self._keep(OpenTable(found, Audience(self.now, self.effort)))
        self._changed(opened)
        return opened

    def _keep(self, opened: OpenTable) -> OpenTable:
        self._tables[opened.table.id] = opened
        if len(self._tables) > MOST_IN_MEMORY:
            for name, other in self._tables.items():
                if not other.wanted and not other.lock.locked() and other is not opened:
                    self._drop(name)
                    break
        return opened

    def tidy(self) -> None:
        """Let go of tables that nobody looks at; their clocks are watched in the database."""
        for name, opened in list(self._tables.items()):
            if not opened.wanted and not opened.lock.locked():
                self._drop(name)

    def _drop(self, name: str) -> None:
        gone = self._tables.pop(name, None)
        if gone is not None and gone.timer is not None:
            gone.timer.cancel()

    async def act(self, opened: OpenTable, action: Action, holder: tuple[str, int] | None = None) -> Written:
        """Carry an action out: its entries are on disk when this returns. `holder` is who takes a seat.

        The action is finished even if the client that asked for it disconnects.
        """
        return await asyncio.shield(self.background.start(self._act(opened, action, holder)))

    async def _act(self, opened: OpenTable, action: Action, holder: tuple[str, int] | None) -> Written:
        async with opened.lock:
            for _ in range(TRIES):
                try:
                    self._check_time(opened)
                    if await self._try(opened, action, holder):
                        table = opened.table
                        return Written(table.number, table.ply, table.status, table.head)
                except Problem:
                    if not self.store.shared or not await self._catch_up(opened):
                        raise
        raise Problem(503, "busy", "Too much is happening at this table at once. Try again.")

    def _check_time(self, opened: OpenTable) -> None:
        """An action that comes too late finds the game lost on time."""
        if actions.flag(opened.table, self.now()):
            self.background.start(self.act_late(opened))
            raise Problem(409, "not-now", "The time has run out.")

    async def credit(self, opened: OpenTable, since: int) -> None:
        """Give the time since a moment back, which nobody could use, before anything else happens."""
        await self._insist(opened, lambda table: actions.credit(table, since, self.now()))

    async def act_late(self, opened: OpenTable) -> None:
        """End a game whose clock has run out; if it has not, or that fails, look again later."""
        try:
            await self._insist(opened, lambda table: actions.flag(table, self.now()))
            opened.failures, pause = 0, EARLY
        except Exception:
            pause = min(LONGEST, FAILED * 2**opened.failures)
            if opened.failures == 0:
                log.exception("a game could not be ended on time; trying again", extra={"table": opened.table.id})
            opened.failures += 1
        self._set_timer(opened, pause)

    async def _insist(self, opened: OpenTable, action: Action) -> None:
        """Do something that no seat has asked for."""
        async with opened.lock:
            for _ in range(TRIES):
                if await self._try(opened, action, None):
                    return

    async def _try(self, opened: OpenTable, action: Action, holder: tuple[str, int] | None) -> bool:
        """Write down what an action adds, then let everybody know; False if another process has written first."""
        entry = self._entry(opened.table, action(opened.table))
        if entry is None:
            return True
        table, before = opened.table, opened.table.ply
        try:
            table.apply(entry)
            await asyncio.wrap_future(self.store.append(table.id, entry, Summary.of(table), holder))
        except Conflict:
            await self._reload(opened, entry.number - 1)
            return False
        except Exception:
            await self._reload(opened, entry.number - 1)
            raise
        self._tell(opened, entry, before)
        return True

    def _entry(self, table: Table, change: Change | None) -> Entry | None:
        if change is None:
            return None
        actions.check_room(table, change)
        return Entry(table.number + 1, self.now(), change)

    def _tell(self, opened: OpenTable, entry: Entry, before: int) -> None:
        opened.audience.tell(opened.table, entry, before)
        self._changed(opened)

    async def _reload(self, opened: OpenTable, number: int) -> None:
        """Only what is on disk counts: forget what could not be written after an entry, take in what others wrote."""
        try:
            found, entries = await aside(self.store.load_until, opened.table.id, number)
            if found is None:
                raise Problem(404, "not-found", NOT_THERE)
        except Exception:
            self._drop(opened.table.id)
            opened.audience.dismiss()
            raise
        opened.table = found
        self._changed(opened)
        self._take_in(opened, entries)

    async def refresh_all(self) -> None:
        """Take in everything that other processes wrote."""
        for opened in self:
            await self.refresh(opened.table.id)

    async def refresh(self, table: str) -> None:
        """Another process has written: take in what is new."""
        opened = self._tables.get(table)
        if opened is None and table in self._loading:
            opened = await asyncio.shield(self._loading[table])
        if opened is not None:
            async with opened.lock:
                await self._catch_up(opened)

    async def _catch_up(self, opened: OpenTable) -> bool:
        """Take in what other processes wrote, if anything."""
        entries = await aside(self.store.since, opened.table.id, opened.table.number)
        self._take_in(opened, entries)
        return bool(entries)

    def _take_in(self, opened: OpenTable, entries: list[Entry]) -> None:
        """Entries that are on disk already."""
        for entry in entries:
            before = opened.table.ply
            opened.table.apply(entry)
            self._tell(opened, entry, before)

    def _changed(self, opened: OpenTable) -> None:
        for listener in self.after_change:
            listener(opened)

    def _set_timer(self, opened: OpenTable, pause: float = 0.0) -> None:
        """Wake up when a clock runs out, but not before a pause in seconds."""
        if opened.timer is not None:
            opened.timer.cancel()
            opened.timer = None
        deadline = opened.table.deadline
        if deadline is not None and self._timing and opened.table.id in self._tables:
            seconds = max(pause, (deadline - self.now()) / 1000)
            loop = asyncio.get_running_loop()
            opened.timer = loop.call_later(seconds, lambda: self.background.start(self.act_late(opened)))

    def start_clocks(self) -> None:
        """From now on clocks that run out end games."""
        self._timing = True
        for opened in self:
            self._set_timer(opened)

    def stop_clocks(self) -> None:
        """No game ends on time any more."""
        self._timing = False
        for opened in self:
            self._set_timer(opened)

    def __iter__(self) -> Iterator[OpenTable]:
        return iter(list(self._tables.values()))

    def __len__(self) -> int:
        return len(self._tables)
