"""How errors are answered: RFC 9457 problem details, or a page for browsers."""

from __future__ import annotations

import logging
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

from pyramidion.engine.errors import PyramidionError
from pyramidion.server.http.answers import ProblemDetails
from pyramidion.server.http.guard import problem_response
from pyramidion.server.http.pages import page
from pyramidion.server.problems import Problem, bad_request
from pyramidion.server.runtime.processes import WorkerFailed
from pyramidion.server.storage.writer import Unwritable

log = logging.getLogger("pyramidion.errors")
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
        503: "too busy, or unable to store anything",
    }.items()
}


def add_handlers(app: FastAPI) -> None:
    app.add_exception_handler(PyramidionError, _refused)
    app.add_exception_handler(RequestValidationError, _malformed)
    app.add_exception_handler(HTTPException, _not_served)
    app.add_exception_handler(Exception, _failed)


async def _refused(request: Request, error: Exception) -> JSONResponse:
    if isinstance(error, WorkerFailed):
        log.error("%s %s: %s", request.method, request.url.path, error)
        return await _failed(request, error)
    if isinstance(error, Unwritable):
        error = Problem(
            503, "unavailable", "The server cannot store anything right now. Try again soon.", retry_after=5
        )
    return problem_response(error if isinstance(error, Problem) else bad_request(str(error)))


async def _malformed(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
    return problem_response(bad_request(f"{where}: {first['msg']}."))


async def _failed(request: Request, error: Exception) -> JSONResponse:
    """What should not happen; the log has the details."""
    return problem_response(Problem(500, "failed", "Something went wrong on the server. Nothing was changed."))


async def _not_served(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        return page("error.html", 404, detail="There is no page at this address.")
    kind = "not-found" if error.status_code == 404 else "bad-request"
    response = problem_response(Problem(error.status_code, kind, f"{request.method} {error.detail}"))
    response.headers.update(error.headers or {})
    if error.status_code == 405:
        response.headers["allow"] = ", ".join(_allowed(request))
    return response


def _allowed(request: Request) -> list[str]:
    """The methods of all routes with this path."""
    routes = [route for route in request.app.routes if isinstance(route, APIRoute)]
    return sorted(
        {name for route in routes if route.path_regex.match(request.url.path) for name in route.methods or ()}
    )
