"""The routes of the server, on one page."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, FastAPI, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

from pyramidion import __version__
from pyramidion.engine.errors import BadInput, PyramidionError
from pyramidion.engine.records import Record
from pyramidion.engine.registry import facts, games, load, rules_text
from pyramidion.server import actions, lessons, pages, showing
from pyramidion.server.callers import Asker, asker, playing_seat, sit_down, viewed_seat
from pyramidion.server.clocks import Timing
from pyramidion.server.fairness import Seed
from pyramidion.server.forms import (
    Acknowledgement,
    Ask,
    AskAnalysis,
    BySeat,
    Chat,
    Click,
    NewMove,
    NewTable,
    Preview,
    ProblemDetails,
    Seated,
    SeatNumber,
    TableId,
    TakeSeat,
    Verdict,
    VerifyRecord,
)
from pyramidion.server.guard import Guard, picture_policy, problem_response
from pyramidion.server.hall import Live, milliseconds
from pyramidion.server.house import House
from pyramidion.server.keys import new_table_id
from pyramidion.server.live import live_updates
from pyramidion.server.measures import measures
from pyramidion.server.problems import Problem, bad_request, not_now
from pyramidion.server.reasons import why_not
from pyramidion.server.settings import Settings
from pyramidion.server.table import OVER, Founding, Table
from pyramidion.server.verification import verify

MOST_LISTED = 100
PROBLEM = {"schema": {"$ref": "#/components/schemas/ProblemDetails"}}
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": ProblemDetails, "content": {"application/problem+json": PROBLEM}, "description": text}
    for status, text in {
        400: "no JSON",
        403: "not your seat",
        404: "no such table",
        409: "not now, or the game has moved on",
        413: "too large",
        422: "a move or a value that is not allowed",
        429: "too many requests",
        503: "too busy",
    }.items()
}
RECORD, SVG = "application/jsonl", "image/svg+xml"
router = APIRouter(responses=PROBLEMS)
Who = Annotated[Asker, Depends(asker)]
Ply = Annotated[int, Path(ge=0, le=100_000)]
Seat = Annotated[SeatNumber | None, Query(description="the seat whose view is wanted, if more than one is yours")]


def as_type(kind: str) -> dict[int | str, dict[str, Any]]:
    """Says in the document of which type an answer is."""
    return {200: {"content": {kind: {}}}}


def make_app(settings: Settings, now: Callable[[], int] = milliseconds) -> FastAPI:
    """A server, ready to be run."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        app.state.house = House(settings, now)
        async with app.state.house.opened():
            yield

    app = FastAPI(title="Pyramidion", version=__version__, lifespan=lifespan, docs_url=None, redoc_url=None)
    app.include_router(router)
    app.include_router(lessons.router, responses=PROBLEMS)
    app.include_router(pages.router)
    app.add_api_websocket_route("/api/tables/{table}/live", live_updates)
    app.add_middleware(Guard, limits=settings.limits)
    app.add_exception_handler(PyramidionError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _not_served)
    app.add_exception_handler(Exception, _failed)
    return app


# First, since routes are tried in order and this one is asked for most.
@router.post("/api/tables/{table}/moves", tags=["play"])
async def make_move(table: TableId, form: NewMove, who: Who) -> Acknowledgement:
    """Make a move. When this is answered, the move is on disk. Repeating the request does no harm."""
    live = await who.writing(table)
    seat = playing_seat(who, live.table, form.seat)
    request = None if form.request is None else f"{seat} {form.request}"
    return await _act(who, live, lambda now: actions.move(now, seat, form.move, form.ply, request))


@router.get("/health", tags=["service"])
async def health() -> dict[str, str]:
    """Is the process alive?"""
    return {"status": "alive"}


