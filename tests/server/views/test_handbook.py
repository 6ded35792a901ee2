"""The handbook: every page is in the contents, every link leads somewhere, and nothing else of the disk is shown."""

from __future__ import annotations

import http.client
import re

import pytest
from tests.server.serving import Server

import pyramidion as pyr
from pyramidion.server.views.handbook import HOME, contents, every_page, file_of, leaf, neighbours, pages, resolved
from pyramidion.server.views.handbook_search import search
from pyramidion.server.views.markdown import render

ADDRESSES = [address for address, _ in every_page()]
PLACE = re.compile(r'(?:href|src)="([^"]*)"')
ID = re.compile(r'<h[1-6] id="([^"]+)"')


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_link_leads_to_a_page_and_a_place_on_it(address: str) -> None:
    page = leaf(address)
    assert page is not None and page.title and " style=" not in page.html.partition("<pre")[0]
    for link in PLACE.findall(page.html):
        target, _, fragment = link.partition("#")
        if link.startswith("http"):
            continue
        found = leaf(target or address)
        assert found or file_of(target.removeprefix(f"{HOME}/files/")), link
        assert not fragment or (found and fragment in ID.findall(found.html)), link


def test_every_page_is_in_the_contents_once() -> None:
    listed = [entry.address for section in contents() for entry in section.entries]
    assert len(listed) == len(set(listed))
    assert set(listed) | {HOME, f"{HOME}/overview"} == set(ADDRESSES)
    assert {f"{HOME}/rules/{name}" for name in pyr.games()} <= set(listed)


def test_pages_follow_each_other_in_the_order_of_the_contents() -> None:
    first, second = contents()[0].entries[:2]
    assert neighbours(first.address) == (None, second) and neighbours(second.address)[0] == first


@pytest.mark.parametrize(
    "file",
    [
        "pyproject.toml",
        "docs/../pyproject.toml",
        "src",
        "examples/../start",
        "/etc/passwd",
        "",
        "examples/learning/..",
        "examples/learning/\0",
        "examples/learning/" + "a" * 300,
    ],
)
def test_what_no_page_links_to_is_not_shown(file: str) -> None:
    assert file_of(file) is None


def test_a_file_that_is_not_installed_is_not_linked() -> None:
    assert resolved("docs/engines.md", "../examples/no_such_file.py") == ""
    assert resolved("docs/engines.md", "records.md#checks") == f"{HOME}/records#checks"


def test_headings_with_the_same_title_can_be_told_apart() -> None:
    made = render("# A `b`, c\n\n## Same\n\n## Same\n\n[x](y.md)", lambda link: f"/{link}")
    assert [heading.id for heading in made.headings] == ["a-b-c", "same", "same-1"]
    assert 'href="/y.md"' in made.html


def test_numbers_in_tables_are_aligned_without_styles_that_pages_forbid() -> None:
    made = render("| a | b |\n|---|---:|\n| c | 1 |\n")
    assert '<td class="number">1</td>' in made.html and "style" not in made.html


def test_a_search_finds_passages_with_all_the_words_and_the_best_first() -> None:
    found = search("PROVEN hash")
    assert found[0].address == f"{HOME}/server#what-is-proven" and found[0].word in ("proven", "hash")
    assert search("") == search("!?") == search("xyzzyplugh") == []
    places = {found.address.partition("#")[0] for word in ("roll", "batch", "perft") for found in search(word)}
    assert places <= set(ADDRESSES) and len(places) > 10


def answer(server: Server, path: str) -> tuple[int, str, bytes]:
    connection = http.client.HTTPConnection(server.address.removeprefix("http://"))
    connection.request("GET", path)
    got = connection.getresponse()
    return got.status, got.headers["content-type"], got.read()


def test_the_server_shows_pages_pictures_and_the_search(server: Server) -> None:
    status, kind, body = answer(server, "/docs")
    assert status == 200 and kind.startswith("text/html") and b"aria-label" in body
    assert answer(server, "/docs/rules/telic")[2].count(b"<figure>") > 2
    status, kind, body = answer(server, "/docs/files/docs/gallery/telic-small.svg")
    assert (status, kind) == (200, "image/svg+xml") and body.startswith(b"<svg")
    assert b"<mark>" in answer(server, "/docs/search?q=commitment")[2]
    assert b"&lt;script&gt;" in answer(server, "/docs/search?q=%3Cscript%3E")[2]
    for path in ("/docs/nothing", "/docs/files/start", "/docs/files/../../etc/passwd", "/docs/rules/nim"):
        assert answer(server, path)[0] == 404, path
    assert len(pages()) > 30 and answer(server, f"/docs/search?q={'x' * 101}")[0] == 422
