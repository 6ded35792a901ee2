"""What seats do at a table, over HTTP. When an action is answered, it is on disk."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from fastapi import Request

from pyramidion.engine.position import Position
from pyramidion.server.http.answers import Acknowledgement, NextTable
from pyramidion.server.http.forms import (
    Ask,
    AskAnalysis,
    BySeat,
    Chat,
    Click,
    Close,
    NewMove,
    Preview,
    SignatureForm,
    SignedBySeat,
    TableId,
)
from pyramidion.server.http.visitors import Visitor, Who
from pyramidion.server.journal import actions
from pyramidion.server.journal.entries import Change, Signature
from pyramidion.server.journal.fairness import Seed
from pyramidion.server.journal.keys import new_table_id
from pyramidion.server.journal.table import OVER, Table
from pyramidion.server.journal.terms import Terms
from pyramidion.server.problems import not_now
from pyramidion.server.views.data import AnalysisData, PreviewData, RefusalData
from pyramidion.server.views.refusals import why_not
from pyramidion.server.views.sentences import analysis_data
from pyramidion.server.views.sentences import preview as preview_of

T = TypeVar("T")
GONE = 0.5  # seconds between checks that somebody still waits


async def make_move(table: TableId, form: NewMove, who: Who) -> Acknowledgement:
    """Make a move. When this is answered, the move is on disk. Repeating the request does no harm."""
    signed = None if form.signed is None else form.signed.move

    def move(now: Table, seat: int) -> Change | None:
        request = None if form.request is None else f"{seat} {form.request}"
        return actions.move(now, seat, form.move, form.ply, request, signed)

    return await _act(who, table, form.seat, move)


async def ask(table: TableId, form: Ask, who: Who) -> Acknowledgement:
    """Ask for an undo, a draw or a pause; agree to what another asked, or decline. Bots agree to an undo at once."""
    does, signed = actions.ask if form.agree else actions.decline, _signature(form.signed)
    return await _act(who, table, form.seat, lambda now, seat: does(now, seat, form.what, signed))


async def resign(table: TableId, form: SignedBySeat, who: Who) -> Acknowledgement:
    """Give the game up."""
    return await _act(who, table, form.seat, lambda now, seat: actions.resign(now, seat, _signature(form.signed)))


async def resume(table: TableId, form: SignedBySeat, who: Who) -> Acknowledgement:
    """Go on after a pause, or let a bot that failed try again."""
    return await _act(who, table, form.seat, lambda now, seat: actions.resume(now, seat, _signature(form.signed)))


async def close(table: TableId, form: Close, who: Who) -> Acknowledgement:
    """Stand by a game that is over, with a signature of the journal's head."""
    return await _act(who, table, form.seat, lambda now, seat: actions.close(now, seat, form.signed.signature))


def _signature(form: SignatureForm | None) -> Signature | None:
    return None if form is None else form.signature


async def chat(table: TableId, form: Chat, who: Who) -> Acknowledgement:
    """Say something at a table that has a chat."""
    return await _act(who, table, form.seat, lambda now, seat: actions.chat(now, seat, form.text))


async def rematch(table: TableId, form: BySeat, who: Who) -> NextTable:
    """Play again with seats turned: the id of the new table, the same for everybody who asks."""
    opened = await who.table_to_change(table)
    async with opened.lock:
        seat = who.own_seat(opened.table, form.seat)
        if opened.table.status != OVER:
            raise not_now("The game is still going on.")
        known = opened.table.rematch
    if known is None:
        who.services.new_tables.take(who.address)
        terms = _turned(opened.table, who.services.now(), who.services.store.signer.public)
        fresh = await who.services.tables.set_up(terms, who.owner)
        await who.services.tables.act(opened, lambda now: actions.rematch(now, seat, fresh.table.id))
    return NextTable(table=opened.table.rematch or "")


def _turned(table: Table, now: int, server: str) -> Terms:
    """The terms of a rematch: everyone moves on by a seat."""
    old, seats = table.terms, table.game.seats
    bots = {(seat + 1) % seats: level for seat, level in old.bots.items()}
    fresh = new_table_id(), old.game, bots, old.timing, Seed.fresh(), now
    return Terms(*fresh, chat=old.chat, before=old.id, title=old.title, server=server)


async def analyse(table: TableId, form: AskAnalysis, who: Who, request: Request) -> AnalysisData:
    """What a bot thinks of your position: advice. Only against bots, or when the game is over."""
    opened = await who.table(table)
    who.services.analyses.take(who.address)
    async with opened.lock:
        if opened.table.status == OVER and form.ply is not None:
            position = past_position(opened.table, form.ply)
            ply, view = form.ply, position.view(position.mover)
        else:
            ply, view = opened.table.ply, _present_view(who, opened.table, form.seat)
    found = await until_gone(request, who.services.bots.analyse(who.owner, view, form.level))
    return analysis_data(view, ply, found)


def _present_view(who: Visitor, table: Table, wanted: int | None) -> Position:
    """What a seat that is to move sees, where advice is allowed."""
    seat = who.own_seat(table, wanted)
    if set(table.persons) - set(who.identity.holds(table)):
        raise not_now("Advice is for games against bots; here you play against another person.")
    if table.position is None or table.mover != seat:
        raise not_now("Advice is for the seat that is to move.")
    return table.position.view(seat)


def past_position(table: Table, ply: int) -> Position:
    """The position at a ply, where a seat was to move."""
    positions = table.match.positions if table.match else []
    mover = positions[ply].mover if ply < len(positions) else None
    if mover is None or mover < 0:
        raise not_now("No player was to move there. Name a ply at which one was.")
    return positions[ply]


async def preview(table: TableId, form: Preview, who: Who) -> PreviewData:
    """What a move of yours would do, in sentences, before it is made; nothing if the game has moved on."""
    opened = await who.table(table)
    async with opened.lock:
        seat = who.own_seat(opened.table, form.seat)
        now = opened.table.match if opened.table.ply == form.ply and opened.table.mover == seat else None
        view = None if now is None else now.position.view(seat)
    return {"move": form.move, "says": [] if view is None else preview_of(view, form.move)}


async def why(table: TableId, form: Click, who: Who) -> RefusalData:
    """Why something on the board cannot go somewhere, with the ruling."""
    opened = await who.table_to_change(table)
    async with opened.lock:
        seat, position = who.own_seat(opened.table, form.seat), actions.playing(opened.table).position
    return why_not(position, seat, form.piece, form.target)


async def until_gone(request: Request, work: Awaitable[T]) -> T:
    """The result of some work, which ends when the client has disconnected."""
    task = asyncio.ensure_future(work)
    try:
        while not task.done():
            await asyncio.wait([task], timeout=GONE)
            if not task.done() and await request.is_disconnected():
                raise not_now("This request was cancelled.")
        return task.result()
    finally:
        task.cancel()


async def _act(
    who: Visitor, table: str, wanted: int | None, action: Callable[[Table, int], Change | None]
) -> Acknowledgement:
    """Do something for a seat of the visitor; whose seat it is counts at the moment when it is done."""
    opened = await who.table_to_change(table)
    written = await who.services.tables.act(opened, lambda now: action(now, who.own_seat(now, wanted)))
    return Acknowledgement.of(written)