@router.get("/ready", tags=["service"])
async def ready(who: Who) -> dict[str, Any]:
    """Can it serve? Also says which games are compiled already."""
    if not who.house.ready:
        raise Problem(503, "busy", "The server is starting or stopping.")
    return {
        "status": "ready",
        "compiled": sorted(who.house.preparation.compiled),
        "opponents": who.house.preparation.opponents,
        "games": list(games()),
    }


@router.get("/metrics", tags=["service"], response_class=PlainTextResponse)
async def metrics(who: Who) -> Response:
    """Counters and gauges for Prometheus."""
    return await measures(who.house)


@router.get("/api/games", tags=["games"])
async def list_games() -> list[dict[str, Any]]:
    """Every game with its options and what they mean."""
    return [_game_data(name) for name in games()]


@router.get("/api/games/{name}/rules", tags=["games"], response_class=PlainTextResponse)
async def rules(name: str) -> str:
    """The rules for people, in Markdown."""
    return rules_text(name)


@router.post("/api/tables", tags=["tables"], status_code=201)
async def new_table(form: NewTable, who: Who) -> dict[str, Any]:
    """Set up a table. The answer has the commitment to the dice; then seats can be taken."""
    who.house.new_tables.take(who.address)
    live = await who.house.hall.found(_founding(form, who))
    return showing.table_data(live.table, None, who.house.now())


@router.get("/api/tables", tags=["tables"])
async def open_tables(who: Who) -> list[dict[str, Any]]:
    """Tables with an open seat that anybody may take."""
    return await who.listing(who.house.store.listed, MOST_LISTED)


@router.get("/api/mine", tags=["tables"])
async def my_tables(who: Who) -> list[dict[str, Any]]:
    """The tables at which you sit."""
    if not who.caller.key:
        return []
    return await who.listing(lambda most: who.house.store.of_person(who.caller.person, most), MOST_LISTED)


@router.get("/api/tables/{table}", tags=["tables"])
async def show_table(table: TableId, who: Who, seat: Seat = None) -> dict[str, Any]:
    """A table as your seat may know it, or as a spectator may."""
    live = await who.table(table)
    async with live.lock:
        held = who.caller.holds(live.table)
        return showing.table_data(live.table, viewed_seat(who, live.table, seat), who.house.now(), held)


@router.get("/api/tables/{table}/standing", tags=["tables"])
async def show_standing(table: TableId, who: Who) -> dict[str, Any]:
    """A table in a line: with whom you play there, and how it stands for you."""
    live = await who.house.hall.live(table, seen=False)
    async with live.lock:
        return showing.standing(live.table, who.caller.holds(live.table))


@router.post("/api/tables/{table}/seats/{seat}", tags=["tables"])
async def take_seat(table: TableId, seat: SeatNumber, form: TakeSeat, who: Who, response: Response) -> Seated:
    """Sit down on an open seat; the game begins with the last one. A cookie with your key is set."""
    return await sit_down(who, await who.table(table), seat, form, response)


@router.post("/api/tables/{table}/asks", tags=["play"])
async def ask(table: TableId, form: Ask, who: Who) -> Acknowledgement:
    """Ask for an undo, a draw or a pause; agree to what another asked, or decline. Bots agree to an undo at once."""
    live = await who.writing(table)
    seat = playing_seat(who, live.table, form.seat)
    does = actions.ask if form.agree else actions.decline
    return await _act(who, live, lambda now: does(now, seat, form.what))


@router.post("/api/tables/{table}/resign", tags=["play"])
async def resign(table: TableId, form: BySeat, who: Who) -> Acknowledgement:
    """Give the game up."""
    live = await who.writing(table)
    seat = playing_seat(who, live.table, form.seat)
    return await _act(who, live, lambda now: actions.resign(now, seat))


@router.post("/api/tables/{table}/resume", tags=["play"])
async def resume(table: TableId, form: BySeat, who: Who) -> Acknowledgement:
    """Go on after a pause, or let a bot that failed try again."""
    live = await who.writing(table)
    seat = playing_seat(who, live.table, form.seat)
    return await _act(who, live, lambda now: actions.resume(now, seat))


