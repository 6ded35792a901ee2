"""Games played in a real browser, by clicking only."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

from playwright.sync_api import expect
from tests.web.browsing import PATIENCE, Visitor, take_turns

CLICKED = 15  # turns; the rest of a game is sent past the page
Visit = Callable[..., Visitor]
LOW = """(least) => [...document.querySelectorAll("button, select, input, summary, .button")]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < least)
  .map((each) => each.outerHTML)"""


def test_a_whole_game_against_a_bot(visit: Visit, name: str) -> None:
    visitor = visit()
    visitor.start(name, level=2)
    visitor.play_to_the_end(by_clicking=CLICKED)
    assert visitor.page.locator("#result .verdict").inner_text()
    visitor.page.locator("#result summary").click()
    visitor.page.get_by_role("button", name="Verify this game").click()
    expect(visitor.page.locator("#result")).to_contain_text("Verified", timeout=PATIENCE)


def test_two_people_play_by_link(visit: Visit) -> None:
    host, guest = visit(), visit()
    address = host.start("activator", opponent="friend", side="0")
    expect(host.page.locator("#invite input")).to_have_value(address)
    guest.page.goto(address)
    guest.page.get_by_role("button", name="Take this seat").click()
    take_turns([host, guest], 3)
    made = host.state()["ply"]
    for visitor in (host, guest):
        expect(visitor.page.locator("#moves .ply")).to_have_count(made, timeout=PATIENCE)


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
    expect(visitor.page.locator("#refusal")).to_contain_text("Blue", timeout=PATIENCE)


def test_the_keyboard_alone_suffices(visit: Visit) -> None:
    visitor = visit()
    visitor.start("activator", level=1, side="0")
    visitor.wait_for_turn()
    before = visitor.plies()
    visitor.page.locator("#board [tabindex='0']").first.focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("#board [data-goal]").first).to_be_focused()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("#moves .ply")).not_to_have_count(before, timeout=PATIENCE)


def test_nothing_is_wider_than_the_window(visit: Visit, name: str) -> None:
    visitor = visit()
    visitor.start(name, level=1)
    for path in (visitor.page.url, f"{visitor.address}/learn/{name}"):
        check_widths(visitor, path)


def test_the_home_page_is_not_a_wider_than_the_window(visit: Visit) -> None:
    visitor = visit()
    check_widths(visitor, visitor.address)


def check_widths(visitor: Visitor, path: str) -> None:
    visitor.page.goto(path)
    for width, size in itertools.product((1280, 360, 320), ("100%", "200%")):
        visitor.page.set_viewport_size({"width": width, "height": 740})
        visitor.page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)
        wide = visitor.page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{path} is {wide} pixels too wide at {width} with text at {size}"


def test_an_option_is_explained_as_it_is_chosen(visit: Visit) -> None:
    visitor = visit()
    visitor.home()
    card = visitor.page.locator('[data-game="telic"]')
    card.locator('button[data-way="bot"]').click()
    card.locator("summary").click()
    card.locator('[name="option-merge"]').select_option("either")
    expect(card.locator(".meaning")).to_have_text(re.compile("slide under a smaller one"))


def test_the_level_once_chosen_is_kept(visit: Visit) -> None:
    visitor = visit()
    visitor.start("telic", level=1)
    expect(visitor.page.locator("#others")).to_contain_text("Beginner bot", timeout=PATIENCE)
    visitor.home()
    visitor.page.locator('[data-game="activator"] button[data-way="bot"]').click()
    expect(visitor.page.locator('[data-game="activator"] [name="level"]')).to_have_value("1")


def test_a_hint_is_a_sentence(visit: Visit) -> None:
    visitor = visit()
    visitor.start("activator", level=1, side="0")
    visitor.wait_for_turn()
    visitor.page.get_by_role("button", name="Hint").click()
    expect(visitor.page.locator("#advice")).to_contain_text("Good move: you move", timeout=PATIENCE)
    expect(visitor.page.locator("#advice")).to_contain_text("Chances")


def test_of_a_stack_the_first_click_takes_all_and_the_next_one_less(visit: Visit) -> None:
    visitor = visit()
    visitor.start("activator", opponent="same", side="0")
    visitor.wait_for_turn()
    for held in (2, 1, 0):  # the stack of E and C on b1
        visitor.click('#board [id="b1"]')
        expect(visitor.page.locator("#board [data-held]")).to_have_count(held)


def test_what_was_taken_back_is_not_told_any_more(visit: Visit) -> None:
    visitor = visit()
    visitor.start("activator", opponent="same", side="0")
    visitor.wait_for_turn()
    visitor.click('#board [id="b1"]')
    visitor.click('#board [id="b2"]')
    expect(visitor.page.locator("#happened")).to_contain_text("to b2", timeout=PATIENCE)
    visitor.page.get_by_role("button", name="Undo").click()
    expect(visitor.page.locator("#happened")).to_have_text("The move was taken back.", timeout=PATIENCE)


def test_a_click_on_a_place_in_vain_is_explained(visit: Visit) -> None:
    visitor = visit()
    visitor.start("topologic", opponent="same", side="0")
    visitor.wait_for_turn()
    visitor.click('#board [id="e4"]')
    visitor.page.locator("#bubble button.main").click()
    visitor.page.locator("#curtain button").click()
    visitor.wait_for_turn()
    visitor.click('#board [id="e4"]')
    expect(visitor.page.locator("#refusal")).to_contain_text("border", timeout=PATIENCE)
    expect(visitor.page.locator("#refusal")).to_contain_text("(P", timeout=PATIENCE)


def test_my_games_say_with_whom_and_how_they_stand(visit: Visit) -> None:
    visitor = visit()
    visitor.start("activator", level=1, side="0")
    visitor.wait_for_turn()
    visitor.home()
    line = visitor.page.locator("#mine li").first
    expect(line).to_contain_text("your turn")
    expect(line).to_contain_text("with Bot, level 1 · this minute")


def test_a_step_of_the_past_is_told(visit: Visit) -> None:
    visitor = visit()
    visitor.start("telic", opponent="same", side="0")
    visitor.wait_for_turn()
    visitor.page.get_by_role("button", name="Roll the die").click()
    expect(visitor.page.locator("#moves .ply")).to_have_count(2, timeout=PATIENCE)
    visitor.page.get_by_role("button", name="Back", exact=True).click()
    expect(visitor.page.locator("#status")).to_contain_text("Your die is rolling.", timeout=PATIENCE)
    visitor.page.reload()  # every step has an address of its own
    expect(visitor.page.locator("#status")).to_contain_text("step 1 of 2. Your die is rolling.", timeout=PATIENCE)


def test_a_fingertip_finds_what_is_small(visit: Visit) -> None:
    """Beside the smallest pyramid of the stash, where nothing else lies, a tap means that pyramid."""
    visitor = visit(phone=True)
    visitor.start("telic", opponent="same", side="0")
    visitor.wait_for_turn()
    visitor.page.get_by_role("button", name="Roll the die").click()
    small = visitor.page.locator("#board [id^='blue-A'][tabindex='0']").first
    expect(small).to_be_attached(timeout=PATIENCE)
    small.scroll_into_view_if_needed()
    box = small.bounding_box()
    assert box is not None and box["height"] < 30
    visitor.page.mouse.click(box["x"] + 2, box["y"] - 6)
    expect(visitor.page.locator("#board [data-held]")).to_have_attribute("id", re.compile("^blue-A"), timeout=PATIENCE)


def test_marks_can_be_hidden(visit: Visit) -> None:
    visitor = visit()
    visitor.start("activator", opponent="same", side="0")
    visitor.wait_for_turn()
    expect(visitor.page.locator("#board .highlight-frozen").first).to_be_visible()
    visitor.page.get_by_role("button", name="Look", exact=True).click()
    visitor.page.get_by_role("button", name="Hidden").click()
    expect(visitor.page.locator("#board .highlight-frozen").first).to_be_hidden()


def test_who_has_nothing_but_a_pass_need_not_make_it(visit: Visit) -> None:
    """In The Mid Challenge most games have such a roll soon; nobody clicks on pass here."""
    visitor = visit()
    visitor.start("mid_challenge", opponent="same", side="0")
    for _ in range(400):
        passed = visitor.page.locator("#moves .ply", has_text=re.compile("^pass$")).count()
        if passed or visitor.over:
            break
        if visitor.page.locator("#board [tabindex='0']").count():
            visitor.turn()
        else:
            visitor.page.wait_for_timeout(50)
    assert passed


def test_on_a_phone_everything_to_press_is_as_high_as_a_fingertip(visit: Visit) -> None:
    visitor = visit(phone=True)
    visitor.start("telic", opponent="same", side="0")
    visitor.wait_for_turn()
    visitor.page.get_by_role("button", name="Roll the die").click()
    expect(visitor.page.locator("#moves .ply")).to_have_count(2, timeout=PATIENCE)
    for path in (visitor.page.url, visitor.address, f"{visitor.address}/learn/telic"):
        visitor.page.goto(path)
        expect(visitor.page.locator("button").first).to_be_visible(timeout=PATIENCE)
        visitor.page.wait_for_load_state("networkidle")
        low = visitor.page.evaluate(LOW, 43.5)
        assert not low, low
