"""What people new to the page met and what must not happen again: each tried in a browser as they would."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise

from playwright.sync_api import Browser, FloatRect, Page, WebSocketRoute, expect
from tests.server.serving import Server
from tests.web.browsing import CENTRE, Visitor, eventually

import pyramidion as pyr
from pyramidion.server.views.lessons import lessons

Visit = Callable[..., Visitor]
SHIFTS = """() => {
  window.shifts = [];
  const note = (entry) => window.shifts.push(entry.value);
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: "layout-shift" });
}"""
SIZES = {(1280, 800): "Rules", (390, 844): "Goal", (844, 390): "Goal"}
BOARD_SHARE = """() => {
  const board = document.querySelector("#board svg").getBoundingClientRect();
  return board.height / innerHeight;
}"""
SCROLLS = "() => document.documentElement.scrollHeight - innerHeight"
CLIPPED = """() => [...document.querySelectorAll("#status, #goal")]
  .filter((each) => each.checkVisibility() && each.scrollHeight > each.clientHeight + 1).map((each) => each.id)"""
# Which of these texts the coach cannot show without scrolling.
CUT_TIPS = """(tips) => {
  const [coach, text] = [document.querySelector("#coach"), document.querySelector("#coach p")];
  const said = text.textContent;
  const cut = tips.filter((tip) => {
    text.textContent = tip;
    return [coach, text].some((each) => each.scrollHeight > each.clientHeight + 1);
  });
  text.textContent = said;
  return cut;
}"""
# How many pixels of the newest sentence about the game cannot be seen.
UNREAD = """() => {
  const [news, newest] = ["#news", "#happened li:last-child"].map((each) => document.querySelector(each))
    .map((each) => each.getBoundingClientRect());
  return Math.max(0, news.top - newest.top) + Math.max(0, newest.bottom - news.bottom);
}"""
OTHER_THEME = """() => {
  document.querySelector("#board svg").dataset.old = "";
  localStorage.theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  document.dispatchEvent(new CustomEvent("theme-choice"));
}"""
# Flights stop where they begin, so that no busy machine misses them.
HELD_UP = """
  if (location.host) localStorage.speed = "slow";
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    const flight = animate.apply(this, given);
    flight.pause();
    return flight;
  };"""
# For every copy that flies: how far from its piece it is when it lands.
LANDINGS = """() => document.getAnimations().map(({ effect }) => effect.target).map((copy) => {
  const end = ({ effect }) => effect.getTiming().duration;
  for (const flight of copy.getAnimations()) { flight.pause(); flight.currentTime = end(flight); }
  const boxes = [...copy.parentNode.querySelectorAll("[id]")].filter((piece) => piece.style.opacity === "0")
    .map((piece) => piece.getBoundingClientRect());
  const landed = copy.getBoundingClientRect();
  return Math.min(...boxes.map((box) => Math.hypot(box.x - landed.x, box.y - landed.y, box.width - landed.width)));
})"""


def test_the_first_minute_against_a_bot(visit: Visit) -> None:
    """Nothing jumps; a click in vain is explained; a hint takes nothing away; the keyboard suffices."""
    visitor, page = (found := visit()), found.page
    visitor.start("activator", level=1, side="0")
    visitor.wait_for_turn()
    check_room(visitor)
    sentence = page.locator("#status").inner_text()
    page.evaluate(SHIFTS)
    visitor.click('#board [id="b1"]')
    expect(page.locator("#board .aim").first).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    expect(page.locator("#advice")).to_contain_text("Good move: you move")
    expect(page.locator("#advice")).to_contain_text("Chances")
    expect(page.locator("#board .pointer polygon")).to_be_visible()
    expect(page.locator("#status")).to_have_text(sentence)
    visitor.click('#board [id="b1"]')
    visitor.click('#board [id="b2"]')
    expect(page.locator("#moves .ply")).to_have_count(1)
    expect(page.locator("#refusal")).to_be_hidden()
    page.locator("#choices button").click()
    page.wait_for_function("() => document.querySelectorAll('#moves .ply').length >= 3")
    visitor.wait_for_turn()
    assert page.evaluate("() => window.shifts") == []
    page.locator("#board #d4").click(force=True)
    expect(page.locator("#refusal")).to_contain_text("Blue")
    check_goal(page)
    expect(page.locator("#refusal")).to_be_hidden()
    check_keyboard(visitor)
    check_end(visitor)


def check_room(visitor: Visitor) -> None:
    """The board has most of the window, nothing scrolls and no sentence is cut, at any size."""
    for (width, height), tool in SIZES.items():
        visitor.page.set_viewport_size({"width": width, "height": height})
        expect(visitor.page.locator("#tools").get_by_role("button", name=tool)).to_be_in_viewport()
        eventually(lambda: visitor.page.evaluate(BOARD_SHARE) > 0.48, f"the board is small at {width} x {height}")
        eventually(lambda: visitor.page.evaluate(SCROLLS) <= 0, f"the page scrolls at {width} x {height}")
        eventually(lambda: visitor.page.evaluate(CLIPPED) == [], f"a sentence is cut at {width} x {height}")
    visitor.page.set_viewport_size({"width": 1280, "height": 900})


def check_goal(page: Page) -> None:
    """The goal is one key or one tap away, with a picture."""
    page.keyboard.press("g")
    expect(page.locator("#aim img")).to_be_visible()
    page.get_by_role("button", name="Got it").click()
    expect(page.locator("#aim")).to_be_hidden()


def check_keyboard(visitor: Visitor) -> None:
    before = visitor.plies()
    visitor.page.locator("#board [tabindex='0']").first.focus()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("#board [data-goal]").first).to_be_focused()
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.locator("#moves .ply")).not_to_have_count(before)
    check_focus(visitor)


def check_focus(visitor: Visitor) -> None:
    """The keyboard stays on the board after a move, and on a tool whatever happens."""
    page = visitor.page
    visitor.wait_for_turn()
    expect(page.locator("#board [tabindex='0']:focus")).to_have_count(1)
    made = visitor.plies()
    page.locator("#tools").get_by_role("button", name="Marks").focus()
    visitor.send_moves(1)
    expect(page.locator("#moves .ply")).not_to_have_count(made)
    visitor.wait_for_turn()
    expect(page.locator("#tools").get_by_role("button", name="Marks")).to_be_focused()


def check_end(visitor: Visitor) -> None:
    """The end is told once, beside the board, without what no longer matters, and can be put away."""
    page = visitor.page
    page.keyboard.press("r")
    page.locator("#sure button", has_text="Yes").click()
    result = page.locator("#result")
    expect(result.locator(".verdict")).to_be_visible()
    assert page.locator("main").inner_text().count("You lost.") == 1
    expect(result).to_contain_text("You resigned.")
    expect(result).not_to_contain_text("draw at")
    card, board = result.bounding_box(), page.locator("#board").bounding_box()
    assert card is not None and board is not None and card["x"] >= board["x"] + board["width"]
    result.get_by_role("button", name="Review").click()
    expect(result).to_be_hidden()
    page.keyboard.press("End")
    page.get_by_role("button", name="Show the result").click()
    expect(result).to_be_visible()


def test_pieces_land_where_they_stand_and_stay_where_they_are_dropped(chromium: Browser, server: Server) -> None:
    visitor = Visitor(chromium, server.address, moving=True)
    visitor.context.add_init_script(HELD_UP)
    page = visitor.page
    visitor.start("activator", opponent="same", side="0")
    visitor.wait_for_turn()
    visitor.click('#board [id="b1"]')
    visitor.click('#board [id="b2"]')
    page.wait_for_selector("#board [aria-hidden]:not(.prints)", state="attached")
    landings = page.evaluate(LANDINGS)
    assert landings and max(landings) < 0.5, landings
    page.reload()
    visitor.wait_for_turn()
    page.route("**/moves", lambda route: None)  # the server never answers, so the piece stays where it was dropped
    start, end = (page.locator(f"#board #{name}").bounding_box() for name in ("red-activator", "d2"))
    assert start is not None and end is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] * 0.7)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=4)
    page.mouse.up()
    eventually(lambda: far_from(page.locator("#board #red-activator").bounding_box(), start))
    visitor.context.close()


def far_from(box: FloatRect | None, start: FloatRect) -> bool:
    return box is not None and abs(box["y"] - start["y"]) > 20


def withhold_answers(socket: WebSocketRoute) -> None:
    """Let nothing through that says that it is the first seat's turn again."""
    server, mine = socket.connect_to_server(), [0]

    def relay(message: str | bytes) -> None:
        said = json.loads(message)
        mine[0] += said["type"] == "update" and said["mover"] == 1
        if not mine[0] or said.get("mover") == 1:
            socket.send(message)

    server.on_message(relay)


