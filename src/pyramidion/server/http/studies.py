"""Studies over HTTP: nothing is kept here, so every request has all that it is about."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Query, Request, Response
from fastapi.responses import StreamingResponse

from pyramidion.engine.header import CHANCE
from pyramidion.server.http.forms import TableId
from pyramidion.server.http.play import until_gone
from pyramidion.server.http.study_forms import (
    AskLines,
    AskMove,
    ExportStudy,
    LookAt,
    OpenStudy,
    SetUp,
    Shown,
    StudyClick,
)
from pyramidion.server.http.tables import RECORD
from pyramidion.server.http.visitors import Who
from pyramidion.server.journal.table import OVER, Table
from pyramidion.server.problems import bad_request, not_now
from pyramidion.server.runtime.outcomes import expected
from pyramidion.server.views.data import RefusalData
from pyramidion.server.views.pictures import Look
from pyramidion.server.views.refusals import why_not
from pyramidion.server.views.studies import (
    ChosenMove,
    LookData,
    SetupData,
    StudyData,
    deciding_view,
    growing_lines,
    look_data,
    reached,
    setup_data,
    study_data,
    viewer,
    weighed,
)
from pyramidion.study.studies.arrangement import drafted, rearranged
from pyramidion.study.studies.tree import Study

LINES = "application/x-ndjson"


def open_study(form: OpenStudy, who: Who) -> StudyData:
    """Read a study, or begin one with the name of a game or the text of a position."""
    who.services.writes.take(who.address)
    return study_data(Study.from_text(form.study) if form.study else Study(form.start))


async def of_table(table: TableId, who: Who, ply: Annotated[int | None, Query(ge=0, le=100_000)] = None) -> StudyData:
    """The game of a table as a study: of one that is over, or at which only bots play and nothing is hidden."""
    opened = await who.table(table)
    who.services.writes.take(who.address)
    async with opened.lock:
        match = opened.table.match
        if match is None or not may_study(opened.table):
            raise not_now("A game can be studied once it is over.")
        if ply is not None and ply > opened.table.ply:
            raise bad_request(f"The game has {opened.table.ply} plies.")
        return study_data(Study(match, ply))


def may_study(table: Table) -> bool:
    return table.status == OVER or not (table.persons or table.game.facts.hidden)


def look(form: LookAt) -> LookData:
    """A position, or what some moves make of it, as a seat may see it: the board, and what can be done."""
    position, last = reached(form.position, form.moves)
    seat = viewer(position, form.seat, form.everything)
    return look_data(position, last, seat, look_of(form))


def set_up(form: SetUp, who: Who) -> SetupData:
    """A position that is set up by hand, with a piece put elsewhere; the answer says if no game can lead to it."""
    who.services.lines.take(who.address)
    position = drafted(form.position)
    seat = viewer(position, form.seat, form.everything)
    if form.piece is not None and form.place is not None:
        position = rearranged(position, form.piece, form.place, seat)
    return setup_data(position, seat, look_of(form))


def look_of(form: Shown) -> Look:
    return Look(form.view, form.theme, form.flip, False, form.bare, form.arrangement)


def why(form: StudyClick) -> RefusalData:
    """Why something on the board cannot go somewhere, with the ruling."""
    position, _ = reached(form.position)
    view = deciding_view(position)
    return why_not(position, view.seat, form.piece, form.target)


async def lines(form: AskLines, who: Who, request: Request) -> Response:
    """The best lines of a position, a JSON object on a line each time they have grown; they end when you go away. If
    chance is to move, all outcomes and what they are worth."""
    position, _ = reached(form.position)
    who.services.lines.take(who.address)
    if position.mover == CHANCE:
        found = await until_gone(request, who.services.bots.weigh(who.owner, position))
        return Response(json.dumps(weighed(position, found, expected(position, found))) + "\n", media_type=LINES)
    view = deciding_view(position)
    growing = who.services.bots.grow(who.owner, view, form.level)
    first = await until_gone(request, anext(growing))

    async def written() -> AsyncIterator[str]:
        found, done = first
        yield json.dumps(growing_lines(view, found, form.lines, done)) + "\n"
        async for found, done in growing:
            yield json.dumps(growing_lines(view, found, form.lines, done)) + "\n"

    return StreamingResponse(written(), media_type=LINES)


async def answer(form: AskMove, who: Who, request: Request) -> ChosenMove:
    """The move that a bot of a level makes in a position, knowing what the seat to move may know."""
    position, _ = reached(form.position)
    who.services.lines.take(who.address)
    view = deciding_view(position)
    return {"move": await until_gone(request, who.services.bots.choose(who.owner, view, form.level, form.seed))}


def record(form: ExportStudy) -> Response:
    """The record of a line of a study that begins with the start of a game: a move by its number, or the main line."""
    study = Study.from_text(form.study)
    nodes = list(study.nodes())
    if form.at is not None:
        if form.at >= len(nodes):
            raise bad_request(f"The study has {len(nodes) - 1} moves; the start is 0.")
        study.go(nodes[form.at])
    return Response(study.record().to_json() + "\n", media_type=RECORD)
