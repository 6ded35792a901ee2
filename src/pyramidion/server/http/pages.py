"""The pages: rendered here, made live by a few scripts over the API."""

from __future__ import annotations

import datetime
import functools
import io
import json
from pathlib import Path
from typing import Any, Literal

import segno
from fastapi import Request, Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from pyramidion.engine.registry import games, rules_text
from pyramidion.players.levels import HIGHEST
from pyramidion.server.http.assets import KINDS, LANGUAGE, WEB, files, packed, texts, version
from pyramidion.server.http.forms import checked_id
from pyramidion.server.http.guard import POLICY, picture_policy
from pyramidion.server.http.visitors import Who
from pyramidion.server.journal.table import OVER
from pyramidion.server.problems import Problem, bad_request
from pyramidion.server.runtime.effort import aside
from pyramidion.server.views.art import art_svg
from pyramidion.server.views.cards import card
from pyramidion.server.views.lessons import illustration_svg, lessons, size
from pyramidion.server.views.markdown import render
from pyramidion.server.views.puzzles import OWN, counted, known, listed, of_the_day, puzzle_games, wanted
from pyramidion.study.puzzles.puzzle import puzzles as all_puzzles

USUAL_LEVEL = 3
LAB_LEVELS = 5  # the higher ones take too long
STUDY_LEVELS = range(4, HIGHEST + 1)
LONGEST_LINK = 500  # characters of a QR code
FOREVER = {"cache-control": "public, max-age=31536000, immutable"}


async def home(who: Who) -> HTMLResponse:
    """All games; the page asks for the visitor's games and for open tables."""
    cards = [card(name) for name in games()]
    levels = range(1, HIGHEST + 1)
    shown: dict[str, Any] = {"games": cards, "levels": levels, "usual_level": USUAL_LEVEL, "lab": who.services.lab.on}
    return page("home.html", **shown, **daily())


async def lab(who: Who) -> HTMLResponse:
    """The lab: playtests of every game, and their reports."""
    if not who.services.lab.on:
        return page("error.html", 404, detail="The lab is switched off on this server.")
    return page("lab.html", games=[card(name) for name in games()], levels=range(1, LAB_LEVELS + 1))


async def review(who: Who) -> HTMLResponse:
    """Any record can be reviewed here."""
    await who.services.pool.begin("check", "quick")
    return page("review.html")


async def table_page(table: str, who: Who) -> HTMLResponse:
    """A table; the page asks for everything else."""
    try:
        opened = await who.services.tables.get(checked_id(table))
    except Problem as problem:
        return page("error.html", problem.status, detail=problem.detail)
    if opened.table.status == OVER:
        await who.services.pool.begin("quick")  # for a review
    game = opened.table.game
    taught = lessons(game.name)
    about = {
        "name": game.name,
        "title": game.title,
        "called": opened.table.terms.title,
        "hidden": game.facts.hidden,
        "goal": game.facts.goal or game.facts.summary,
        "goal_picture": taught.goal,
        "goal_shows": taught.intro[taught.goal - 1].shows if taught.goal else "",
        "tips": taught.tips,
    }
    return page("table.html", table=table, game=about, signs=signs(game.name))


async def mistakes(table: str, who: Who) -> HTMLResponse:
    """The costly choices of a finished game, to be made again; the page asks for everything else."""
    try:
        opened = await who.services.tables.get(checked_id(table))
    except Problem as problem:
        return page("error.html", problem.status, detail=problem.detail)
    return page("mistakes.html", table=table, game=card(opened.table.game.name))


async def study(who: Who, name: str = "") -> HTMLResponse:
    """The analysis board; what is studied stands in the address after the #, which only the page reads."""
    await who.services.pool.begin("quick")
    if name and name not in games():
        return page("error.html", 404, detail=f"There is no game '{name}'.")
    chosen = card(name) if name else None
    return page("study.html", games=[card(each) for each in games()], chosen=chosen, levels=STUDY_LEVELS)


async def embed() -> HTMLResponse:
    """A study to step through inside the page of another site: the only page that may be framed."""
    found = page("embed.html")
    found.headers["content-security-policy"] = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
    return found


async def learn(name: str) -> HTMLResponse:
    """A game taught: an illustrated introduction, exercises, and the rules for people."""
    if name not in games():
        return page("error.html", 404, detail=f"There is no game '{name}'.")
    pictures = await aside(illustrations, name)
    shown: dict[str, Any] = {
        "pictures": pictures,
        "exercises": lessons(name).exercises,
        "puzzles": bool(all_puzzles(name)),
    }
    return page("learn.html", game=card(name), rules=rules_html(name), signs=signs(name), **shown)


