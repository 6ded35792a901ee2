"""Several processes on one PostgreSQL: each hears at once what the others have written."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from pyramidion.server.storage.store import CHANNEL, Store

log = logging.getLogger("pyramidion.notifications")
PAUSE = 1.0  # seconds before a lost connection is made again


class Notifications:
    """Listens to PostgreSQL's notifications."""

    def __init__(
        self, store: Store, changed: Callable[[str], object], check_all: Callable[[], Awaitable[None]]
    ) -> None:
        self.store = store
        self._changed = changed
        self._check_all = check_all

    async def listen(self) -> None:
        """Listen forever. After a lost connection every table is checked, since notifications may have been missed."""
        while True:
            try:
                await self._listen()
            except asyncio.CancelledError:
                raise
            except Exception:
                log.warning("lost the connection for notifications; connecting again", exc_info=True)
            await asyncio.sleep(PAUSE)
            await self._check_all()

    async def _listen(self) -> None:
        import psycopg

        url = self.store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            async for notice in connection.notifies():
                process, _, table = notice.payload.partition(" ")
                if process != self.store.process:
                    self._changed(table)
