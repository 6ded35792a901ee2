"""What people new to the page met and what must not happen again: each tried in a browser as they would."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.web.browsing import Visitor

Visit = Callable[..., Visitor]
SHIFTS = """() => {
  window.shifts = [];
  const note = (entry) => window.shifts.push(entry.value);
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: "layout-shift" });
}"""
SIZES = ((1280, 800), (390, 844), (844, 390))
BOARD_SHARE = """() => {
  const board = document.querySelector("#board svg").getBoundingClientRect();
  return board.height / innerHeight;
}"""


def resign(visitor: Visitor) -> None:
    visitor.page.get_by_role("button", name="Resign").click()
    visitor.page.locator("#bubble button", has_text="Yes").click()
    expect(visitor.page.locator("#result .verdict")).to_be_visible()


def two_people(visit: Visit, game: str) -> tuple[Visitor, Visitor]:
    host, guest = visit(), visit()
    guest.page.goto(host.start(game, opponent="friend", side="0"))
    guest.page.get_by_role("button", name="Take this seat").click()
    host.wait_for_turn()
    return host, guest


def test_nothing_jumps_while_something_is_chosen_hinted_and_moved(visit: Visit) -> None:
    visitor = visit()
    visitor.start("activator", level=1, side="0")
    visitor.wait_for_turn()
    visitor.page.evaluate(SHIFTS)
    visitor.click('#board [id="b1"]')
    expect(visitor.page.locator("#board .aim").first).to_be_visible()
    visitor.page.get_by_role("button", name="Hint").click()
    expect(visitor.page.locator("#board .pointer").first).to_be_visible()
    visitor.click('#board [id="b2"]')
    expect(visitor.page.locator("#moves .ply").first).to_be_visible()
    visitor.page.locator("#choices button").click()
    visitor.wait_for_turn()
    assert visitor.page.evaluate("() => window.shifts") == []


def test_after_a_hint_any_legal_move_can_be_made_and_the_sentence_stays_true(visit: Visit) -> None:
    visitor = visit()
    visitor.start("activator", level=1, side="0")
    visitor.wait_for_turn()
    sentence = visitor.page.locator("#status").inner_text()
    visitor.page.get_by_role("button", name="Hint").click()
    expect(visitor.page.locator("#board .pointer polygon")).to_be_visible()
    expect(visitor.page.locator("#status")).to_have_text(sentence)
    visitor.click('#board [id="b1"]')
    visitor.click('#board [id="b2"]')
    expect(visitor.page.locator("#moves .ply")).to_have_count(1)
    expect(visitor.page.locator("#refusal")).to_be_hidden()


def test_in_a_lesson_a_click_after_show_me_is_answered(visit: Visit) -> None:
    visitor = visit()
    visitor.page.goto(f"{visitor.address}/learn/topologic")
    visitor.page.get_by_role("button", name="Show me").click()
    expect(visitor.page.locator("#says")).to_contain_text("The answer")
    visitor.click("#board .cell")
    visitor.page.wait_for_selector("#learn:not([aria-busy])")
    expect(visitor.page.locator("#says")).not_to_contain_text("required")


def test_the_other_player_sees_that_a_rematch_is_offered(visit: Visit) -> None:
    host, guest = two_people(visit, "activator")
    resign(host)
    host.page.get_by_role("button", name="Play again").click()
    accept = guest.page.get_by_role("button", name="Join the new game")
    accept.click()
    guest.page.wait_for_url(re.compile(re.escape(host.page.url)))
    guest.wait_for_turn()


def test_the_end_is_told_once_and_without_what_no_longer_matters(visit: Visit) -> None:
    visitor = visit()
    visitor.start("activator", level=1, side="0")
    visitor.wait_for_turn()
    resign(visitor)
    page = visitor.page
    assert page.locator("main").inner_text().count("You lost.") == 1
    expect(page.locator("#result")).to_contain_text("Red resigned.")
    expect(page.locator("#result")).not_to_contain_text("draw at")
    page.get_by_role("button", name="Review").click()
    expect(page.locator("#result")).to_be_hidden()
    page.keyboard.press("End")
    page.get_by_role("button", name="Show the result").click()
    expect(page.locator("#result")).to_be_visible()


def test_open_tables_come_and_go_by_themselves_and_warn_of_little_time(visit: Visit) -> None:
    host, guest = visit(), visit()
    guest.home()
    host.start("telic", opponent="open", clock="move 30 0", side="0")
    line = guest.page.locator("#open li", has_text="30 seconds for each move").first
    expect(line.locator(".warning")).to_be_visible()
    guest.page.goto(host.page.url)
    expect(guest.page.locator("#invite .warning")).to_contain_text("30 seconds")
    guest.page.get_by_role("button", name="Take this seat").click()
    expect(guest.page.locator("#own .clock")).to_be_visible()


def test_offline_is_said_in_words(visit: Visit) -> None:
    visitor = visit()
    visitor.start("activator", level=1, side="0")
    visitor.wait_for_turn()
    visitor.context.set_offline(True)
    visitor.click('#board [id="b1"]')
    visitor.click('#board [id="b2"]')
    expect(visitor.page.locator("#banner")).to_contain_text(re.compile("offline|Connection lost"))
    visitor.context.set_offline(False)
    visitor.errors.clear()  # the browser complains about the connection it lost


def test_without_a_clock_nobody_is_offered_a_pause(visit: Visit) -> None:
    visitor = visit()
    visitor.start("activator", opponent="same", side="0")
    visitor.wait_for_turn()
    visitor.page.get_by_role("tab", name="Game").click()
    expect(visitor.page.get_by_role("button", name="Offer a draw")).to_be_visible()
    expect(visitor.page.get_by_role("button", name="Pause")).to_have_count(0)


def test_my_games_begin_with_my_turn_and_can_be_removed(visit: Visit) -> None:
    visitor = visit()
    visitor.start("activator", level=1, side="0")
    visitor.wait_for_turn()
    visitor.start("telic", opponent="friend", side="0")
    visitor.home()
    lines = visitor.page.locator("#mine li")
    expect(lines).to_have_count(2)
    expect(lines.first).to_contain_text("your turn")
    visitor.page.get_by_role("button", name="Remove Telic").click()
    expect(lines).to_have_count(1)
    visitor.page.reload()
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("Activator")


def test_a_coach_leads_through_the_first_moves_and_can_be_sent_away(visit: Visit) -> None:
    visitor = visit(new=True)
    visitor.start("activator", opponent="same", side="0")
    coach, page = visitor.page.locator("#coach"), visitor.page
    expect(coach).to_contain_text("goal")
    coach.get_by_role("button", name="Next").click()
    expect(coach).to_contain_text("Tap one of them")
    visitor.click('#board [id="b1"]')
    expect(coach).to_contain_text("dots")
    coach.get_by_role("button", name="No more tips").click()
    expect(coach).to_be_hidden()
    page.reload()
    visitor.wait_for_turn()
    expect(coach).to_be_hidden()


def test_the_goal_is_one_tap_away(visit: Visit) -> None:
    visitor = visit()
    visitor.start("telic", level=1, side="0")
    visitor.page.locator("#goal").click()
    expect(visitor.page.locator("#aim img")).to_be_visible()
    visitor.page.get_by_role("button", name="Got it").click()
    expect(visitor.page.locator("#aim")).to_be_hidden()


def test_the_board_is_read_row_by_row_and_every_piece_says_its_place(visit: Visit) -> None:
    visitor = visit()
    visitor.start("activator", opponent="same", side="0")
    visitor.wait_for_turn()
    visitor.page.keyboard.press("t")
    expect(visitor.page.locator("#text li").first).to_contain_text("d4, Blue's home: Blue's F with Blue's B")
    expect(visitor.page.locator("#board [tabindex='0']").first).to_have_attribute(
        "aria-label", re.compile(", [a-d][1-4]")
    )


def test_arrow_keys_step_through_the_game(visit: Visit) -> None:
    visitor = visit()
    visitor.start("activator", opponent="same", side="0")
    visitor.turn()
    expect(visitor.page.locator("#moves .ply")).to_have_count(1)
    visitor.page.locator("#status").click()
    visitor.page.keyboard.press("ArrowLeft")
    expect(visitor.page.locator("#status")).to_contain_text("step 0 of 1")
    visitor.page.keyboard.press("ArrowRight")
    expect(visitor.page.locator("#status")).not_to_contain_text("looking back")


@pytest.mark.parametrize("size", SIZES)
def test_the_board_has_most_of_the_window_and_nothing_scrolls(visit: Visit, size: tuple[int, int]) -> None:
    visitor = visit()
    visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
    visitor.start("activator", level=1, side="0")
    visitor.wait_for_turn()
    assert visitor.page.evaluate(BOARD_SHARE) > 0.48
    assert scrolls(visitor.page) <= 0
    expect(visitor.page.get_by_role("button", name="Rules")).to_be_in_viewport()


def scrolls(page: Page) -> int:
    found: int = page.evaluate("() => document.documentElement.scrollHeight - innerHeight")
    return found
