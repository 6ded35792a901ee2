"""Reviews of finished games over HTTP: of a table, and of any record."""

from __future__ import annotations

import asyncio
import hashlib
import json
from typing import Annotated

from fastapi import Path, Query, Request
from fastapi.responses import HTMLResponse

from pyramidion.engine.errors import IllegalMove
from pyramidion.engine.match import Match
from pyramidion.lab.document import policy
from pyramidion.server.http.answers import MomentAnswer, ReviewAnswer, ReviewedPly, ReviewedSeat, ReviewFound
from pyramidion.server.http.forms import TableId
from pyramidion.server.http.play import until_gone
from pyramidion.server.http.study_forms import AskReview, PlayAgain, ReviewRecord
from pyramidion.server.http.visitors import Visitor, Who
from pyramidion.server.journal.table import OVER, Table
from pyramidion.server.problems import bad_request, illegal, not_now
from pyramidion.server.runtime.effort import aside
from pyramidion.server.runtime.reviews import Running
from pyramidion.server.runtime.tasks import Replay
from pyramidion.server.views.mistakes import AgainData, ArrowData, again_data, arrows_of, verdict_on
from pyramidion.server.views.pictures import Look
from pyramidion.study.chances import points
from pyramidion.study.reviews.agenda import check_reviewable
from pyramidion.study.reviews.graph import graph, outline
from pyramidion.study.reviews.page import SCRIPT
from pyramidion.study.reviews.review import MARKS, Ply, Review
from pyramidion.study.reviews.sentences import ply_says

REPLAYING = 60.0  # seconds to wait until a record is replayed; a worker spends far fewer on it
MOST_PLIES = 4_000
LONGEST_NAME = 100
ReviewId = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")]
PlyNumber = Annotated[int, Path(ge=0, le=100_000)]
After = Annotated[int, Query(ge=-1, le=10**9, description="the version that you have")]


async def of_table(table: TableId, form: AskReview, who: Who) -> ReviewAnswer:
    """Review a finished game: where it was decided, what each move cost, what was luck."""
    opened = await who.table(table)
    async with opened.lock:
        match = opened.table.match
        if opened.table.status != OVER or match is None:
            raise not_now("Only a finished game can be reviewed.")
    _check(match)
    if table not in who.services.reviews:
        who.services.new_reviews.take(who.address)
    running = who.services.reviews.begin(table, match, names_of(opened.table), who.owner)
    return await answer(running, table, -1)


def names_of(table: Table) -> list[str]:
    """What the players are called in sentences: people by their names, bots by their seats."""
    titles = table.game.seat_names
    bots = [f"{title} (level {seat.level})" for title, seat in zip(titles, table.seats, strict=True)]
    return [bots[place] if seat.level else table.names[place] for place, seat in enumerate(table.seats)]


async def watch_table(table: TableId, who: Who, after: After = -1) -> ReviewAnswer:
    """How far the review of a table is, and what it has found, if that is newer than what you have."""
    return await answer(who.services.reviews.known(table), table, after)


async def of_record(form: ReviewRecord, who: Who) -> ReviewAnswer:
    """Review the finished game of a record, which is replayed first."""
    who.services.new_reviews.take(who.address)
    text = json.dumps(form.record)
    name = hashlib.sha256(text.encode()).hexdigest()[:32]
    if name in who.services.reviews:
        return await answer(who.services.reviews.known(name), name, -1)
    match = await _replayed(who, text)
    _check(match)
    if any(len(seat) > LONGEST_NAME for seat in match.seats):
        raise bad_request(f"A name has at most {LONGEST_NAME} characters here. Use: pyramidion review FILE.")
    return await answer(who.services.reviews.begin(name, match, match.seats, who.owner), name, -1)


async def _replayed(who: Visitor, text: str) -> Match:
    playing = who.services.pool.submit(who.owner, Replay(text))
    try:
        found: Match = await asyncio.wait_for(playing, REPLAYING)
    except TimeoutError as error:
        raise bad_request("This record takes too long to replay. Use: pyramidion review FILE.") from error
    return found


def _check(match: Match) -> None:
    check_reviewable(match, None, None)
    if len(match.codes) > MOST_PLIES:
        raise bad_request(f"At most {MOST_PLIES} plies can be reviewed here. Use: pyramidion review FILE.")


