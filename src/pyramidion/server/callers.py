"""Who asks, and what is theirs: keys from cookies and headers, seats at tables."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from fastapi import Request, Response
from starlette.requests import HTTPConnection

from pyramidion.engine.position import Position
from pyramidion.server import actions
from pyramidion.server.forms import Seated, TakeSeat
from pyramidion.server.guard import address_of
from pyramidion.server.hall import Live
from pyramidion.server.house import House
from pyramidion.server.keys import COOKIE, Caller, fingerprint, is_key, new_key, seat_key
from pyramidion.server.problems import bad_request, not_now, not_yours
from pyramidion.server.showing import line_data
from pyramidion.server.store import Found
from pyramidion.server.table import Table

BEARER = re.compile(r"Bearer ([A-Za-z0-9_-]+)", re.IGNORECASE)
YEAR = 365 * 24 * 3600
LINES = 5


@dataclass(frozen=True)
class Asker:
    """A caller at the door of a house."""

    house: House
    caller: Caller
    address: str
    secure: bool

    async def table(self, name: str) -> Live:
        """A table to look at; its bots go on if they had stopped."""
        live = await self.house.hall.live(name)
        self.house.bots.wake(live)
        return live

    async def writing(self, name: str) -> Live:
        """A table at which something shall be done."""
        self.house.writes.take(self.address)
        return await self.table(name)

    async def listing(self, find: Callable[[int], list[Found]], most: int) -> list[dict[str, Any]]:
        return [asdict(found) for found in await asyncio.to_thread(find, most)]

    async def analysis(self, table: Table, seat: int, level: int) -> dict[str, Any]:
        """What a bot thinks of the position of a seat that is to move."""
        if set(table.persons) - set(self.caller.holds(table)):
            raise not_now("Hints are for games against bots: here another person plays.")
        position = table.position
        if position is None or table.mover != seat:
            raise not_now("Hints are for the seat that is to move.")
        return await self._thoughts(table, table.ply, position.view(seat), level)

    async def review(self, table: Table, ply: int, level: int) -> dict[str, Any]:
        """What a bot thinks of a position of a game that is over, as the seat saw it that was to move."""
        positions = table.match.positions if table.match else []
        mover = positions[ply].mover if ply < len(positions) else None
        if mover is None or mover < 0:
            raise not_now("Nobody had to decide there. Name a ply at which a seat was to move.")
        return await self._thoughts(table, ply, positions[ply].view(mover), level)

    async def _thoughts(self, table: Table, ply: int, view: Position, level: int) -> dict[str, Any]:
        found = await self.house.bots.analyse(self.address, view, level)
        lines = [line_data(view, line) for line in found.lines[:LINES]]
        return {"ply": ply, "seat": view.seat, "lines": lines, "effort": found.effort, "depth": found.depth}


async def asker(request: Request) -> Asker:
    return asker_of(request)


def asker_of(connection: HTTPConnection) -> Asker:
    """Who is behind a request or a socket."""
    bearer = BEARER.fullmatch(connection.headers.get("authorization", ""))
    if bearer and not is_key(bearer[1]):
        raise bad_request("That is not a key of this server.")
    cookie = connection.cookies.get(COOKIE, "")
    key = bearer[1] if bearer else cookie if is_key(cookie) else ""
    secure = connection.url.scheme in ("https", "wss")
    return Asker(connection.app.state.house, Caller(key), address_of(connection.scope), secure)


def viewed_seat(who: Asker, table: Table, wanted: int | None) -> int | None:
    """The seat whose view the caller gets: the one wanted, the one to move, any of theirs, or none."""
    held = who.caller.holds(table)
    if wanted is not None:
        if wanted not in held:
            raise not_yours(f"Seat {wanted} is not yours. Ask without a seat to see what a spectator sees.")
        return wanted
    if table.mover in held:
        return table.mover
    return held[0] if held else None


def playing_seat(who: Asker, table: Table, wanted: int | None) -> int:
    """The seat for which the caller acts."""
    seat = viewed_seat(who, table, wanted)
    if seat is None:
        raise not_yours("None of the seats is yours. Take an open one, or send the key of your seat.")
    return seat


async def sit_down(who: Asker, live: Live, seat: int, form: TakeSeat, response: Response) -> Seated:
    """Take a seat with the caller's key, or with a new one."""
    who.house.writes.take(who.address)
    if seat >= live.table.game.seats:
        raise bad_request(f"{live.table.game.title} has seats 0 to {live.table.game.seats - 1} here.")
    person = who.caller.key or new_key()
    key = seat_key(person, live.table.id, seat)
    standing = await who.house.hall.act(
        live,
        lambda now: actions.sit(now, seat, form.name.strip(), fingerprint(key), form.contribution),
        (fingerprint(person), seat),
    )
    fresh = None if who.caller.key else person
    if fresh is not None:
        response.set_cookie(COOKIE, fresh, max_age=YEAR, httponly=True, samesite="lax", secure=who.secure)
    return Seated(**asdict(standing), seat=seat, key=key, person=fresh)
