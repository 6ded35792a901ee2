"""Games played in a real browser, by clicking only."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tests.web.browsing import PATIENCE, Visitor, take_turns

Visit = Callable[..., Visitor]


def test_a_whole_game_against_a_bot_by_clicking(visit: Visit, name: str) -> None:
    visitor = visit()
    visitor.start(name, level=2)
    visitor.play_to_the_end()
    assert visitor.page.locator("#result .verdict").inner_text()
    visitor.page.get_by_text("Check dice and secrets").click()
    expect(visitor.page.locator("#result")).to_contain_text("Everything fits", timeout=PATIENCE)


def test_two_people_play_by_link(visit: Visit) -> None:
    host, guest = visit(), visit()
    address = host.start("activator", opponent="friend", side="0")
    expect(host.page.locator("#invite input")).to_have_value(address)
    guest.page.goto(address)
    guest.page.get_by_role("button", name="Take this seat").click()
    take_turns([host, guest], 3)
    expect(guest.page.locator("#moves li")).to_have_count(host.plies())


def test_a_reload_and_a_lost_connection_heal(visit: Visit) -> None:
    visitor = visit()
    visitor.start("activator", level=1, side="0")
    visitor.wait_for_turn()
    visitor.page.reload()
    visitor.wait_for_turn()
    visitor.context.set_offline(True)
    visitor.page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(visitor.page.locator("#banner")).to_be_visible(timeout=PATIENCE)
    visitor.context.set_offline(False)
    expect(visitor.page.locator("#banner")).to_be_hidden(timeout=PATIENCE)
    visitor.errors.clear()  # the browser complains about the connection it lost
    visitor.turn()


def test_a_refused_click_says_why(visit: Visit) -> None:
    visitor = visit()
    visitor.start("activator", level=1, side="0")
    visitor.wait_for_turn()
    visitor.page.locator("#board #d2").click(force=True)
    expect(visitor.page.locator("#bubble")).to_contain_text("Blue", timeout=PATIENCE)


def test_the_keyboard_alone_suffices(visit: Visit) -> None:
    visitor = visit()
    visitor.start("activator", level=1, side="0")
    visitor.wait_for_turn()
    before = visitor.plies()
    visitor.page.locator("#board [tabindex='0']").first.focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("#board .reachable").first).to_be_focused()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("#moves li")).not_to_have_count(before, timeout=PATIENCE)


@pytest.mark.parametrize("phone", [True, False])
def test_nothing_is_wider_than_the_window(visit: Visit, name: str, phone: bool) -> None:
    visitor = visit(phone=phone)
    visitor.start(name, level=1)
    for path in (visitor.page.url, visitor.address, f"{visitor.address}/learn/{name}"):
        visitor.page.goto(path)
        wide = visitor.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{path} is {wide} pixels too wide"