def test_a_bot_that_takes_its_time_shows_that_it_is_at_work(visit: Visit) -> None:
    visitor, page = (found := visit()), found.page
    page.route_web_socket("**/live*", withhold_answers)
    visitor.start("connect_four", level=1, side="0")
    visitor.turn()
    expect(page.locator("#others .turn")).to_have_text("thinking")
    expect(page.locator("#status")).to_have_text("Beginner bot is thinking.")
    expect(page.locator("#status")).to_contain_text("still thinking")


def test_in_a_lesson_a_click_after_show_me_is_answered(visit: Visit) -> None:
    visitor = visit()
    visitor.page.goto(f"{visitor.address}/learn/topologic")
    visitor.page.get_by_role("button", name="Show me").click()
    expect(visitor.page.locator("#says")).to_contain_text("The answer")
    visitor.click("#board .cell")
    visitor.page.wait_for_selector("#learn:not([aria-busy])")
    expect(visitor.page.locator("#says")).not_to_contain_text("required")


def check_early_clicks(visitor: Visitor) -> None:
    """Nothing is lost when the board is drawn again: what is held, a press that has begun, a click after a move."""
    page, held = visitor.page, visitor.page.locator("#board [data-held]")
    point = page.evaluate(CENTRE, ["#board #d3", 0])
    page.mouse.move(*point)
    page.mouse.down()
    draw_again(page)
    page.mouse.up()
    expect(held).to_have_count(2)
    draw_again(page)
    expect(held).to_have_count(2)
    visitor.click('#board [id="c3"]')
    visitor.click('#board [id="blue-activator"]')
    expect(held).to_have_attribute("id", "blue-activator")
    page.keyboard.press("Escape")


