"""Every address of the server, on one page."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute

from pyramidion.server.http import (
    games,
    handbook,
    lab,
    lessons,
    pages,
    play,
    puzzles,
    reviews,
    service,
    studies,
    tables,
)
from pyramidion.server.http.actions import ActionRoute
from pyramidion.server.http.errors import PROBLEMS
from pyramidion.server.http.socket import updates
from pyramidion.server.runtime.effort import billed

Route = tuple[str, str, Callable[..., Any], dict[str, Any]]
TEXT: dict[str, Any] = {"response_class": PlainTextResponse}
CREATED: dict[str, Any] = {"status_code": 201}
ACTION: dict[str, Any] = {"route_class_override": ActionRoute}


def of_type(kind: str) -> dict[str, Any]:
    """An answer that is not JSON."""
    return {"response_class": Response, "responses": {200: {"content": {kind: {}}}}}


PLAY: tuple[Route, ...] = (  # first, since routes are tried in order and moves are asked for most
    ("POST", "/api/tables/{table}/moves", play.make_move, ACTION),
    ("POST", "/api/tables/{table}/asks", play.ask, ACTION),
    ("POST", "/api/tables/{table}/resign", play.resign, ACTION),
    ("POST", "/api/tables/{table}/resume", play.resume, ACTION),
    ("POST", "/api/tables/{table}/close", play.close, ACTION),
    ("POST", "/api/tables/{table}/chat", play.chat, ACTION),
    ("POST", "/api/tables/{table}/rematch", play.rematch, ACTION | CREATED),
    ("POST", "/api/tables/{table}/analysis", play.analyse, {}),
    ("POST", "/api/tables/{table}/preview", play.preview, ACTION),
    ("POST", "/api/tables/{table}/why", play.why, ACTION),
)
TABLES: tuple[Route, ...] = (
    ("POST", "/api/tables", tables.new_table, CREATED),
    ("GET", "/api/tables", tables.open_tables, {}),
    ("GET", "/api/mine", tables.my_tables, {}),
    ("DELETE", "/api/mine/{table}", tables.unlist, {"status_code": 204}),
    ("GET", "/api/tables/{table}", tables.show_table, {}),
    ("GET", "/api/tables/{table}/headline", tables.show_headline, {}),
    ("POST", "/api/tables/{table}/seats/{seat}", tables.take_seat, {}),
    ("GET", "/api/tables/{table}/record", tables.record, of_type(tables.RECORD)),
    ("GET", "/api/tables/{table}/journal", tables.journal, {}),
    ("GET", "/api/tables/{table}/plies/{ply}", tables.show_ply, {}),
    ("GET", "/api/tables/{table}/words", tables.words, {}),
    ("GET", "/api/tables/{table}/study", studies.of_table, {}),
    ("GET", "/api/tables/{table}/picture.svg", tables.picture, of_type(tables.SVG)),
    ("POST", "/api/verify", tables.verify_record, {}),
)
GAMES: tuple[Route, ...] = (
    ("GET", "/api/games", games.list_games, {}),
    ("GET", "/api/games/{name}/rules", games.rules, TEXT),
)
LESSONS: tuple[Route, ...] = (
    ("GET", "/api/lessons/{name}", lessons.contents, {}),
    ("GET", "/api/lessons/{name}/{number}", lessons.show, {}),
    ("POST", "/api/lessons/{name}/{number}", lessons.solve, {}),
    ("POST", "/api/lessons/{name}/{number}/why", lessons.why, {}),
    ("POST", "/api/lessons/{name}/{number}/answer", lessons.show_answer, {}),
)
PUZZLES: tuple[Route, ...] = (
    ("GET", "/api/puzzles", puzzles.overview, {}),
    ("GET", "/api/puzzles/{name}", puzzles.list_puzzles, {}),
    ("GET", "/api/puzzles/{name}/{number}", puzzles.show, {}),
    ("POST", "/api/puzzles/{name}/{number}", puzzles.solve, {}),
    ("POST", "/api/puzzles/{name}/{number}/hint", puzzles.show_hint, {}),
    ("POST", "/api/puzzles/{name}/{number}/why", puzzles.why, {}),
    ("POST", "/api/tables/{table}/puzzle", puzzles.make, {}),
)
LAB: tuple[Route, ...] = (
    ("POST", "/api/lab", lab.start, CREATED),
    ("GET", "/api/lab", lab.overview, {}),
    ("GET", "/api/lab/{run}", lab.watch, {}),
    ("POST", "/api/lab/{run}/stop", lab.stop, {}),
    ("GET", "/api/lab/{run}/numbers", lab.numbers, of_type("application/json")),
)
STUDY: tuple[Route, ...] = (
    ("POST", "/api/study", studies.open_study, {}),
    ("POST", "/api/study/look", studies.look, {}),
    ("POST", "/api/study/lines", studies.lines, of_type(studies.LINES)),
    ("POST", "/api/study/move", studies.answer, {}),
    ("POST", "/api/study/setup", studies.set_up, {}),
    ("POST", "/api/study/why", studies.why, {}),
    ("POST", "/api/study/record", studies.record, of_type(tables.RECORD)),
)
REVIEWS: tuple[Route, ...] = (
    ("POST", "/api/tables/{table}/review", reviews.of_table, {}),
    ("GET", "/api/tables/{table}/review", reviews.watch_table, {}),
    ("GET", "/api/tables/{table}/review/{ply}", reviews.arrows, {}),
    ("POST", "/api/tables/{table}/review/{ply}", reviews.play_again, {}),
    ("POST", "/api/reviews", reviews.of_record, {}),
    ("GET", "/api/reviews/{review}", reviews.watch_record, {}),
)
SERVICE: tuple[Route, ...] = (
    ("GET", "/health", service.health, {}),
    ("GET", "/ready", service.ready, {}),
    ("GET", "/metrics", service.metrics, TEXT),
)
PAGES: tuple[Route, ...] = (
    ("GET", "/", pages.home, {}),
    ("GET", "/t/{table}", pages.table_page, {}),
    ("GET", "/t/{table}/mistakes", pages.mistakes, {}),
    ("GET", "/t/{table}/invite.svg", pages.invitation, {}),
    ("GET", "/review", pages.review, {}),
    ("GET", "/review/{review}", reviews.page, {}),
    ("GET", "/lab", pages.lab, {}),
    ("GET", "/lab/{run}", lab.report, {}),
    ("GET", "/study", pages.study, {}),
    ("GET", "/study/{name}", pages.study, {}),
    ("GET", "/embed", pages.embed, {}),
    ("GET", "/learn/{name}", pages.learn, {}),
    ("GET", "/learn/{name}/{number}.svg", lessons.illustration, {}),
    ("GET", "/puzzles", pages.puzzles, {}),
    ("GET", "/puzzles/{name}", pages.puzzles_of, {}),
    ("GET", "/puzzles/{name}/{number}", pages.puzzle, {}),
    ("GET", "/puzzles/{name}/{number}/picture.svg", puzzles.picture, {}),
    ("GET", "/art/{name}.svg", pages.art, {}),
    ("GET", "/docs", handbook.handbook, {}),
    ("GET", "/docs/search", handbook.search_page, {}),
    ("GET", "/docs/{path:path}", handbook.handbook, {}),
    ("GET", "/static/{v}/{name}", pages.static, {}),
)
API = {
    "play": PLAY,
    "tables": TABLES,
    "games": GAMES,
    "lessons": LESSONS,
    "puzzles": PUZZLES,
    "reviews": REVIEWS,
    "lab": LAB,
    "study": STUDY,
    "service": SERVICE,
}


def add_routes(app: FastAPI) -> None:
    app.router.routes.extend(routes())
    app.add_api_websocket_route("/api/tables/{table}/live", updates)


@functools.cache  # applications of one process share them
def routes() -> tuple[BaseRoute, ...]:
    """All of them in one list, since every router that is included in another is a detour for every request."""
    api = [router(routes, tags=[tag], responses=PROBLEMS) for tag, routes in API.items()]
    return tuple(route for each in (*api, router(PAGES, include_in_schema=False)) for route in each.routes)


def router(routes: tuple[Route, ...], **common: Any) -> APIRouter:
    made = APIRouter(**common)
    for method, path, endpoint, more in routes:
        work = endpoint if inspect.iscoroutinefunction(endpoint) else billed(endpoint)  # which runs in a thread
        made.add_api_route(path, work, methods=[method], **more)
    return made
