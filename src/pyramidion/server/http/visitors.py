"""Visitors: who sends a request, and which seats are theirs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from pyramidion.server.http.guard import address_of
from pyramidion.server.journal.keys import COOKIE, Identity, is_key
from pyramidion.server.journal.table import Table
from pyramidion.server.problems import bad_request, not_yours
from pyramidion.server.runtime.pool import Owner
from pyramidion.server.runtime.services import Services
from pyramidion.server.runtime.tables import NOBODY, OpenTable

BEARER = re.compile(r"Bearer ([A-Za-z0-9_-]+)", re.IGNORECASE)


@dataclass(frozen=True)
class Visitor:
    """A person with a key, or without one."""

    services: Services
    identity: Identity
    address: str
    secure: bool

    async def table(self, name: str) -> OpenTable:
        """A table to look at; its bots go on if they had stopped."""
        opened = await self.services.tables.get(name)
        owner = self.owner
        if opened.owner != owner and (opened.owner is NOBODY or self.identity.holds(opened.table)):
            opened.owner = owner
        self.services.bots.wake(opened)
        return opened

    @property
    def owner(self) -> Owner:
        """For whom bots think that the visitor has set to work."""
        return Owner(self.address, self.identity.person if self.identity.key else "")

    async def table_to_change(self, name: str) -> OpenTable:
        """A table to do something at, which is limited."""
        self.services.writes.take(self.address)
        return await self.table(name)

    def viewed_seat(self, table: Table, wanted: int | None) -> int | None:
        """The seat whose view the visitor gets: the one wanted, the one to move, any of theirs, or none."""
        held = self.identity.holds(table)
        if wanted is not None:
            if wanted not in held:
                raise not_yours(f"Seat {wanted} is not yours. Ask without a seat to see what a spectator sees.")
            return wanted
        if table.mover in held:
            return table.mover
        return held[0] if held else None

    def own_seat(self, table: Table, wanted: int | None) -> int:
        """The seat the visitor acts for."""
        seat = self.viewed_seat(table, wanted)
        if seat is None:
            raise not_yours("You have no seat at this table. Take an open one, or send the key of your seat.")
        return seat


async def visitor(request: Request) -> Visitor:
    return visitor_of(request)


Who = Annotated[Visitor, Depends(visitor)]


def visitor_of(connection: HTTPConnection) -> Visitor:
    """Who is behind a request or a socket."""
    bearer = BEARER.fullmatch(connection.headers.get("authorization", ""))
    if bearer and not is_key(bearer[1]):
        raise bad_request("The bearer token is not a key of this server.")
    key = bearer[1] if bearer else _key_in_cookie(connection)
    secure = connection.scope["scheme"] in ("https", "wss")
    return Visitor(connection.app.state.services, Identity(key), address_of(connection.scope), secure)


def _key_in_cookie(connection: HTTPConnection) -> str:
    cookie = connection.cookies.get(COOKIE, "")
    return cookie if is_key(cookie) else ""