def draw_again(page: Page) -> None:
    """As when the window gets another shape; here another theme is chosen."""
    page.evaluate(OTHER_THEME)
    expect(page.locator("#board svg:not([data-old])")).to_be_attached()


def test_open_tables_come_and_go_by_themselves_and_warn_of_little_time(visit: Visit) -> None:
    host, guest = visit(), visit()
    guest.home()
    host.start("telic", opponent="open", clock="move 30 0", side="0")
    line = guest.page.locator("#open li", has_text="A guest is waiting · you play Red").first
    expect(line.locator(".warning")).to_be_visible()
    guest.page.goto(host.page.url)
    expect(guest.page.locator("#invite .warning")).to_contain_text("30 seconds")
    guest.page.get_by_role("button", name="Take this seat").click()
    expect(guest.page.locator("#own .clock")).to_be_visible()


def test_my_games_begin_with_my_turn_say_with_whom_and_can_be_removed(visit: Visit) -> None:
    visitor = visit()
    visitor.start("activator", level=1, side="0")
    visitor.wait_for_turn()
    visitor.start("telic", opponent="friend", side="0")
    visitor.home()
    lines = visitor.page.locator("#mine li")
    expect(lines).to_have_count(2)
    expect(lines.first).to_contain_text("your turn")
    expect(lines.first).to_contain_text("with Bot, level 1 · just now")
    visitor.page.get_by_role("button", name="Remove Telic").click()
    expect(lines).to_have_count(1)
    visitor.page.reload()
    expect(lines).to_have_count(1)
    expect(lines).to_contain_text("Activator")


