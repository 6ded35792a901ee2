"""The pages: rendered here, made live by a few scripts over the API."""

from __future__ import annotations

import asyncio
import functools
import gzip
import hashlib
import io
import json
import random
import re
from pathlib import Path
from typing import Annotated, Any, Literal

import segno
from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader
from markdown_it import MarkdownIt
from markupsafe import Markup

from pyramidion.draw import legend, palette
from pyramidion.engine.position import Position
from pyramidion.engine.registry import games, load, rules_text
from pyramidion.players.levels import HIGHEST
from pyramidion.server.callers import Asker, asker
from pyramidion.server.cards import card
from pyramidion.server.guard import picture_policy
from pyramidion.server.problems import Problem
from pyramidion.server.store import Found
from pyramidion.server.teaching import illustration_svg, lessons, size

WEB = Path(__file__).parent / "web"
LANGUAGE = "en"
USUAL_LEVEL = 3
MOST_LISTED = 20
ART_PLIES, ART_SEED = 14, 0
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
FOREVER = {"cache-control": "public, max-age=31536000, immutable"}
IMPORT = re.compile(rb'^import .* from "\./(.+)";$', re.MULTILINE)
HEADING = re.compile("<h2>(.*?)</h2>")
router = APIRouter(include_in_schema=False)
Who = Annotated[Asker, Depends(asker)]


@router.get("/")
async def home(who: Who) -> HTMLResponse:
    """All games, my games, open tables."""
    store, person = who.house.store, who.caller.person if who.caller.key else ""
    mine = await asyncio.to_thread(store.of_person, person, MOST_LISTED) if person else []
    waiting = await asyncio.to_thread(store.listed, MOST_LISTED)
    cards = [card(name) for name in games()]
    return page(
        "home.html",
        games=cards,
        mine=[_line(found) for found in mine],
        open=[_line(found) for found in waiting],
        levels=range(1, HIGHEST + 1),
        usual_level=USUAL_LEVEL,
    )


@router.get("/t/{table}")
async def table_page(table: str, who: Who) -> HTMLResponse:
    """A table; the page asks for everything else."""
    try:
        live = await who.house.hall.live(table)
    except Problem as problem:
        return page("error.html", problem.status, detail=problem.detail)
    game = live.table.game
    about = {
        "name": game.name,
        "title": game.title,
        "called": live.table.founding.title,
        "hidden": game.facts.hidden,
        "checked": game.facts.hidden or game.facts.chance or game.shuffled,
    }
    return page("table.html", table=table, game=about, scripts=imported("table.js"))


@router.get("/learn/{name}")
async def learn(name: str) -> HTMLResponse:
    """A game taught: an illustrated introduction, exercises, and the rules for people."""
    if name not in games():
        return page("error.html", 404, detail=f"There is no game '{name}'.")
    pictures = await asyncio.to_thread(illustrations, name)
    return page(
        "learn.html", game=card(name), rules=rules_html(name), pictures=pictures, exercises=lessons(name).exercises
    )


@router.get("/art/{name}.svg")
async def art(name: str, theme: Literal["light", "dark"] = "light") -> Response:
    """A picture of a game under way."""
    if name not in games():
        raise Problem(404, "not-found", f"There is no game '{name}'.")
    svg = await asyncio.to_thread(art_svg, name, theme)
    policy = {"content-security-policy": picture_policy(theme)}
    return Response(svg, media_type="image/svg+xml", headers={**FOREVER, **policy})


@router.get("/t/{table}/invite.svg")
async def invitation(table: str, request: Request, who: Who) -> Response:
    """The link of a table as a QR code."""
    await who.house.hall.live(table)
    code, out = segno.make(str(request.url_for("table_page", table=table)), error="m"), io.BytesIO()
    code.save(out, kind="svg", scale=4, border=2, xmldecl=False, light="#ffffff")
    return Response(out.getvalue(), media_type="image/svg+xml")


