"""A real browser for tests: Debian's Chromium, driven by Playwright, with an empty profile. The one without windows is
quicker, and draws the same."""

from __future__ import annotations

import json
import random
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

import pyramidion as pyr

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=LocalNetworkAccessChecks",  # a page of another site may frame ours, which is on this machine
]
CENTRE = """([selector, share]) => {
  const found = [...document.querySelectorAll(selector)];
  if (!found.length) return null;
  const chosen = found[Math.floor(share * found.length)];
  chosen.scrollIntoView({ block: "nearest" });
  const box = chosen.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
EXPERIENCED = f"""if (location.host) {{
  localStorage.speed = "instant";
  for (const game of {json.dumps(pyr.games())}) localStorage[`coached ${{game}}`] = "done";
}}"""
PATIENCE = 180_000  # milliseconds; machines may be busy
expect.set_options(timeout=PATIENCE)


@contextmanager
def browser() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    assert program, "Chromium is missing. On Debian: apt-get install chromium-headless-shell"
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield found
        found.close()


class Visitor:
    """Somebody with a browser of their own, who wants neither a coach nor slow bots, unless `new` to the page, and no
    animations, unless everything is `moving`. What goes wrong on the page is remembered in `errors`."""

    def __init__(
        self,
        found: Browser,
        address: str,
        phone: bool = False,
        dark: bool = False,
        new: bool = False,
        moving: bool = False,
    ) -> None:
        size = {"width": 360, "height": 740} if phone else {"width": 1280, "height": 900}
        self.context = found.new_context(
            viewport={"width": size["width"], "height": size["height"]},
            has_touch=phone,
            reduced_motion="no-preference" if moving else "reduce",
            color_scheme="dark" if dark else "light",
        )
        self.context.set_default_timeout(PATIENCE)
        if not new:
            self.context.add_init_script(EXPERIENCED)
        self.page: Page = self.context.new_page()
        self.address = address
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._heard)
        self.chance = random.Random(1)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"{message.text} {message.location.get('url', '')}")

    def home(self) -> None:
        self.page.goto(self.address)

    def start(self, game: str, opponent: str = "bot", level: int = 1, **options: str) -> str:
        """Open a table from the home page; returns its address."""
        self.home()
        card = self.page.locator(f'[data-game="{game}"]')
        against_bots = opponent in ("bot", "watch")
        card.locator(f'button[data-way="{"bot" if against_bots else "people"}"]').click()
        card.locator(f'[name="opponent"][value="{opponent}"]').check()
        if against_bots:
            card.locator('[name="level"]').select_option(str(level))
        card.locator("summary").click()
        for name, value in options.items():
            card.locator(f'[name="{name}"]').select_option(value)
        card.locator('[type="submit"]').click()
        self.page.wait_for_url("**/t/*")
        expect(self.page.locator("#board svg")).to_be_visible(timeout=PATIENCE)
        return self.page.url

    @property
    def over(self) -> bool:
        return self.page.locator("#result .verdict").count() > 0

    @property
    def to_move(self) -> bool:
        return not self.over and self.page.locator("#status[data-yours]").count() > 0

    def wait_for_turn(self) -> None:
        """Until something can be done, or the game is over."""
        self.page.wait_for_selector("#status[data-yours], #result .verdict, #curtain:not([hidden])", state="attached")

    def plies(self) -> int:
        return self.page.locator("#moves .ply").count()

    def turn(self) -> None:
        """Do something that the board offers, by clicking."""
        self.wait_for_turn()
        if self.over:
            return
        curtain = self.page.locator("#curtain:not([hidden]) button")
        if curtain.count():
            curtain.click()
            return
        buttons = self.page.locator("#choices button").count()
        if buttons and (self.chance.random() < 0.4 or not self.page.locator("#board [tabindex='0']").count()):
            self.click("#choices button")
        else:
            self.click("#board [tabindex='0']")
            self.click("#board [data-goal]")
            answers = self.page.locator("#bubble:not([hidden]) button.main")
            if answers.count():
                answers.first.click()
            elif self.page.locator("#bubble:not([hidden])").count():
                self.page.keyboard.press("Escape")
                return
        self.page.wait_for_selector("#table:not([data-sending])", state="attached")

    def click(self, selector: str) -> None:
        """Click on any of these things, if there are some."""
        point = self.page.evaluate(CENTRE, [selector, self.chance.random()])
        if point is not None:
            self.page.mouse.click(*point)

    @property
    def api(self) -> str:
        """The address of the table for programs."""
        return f"{self.address}/api/tables/{self.page.url.rpartition('/')[2]}"

    def state(self) -> dict[str, Any]:
        """The table as the server knows it, whatever the page shows."""
        found: dict[str, Any] = self.context.request.get(self.api).json()
        return found

    def send_moves(self, most: int) -> None:
        """Make so many moves at random, as another program with the same key would, or until the game is over."""
        while most and (state := self.state())["status"] != "over":
            if state["moves"]:
                move = {"move": self.chance.choice(state["moves"]), "ply": state["ply"]}
                self.context.request.post(f"{self.api}/moves", data=move)
                most -= 1
            else:
                self.page.wait_for_timeout(10)


def eventually(holds: Callable[[], bool], otherwise: str = "the page did not follow") -> None:
    """Wait until something holds that cannot be said with `expect`."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not holds():
        assert time.monotonic() < deadline, otherwise
        time.sleep(0.05)


def until(act: Callable[[], object], done: Callable[[], bool]) -> None:
    """Do something until it has shown: a page that is being drawn again takes no clicks."""
    deadline = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < deadline:
        act()
        for _ in range(20):
            if done():
                return
            time.sleep(0.1)
    raise AssertionError("the page did not follow")


def take_turns(people: list[Visitor], times: int) -> None:
    """Everybody moves when it is their turn, until all have done so this often. The order is the game's own
    affair: a roll may give the same seat another turn."""
    moved = [0] * len(people)
    for _ in range(PATIENCE):
        for number, visitor in enumerate(people):
            if visitor.to_move:
                visitor.turn()
                moved[number] += 1
        if min(moved) >= times or people[0].over:
            return
        people[0].page.wait_for_timeout(1)
    raise AssertionError(f"nobody can move any more; turns so far: {moved}")


def resign(visitor: Visitor) -> None:
    """Asked for by a key, and then again by the page."""
    visitor.page.keyboard.press("r")
    visitor.page.locator("#sure button", has_text="Yes").click()
    expect(visitor.page.locator("#result .verdict")).to_be_visible()
