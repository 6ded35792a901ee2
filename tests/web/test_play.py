"""Games played in a real browser, by clicking only. A visit checks many things: opening a table is what takes time."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect
from tests.web.accessibility import check_widths
from tests.web.browsing import PATIENCE, Visitor, resign, take_turns, until

Visit = Callable[..., Visitor]
LOW = """(least) => [...document.querySelectorAll("button, select, input, summary, .button")]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < least)
  .map((each) => each.outerHTML)"""


def test_two_people_play_by_link_plan_ahead_and_see_each_other_leave(visit: Visit) -> None:
    host, guest = visit(), visit()
    host.home()
    host.page.locator("#name").fill("Robin")
    address = host.start("activator", opponent="friend", side="0")
    expect(host.page.locator("#invite input")).to_have_value(address)
    guest.page.goto(address)
    expect(guest.page.locator("#invite")).to_contain_text("Robin invites you to a game of Activator.")
    guest.page.locator("#guest").fill("Kim")
    guest.page.get_by_role("button", name="Take this seat").click()
    expect(host.page.locator("#others")).to_contain_text("Kim")
    expect(guest.page.locator("#invite")).to_be_hidden()
    check_plans(host, guest)
    take_turns([host, guest], 2)
    made = host.state()["ply"]
    for visitor in (host, guest):
        expect(visitor.page.locator("#moves .ply")).to_have_count(made)
    guest.page.goto("about:blank")
    expect(host.page.locator("#happened")).to_contain_text("Kim has left the page.")
    guest.page.goto(address)
    expect(host.page.locator("#happened")).to_contain_text("Kim is back.")
    check_rematch(host, guest)


def check_plans(host: Visitor, guest: Visitor) -> None:
    """While the host thinks, the guest plans: Escape drops it, a move that is possible is made, another is not."""
    status, ghost = guest.page.locator("#status"), guest.page.locator("#board .ghost polygon")
    for made in (False, True):
        until(lambda: guest.click('#board [id="d2"]'), lambda: shows(status, "Planning ahead"))
        guest.click('#board [id="c2"]')
        expect(status).to_contain_text("Planned")
        expect(ghost).to_be_visible()
        if not made:
            guest.page.keyboard.press("Escape")
            expect(status).to_have_text("Robin to move.")
            expect(ghost).to_have_count(0)
    host.click('#board [id="a3"]')
    host.click('#board [id="b3"]')
    leave(host)
    expect(guest.page.locator("#moves")).to_contain_text("d2-c2")
    leave(guest)
    until(lambda: guest.click('#board [id="c2"]'), lambda: shows(status, "Planning ahead"))
    guest.click('#board [id="a4"]')
    expect(ghost).to_be_visible()
    until(
        lambda: host.turn() if host.to_move else None,
        lambda: shows(guest.page.locator("#passing"), "no longer legal"),
    )


def leave(visitor: Visitor) -> None:
    """Leave the activator where it is, and see that the turn is over."""
    button = visitor.page.locator("#choices button", has_text="Leave it")
    expect(button).to_be_visible()
    until(lambda: button.click() if button.count() else None, lambda: button.count() == 0)


def shows(place: Locator, text: str) -> bool:
    return text in (place.text_content() or "")


def check_rematch(host: Visitor, guest: Visitor) -> None:
    """The end is told once; the other player sees that a rematch is offered."""
    resign(host)
    host.page.get_by_role("button", name="Play again").click()
    guest.page.get_by_role("button", name="Join the new game").click()
    guest.page.wait_for_url(re.compile(re.escape(host.page.url)))
    guest.wait_for_turn()


def test_a_reload_and_a_lost_connection_heal_and_offline_is_said_in_words(visit: Visit) -> None:
    visitor = visit()
    visitor.start("activator", level=1, side="0")
    visitor.wait_for_turn()
    visitor.page.reload()
    visitor.wait_for_turn()
    visitor.context.set_offline(True)
    visitor.click('#board [id="b1"]')
    visitor.click('#board [id="b2"]')
    expect(visitor.page.locator("#banner")).to_contain_text(re.compile("offline|Connection lost"))
    visitor.page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(visitor.page.locator("#banner")).to_contain_text("Connection lost")
    visitor.context.set_offline(False)
    expect(visitor.page.locator("#banner")).to_be_hidden()
    visitor.errors.clear()  # the browser complains about the connection it lost
    visitor.turn()


def test_two_bots_are_watched_step_by_step(visit: Visit) -> None:
    visitor = visit()
    visitor.start("telic", opponent="watch")
    page = visitor.page
    expect(page.locator("#moves .ply").first).to_be_visible()
    page.keyboard.press("p")
    step = page.get_by_role("button", name="One move")
    expect(step).to_be_visible()
    shown = visitor.plies()
    page.wait_for_function("(shown) => document.querySelectorAll('#moves .ply').length === shown", arg=shown)
    assert visitor.state()["ply"] >= shown
    step.click()
    expect(page.locator("#moves .ply")).not_to_have_count(shown)
    few = visitor.plies()
    page.get_by_role("button", name="Resume").last.click()
    expect(step).to_have_count(0)
    page.wait_for_function("(few) => document.querySelectorAll('#moves .ply').length > few", arg=few)


def test_an_option_is_explained_and_the_level_is_kept(visit: Visit) -> None:
    visitor = visit()
    visitor.home()
    check_widths(visitor)
    card = visitor.page.locator('[data-game="telic"]')
    card.locator('button[data-way="bot"]').click()
    card.locator("summary").click()
    card.locator('[name="option-merge"]').select_option("either")
    expect(card.locator(".meaning")).to_have_text(re.compile("slide under a smaller one"))
    card.locator('[name="level"]').select_option("1")
    card.locator('[type="submit"]').click()
    expect(visitor.page.locator("#others")).to_contain_text("Beginner bot")
    visitor.page.get_by_role("tab", name="Game").click()
    expect(visitor.page.locator("#notes")).to_contain_text("slide under a smaller one")
    visitor.home()
    visitor.page.locator('[data-game="activator"] button[data-way="bot"]').click()
    expect(visitor.page.locator('[data-game="activator"] [name="level"]')).to_have_value("1")


def test_two_at_one_device_take_stacks_apart_take_back_look_back_and_play_again(visit: Visit) -> None:
    visitor, page = (found := visit()), found.page
    first = visitor.start("activator", opponent="same", side="0")
    visitor.wait_for_turn()
    for held in (2, 1, 0):  # the stack of E and C on b1
        visitor.click('#board [id="b1"]')
        expect(page.locator("#board [data-held]")).to_have_count(held)
    check_marks_and_words(visitor)
    visitor.click('#board [id="b1"]')
    visitor.click('#board [id="b2"]')
    expect(page.locator("#happened")).to_contain_text("to b2")
    page.locator("#status").click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#status")).to_have_text("Looking back: the start of the game")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#status")).not_to_contain_text("Looking back")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#moves .ply")).to_have_count(0)
    expect(page.locator("#happened")).to_have_text("The move was taken back.")
    page.get_by_role("button", name="Resign").click()
    page.locator("#sure button", has_text="Yes").click()
    page.get_by_role("button", name="Play again").click()
    expect(page).not_to_have_url(first)
    visitor.wait_for_turn()
    visitor.turn()
    expect(page.locator("#moves .ply")).to_have_count(1)


def check_marks_and_words(visitor: Visitor) -> None:
    """Two kinds of marks at a time, or all, or none; the board is read row by row; without a clock nobody is offered a
    pause; keys are listed."""
    page = visitor.page
    frozen, movable = (page.locator(f"#board .highlight-{kind}").first for kind in ("frozen", "movable"))
    expect(movable).to_be_visible()
    expect(frozen).to_be_hidden()
    visitor.click('#board [id="b1"]')
    expect(page.locator("#board .aim").first).to_be_visible()
    expect(movable).to_be_hidden()
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    expect(page.locator("#legend")).to_contain_text("What you hold can go to this free place.")
    page.get_by_role("button", name="Show all on the board").click()
    expect(frozen).to_be_visible()
    page.keyboard.press("l")
    page.get_by_role("button", name="None").click()
    expect(frozen).to_be_hidden()
    page.get_by_role("button", name="Close").click()
    page.keyboard.press("t")
    expect(page.locator("#text li").first).to_contain_text("d4, Blue's home: Blue's F with Blue's B")
    movable = page.locator("#board [tabindex='0']").first
    expect(movable).to_have_attribute("aria-label", re.compile(", [a-d][1-4]"))
    page.get_by_role("tab", name="Game").click()
    expect(page.get_by_role("button", name="Offer a draw")).to_be_visible()
    expect(page.get_by_role("button", name="Pause")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.locator("#keyboard")).to_contain_text("resign (asks first)")
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Moves").click()


def test_two_at_one_device_hand_it_over_and_a_click_in_vain_is_explained(visit: Visit) -> None:
    visitor = visit()
    visitor.start("topologic", opponent="same", side="0")
    visitor.wait_for_turn()
    visitor.click('#board [id="e4"]')
    visitor.page.locator("#bubble button.main").click()
    expect(visitor.page.locator("#curtain")).to_contain_text("Hand the device")
    visitor.page.locator("#curtain button").click()
    visitor.wait_for_turn()
    expect(visitor.page.locator("#moves")).to_contain_text("secret:?")
    visitor.click('#board [id="e4"]')
    expect(visitor.page.locator("#refusal")).to_contain_text("border")
    expect(visitor.page.locator("#refusal .rulings")).to_contain_text("P")


def test_a_light_of_the_wrong_size_is_not_taken_for_another_one(visit: Visit) -> None:
    visitor = visit()
    visitor.start("traffic_tyrants", opponent="same", side="0")
    visitor.wait_for_turn()
    visitor.click('#board [id^="black-M-green"]')
    expect(visitor.page.locator("#refusal")).to_contain_text("Give Blue a small light")


def test_on_a_phone_a_fingertip_suffices_and_every_step_has_an_address(visit: Visit) -> None:
    """Beside the smallest pyramid of the stash, where nothing else lies, a tap means that pyramid."""
    visitor, page = (found := visit(phone=True)), found.page
    visitor.start("telic", opponent="same", side="0")
    visitor.wait_for_turn()
    page.get_by_role("button", name="Roll the die").click()
    small = page.locator("#board [id^='blue-A'][tabindex='0']").first
    expect(small).to_be_attached()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()  # nothing goes back behind a roll
    box = small.bounding_box()
    assert box is not None and box["height"] < 30
    page.mouse.click(box["x"] + 2, box["y"] - 6)
    expect(page.locator("#board [data-held]")).to_have_attribute("id", re.compile("^blue-A"))
    page.keyboard.press("Escape")
    page.locator("#status").click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#happened")).to_have_text("Your die is rolling.")
    page.reload()
    expect(page.locator("#status")).to_have_text("Looking back: move 1 of 1, Blue: roll")
    expect(page.locator("#happened")).to_have_text("Your die is rolling.")
    for path in (page.url, visitor.address, f"{visitor.address}/learn/telic"):
        page.goto(path)
        expect(page.locator("button").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        low = page.evaluate(LOW, 43.5)
        assert not low, low


def test_who_has_nothing_but_a_pass_need_not_make_it(visit: Visit) -> None:
    """In The Mid Challenge most games have such a roll soon; nobody clicks on pass here."""
    visitor = visit()
    visitor.start("mid_challenge", opponent="same", side="0")
    for _ in range(PATIENCE // 50):
        passed = visitor.page.locator("#moves .ply", has_text=re.compile("^pass$")).count()
        if passed or visitor.over:
            break
        if visitor.page.locator("#board [tabindex='0']").count():
            visitor.turn()
        else:
            visitor.page.wait_for_timeout(50)
    assert passed
    visitor.page.locator("#steps button").first.click()  # who looks back sees how far everybody was then
    expect(visitor.page.locator("#own .progress")).to_contain_text("0 of 15 placed")
