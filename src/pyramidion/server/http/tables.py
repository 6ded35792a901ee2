"""Tables over HTTP: set one up, find one, sit down, look at it."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict
from typing import Annotated, Literal

from fastapi import Path, Query, Response

from pyramidion.engine.errors import BadInput
from pyramidion.engine.registry import load
from pyramidion.server.http.answers import JournalAnswer, ListedTable, SeatTaken, Verdict
from pyramidion.server.http.forms import NewTable, SeatNumber, TableId, TakeSeat, VerifyRecord
from pyramidion.server.http.guard import picture_policy
from pyramidion.server.http.visitors import Visitor, Who
from pyramidion.server.journal import actions
from pyramidion.server.journal.chain import first_line
from pyramidion.server.journal.clocks import Timing
from pyramidion.server.journal.fairness import Seed
from pyramidion.server.journal.keys import COOKIE, fingerprint, new_key, new_table_id, seat_key
from pyramidion.server.journal.proof import record as record_of
from pyramidion.server.journal.table import PERSON, Table
from pyramidion.server.journal.terms import Terms
from pyramidion.server.journal.verification import Report
from pyramidion.server.problems import bad_request, not_now, not_yours
from pyramidion.server.runtime.effort import aside
from pyramidion.server.runtime.tasks import Verify
from pyramidion.server.storage.store import Listing
from pyramidion.server.views.data import HeadlineData, TableData, ToldPly, TranscriptData
from pyramidion.server.views.pictures import Look
from pyramidion.server.views.pictures import picture as picture_of
from pyramidion.server.views.sentences import told_ply
from pyramidion.server.views.state import headline, table_data
from pyramidion.server.views.transcript import transcript

MOST_LISTED = 100
YEAR = 365 * 24 * 3600
LINK_DIGITS = 64
VERIFYING = 60.0  # seconds to wait for the check of a record; a worker spends far fewer on it
RECORD, SVG = "application/jsonl", "image/svg+xml"
Ply = Annotated[int, Path(ge=0, le=100_000)]
Seat = Annotated[SeatNumber | None, Query(description="the seat whose view to return, if you have more than one")]


async def new_table(form: NewTable, who: Who) -> TableData:
    """Set up a table. The answer has the commitment to the dice; then seats can be taken."""
    who.services.new_tables.take(who.address)
    opened = await who.services.tables.set_up(_terms(form, who), who.owner)
    return table_data(opened.table, None, who.services.now())


def _terms(form: NewTable, who: Visitor) -> Terms:
    game = load(form.game)
    bots = {number: level for number in range(game.seats) if (level := form.bots.get(str(number))) is not None}
    if len(bots) != len(form.bots):
        raise BadInput(f"{game.title} has seats 0 to {game.seats - 1} here.")
    timing = Timing(form.timing.kind, form.timing.seconds, form.timing.increment)
    if timing.kind != "none" and timing.seconds < 1:
        raise BadInput("A clock needs at least one second.")
    title = form.title.strip()
    fresh = new_table_id(), game.spec, bots, timing, Seed.fresh(), who.services.now()
    server = who.services.store.signer.public
    return Terms(*fresh, listed=form.listed, chat=form.chat, title=title, server=server)


async def open_tables(who: Who) -> list[ListedTable]:
    """Tables with an open seat that anybody may take."""
    return [_listed(found) for found in await aside(who.services.store.listed, MOST_LISTED)]


async def my_tables(who: Who) -> list[ListedTable]:
    """The tables at which you have a seat."""
    if not who.identity.key:
        return []
    found = await aside(who.services.store.of_person, who.identity.person, MOST_LISTED)
    return [_listed(each) for each in found]


async def unlist(table: TableId, who: Who) -> None:
    """Take a table off the list of yours. Your seat stays yours, and the table keeps its address."""
    who.services.writes.take(who.address)
    if who.identity.key:
        await asyncio.wrap_future(who.services.store.unlist(who.identity.person, table))


def _listed(found: Listing) -> ListedTable:
    return ListedTable.model_validate(asdict(found))


async def show_table(table: TableId, who: Who, seat: Seat = None) -> TableData:
    """A table as your seat may know it, or as a spectator may."""
    opened = await who.table(table)
    async with opened.lock:
        seen = who.viewed_seat(opened.table, seat)
        return table_data(opened.table, seen, who.services.now(), who.identity.holds(opened.table))


async def show_headline(table: TableId, who: Who) -> HeadlineData:
    """A table in a line: who you play with there, and how it stands for you."""
    opened = await who.services.tables.get(table, seen=False)
    async with opened.lock:
        return headline(opened.table, who.identity.holds(opened.table))


async def take_seat(table: TableId, seat: SeatNumber, form: TakeSeat, who: Who, response: Response) -> SeatTaken:
    """Take an open seat; the game begins with the last one. A cookie with your key is set."""
    opened = await who.table_to_change(table)
    game = opened.table.game
    if seat >= game.seats:
        raise bad_request(f"{game.title} has seats 0 to {game.seats - 1} here.")
    if form.key is not None and len(form.contribution) != LINK_DIGITS:
        raise bad_request(f"The contribution of a seat with a key is the end of its links: {LINK_DIGITS} digits.")
    await _check_kept(who, opened.table, seat)
    person = who.identity.key or new_key()
    key = seat_key(person, opened.table.id, seat)
    written = await who.services.tables.act(
        opened,
        lambda now: actions.sit(now, seat, form.name.strip(), fingerprint(key), form.contribution, form.key),
        (fingerprint(person), seat),
    )
    fresh = None if who.identity.key else person
    if fresh is not None:
        response.set_cookie(COOKIE, fresh, max_age=YEAR, httponly=True, samesite="lax", secure=who.secure)
    return SeatTaken(**vars(written), seat=seat, key=key, person=fresh)


async def _check_kept(who: Visitor, table: Table, seat: int) -> None:
    """At a rematch the seats are kept for those who played before."""
    if table.terms.before is None:
        return
    for old in await who.services.tables.readable([table.terms.before]):
        turned = (seat - 1) % table.game.seats
        if old.table.seats[turned].kind == PERSON and turned not in who.identity.holds(old.table):
            raise not_yours(f"This seat is kept for {old.table.names[turned]}.")


async def record(table: TableId, who: Who, seat: Seat = None) -> Response:
    """The record as you may know it, one line of JSON; with everything that proves the dice when the game is over."""
    opened = await who.table(table)
    async with opened.lock:
        if opened.table.match is None:
            raise not_now("The game has not begun.")
        seen = who.viewed_seat(opened.table, seat)
        line = record_of(opened.table, seen, who.services.store.signer).to_json()
    return Response(line + "\n", media_type=RECORD)


async def journal(table: TableId, who: Who, after: Annotated[int, Query(ge=0, le=1_000_000)] = 0) -> JournalAnswer:
    """The public lines of the journal after an entry, to follow its hash chain."""
    opened = await who.table(table)
    async with opened.lock:
        now = opened.table
        return JournalAnswer(terms=first_line(now.terms), lines=now.lines[after:], number=now.number, head=now.head)


async def show_ply(table: TableId, ply: Ply, who: Who, seat: Seat = None) -> ToldPly:
    """One ply in words, as you may know it; the first is 0."""
    opened = await who.table(table)
    async with opened.lock:
        match = opened.table.match
        if match is None or ply >= opened.table.ply:
            raise bad_request(f"The game has {opened.table.ply} plies so far; the first is 0.")
        return told_ply(match, ply, who.viewed_seat(opened.table, seat))


async def words(
    table: TableId, who: Who, seat: Seat = None, ply: Annotated[int | None, Query(ge=0)] = None
) -> TranscriptData:
    """The board in words, row by row, and as a text board; now or at a ply."""
    opened = await who.table(table)
    async with opened.lock:
        match = opened.table.match
        if match is None or (ply or 0) > opened.table.ply:
            raise bad_request(f"The game has {opened.table.ply} plies so far.")
        at = opened.table.ply if ply is None else ply
        return transcript(match.positions[at], who.viewed_seat(opened.table, seat))


async def picture(
    table: TableId,
    who: Who,
    seat: Seat = None,
    view: Literal["diagram", "plan", "oblique"] = "diagram",
    theme: Literal["light", "dark", "contrast", "safe"] = "light",
    ply: Annotated[int | None, Query(ge=0)] = None,
    flip: Annotated[bool, Query(description="from the other side of the table")] = False,
    help: Annotated[bool, Query(description="with what can be ruled out dimmed")] = False,
    bare: Annotated[bool, Query(description="without style sheet and caption, for a page that has both")] = False,
    arrangement: Annotated[Literal["wide", "tall"], Query(description="of what is beside the board")] = "wide",
) -> Response:
    """The board as you see it, now or at a ply."""
    opened = await who.table(table)
    async with opened.lock:
        if ply is not None and ply > opened.table.ply:
            raise bad_request(f"The game has {opened.table.ply} plies so far.")
        look = Look(view, theme, flip, help, bare, arrangement)
        svg = picture_of(opened.table, who.viewed_seat(opened.table, seat), look, ply)
    return Response(svg, media_type=SVG, headers={"content-security-policy": picture_policy(theme)})


async def verify_record(form: VerifyRecord, who: Who) -> Verdict:
    """Check the dice and secrets of a finished record."""
    who.services.analyses.take(who.address)
    checking = who.services.pool.submit(who.owner, Verify(json.dumps(form.record)))
    try:
        report: Report = await asyncio.wait_for(checking, VERIFYING)
    except TimeoutError as error:
        raise bad_request("This record takes too long to check. Check it with: pyramidion verify FILE.") from error
    checks, gaps = list(report.checks), list(report.gaps)
    return Verdict(fair=report.fair, checks=checks, problem=report.problem, gaps=gaps)