@router.post("/api/tables/{table}/chat", tags=["play"])
async def chat(table: TableId, form: Chat, who: Who) -> Acknowledgement:
    """Say something at a table that has a chat."""
    live = await who.writing(table)
    seat = playing_seat(who, live.table, form.seat)
    return await _act(who, live, lambda now: actions.chat(now, seat, form.text))


@router.post("/api/tables/{table}/rematch", tags=["play"], status_code=201)
async def rematch(table: TableId, form: BySeat, who: Who) -> dict[str, str]:
    """Play again with seats turned: the id of the new table, the same for everybody who asks."""
    live = await who.writing(table)
    seat = playing_seat(who, live.table, form.seat)
    if live.table.status != OVER:
        raise not_now("The game is still going on.")
    if live.table.rematch is None:
        who.house.new_tables.take(who.address)
        fresh = await who.house.hall.found(_turned(live.table, who.house.now()))
        await _act(who, live, lambda now: actions.rematch(now, seat, fresh.table.id))
    return {"table": live.table.rematch or ""}


@router.post("/api/tables/{table}/analysis", tags=["play"])
async def analyse(table: TableId, form: AskAnalysis, who: Who) -> dict[str, Any]:
    """What a bot thinks of your position: a hint. Only against bots, or when the game is over."""
    live = await who.table(table)
    who.house.analyses.take(who.address)
    if live.table.status == OVER and form.ply is not None:
        return await who.review(live.table, form.ply, form.level)
    return await who.analysis(live.table, playing_seat(who, live.table, form.seat), form.level)


@router.post("/api/tables/{table}/preview", tags=["play"])
async def preview(table: TableId, form: Preview, who: Who) -> dict[str, Any]:
    """What a move of yours would do, in sentences, before it is made; nothing if the game has moved on."""
    live = await who.table(table)
    seat = playing_seat(who, live.table, form.seat)
    now = live.table.match if live.table.ply == form.ply and live.table.mover == seat else None
    return {"move": form.move, "says": [] if now is None else showing.preview(now.position.view(seat), form.move)}


@router.post("/api/tables/{table}/why", tags=["play"])
async def why(table: TableId, form: Click, who: Who) -> dict[str, Any]:
    """Why something on the board cannot go somewhere, with the ruling."""
    live = await who.writing(table)
    seat = playing_seat(who, live.table, form.seat)
    return why_not(actions.playing(live.table).position, seat, form.piece, form.target)


@router.get("/api/tables/{table}/record", tags=["tables"], response_class=Response, responses=as_type(RECORD))
async def record(table: TableId, who: Who, seat: Seat = None) -> Response:
    """The record as you may know it, one line of JSON; with everything that proves the dice when the game is over."""
    live = await who.table(table)
    if live.table.match is None:
        raise not_now("The game has not begun.")
    async with live.lock:
        line = showing.record(live.table, viewed_seat(who, live.table, seat)).to_json()
    return Response(line + "\n", media_type=RECORD)


@router.get("/api/tables/{table}/plies/{ply}", tags=["tables"])
async def show_ply(table: TableId, ply: Ply, who: Who, seat: Seat = None) -> dict[str, Any]:
    """One ply in words, as you may know it; the first is 0."""
    live = await who.table(table)
    async with live.lock:
        if ply >= live.table.ply:
            raise bad_request(f"The game has {live.table.ply} plies so far; the first is 0.")
        return showing.told(live.table, ply, viewed_seat(who, live.table, seat))


