"""The audience of a table: everyone gets what they may see, and nobody is waited for."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from pyramidion.server.journal.entries import Entry
from pyramidion.server.journal.table import Table
from pyramidion.server.journal.terms import Terms
from pyramidion.server.runtime.limits import Rate
from pyramidion.server.views.pictures import Look, picture
from pyramidion.server.views.state import table_data, update

MOST_WAITING = 64  # messages that a reader may be behind
PRESENCE = 0.2  # seconds until everyone is told who has come and gone
TOO_SLOW = 4008, "too slow: connect again"
TOO_MUCH = 4008, "too much at once: connect again"
STOPPING = 1012, "the server stops for a while: connect again"


@dataclass(eq=False)
class Listener:
    """One socket: what it looks at, and the messages on their way to it."""

    seats: tuple[int, ...] = ()  # whose they are; with several, the one to move looks
    look: Look | None = None  # how it wants the board drawn, if at all
    address: str = ""  # that pays for what is made for it
    goodbye: tuple[int, str] = TOO_SLOW
    waiting: asyncio.Queue[str | None] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))

    def seat(self, table: Table) -> int | None:
        """The seat whose view it gets now."""
        if table.mover in self.seats:
            return table.mover
        return self.seats[0] if self.seats else None

    def kind(self, table: Table) -> tuple[int | None, Look | None]:
        """Listeners of one kind get the same messages."""
        return self.seat(table), self.look

    def put(self, message: str) -> None:
        """Send a message soon; a reader that is too slow is dropped."""
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.drop(TOO_SLOW)

    def drop(self, goodbye: tuple[int, str]) -> None:
        """End the connection, whatever was still to be sent."""
        self.goodbye = goodbye
        while not self.waiting.empty():
            self.waiting.get_nowait()
        self.waiting.put_nowait(None)


class Audience:
    """The listeners of a table."""

    def __init__(self, now: Callable[[], int], effort: Rate) -> None:
        self.listeners: set[Listener] = set()
        self._effort = effort
        self._now = now
        self._presence_due = False

    def __len__(self) -> int:
        return len(self.listeners)

    def join(self, listener: Listener) -> None:
        self.listeners.add(listener)
        self._presence_changed()

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self._presence_changed()

    def tell(self, table: Table, entry: Entry, before: int) -> None:
        """An entry was added, before it was at ply `before`: everyone hears what they may know.

        A message is made once for each kind of listener, as long as the address of one has time left.
        """
        messages: dict[tuple[int | None, Look | None], str] = {}
        for listener in list(self.listeners):
            kind = listener.kind(table)
            if kind not in messages and self._effort.left(listener.address) < 0:
                listener.drop(TOO_MUCH)
                continue
            if kind not in messages:
                began = time.thread_time()
                messages[kind] = message(table, entry, before, listener, self._now())
                self._effort.spend(listener.address, time.thread_time() - began)
            listener.put(messages[kind])

    def dismiss(self) -> None:
        """Send everyone home."""
        for listener in list(self.listeners):
            listener.drop(STOPPING)

    def presence(self) -> dict[str, Any]:
        seats = sorted({seat for listener in self.listeners for seat in listener.seats})
        spectators = sum(not listener.seats for listener in self.listeners)
        return {"type": "presence", "seats": seats, "spectators": spectators}

    def _presence_changed(self) -> None:
        """Say so soon, once for all who come and go together."""
        if not self._presence_due:
            self._presence_due = True
            asyncio.get_running_loop().call_later(PRESENCE, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence_due = False
        news = _dumped(self.presence())
        for listener in list(self.listeners):
            listener.put(news)


def message(table: Table, entry: Entry, before: int, listener: Listener, now: int) -> str:
    """What a listener is told of an entry."""
    return _dumped(_with_picture({**update(table, entry, before, listener.seat(table), now)}, table, listener))


def greeting(table: Table, listener: Listener, now: int) -> str:
    """The whole table, for a listener who has just come."""
    data = table_data(table, listener.seat(table), now, listener.seats)
    return _dumped(_with_picture({"type": "table", **data}, table, listener))


def _with_picture(data: dict[str, Any], table: Table, listener: Listener) -> dict[str, Any]:
    if listener.look is not None:
        data["picture"] = picture(table, listener.seat(table), listener.look)
    return data


def missed(terms: Terms, entries: list[Entry], after: int, listener: Listener, now: int) -> list[str]:
    """What a listener missed since an entry, in the messages it would have got; only the last has a picture."""
    table, found = Table.new(terms), []
    for entry in entries:
        before = table.ply
        table.apply(entry)
        if entry.number > after:
            last = entry is entries[-1]
            found.append(message(table, entry, before, listener if last else replace(listener, look=None), now))
    return found


def _dumped(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
