"""The handbook over HTTP: pages, their pictures, and the search."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Response
from fastapi.responses import HTMLResponse

from pyramidion.server.http.pages import illustrations, page
from pyramidion.server.runtime.effort import aside
from pyramidion.server.views.handbook import HOME, PICTURES, contents, file_of, leaf, neighbours
from pyramidion.server.views.handbook_search import search

POLICY = "default-src 'none'; style-src 'unsafe-inline'"  # of a picture that is opened by itself
KEPT = {"cache-control": "public, max-age=3600", "content-security-policy": POLICY}
Words = Annotated[str, Query(max_length=100)]


async def handbook(path: str = "") -> Response:
    """A page of the handbook, or a picture in it."""
    name = path.removeprefix("files/")
    file = file_of(name) if name != path else None
    if file is not None and file.suffix in PICTURES:
        return Response(await aside(file.read_bytes), media_type=PICTURES[file.suffix], headers=KEPT)
    return await aside(_page, f"{HOME}/{path}".rstrip("/"))


def _page(address: str) -> HTMLResponse:
    found = leaf(address)
    if found is None:
        return page("error.html", 404, detail=f"The documentation has no page '{address}'.")
    before, after = neighbours(address)
    pictures = illustrations(found.game) if found.game else []
    return page(
        "docs.html", leaf=found, address=address, contents=contents(), before=before, after=after, pictures=pictures
    )


async def search_page(q: Words = "") -> HTMLResponse:
    """What the handbook says about some words."""
    found = await aside(search, q)
    return page("docs_search.html", query=q, found=found, address="", contents=contents())
