"""Those who watch a table live: each gets what it may see, none is waited for."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pyramidion.server import showing
from pyramidion.server.table import Entry, Founding, Table

MOST_WAITING = 64  # messages that a reader may be behind
NO_PICTURE = "none"


@dataclass(eq=False)
class Listener:
    """One socket: what it looks at, and the messages on their way to it."""

    seat: int | None
    picture: str = NO_PICTURE
    theme: str = "light"
    waiting: asyncio.Queue[str | None] = field(default_factory=lambda: asyncio.Queue(MOST_WAITING))

    @property
    def kind(self) -> tuple[int | None, str, str]:
        """Listeners of one kind get the same messages."""
        return self.seat, self.picture, self.theme

    def put(self, message: str) -> None:
        """Send a message soon; a reader that is too slow is dropped."""
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.drop()

    def drop(self) -> None:
        """End the connection, whatever was still to be sent."""
        while not self.waiting.empty():
            self.waiting.get_nowait()
        self.waiting.put_nowait(None)


class Crowd:
    """The listeners of a table."""

    def __init__(self, now: Callable[[], int]) -> None:
        self.listeners: set[Listener] = set()
        self._now = now

    def __len__(self) -> int:
        return len(self.listeners)

    def join(self, listener: Listener) -> None:
        self.listeners.add(listener)
        self.tell_presence()

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self.tell_presence()

    def tell(self, table: Table, entry: Entry, before: int) -> None:
        """An entry was added, before it was at ply `before`: everyone hears what they may know.

        A message is made once for each kind of listener.
        """
        messages: dict[tuple[int | None, str, str], str] = {}
        for listener in list(self.listeners):
            if listener.kind not in messages:
                messages[listener.kind] = message(table, entry, before, listener, self._now())
            listener.put(messages[listener.kind])

    def dismiss(self) -> None:
        """Send everyone home."""
        for listener in list(self.listeners):
            listener.drop()

    def presence(self) -> dict[str, Any]:
        seats = sorted({listener.seat for listener in self.listeners if listener.seat is not None})
        spectators = sum(listener.seat is None for listener in self.listeners)
        return {"type": "presence", "seats": seats, "spectators": spectators}

    def tell_presence(self) -> None:
        news = dumped(self.presence())
        for listener in list(self.listeners):
            listener.put(news)


def message(table: Table, entry: Entry, before: int, listener: Listener, now: int) -> str:
    """What a listener is told of an entry."""
    found = showing.update(table, entry, before, listener.seat, now)
    if listener.picture != NO_PICTURE:
        found["picture"] = showing.picture(table, listener.seat, listener.picture, listener.theme)
    return dumped(found)


def missed(founding: Founding, entries: list[Entry], after: int, listener: Listener, now: int) -> list[str]:
    """What a listener missed since an entry, in the words in which it would have been told."""
    table, found = Table.found(founding), []
    for entry in entries:
        before = table.ply
        table.apply(entry)
        if entry.number > after:
            found.append(message(table, entry, before, listener, now))
    return found


def dumped(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
