"""Pages of findings: every picture that a page shows is written beside it, and what is committed can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.lab.findings import comparison, playtest

from pyramidion.lab.findings_page import findings_page, summary
from pyramidion.lab.results import Playtest

FINDINGS = Path(__file__).parents[2] / "docs" / "findings"
RESULTS = sorted(FINDINGS.glob("*.json"))


def test_a_page_shows_exactly_the_pictures_that_come_with_it() -> None:
    page, pictures = findings_page(
        "telic", playtest(comparison=comparison()), "## Known\n\nA note.", "It took an hour."
    )
    assert set(re.findall(r"\]\(pictures/(.+?)\)", page)) == set(pictures)
    assert "A note." in page and "It took an hour." in page
    assert "- Is it fair? **Very nearly.**" in page
    assert "Blue scores 6.0 points in 100 less" in page
    assert "| 4.0 (1.0 to 7.0) points in 100 |" in page
    assert not re.search(r"[^\n]\n#", page), "a heading without a blank line before it"


def test_the_table_of_all_games_links_to_their_pages() -> None:
    assert "| [Telic](telic.md) | Very nearly |" in summary({"telic": playtest()})


@pytest.mark.parametrize("file", RESULTS, ids=lambda file: file.stem)
def test_the_findings_on_file_are_those_on_the_page(file: Path) -> None:
    found, page = Playtest.read(file), file.with_suffix(".md").read_text(encoding="utf-8")
    assert f"what {found.games:,} games" in page
    assert found.complete != bool(re.search(r"\*\*Not all .+ have been played yet\.\*\*", page))
    pictures = re.findall(r"\]\((pictures/.+?)\)", page)
    assert len(pictures) > 5 and all((FINDINGS / picture).exists() for picture in pictures)
