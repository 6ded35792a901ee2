"""The lab over HTTP: playtests that anybody may start, within limits, and their reports."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query, Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, Field

from pyramidion.engine.registry import load
from pyramidion.lab.document import policy
from pyramidion.lab.report import SCRIPT
from pyramidion.server.http.forms import NewPlaytest, StopPlaytest
from pyramidion.server.http.visitors import Who
from pyramidion.server.problems import Problem, bad_request
from pyramidion.server.runtime.effort import aside
from pyramidion.server.runtime.lab import Run, Status
from pyramidion.server.runtime.playtester import FinishedReport

Id = Annotated[str, Path(pattern="^[0-9a-f]{16}$", description="as the start of the playtest returned it")]
RANDOM, MOST_GAMES = "random", 400


class Started(BaseModel):
    id: str
    key: str = Field(description="stops the playtest")


class RunAnswer(BaseModel):
    """A playtest under way, or the last one."""

    id: str
    game: str
    player: str
    status: Status
    done: int
    total: int
    seconds_left: int | None
    problem: str = Field(description="why it failed; empty otherwise")
    version: int = Field(description="raised when there is something new")
    html: str | None = Field(description="what is known so far, as a part of a page; null if you have it already")


class LabAnswer(BaseModel):
    running: RunAnswer | None
    reports: list[FinishedReport]


async def start(form: NewPlaytest, who: Who) -> Started:
    """Start a playtest. There is one at a time."""
    if form.player != RANDOM and form.games > MOST_GAMES:
        raise bad_request(f"At most {MOST_GAMES} games can be played here, unless they are random.")
    services = who.services
    game = await aside(load, form.game)
    if services.lab.on and game.name not in services.preparation.opponents:
        raise Problem(503, "busy", "The bots of this game are still being prepared. Try again in a minute.")
    services.playtests.take(who.address)
    run = await services.lab.start(game.spec, form.player, form.games, form.compare, services.now(), who.address)
    return Started(id=run.id, key=run.key)


async def overview(who: Who) -> LabAnswer:
    """The playtest under way, if there is one, and all finished reports."""
    lab = who.services.lab
    reports = await aside(lab.reports)
    running = run_answer(lab.run, lab.run.version) if lab.run and lab.run.status == "running" else None
    return LabAnswer(running=running, reports=reports)


async def watch(run: Id, who: Who, after: Annotated[int, Query(ge=-1, le=10**9)] = -1) -> RunAnswer:
    """How far a playtest is, and what it has found, if that is newer than what you have."""
    return run_answer(who.services.lab.known(run), after)


def run_answer(run: Run, after: int) -> RunAnswer:
    return RunAnswer(
        id=run.id,
        game=run.wanted.game,
        player=run.wanted.player,
        status=run.status,
        done=run.told.done,
        total=run.told.total,
        seconds_left=run.seconds_left,
        problem=run.told.refusal,
        version=run.version,
        html=run.told.html if run.version != after else None,
    )


async def stop(run: Id, form: StopPlaytest, who: Who) -> RunAnswer:
    """End a playtest; what it has found is kept."""
    who.services.lab.stop(run, form.key)
    return run_answer(who.services.lab.known(run), who.services.lab.known(run).version)


async def report(run: Id, who: Who) -> HTMLResponse:
    """A finished report as a standalone page."""
    found = await aside(who.services.lab.report, run, "html")
    return HTMLResponse(found, headers={"content-security-policy": f"{policy(SCRIPT)}; frame-ancestors 'none'"})


async def numbers(run: Id, who: Who) -> Response:
    """All numbers of a finished report."""
    found = await aside(who.services.lab.report, run, "json")
    return Response(found, media_type="application/json")
