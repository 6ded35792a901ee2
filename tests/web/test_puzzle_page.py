"""Puzzles in a real browser: solved by the mouse, failed and explained, hints, ratings, and puzzles of one's own."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from playwright.sync_api import expect
from tests.web.accessibility import grave_findings
from tests.web.browsing import Visitor

import pyramidion as pyr
from pyramidion.study.puzzles.puzzle import Puzzle

Visit = Callable[..., Visitor]


def open_puzzle(visitor: Visitor, given: Puzzle, path: str = "") -> None:
    visitor.page.goto(f"{visitor.address}/puzzles/{given.game}/{path or given.id}")
    expect(visitor.page.locator("#board svg")).to_be_visible()
    visitor.page.wait_for_selector("#puzzle:not([aria-busy])")


def choices(visitor: Visitor, given: Puzzle) -> dict[str, dict[str, Any]]:
    """The moves of a puzzle, with what they touch on the board."""
    with urllib.request.urlopen(f"{visitor.address}/api/puzzles/{given.game}/{given.id}") as answer:
        return {each["move"]: each for each in json.load(answer)["board"]["choices"]}


def make(visitor: Visitor, choice: dict[str, Any]) -> None:
    for thing in (*choice["pieces"][:1], choice["target"]):
        visitor.click(f'#board [id="{thing}"]')


def on_the_board() -> Puzzle:
    """A puzzle of one move, from one place to another."""
    return next(each for each in pyr.puzzles("activator") if len(each.steps) == 1 and "-" in each.line[0])


def test_a_puzzle_is_failed_explained_and_solved_with_hints_by_mouse(visit: Visit) -> None:
    visitor, page, given = (found := visit()), found.page, on_the_board()
    open_puzzle(visitor, given)
    expect(page.locator("#rated")).to_contain_text("Your rating starts at 1200. Right at once: +")
    expect(page.get_by_role("button", name="Hint (rating \N{MINUS SIGN}")).to_be_visible()
    known, origin = choices(visitor, given), given.line[0].partition("-")[0]
    others = [each.move for each in given.steps[0].others if each.move.partition("-")[0] == origin]
    task = page.locator("#task").inner_text()
    make(visitor, known[others[0]] if others else known[given.steps[0].others[0].move])
    expect(page.locator("#says")).to_contain_text("Not the best.")
    expect(page.locator("#task")).not_to_have_text(task)  # what to do now is no longer said
    expect(page.locator("#rated")).to_contain_text("in a row: 0")
    assert grave_findings(visitor) == []
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Hint", exact=True).click()
    expect(page.locator("#says")).to_contain_text("Look at this")
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    make(visitor, known[given.line[0]])
    expect(page.locator("#says")).to_contain_text("Right!")
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_url(lambda url: given.id not in url)
    assert visitor.errors == []


def test_a_solution_is_played_to_its_end_and_nothing_is_left_to_choose(visit: Visit) -> None:
    visitor, page = (found := visit()), found.page
    given = next(each for each in pyr.puzzles("activator") if len(each.steps) > 1)
    open_puzzle(visitor, given)
    page.get_by_role("button", name="Show the solution").click()
    expect(page.locator("#says")).to_contain_text("This is the solution.")
    expect(page.locator("#tools")).to_have_text("Next puzzleAnalyseStart over")
    expect(page.locator("#choices button")).to_have_count(0)
    expect(page.locator("#rated")).to_contain_text("in a row: 0")
    page.goto(f"{visitor.address}/puzzles/activator")
    link = page.locator(f'[data-puzzle="{given.id}"]')
    expect(link).to_contain_text("Missed")
    expect(link.locator(".motif")).to_be_visible()
    expect(page.locator("#left")).to_contain_text("0 solved, 1 missed")
    page.locator("#result").select_option("failed")
    expect(page.locator(".puzzle-list li:visible")).to_have_count(1)
    page.get_by_role("button", name="Solve the next missed one").click()
    page.wait_for_url(f"**/puzzles/activator/{given.id}")


def test_the_part_of_the_turn_is_told_and_no_hint_names_the_only_piece(visit: Visit) -> None:
    visitor, page = (found := visit()), found.page
    open_puzzle(visitor, next(each for each in pyr.puzzles("activator") if each.theme == "activator"))
    expect(page.locator("#task")).to_contain_text("Now move your activator, the small A, or leave it.")
    expect(page.get_by_role("button", name="Show the solution (rating \N{MINUS SIGN}")).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)


def test_a_first_answer_that_is_right_raises_the_rating_on_a_phone_too(visit: Visit) -> None:
    visitor, page, given = (found := visit(phone=True, dark=True)), found.page, on_the_board()
    open_puzzle(visitor, given)
    make(visitor, choices(visitor, given)[given.line[0]])
    expect(page.locator("#says")).to_contain_text("Right!")
    expect(page.locator("#rated")).to_contain_text("in a row: 1")
    assert grave_findings(visitor) == []
    for path in (f"/puzzles/{given.game}", "/puzzles", f"/puzzles/{given.game}/{given.id}"):
        page.goto(f"{visitor.address}{path}")
        page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
        assert grave_findings(visitor) == []
        if path == f"/puzzles/{given.game}":
            expect(page.locator(f'[data-puzzle="{given.id}"]')).to_have_attribute("data-result", "solved")


def test_a_puzzle_of_ones_own_comes_with_its_link(visit: Visit) -> None:
    visitor, page, given = (found := visit()), found.page, on_the_board()
    open_puzzle(visitor, given, f"own#{quote(given.to_json())}")
    make(visitor, choices(visitor, given)[given.line[0]])
    expect(page.locator("#says")).to_contain_text("Right!")
    assert page.evaluate("localStorage.puzzles") is None
    page.get_by_role("button", name="Start over").click()
    expect(page.locator("#happened li")).to_have_count(0)
    expect(page.locator("#says")).to_have_text("")
    page.wait_for_selector("#puzzle:not([aria-busy])")
    make(visitor, choices(visitor, given)[given.line[0]])
    page.get_by_role("link", name="Analyse").click()
    expect(page.locator("#board svg")).to_be_visible()
    assert f"side={given.seat}" in page.url or not given.seat
    assert visitor.errors == []