def test_on_a_phone_the_coach_and_what_happened_leave_the_buttons_free(visit: Visit) -> None:
    visitor, page = (found := visit(new=True, phone=True)), found.page
    visitor.start("activator", opponent="same", side="0")
    expect(page.locator("#coach")).to_contain_text("Your goal")
    check_tips(page, (390, 844), (360, 740))
    visitor.click('#board [id="b1"]')
    visitor.click('#board [id="b2"]')
    expect(page.locator("#coach")).to_contain_text("Well done.")
    expect(page.locator("#choices button")).to_be_visible()
    check_tips(page, (390, 844), (360, 740))
    for width, height in ((320, 568), (360, 740), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        in_order(page, "#board", "#own", "#news", "#coach", "#choices", "#tools")
        assert page.evaluate("() => document.documentElement.scrollHeight - innerHeight") <= 0
        eventually(lambda: page.evaluate(UNREAD) < 1, f"the newest event cannot be read at {width} x {height}")
    before = page.locator("#board svg").bounding_box()
    page.get_by_role("button", name="No more tips").click()
    expect(page.locator("#coach")).to_be_hidden()
    assert page.locator("#board svg").bounding_box() == before
    page.get_by_role("button", name="Resign").click()
    page.locator("#sure button", has_text="Yes").click()
    expect(page.locator("#result .main")).to_be_visible()
    in_order(page, "#board", "#own", "#result", "#tools")


def check_tips(page: Page, *sizes: tuple[int, int]) -> None:
    """The coach can show every tip of every game, and every goal, as a whole."""
    goals = [f"Your goal: {pyr.load(name).facts.goal}" for name in pyr.games()]
    said = goals + [tip for name in pyr.games() for tip in lessons(name).tips]
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT_TIPS, said) == [], f"cut at {width} x {height}"


def in_order(page: Page, *selectors: str) -> None:
    """Each begins where the one before it has ended: none covers another."""
    boxes = [page.locator(selector).bounding_box() for selector in selectors]
    edges = [(box["y"], box["y"] + box["height"]) for box in boxes if box]
    assert len(edges) == len(selectors)
    assert all(above[1] <= below[0] for above, below in pairwise(edges)), edges


def test_a_coach_follows_the_first_moves_covers_nothing_and_can_be_sent_away(visit: Visit) -> None:
    visitor = visit(new=True)
    visitor.start("activator", opponent="same", side="0")
    coach, page = visitor.page.locator("#coach"), visitor.page
    expect(coach).to_contain_text("Your goal: Stand on the enemy's home corner")
    expect(page.locator("#goal")).to_be_hidden()
    check_tips(page, (1280, 800), (1280, 900))
    tabs = page.locator("#tabs").bounding_box()
    visitor.click('#board [id="b1"]')
    expect(coach).to_contain_text("dots")
    visitor.click('#board [id="b2"]')
    expect(coach).to_contain_text("Well done.")
    expect(page.locator("#happened li", has_text="to b2")).to_be_in_viewport()
    page.locator("#choices button").click()
    expect(coach).to_contain_text("You capture by landing on an enemy")
    check_early_clicks(visitor)
    expect(coach).to_be_hidden()
    page.keyboard.press("m")
    expect(page.locator("#legend li svg")).to_have_count(9)
    expect(page.locator("#legend")).to_contain_text("Frozen: the lines of the two activators cross here")
    page.keyboard.press("Escape")
    page.locator("#choices button").click()
    expect(coach).to_contain_text("One pyramid goes one square")
    page.reload()
    expect(coach).to_contain_text("One pyramid goes one square")
    coach.get_by_role("button", name="No more tips").click()
    expect(coach).to_be_hidden()
    expect(page.locator("#goal")).to_be_visible()
    assert page.locator("#tabs").bounding_box() == tabs
    page.reload()
    visitor.wait_for_turn()
    expect(coach).to_be_hidden()
