"""The analysis board in a real browser, by mouse, keys and touch: moves, variations, dice, set-up, links, frames."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal

from playwright.sync_api import Page, expect
from tests.web.accessibility import grave_findings
from tests.web.browsing import Visitor, eventually

import pyramidion as pyr

Visit = Callable[..., Visitor]
UPPER = """() => {
  const [one, other] = ["a1", "d5"].map((id) => document.getElementById(id).getBoundingClientRect());
  return one.y < other.y;
}"""
MIDDLE = "telic .,bF,.,bD/.,.,.,./.,rA/rC,.,.,./.,.,.,. AABBCCDEEF ABBCDDEEFF 4 1 13"


def opened(visitor: Visitor, path: str) -> Page:
    visitor.page.goto(f"{visitor.address}/study{path}")
    expect(visitor.page.locator("#board svg")).to_be_visible()
    return visitor.page


def moves(page: Page) -> list[str]:
    return page.locator("#tree .ply").all_inner_texts()


def rounds(page: Page, listing: str) -> list[str]:
    return [each for text in page.locator(f"{listing} .number").all_inner_texts() if (each := text.strip(" ."))]


def tap(visitor: Visitor, thing: str) -> None:
    expect(visitor.page.locator(f'#board [id="{thing}"]')).to_be_attached()
    visitor.click(f'#board [id="{thing}"]')


def test_moves_branch_are_promoted_and_come_back_after_a_reload(visit: Visit) -> None:
    visitor = visit()
    page = opened(visitor, "/activator#activator~b1-b2~@d2&at=2")
    expect(page.locator("#lines .value").first).to_be_visible()
    expect(page.locator("#chances")).to_contain_text("%")
    expect(page.locator("#board .pointer.idea").first).to_be_attached()
    assert grave_findings(visitor) == []
    page.keyboard.press("Home")
    expect(page.locator("#steps button").first).to_be_disabled()
    tap(visitor, "c1")
    expect(page.locator("#board [data-goal]").first).to_be_attached()
    visitor.click("#board [data-goal]")
    expect(page.locator("#tree .variation .ply")).to_have_count(1)
    page.keyboard.press("p")
    expect(page.locator("#tree .ply").first).to_have_text(page.locator("#tree [aria-current]").inner_text())
    page.keyboard.press("c")
    page.keyboard.type("better {so}")
    page.keyboard.press("Enter")
    expect(page.locator("#tree .remark")).to_have_text("better so")
    before = moves(page), page.url
    page.reload()
    expect(page.locator("#tree .remark")).to_have_text("better so")
    assert (moves(page), page.url) == before
    page.keyboard.press("ArrowDown")
    expect(page.locator("#tree .variation [aria-current]")).to_have_text("b1-b2")
    page.keyboard.press("Delete")
    expect(page.locator("#tree .ply")).to_have_count(1)
    page.locator("#engine").uncheck()
    expect(page.locator("#lines li")).to_have_count(0)


def test_arrows_are_drawn_by_the_right_button_or_the_pencil_and_come_back(visit: Visit) -> None:
    visitor = visit()
    page = opened(visitor, "/activator#activator~b1-b2~{~so~}&at=1")
    draw(page, "a1", "c3", "right")
    expect(page.locator("#board .pointer.own")).to_have_count(1)
    page.keyboard.press("d")
    page.get_by_role("button", name="Slate", exact=True).click()
    draw(page, "d1", "d3", "left")
    expect(page.locator("#board .pointer.own-slate")).to_have_count(1)
    expect(page.locator("#tree .ply")).to_have_count(1)
    page.reload()
    expect(page.locator("#board .pointer.own")).to_have_count(2)
    expect(page.locator("#tree .remark")).to_have_text("so")
    draw(page, "a1", "c3", "right")
    expect(page.locator("#board .pointer.own")).to_have_count(1)


def draw(page: Page, start: str, end: str, button: Literal["left", "right"]) -> None:
    places = [page.locator(f'#board [id="{place}"]').bounding_box() for place in (start, end)]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in places if box]
    page.mouse.move(*middles[0])
    page.mouse.down(button=button)
    page.mouse.move(*middles[1])
    page.mouse.up(button=button)


def test_somebody_plays_on_against_a_bot(visit: Visit) -> None:
    page = opened(visit(phone=True), "/telic")
    page.get_by_role("button", name="Play on").tap()
    page.locator("#versus select").first.select_option("1")
    page.locator("#versus select").last.select_option("1")
    page.locator("#versus").get_by_role("button", name="Play", exact=True).tap()
    expect(page.locator("#status")).to_contain_text("You play Red against level 1.")
    expect(page.locator("#status")).to_contain_text("Red's turn: roll")
    expect(page.locator("#tree .ply").first).to_have_text("roll")
    expect(page.locator("#lines li")).to_have_count(0)
    page.get_by_role("button", name="Stop playing").tap()
    expect(page.locator("#lines .value").first).to_be_visible()


def test_dice_are_chosen_and_rolled_on_a_phone(visit: Visit) -> None:
    visitor = visit(phone=True, dark=True)
    page = opened(visitor, "/telic")
    page.locator("#choices button").first.tap()
    page.get_by_role("button", name="=3 (16.7%)").tap()
    expect(page.locator("#tree .ply")).to_have_text(["roll", "=3"])
    expect(page.locator("#position")).to_have_value(re.compile(" 3 0 0$"))
    page.get_by_role("button", name="Back").tap()
    page.get_by_role("button", name="Roll", exact=True).tap()
    expect(page.locator("#tree [aria-current]")).to_have_text(re.compile("^=[0A2-5]$"))
    page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
    assert grave_findings(visitor) == []
    option = pyr.load("telic").facts.options[0]
    value, meaning = list(option.values.items())[1]
    page.locator("#rules summary").click()
    page.locator(f'#rules [data-game="telic"] [data-option="{option.name}"]').select_option(label=meaning)
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#position")).to_have_value(re.compile(re.escape(f"telic({option.name}={value})")))


def test_a_position_is_set_up_by_mouse_and_keys_or_refused(visit: Visit) -> None:
    visitor = visit()
    page = opened(visitor, "/telic")
    page.get_by_role("button", name="Set up").click()
    expect(page.locator("#placed")).to_contain_text("click something")
    tap(visitor, "blue-F-1")
    tap(visitor, "b2")
    expect(page.locator("#position")).to_have_value(re.compile("bF"))
    for thing in ("red-E-1", "c4"):
        page.locator(f'#board [id="{thing}"]').focus()
        page.keyboard.press("Enter")
    expect(page.locator("#position")).to_have_value(re.compile("rE"))
    page.locator("#position").fill(MIDDLE.replace(" 1 13", " 0 13"))
    expect(page.locator("#placed")).to_have_text("Blue moves after an even number of turns, Red after an odd one.")
    page.locator("#position").fill(MIDDLE)
    expect(page.locator("#placed")).to_contain_text("click something")
    page.get_by_role("button", name="Use this position").click()
    page.wait_for_url(re.compile("bF"))
    expect(page.locator("#status")).to_contain_text("rolled 4")


def test_a_seat_reads_only_what_it_may_know(visit: Visit) -> None:
    page = opened(visit(), "/topologic")
    page.locator("#lines button").first.click()
    expect(page.locator("#tree .ply")).to_have_text(re.compile("^secret:[a-j][1-6]$"))
    page.locator("#tools select").select_option("1")
    expect(page.locator("#tree .ply")).not_to_have_text(re.compile("[a-j][1-6]"))
    page.wait_for_url(re.compile("view=1"))


def test_a_finished_game_is_analysed_from_its_table_and_shown_elsewhere(visit: Visit) -> None:
    visitor, page = (found := visit()), found.page
    visitor.start("telic")
    visitor.send_moves(2)
    expect(page.locator("#tools")).not_to_contain_text("Analyse")
    page.keyboard.press("r")
    page.locator("#sure button", has_text="Yes").click()
    with page.expect_popup() as popup:
        page.locator("#tools").get_by_role("button", name="Analyse").click()
    board = popup.value
    expect(board.locator("#tree [aria-current]")).to_be_visible()
    expect(board.locator('#board [id="a1"]')).to_be_visible()
    eventually(lambda: rounds(board, "#tree") == rounds(page, "#moves"), "the rounds have other numbers")
    eventually(lambda: board.evaluate(UPPER) == page.evaluate(UPPER), "the board is seen from another side")
    assert len(moves(board)) >= 2
    board.keyboard.press("s")
    frame = board.locator("#sharing input").nth(1).input_value()
    board.get_by_role("button", name="Keep").click()
    board.get_by_role("button", name="Close").click()
    expect(board.locator("#mine li")).to_have_count(1)
    page.route("http://elsewhere.example/", lambda route: route.fulfill(body=frame, content_type="text/html"))
    page.goto("http://elsewhere.example/")
    inside = page.frame_locator("iframe")
    expect(inside.locator("#board svg")).to_be_visible()
    inside.get_by_role("button", name="First").click()
    inside.get_by_role("button", name="Forward").click()
    expect(inside.locator("#status")).to_contain_text("1. roll")
