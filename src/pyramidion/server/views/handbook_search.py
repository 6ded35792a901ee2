"""Search in the handbook: every passage under a heading that has all the words, the best first."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from pyramidion.server.views.handbook import every_page
from pyramidion.server.views.markdown import slug

MOST_WORDS = 8
MOST_FOUND = 30
AROUND = 90  # characters before and after the first word that was found
HEADING = re.compile(r"^(#{1,3}) (.+)$", re.MULTILINE)
MARKS = re.compile(r"<[^>]*>|\]\([^)]*\)|[`*\[|]|^#+ |^-+\|[-|:]*$", re.MULTILINE)


@dataclass(frozen=True)
class Passage:
    """What stands under one heading."""

    address: str
    page: str
    heading: str
    text: str

    @functools.cached_property
    def lower(self) -> str:
        return f"{self.page} {self.heading} {self.text}".lower()


@dataclass(frozen=True)
class Found:
    address: str
    title: str
    before: str
    word: str
    after: str


@functools.cache
def passages() -> tuple[Passage, ...]:
    found = []
    for address, text in every_page():
        parts = HEADING.split(text)
        page = parts[2] if len(parts) > 2 else address
        for _, title, body in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
            place = address if title == page else f"{address}#{slug(title)}"
            plain = " ".join(MARKS.sub(" ", body).split())
            found.append(Passage(place, page, title.replace("`", ""), plain))
    return tuple(found)


def search(query: str) -> list[Found]:
    """The passages that have all the words of a query, or words that begin like them."""
    words = re.findall(r"[\w.:-]+", query.lower())[:MOST_WORDS]
    if not words:
        return []
    hits = [(-_worth(passage, words), number, passage) for number, passage in enumerate(passages())]
    return [_shown(passage, words) for worth, _, passage in sorted(hits)[:MOST_FOUND] if worth < 0]


def _worth(passage: Passage, words: list[str]) -> float:
    """0 where a word is missing; headings count most."""
    if not all(word in passage.lower for word in words):
        return 0
    titles = f"{passage.page} {passage.heading}".lower()
    in_titles = sum((word in passage.heading.lower()) * 10 + (word in titles) * 5 for word in words)
    return 1 + in_titles + sum(min(5, passage.lower.count(word)) for word in words)


def _shown(passage: Passage, words: list[str]) -> Found:
    lower = passage.text.lower()
    place = next((lower.find(word) for word in words if word in lower), 0)
    word = next((word for word in words if lower.startswith(word, place)), "")
    start, end = max(0, place - AROUND), place + len(word)
    title = passage.page if passage.page == passage.heading else f"{passage.page}: {passage.heading}"
    before = ("… " if start else "") + passage.text[start:place]
    return Found(passage.address, title, before, passage.text[place:end], passage.text[end : end + 2 * AROUND] + " …")
