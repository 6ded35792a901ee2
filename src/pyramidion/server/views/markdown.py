"""Markdown as a part of a page: headings have ids, links are rewritten, wide tables scroll by keyboard."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token

Resolve = Callable[[str], str]
ATTRIBUTE = re.compile(r'\b(href|src)="([^"]*)"')
LINKS = {"link_open": "href", "image": "src"}


@dataclass(frozen=True)
class Heading:
    level: int
    id: str
    title: str


@dataclass(frozen=True)
class Rendered:
    html: str
    headings: tuple[Heading, ...]


def render(text: str, resolve: Resolve = str) -> Rendered:
    """Markdown as HTML. It is ours, so HTML in it is trusted; `resolve` says where a link leads on the site."""
    reader = MarkdownIt("commonmark").enable("table")
    tokens = reader.parse(text)
    for token in _all(tokens):
        _resolve(token, resolve)
    headings = tuple(_headings(tokens))
    return Rendered(_scrollable(reader.renderer.render(tokens, reader.options, {})), headings)


def slug(title: str) -> str:
    """The id of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-")


def _all(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _all(token.children or [])


def _resolve(token: Token, resolve: Resolve) -> None:
    if token.type in LINKS:
        name = LINKS[token.type]
        token.attrSet(name, resolve(str(token.attrGet(name))))
        if name == "src":
            token.attrSet("loading", "lazy")
    elif token.type in ("html_block", "html_inline"):
        token.content = ATTRIBUTE.sub(lambda found: f'{found[1]}="{resolve(found[2])}"', token.content)
        token.content = token.content.replace("<img ", '<img loading="lazy" ')
    elif token.attrs.pop("style", "") == "text-align:right":  # pages forbid styles in attributes
        token.attrSet("class", "number")


def _headings(tokens: list[Token]) -> Iterator[Heading]:
    """Every heading, which gets its id: the same title again gets a number."""
    taken: dict[str, int] = {}
    for opening, inside in itertools.pairwise(tokens):
        if opening.type == "heading_open":
            title = "".join(child.content for child in inside.children or [])
            found = slug(title)
            number = taken[found] = taken.get(found, -1) + 1
            opening.attrSet("id", f"{found}-{number}" if number else found)
            yield Heading(int(opening.tag[1]), str(opening.attrGet("id")), title)


def _scrollable(html: str) -> str:
    html = html.replace("<pre>", '<pre tabindex="0">')
    return html.replace("<table>", '<div class="wide" tabindex="0"><table>').replace("</table>", "</table></div>")
