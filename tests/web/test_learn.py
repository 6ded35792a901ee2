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


def solve(visitor: Visitor, name: str, number: int, touch: Callable[[Visitor, str], None]) -> None:
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


def names() -> list[str]:
    return [name for name in pyr.games() if lessons(name).exercises]


@pytest.mark.parametrize("game", names())
def test_an_exercise_of_every_game_is_solved_by_clicking(visit: Visit, game: str) -> None:
    visitor = visit(phone=True)
    solve(visitor, game, 1, click)
    expect(visitor.page.locator("#solved")).to_contain_text("1 of ")
    visitor.page.get_by_role("button", name="Next exercise").click()
    expect(visitor.page.locator("#title")).to_contain_text("2. ", timeout=PATIENCE)
    visitor.page.reload()
    expect(visitor.page.locator("#solved")).to_contain_text("1 of ", timeout=PATIENCE)
    expect(visitor.page.locator("#title")).to_contain_text("2. ", timeout=PATIENCE)


@pytest.mark.parametrize("game", names())
def test_all_exercises_are_solved_with_the_keyboard_alone(visit: Visit, game: str) -> None:
    visitor = visit()
    for number in range(1, len(lessons(game).exercises) + 1):
        solve(visitor, game, number, press)
    expect(visitor.page.locator("#solved")).to_contain_text("ready to play")


def test_a_wrong_move_gets_its_hint_and_can_be_tried_again(visit: Visit) -> None:
    visitor = visit()
    open_exercise(visitor, "telic", 2)
    exercise = lessons("telic").exercises[1]
    visitor.page.locator("#choices button").click()
    expect(visitor.page.locator("#says")).to_have_text(
        f"Not quite. {exercise.steps[0].wrong_for['pass']}", timeout=PATIENCE
    )
    expect(visitor.page.locator("#solved")).to_contain_text("0 of ")
    solve(visitor, "telic", 2, press)


def test_a_move_that_the_rules_forbid_is_refused_with_the_ruling(visit: Visit) -> None:
    visitor = visit()
    open_exercise(visitor, "activator", 3)
    click(visitor, "a3")
    expect(visitor.page.locator("#refusal")).to_contain_text("(A9)", timeout=PATIENCE)


def test_somebody_who_gives_up_is_shown_a_right_move(visit: Visit) -> None:
    visitor = visit()
    open_exercise(visitor, "telic", 9)
    visitor.page.get_by_role("button", name="Show me").click()
    expect(visitor.page.locator("#says")).to_contain_text("from a2 to a3", timeout=PATIENCE)
    expect(visitor.page.locator("#board .pointer polygon")).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_pictures_are_shown_in_the_theme_of_the_page(visit: Visit, theme: str) -> None:
    visitor = visit(dark=theme == "dark")
    visitor.page.goto(f"{visitor.address}/learn/telic")
    shown = visitor.page.locator(f".pictures .for-{theme}")
    expect(shown.first).to_be_visible(timeout=PATIENCE)
    assert shown.count() == len(lessons("telic").intro)
    visitor.page.wait_for_function(
        "theme => document.querySelector(`.pictures .for-${theme}`).naturalWidth > 0", arg=theme
    )