async def puzzles() -> HTMLResponse:
    """Puzzles: that of the day, and those of every game."""
    return page("puzzles.html", games=puzzle_games(), **daily())


async def puzzles_of(name: str) -> HTMLResponse:
    """The puzzles of a game, by theme and by strength."""
    try:
        found = counted(known(name))
    except Problem as problem:
        return page("error.html", problem.status, detail=problem.detail)
    motifs = {theme["name"]: theme["title"] for theme in found["themes"]}
    return page("puzzles_of.html", game=found, motifs=motifs, puzzles=[listed(each) for each in all_puzzles(name)])


async def puzzle(name: str, number: str) -> HTMLResponse:
    """A puzzle to solve; the page asks for everything else."""
    try:
        if number != OWN:
            wanted(name, number)
        found = counted(known(name))
    except Problem as problem:
        return page("error.html", problem.status, detail=problem.detail)
    return page("puzzle.html", game=found, number=number, seats=card(name).usual_seats, signs=signs(name))


def signs(name: str) -> Markup:
    """What marks on the board of a game mean, as data for the page."""
    return as_data(lessons(name).signs)


def daily() -> dict[str, Any]:
    """The puzzle of the day, wherever the server is, and its game."""
    found = of_the_day(datetime.datetime.now(datetime.UTC).date())
    return {"daily": found, "daily_title": card(found["game"]).title if found else ""}


async def art(name: str, theme: Literal["light", "dark", "contrast", "safe"] = "light", v: str = "") -> Response:
    """A picture of a game under way."""
    if name not in games():
        raise Problem(404, "not-found", f"There is no game '{name}'.")
    svg = await aside(art_svg, name, theme)
    policy = {"content-security-policy": picture_policy(theme)}
    return Response(svg, media_type="image/svg+xml", headers={**kept(v), **policy})


async def invitation(table: str, request: Request, who: Who) -> Response:
    """The link of a table as a QR code."""
    await who.services.tables.get(checked_id(table))
    link = str(request.url_for("table_page", table=table))
    if len(link) > LONGEST_LINK:  # the name of the host is whatever was sent
        raise bad_request("The link is too long for a code.")
    code, out = segno.make(link, error="m"), io.BytesIO()
    code.save(out, kind="svg", scale=4, border=2, xmldecl=False, light="#ffffff")
    return Response(out.getvalue(), media_type="image/svg+xml")


async def static(v: str, name: str, request: Request) -> Response:
    """Scripts and style sheets."""
    if name not in files():
        raise Problem(404, "not-found", f"There is no file '{name}'.")
    headers, kind = {**kept(v), "vary": "accept-encoding"}, KINDS[Path(name).suffix]
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed(name), media_type=kind, headers={**headers, "content-encoding": "gzip"})
    return Response(files()[name], media_type=kind, headers=headers)


def kept(asked: str) -> dict[str, str]:
    """What is asked for by our version is kept forever, since its address changes with it; by another version, which
    another process may serve, it is not kept."""
    return FOREVER if asked == version() else {}


def page(template: str, status: int = 200, **content: Any) -> HTMLResponse:
    return HTMLResponse(templates().get_template(template).render(version=version(), **content), status)


def as_data(found: dict[str, str]) -> Markup:
    """Texts in a page, for its scripts."""
    return Markup(json.dumps(found, ensure_ascii=False).replace("<", "\\u003c"))


@functools.cache
def templates() -> Environment:
    made = Environment(loader=FileSystemLoader(WEB / "templates"), autoescape=True, trim_blocks=True)
    made.globals["t"] = lambda key, **words: texts()[key].format(**words)
    catalogue = {key: text for key, text in texts().items() if not key.startswith(("site.", "docs."))}
    made.globals["texts"] = as_data(catalogue)
    made.globals["language"] = LANGUAGE
    return made


@functools.lru_cache(maxsize=64)
def rules_html(name: str) -> Markup:
    """The rules as a part of a page. They are ours, so their HTML is trusted."""
    return Markup(render(rules_text(name)).html)


@functools.lru_cache(maxsize=64)
def illustrations(name: str) -> list[dict[str, Any]]:
    """The introduction of a game: words, and the shapes of the pictures, so that pages do not jump."""
    found = []
    for number, step in enumerate(lessons(name).intro, start=1):
        width, height = size(illustration_svg(name, number, "light"))
        found.append({"number": number, "text": step.text, "shows": step.shows, "width": width, "height": height})
    return found
