"""The review in a real browser: it opens after a game, is clicked and stepped through, and takes any record."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.study.reviews.reviewed import four_in_a_row
from tests.web.accessibility import grave_findings
from tests.web.browsing import PATIENCE, Visitor

Visit = Callable[..., Visitor]
LONG_STEP = (
    "Move 2 of 5, Casual bot: @d4. Red takes the activator off your E, C and B on a2. "
    "Red moves the activator from a2 to d4, onto your F."
)
PLACES = """() => ["#course", "#course-steps", "#tabs"]
  .map((each) => document.querySelector(each).getBoundingClientRect().top)"""
SHOWN_WHOLE = """(text) => {
  const status = document.querySelector("#status");
  status.textContent = text;
  status.toggleAttribute("data-long", true);
  return status.scrollHeight <= status.clientHeight;
}"""


def test_a_game_is_reviewed_after_its_end(visit: Visit) -> None:
    visitor = visit(phone=True, dark=True)
    page = visitor.page
    visitor.start("connect_four", opponent="same")
    visitor.send_moves(60)
    page.wait_for_selector("#result .verdict")
    page.locator("#result").get_by_role("button", name="Review").click()
    graph = page.locator("#course svg")
    expect(graph).to_be_visible(timeout=PATIENCE)
    graph.click(position={"x": 150, "y": 60})
    page.wait_for_function("/ply=/.test(location.search)")
    before = page.locator("#course .now").get_attribute("x1")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#course .now")).not_to_have_attribute("x1", before or "")
    expect(page.locator("#course-says")).to_contain_text("%")
    page.locator("#course-steps").get_by_role("button", name="First").click()
    expect(page.locator("#status")).to_contain_text("The start of the game.")
    page.locator("#course-steps").get_by_role("button", name="Forward").click()
    expect(page.locator("#status")).to_contain_text("Move 1 of")
    page.get_by_role("button", name="Moments").click()
    expect(page.locator("#review .players")).to_be_visible()
    page.keyboard.press("Escape")
    page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
    assert grave_findings(visitor) == []


def test_a_mistake_is_pointed_out_and_made_better(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    visitor.start("connect_four", opponent="same")
    for move in ("a", "b", "a", "b", "a", "b", "g", "b"):
        visitor.context.request.post(f"{visitor.api}/moves", data={"move": move, "ply": visitor.state()["ply"]})
    page.wait_for_selector("#result .verdict")
    page.locator("#result").get_by_role("button", name="Review").click()
    page.locator("#review .moment", has_text="(g).").click()
    page.wait_for_url("**?ply=6")
    expect(page.locator("#status")).to_have_text(re.compile(r"Before move 4 of .+: g"))
    expect(page.locator("#course-says")).to_contain_text(re.compile(r"Better: .+ \(a\)\."))
    expect(page.locator("#board .pointer.better")).to_be_attached()
    expect(page.locator("#board .pointer.played")).to_be_attached()
    check_stillness(page)
    page.get_by_role("link", name="Learn from your mistakes").click()
    task, place = page.locator("#task"), 1
    expect(task).to_contain_text("In the game: ")
    while "(g)." not in (task.text_content() or ""):  # how deep the search looked decides what else it found
        page.get_by_role("button", name="Next mistake").click()
        place += 1
        expect(page.locator("#about")).to_contain_text(f"Mistake {place} ")
    page.wait_for_selector("#mistakes:not([aria-busy])")
    for column, says in (("f", "leaves you"), ("a", "Right!")):
        visitor.click(f'#board [id^="{column}"][tabindex]')
        expect(page.locator("#says")).to_contain_text(says)
        if says != "Right!":
            page.get_by_role("button", name="Try again").click()
            page.wait_for_selector("#mistakes:not([aria-busy])")
    page.get_by_role("button", name="Finish").or_(page.get_by_role("button", name="Next mistake")).click()
    assert grave_findings(visitor) == []


def check_stillness(page: Page) -> None:
    """A long sentence about a step is shown as a whole; neither it nor advice moves anything."""
    before = page.evaluate(PLACES)
    page.keyboard.press("h")
    expect(page.locator("#advice")).to_contain_text("Best for")
    assert page.evaluate(PLACES) == before
    assert page.evaluate(SHOWN_WHOLE, LONG_STEP)
    assert page.evaluate(PLACES) == before


def test_a_record_that_is_pasted_is_reviewed(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto(f"{visitor.address}/review")
    page.locator("#start").click()
    expect(page.locator("#notice")).to_contain_text("Choose a file or paste a record first.")
    page.locator("#record").fill(four_in_a_row("a", "b", "a", "b", "a", "b", "g", "a").record().to_json())
    page.locator("#start").click()
    expect(page.locator("#full")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#found")).to_contain_text(re.compile(r"Better: .+ \(a\)"))
    assert grave_findings(visitor) == []
    page.locator("#full").click()
    expect(page.locator("#film-steps")).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("End")
    assert grave_findings(visitor) == []
