"""Reports: one file that needs nothing else, well formed, small, and never half-written."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.lab.findings import comparison, played, playtest

import pyramidion as pyr
from pyramidion.engine.errors import BadInput
from pyramidion.lab.film import film
from pyramidion.lab.pictures import boards, comparisons, figures
from pyramidion.lab.report import html, write

VOID = {"meta", "link", "input", "br"}
MOST = 1_000_000


class Nesting(HTMLParser):
    """Checks that every tag is closed in order, and that ids are unique."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value for name, value in attrs if name == "id" and value]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value for name, value in attrs if name == "id" and value]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> closes something else"


@pytest.fixture(scope="module")
def page() -> str:
    return html(playtest(comparison=comparison()))


def test_a_report_is_well_formed_and_small(page: str) -> None:
    parser = Nesting()
    parser.feed(page)
    assert parser.open == []
    assert len(parser.ids) == len(set(parser.ids))
    assert len(page.encode()) < MOST


def test_a_report_loads_nothing(page: str) -> None:
    addresses = set(re.findall(r"(?:src|href)=\"([^\"#]+)|url\(([^#)]+)\)|@import", page))
    assert addresses == {("data:,", "")}
    assert set(re.findall(r"https?://[^\"'\\< ]+", page)) == {"http://www.w3.org/2000/svg"}


def test_a_report_says_how_it_was_made_and_escapes_what_it_says(page: str) -> None:
    assert "pyramidion playtest ..." in page
    assert "moved &lt;on&gt;" in page and "moved <on>" not in page


def test_an_unfinished_report_says_so() -> None:
    assert "Not finished: 150 of 200 games" in html(playtest(complete=False, games=150))


def test_a_report_of_nothing_but_counts_can_be_written() -> None:
    lists = ("measures", "histograms", "timelines", "heat_maps", "uses", "endings", "openings", "skill")
    found = playtest("telic", sample=None, **dict.fromkeys(lists, ()))
    assert "<h1>Telic</h1>" in html(found)


def test_every_picture_has_a_title_and_a_description() -> None:
    found = playtest(comparison=comparison())
    game = pyr.load(found.game)
    charts = [*figures(found, game), *comparisons(found)]
    assert len(charts) == 7
    for each in charts:
        picture = ElementTree.fromstring(each.svg(style=True))
        assert [part.text for part in picture[:2]] == [each.chart and each.chart.title, each.caption]
    for each in boards(found, game, style=True):
        ElementTree.fromstring(each.svg())


def test_a_film_gives_back_the_picture_of_every_position() -> None:
    match = played("telic")
    shown = film(match)
    assert [frame.ply for frame in shown.frames] == list(range(13))
    assert ElementTree.fromstring(shown.picture(12)).attrib["class"] == "pyramidion light diagram"
    assert shown.picture(3) != shown.picture(4)


def test_a_film_that_would_be_large_shows_fewer_positions() -> None:
    match = played("telic", 40)
    shown = film(match, most=60_000)
    assert 1 < len(shown.frames) < 41
    assert shown.frames[-1].ply == len(match.codes)


def test_a_film_says_which_plies_were_random() -> None:
    shown = film(played("telic"), opening=2)
    assert [frame.says.startswith("At random:") for frame in shown.frames[:4]] == [False, True, True, False]


def test_a_report_says_how_many_games_are_different(page: str) -> None:
    assert "These are 198 different games." in page
    said = "These are 715 different games in 100 groups that begin alike. The first 5 plies of each are random."
    assert said in html(playtest(games=2000, different=715, opening=5))


def test_the_data_of_the_film_cannot_end_the_script(page: str) -> None:
    (data,) = re.findall(r'id="film-data">(.*?)</script>', page)
    assert "<!--" not in data
    assert len(json.loads(data)["frames"]) == 13


def test_a_report_that_cannot_be_written_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be written"):
        write(playtest(), tmp_path / "nowhere" / "report.html")
    assert list(tmp_path.iterdir()) == []