async def watch_record(review: ReviewId, who: Who, after: After = -1) -> ReviewAnswer:
    """How far the review of a record is, and what it has found, if that is newer than what you have."""
    return await answer(who.services.reviews.known(review), review, after)


async def page(review: Annotated[str, Path(pattern=r"^[0-9A-Za-z]{8,32}$")], who: Who) -> HTMLResponse:
    """A finished review as a standalone page, to keep and to share."""
    found = await who.services.reviews.page(who.services.reviews.known(review))
    return HTMLResponse(found, headers={"content-security-policy": f"{policy(SCRIPT)}; frame-ancestors 'none'"})


async def arrows(table: TableId, ply: PlyNumber, who: Who) -> list[ArrowData]:
    """What was played at a ply of a reviewed game, and what was better, as arrows over the board before it."""
    running = who.services.reviews.known(table)
    return await aside(arrows_of, running.match, _reviewed(running, ply))


async def play_again(table: TableId, ply: PlyNumber, form: PlayAgain, who: Who, request: Request) -> AgainData:
    """Make a choice of a reviewed game again, and find out whether the move is better than the one played."""
    running = who.services.reviews.known(table)
    found = _reviewed(running, ply)
    if not found.best:
        raise bad_request("No player had a choice at this ply.")
    look = Look(form.view, form.theme, form.flip, False, form.bare, form.arrangement)
    if form.solution or not form.move:
        return await aside(again_data, running.match, found, None, "shown" if form.solution else "open", look)
    who.services.analyses.take(who.address)
    share, best = await until_gone(request, _worth(who, running, found, form.move))
    tried = form.move, share
    return await aside(again_data, running.match, found, tried, verdict_on(found, share, best), look)


async def _worth(who: Visitor, running: Running, ply: Ply, move: str) -> tuple[int, int]:
    """What a move is worth to the seat that chose, and what the best is worth, in percents."""
    position = running.match.positions[ply.ply]
    try:
        code = position.check(move)
    except IllegalMove as error:
        raise illegal(error) from error
    seat = position.seat
    if position.text_of(code) == ply.best:
        return points(ply.before[seat]), points(ply.before[seat])
    valued = await who.services.reviews.valued(running, ply.ply, code)
    return points(valued.after[seat]), points(valued.before[seat])


def _reviewed(running: Running, ply: int) -> Ply:
    if running.review is None:
        raise not_now("This review is not finished yet.")
    if ply >= len(running.review.plies):
        raise bad_request(f"The game has {len(running.review.plies)} plies; the first is 0.")
    return running.review.plies[ply]


async def answer(running: Running, name: str, after: int) -> ReviewAnswer:
    done, total = running.agenda.progress
    fresh = running.review if running.review is not None and running.version != after else None
    course = running.course
    return ReviewAnswer(
        id=name,
        status=running.status,
        done=done,
        total=total,
        effort=running.agenda.effort,
        version=running.version,
        outline=await aside(outline, course, running.names, running.match.game) if course else "",
        found=None if fresh is None else await aside(found_of, fresh, running.match),
    )


def found_of(review: Review, match: Match) -> ReviewFound:
    """A review as the page of a table shows it."""
    return ReviewFound(
        graph=graph(review, match.game),
        summary=list(review.summary),
        moments=[MomentAnswer(ply=each.ply, kind=each.kind, says=each.says) for each in review.moments],
        plies=[_ply(review, match, each) for each in review.plies],
        seats=[ReviewedSeat(**{key: vars(seat)[key] for key in ReviewedSeat.model_fields}) for seat in review.seats],
        complete=review.complete,
    )


def _ply(review: Review, match: Match, ply: Ply) -> ReviewedPly:
    return ReviewedPly(
        ply=ply.ply,
        number=ply.number,
        seat=ply.seat,
        before=list(ply.before),
        after=list(ply.after),
        cost=ply.cost,
        luck=ply.luck,
        change=ply.change if ply.seat is None else -ply.told,
        says=ply_says(match, ply, [seat.name for seat in review.seats]),
        stands=list(review.stands(ply.ply)),
        confirmed=ply.confirmed,
        best=ply.best,
        mark=ply.mark,
        sign=MARKS.get(ply.mark, ""),
    )