@router.get("/static/{version}/{name}")
async def static(version: str, name: str, request: Request) -> Response:
    """Scripts and style sheets; their address changes with them, so they are kept forever."""
    if name not in files():
        raise Problem(404, "not-found", f"There is no file '{name}'.")
    headers, kind = {**FOREVER, "vary": "accept-encoding"}, KINDS[Path(name).suffix]
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed(name), media_type=kind, headers={**headers, "content-encoding": "gzip"})
    return Response(files()[name], media_type=kind, headers=headers)


def page(template: str, status: int = 200, **content: Any) -> HTMLResponse:
    return HTMLResponse(templates().get_template(template).render(version=version(), **content), status)


@functools.cache
def files() -> dict[str, bytes]:
    """Everything that pages load, by name."""
    found = {path.name: path.read_bytes() for path in (WEB / "static").iterdir() if path.suffix in KINDS}
    return {**found, "boards.css": (palette.stylesheet() + legend.stylesheet()).encode()}


@functools.cache
def imported(script: str) -> list[str]:
    """All scripts that a script needs, so that a page can load them at once instead of one after the other."""
    found, waiting = set[str](), [script]
    while waiting:
        names = {name.decode() for name in IMPORT.findall(files()[waiting.pop()])}
        waiting += names - found
        found |= names
    return sorted(found)


@functools.cache
def packed(name: str) -> bytes:
    return gzip.compress(files()[name], mtime=0)


@functools.cache
def version() -> str:
    digest = hashlib.sha256(b"".join(name.encode() + data for name, data in sorted(files().items())))
    return digest.hexdigest()[:12]


@functools.cache
def texts() -> dict[str, str]:
    """The catalogue of everything that pages say."""
    found: dict[str, str] = json.loads((WEB / "texts" / f"{LANGUAGE}.json").read_text(encoding="utf-8"))
    return found


@functools.cache
def templates() -> Environment:
    made = Environment(loader=FileSystemLoader(WEB / "templates"), autoescape=True, trim_blocks=True)
    made.globals["t"] = lambda key, **words: texts()[key].format(**words)
    catalogue = {key: text for key, text in texts().items() if not key.startswith("site.")}
    made.globals["texts"] = Markup(json.dumps(catalogue, ensure_ascii=False).replace("<", "\\u003c"))
    made.globals["language"] = LANGUAGE
    return made


@functools.lru_cache(maxsize=64)
def art_svg(name: str, theme: str) -> str:
    """A game under way, drawn beforehand; of games from elsewhere a few random moves are shown."""
    file = WEB / "art" / f"{name}-{theme}.svg"
    if file.exists():
        return file.read_text(encoding="utf-8")
    return under_way(name).svg(view="oblique", theme=theme, caption=False)


def under_way(name: str) -> Position:
    """A position after some random moves."""
    chance, position = random.Random(ART_SEED), load(name).start(seed=0)
    for _ in range(ART_PLIES):
        after = position.play(chance.choice(position.moves()))
        if after.mover is None:
            break
        position = after
    return position


@functools.lru_cache(maxsize=64)
def rules_html(name: str) -> Markup:
    """The rules as a part of a page. They are ours, so their HTML is trusted."""
    html = MarkdownIt("commonmark").enable("table").render(rules_text(name))
    return Markup(HEADING.sub(lambda found: f'<h2 id="{_slug(found[1])}">{found[1]}</h2>', html))


def _slug(title: str) -> str:
    return "-".join(re.findall(r"[a-z0-9]+", title.lower()))


@functools.lru_cache(maxsize=64)
def illustrations(name: str) -> list[dict[str, Any]]:
    """The introduction of a game: words, and the shapes of the pictures, so that pages do not jump."""
    found = []
    for number, step in enumerate(lessons(name).intro, start=1):
        width, height = size(illustration_svg(name, number, "light"))
        found.append({"number": number, "text": step.text, "shows": step.shows, "width": width, "height": height})
    return found


def _line(found: Found) -> dict[str, Any]:
    game = load(found.game)
    changed = found.game.removeprefix(game.name)
    title = f"{game.title}{f' {changed}' if changed else ''}"
    return {"id": found.id, "title": f"{found.title} ({title})" if found.title else title, "status": found.status}
