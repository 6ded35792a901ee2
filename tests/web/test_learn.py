"""Lessons in a real browser: exercises are solved by clicking and by the keyboard, and mistakes are explained."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect
from tests.web.browsing import PATIENCE, Visitor

import pyramidion as pyr
from pyramidion.server.views.lessons import lessons

Visit = Callable[..., Visitor]
SOLVED = "Right!"


def api(visitor: Visitor, path: str, form: object = None) -> Any:
    data = None if form is None else json.dumps(form).encode()
    request = urllib.request.Request(
        f"{visitor.address}/api/lessons/{path}", data, {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def choice(visitor: Visitor, name: str, number: int, played: list[str]) -> dict[str, Any]:
    """A right move, with what it touches on the board."""
    move = api(visitor, f"{name}/{number}/answer", {"moves": played})["move"]
    board = api(visitor, f"{name}/{number}", {"moves": played})["board"]
    found: dict[str, Any] = next(each for each in board["choices"] if each["move"] == move)
    return found


def open_exercise(visitor: Visitor, name: str, number: int) -> None:
    if f"/learn/{name}" not in visitor.page.url:
        visitor.page.goto(f"{visitor.address}/learn/{name}")
        wait_until_idle(visitor)
    title = lessons(name).exercises[number - 1].title
    visitor.page.locator(f'[data-number="{number}"]').click()
    expect(visitor.page.locator("#title")).to_have_text(f"{number}. {title}", timeout=PATIENCE)
    wait_until_idle(visitor)


def wait_until_idle(visitor: Visitor) -> None:
    expect(visitor.page.locator("#board svg")).to_be_visible(timeout=PATIENCE)
    visitor.page.wait_for_selector("#learn:not([aria-busy])")


def click(visitor: Visitor, thing: str) -> None:
    visitor.click(f'#board [id="{thing}"]')


def press(visitor: Visitor, thing: str) -> None:
    node = visitor.page.locator(f'#board [id="{thing}"]')
    expect(node).to_have_attribute("tabindex", "0")
    node.focus()
    visitor.page.keyboard.press("Enter")


def solve(visitor: Visitor, name: str, number: int, touch: Callable[[Visitor, str], None]) -> list[str]:
    """Make the right moves of an exercise."""
    open_exercise(visitor, name, number)
    played: list[str] = []
    for _ in lessons(name).exercises[number - 1].steps:
        found = choice(visitor, name, number, played)
        for thing in (*found["pieces"][:1], found["target"]):
            if thing != "gift":  # a gift has only one way to go, so it goes there at once
                touch(visitor, thing)
        if found.get("confirm"):
            visitor.page.locator("#bubble button.main").click()
        played.append(found["move"])
        expected = SOLVED if len(played) == len(lessons(name).exercises[number - 1].steps) else "Good so far"
        expect(visitor.page.locator("#says")).to_contain_text(expected, timeout=PATIENCE)
    return played


def check_nothing_is_asked(visitor: Visitor, name: str, number: int, played: list[str]) -> None:
    """What would have to be done next in a game is not said any more."""
    for note in api(visitor, f"{name}/{number}", {"moves": played})["board"]["notes"]:
        if note["kind"] == "status":
            expect(visitor.page.locator("#notes")).not_to_contain_text(note["text"])


def names() -> list[str]:
    return [name for name in pyr.games() if lessons(name).exercises]


@pytest.mark.parametrize("game", names())
def test_all_exercises_are_solved_the_first_by_tapping_and_the_others_by_keys(visit: Visit, game: str) -> None:
    visitor, page = (found := visit(phone=True)), found.page
    check_nothing_is_asked(visitor, game, 1, solve(visitor, game, 1, click))
    expect(page.locator("#solved")).to_contain_text("1 of ")
    page.get_by_role("button", name="Next exercise").click()
    expect(page.locator("#title")).to_contain_text("2. ")
    page.reload()
    expect(page.locator("#solved")).to_contain_text("1 of ")
    expect(page.locator("#title")).to_contain_text("2. ")
    for number in range(2, len(lessons(game).exercises) + 1):
        solve(visitor, game, number, press)
    expect(page.locator("#solved")).to_contain_text("ready to play")


def test_mistakes_are_explained_and_answers_shown(visit: Visit) -> None:
    visitor, page = (found := visit()), found.page
    open_exercise(visitor, "telic", 2)
    exercise = lessons("telic").exercises[1]
    page.locator("#choices button").click()
    said = exercise.steps[0].wrong_for["pass"]
    expect(page.locator("#says")).to_have_text(f"Not quite. {said.replace(' (T12)', '')} T12")
    expect(page.locator("#says small")).to_have_text("T12")
    expect(page.locator("#solved")).to_contain_text("0 of ")
    solve(visitor, "telic", 2, press)
    open_exercise(visitor, "telic", 9)
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("#says")).to_contain_text("from a2 to a3")
    expect(page.locator("#board .pointer polygon")).to_be_visible()
    open_exercise(visitor, "activator", 3)
    click(visitor, "a3")
    expect(page.locator("#refusal")).to_contain_text("A9")


def test_a_slide_fits_the_window_and_is_shown_in_the_theme_of_the_page(visit: Visit) -> None:
    visitor, page = (found := visit()), found.page
    for width, height in ((1280, 800), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{visitor.address}/learn/telic")
        for part in ("#slides .for-light", "#slides figcaption", "#slide-on"):
            expect(page.locator(part).first).to_be_in_viewport(ratio=1)
    for theme in ("light", "dark"):
        shown = page.locator(f".pictures .for-{theme}")
        expect(shown.first).to_be_visible()
        assert shown.count() == len(lessons("telic").intro)
        page.wait_for_function("theme => document.querySelector(`.pictures .for-${theme}`).naturalWidth > 0", arg=theme)
        page.locator("#theme").click()