@router.get("/api/tables/{table}/picture.svg", tags=["tables"], response_class=Response, responses=as_type(SVG))
async def picture(
    table: TableId,
    who: Who,
    seat: Seat = None,
    view: Literal["plan", "oblique"] = "plan",
    theme: Literal["light", "dark"] = "light",
    ply: Annotated[int | None, Query(ge=0)] = None,
    flip: Annotated[bool, Query(description="from the other side of the table")] = False,
    help: Annotated[bool, Query(description="with what can be ruled out dimmed")] = False,
    bare: Annotated[bool, Query(description="without style sheet and caption, for a page that has both")] = False,
) -> Response:
    """The board as you see it, now or at a ply."""
    live = await who.table(table)
    async with live.lock:
        if ply is not None and ply > live.table.ply:
            raise bad_request(f"The game has {live.table.ply} plies so far.")
        look = showing.Look(view, theme, flip, help, bare)
    svg = showing.picture(live.table, viewed_seat(who, live.table, seat), look, ply)
    return Response(svg, media_type=SVG, headers={"content-security-policy": picture_policy(theme)})


@router.post("/api/verify", tags=["tables"])
async def verify_record(form: VerifyRecord) -> Verdict:
    """Check the dice and secrets of a finished record."""
    report = verify(Record.from_json(json.dumps(form.record)))
    return Verdict(fair=report.fair, checks=list(report.checks), problem=report.problem)


async def _act(who: Asker, live: Live, action: Any) -> Acknowledgement:
    return Acknowledgement(**asdict(await who.house.hall.act(live, action)))


def _founding(form: NewTable, who: Asker) -> Founding:
    game = load(form.game)
    bots = {int(seat): level for seat, level in form.bots.items() if seat.isdecimal() and int(seat) < game.seats}
    if len(bots) != len(form.bots):
        raise BadInput(f"{game.title} has seats 0 to {game.seats - 1} here.")
    timing = Timing(form.timing.kind, form.timing.seconds, form.timing.increment)
    if timing.kind != "none" and timing.seconds < 1:
        raise BadInput("A clock needs at least a second.")
    now = who.house.now()
    title = form.title.strip()
    return Founding(new_table_id(), game.spec, bots, timing, Seed.fresh(), now, form.listed, form.chat, title=title)


def _turned(table: Table, now: int) -> Founding:
    """The founding of a rematch: everyone moves on by a seat."""
    old, seats = table.founding, table.game.seats
    bots = {(seat + 1) % seats: level for seat, level in old.bots.items()}
    return Founding(new_table_id(), old.game, bots, old.timing, Seed.fresh(), now, False, old.chat, old.id, old.title)


def _game_data(name: str) -> dict[str, Any]:
    known = facts(name)
    return {
        "name": name,
        "title": known.title,
        "author": known.author,
        "year": known.year,
        "seats": list(known.seats),
        "hidden": known.hidden,
        "options": [
            {"name": option.name, "rulings": option.rulings, "values": dict(option.values)} for option in known.options
        ],
    }


async def _refused(request: Request, error: Exception) -> JSONResponse:
    problem = error if isinstance(error, Problem) else bad_request(str(error))
    return problem_response(problem)


async def _malformed(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
    return problem_response(bad_request(f"{where}: {first['msg']}."))


async def _failed(request: Request, error: Exception) -> JSONResponse:
    """What should not happen; the log has the details."""
    return problem_response(Problem(500, "failed", "That failed, and it is not your fault. Nothing was changed."))


async def _not_served(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        return pages.page("error.html", 404, detail="This address leads nowhere.")
    kind = "not-found" if error.status_code == 404 else "bad-request"
    response = problem_response(Problem(error.status_code, kind, f"{request.method} {error.detail}"))
    response.headers.update(error.headers or {})
    if error.status_code == 405:
        response.headers["allow"] = ", ".join(_allowed(request))
    return response


def _allowed(request: Request) -> list[str]:
    """The methods of all routes with this path."""
    routes = [route for route in (*router.routes, *lessons.router.routes) if isinstance(route, APIRoute)]
    return sorted(
        {name for route in routes if route.path_regex.match(request.url.path) for name in route.methods or ()}
    )
