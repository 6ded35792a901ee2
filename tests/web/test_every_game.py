"""Every game and its lessons in a real browser: readable, playable, and never wider than the window."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect
from tests.web.accessibility import check_widths, grave_findings
from tests.web.browsing import PATIENCE, Visitor, resign

CLICKED = 4  # turns
SENT = 12  # moves that are sent past the page; a game that is not over then is resigned
Visit = Callable[..., Visitor]
LABELS = """() => [...document.querySelectorAll("#board text")]
  .filter((each) => parseFloat(getComputedStyle(each).fontSize) !== Number(each.getAttribute("font-size")))
  .map((each) => each.outerHTML)"""


def test_a_game_can_be_read_played_ended_and_verified(visit: Visit, name: str) -> None:
    visitor = visit()
    visitor.start(name, level=2)
    for _ in range(CLICKED):
        visitor.turn()
    visitor.wait_for_turn()
    assert visitor.page.evaluate(LABELS) == [], "the page's style sheets change what is written on the board"
    assert grave_findings(visitor) == []
    check_widths(visitor)
    visitor.page.locator("#theme").click()
    assert visitor.page.evaluate("() => document.documentElement.dataset.theme") == "dark"
    assert grave_findings(visitor, "color-contrast") == []
    visitor.send_moves(SENT)
    if visitor.state()["status"] != "over":
        resign(visitor)
    verdict = visitor.page.locator("#result .verdict")
    expect(verdict).to_have_count(1)
    assert verdict.inner_text()
    visitor.page.locator("#result summary").click()
    visitor.page.get_by_role("button", name="Verify this game").click()
    expect(visitor.page.locator("#result")).to_contain_text("Verified", timeout=PATIENCE)


def test_a_lesson_fits_and_can_be_read(visit: Visit, name: str) -> None:
    visitor = visit()
    visitor.page.goto(f"{visitor.address}/learn/{name}")
    check_widths(visitor)
    assert grave_findings(visitor) == []
    visitor.page.locator("#theme").click()
    assert grave_findings(visitor, "color-contrast") == []
