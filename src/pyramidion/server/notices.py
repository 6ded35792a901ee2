"""Several processes on one PostgreSQL: each hears at once what the others have written."""

from __future__ import annotations

import asyncio
import logging

from pyramidion.server.hall import Hall
from pyramidion.server.store import CHANNEL, Store

log = logging.getLogger("pyramidion.notices")
PAUSE = 1.0  # seconds before a lost connection is made anew


class Notices:
    """Listens to PostgreSQL's notifications."""

    def __init__(self, store: Store, hall: Hall) -> None:
        self.store = store
        self.hall = hall

    async def listen(self) -> None:
        """Forever; after a lost connection every table is looked at, since notices may have been missed."""
        while True:
            try:
                await self._listen()
            except asyncio.CancelledError:
                raise
            except Exception:
                log.warning("the connection for notices was lost; making it anew", exc_info=True)
            await asyncio.sleep(PAUSE)
            for live in self.hall:
                await self.hall.refresh(live.table.id)

    async def _listen(self) -> None:
        import psycopg

        url = self.store.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            async for notice in connection.notifies():
                process, _, table = notice.payload.partition(" ")
                if process != self.store.process:
                    self.hall.soon(self.hall.refresh(table))
