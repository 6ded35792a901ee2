"""The lab in a real browser: a playtest is started, figures appear, and the report opens."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect
from tests.web.accessibility import grave_findings
from tests.web.browsing import PATIENCE, Visitor

Visit = Callable[..., Visitor]
LONG_PATIENCE = 2 * PATIENCE  # a playtest gives way to everything else on a busy machine


def test_a_playtest_of_two_variants_is_started_watched_and_read(visit: Visit) -> None:
    visitor = visit(phone=True, dark=True)
    page = visitor.page
    visitor.home()
    page.get_by_role("link", name="Lab", exact=True).click()
    page.locator("#game").select_option("traffic_tyrants")
    page.locator("#player").select_option("level:1")
    page.locator("#games").fill("4")
    page.locator('.choices:not([hidden]) [name="compare"]').select_option("path=straight")
    page.wait_for_function("fetch('/ready').then((r) => r.json()).then((r) => r.opponents.includes('traffic_tyrants'))")
    page.locator("#start").click()
    expect(page.locator("#found .card").first).to_contain_text("Is it fair?", timeout=LONG_PATIENCE)
    expect(page.locator("#full")).to_be_visible(timeout=LONG_PATIENCE)
    expect(page.locator("#far")).to_have_text("8 of 8 games")
    page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
    assert grave_findings(visitor) == []
    page.locator("#full").click()
    expect(page.locator("#film-steps")).to_be_visible(timeout=PATIENCE)
    assert grave_findings(visitor) == []
    before = page.locator("#film-says").text_content() or ""
    page.keyboard.press("ArrowRight")
    expect(page.locator("#film-number")).to_have_text("1")
    expect(page.locator("#film-says")).not_to_have_text(before)
