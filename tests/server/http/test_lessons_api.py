"""Lessons, asked of a real server."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from tests.server.serving import Server

from pyramidion.client import Refused
from pyramidion.server.http.lessons import exercise_data
from pyramidion.server.views.lessons import attempt, lessons
from pyramidion.server.views.pictures import Look


def ask(server: Server, method: str, path: str, form: Any = None) -> Any:
    body = None if form is None else json.dumps(form)
    return server.client()._ask(method, f"/api/lessons/{path}", body)


def test_the_contents_name_every_exercise(server: Server) -> None:
    found = ask(server, "GET", "telic")
    assert [each["title"] for each in found["exercises"]] == [each.title for each in lessons("telic").exercises]
    assert [each["text"] for each in found["intro"]] == [each.text for each in lessons("telic").intro]


def test_a_game_without_lessons_has_none(server: Server) -> None:
    assert ask(server, "GET", "connect_four") == {"intro": [], "exercises": []}


@pytest.mark.parametrize("path", ["nim/1", "telic/99", "connect_four/1"])
def test_what_is_not_there_is_not_found(server: Server, path: str) -> None:
    with pytest.raises(Refused) as caught:
        ask(server, "GET", path)
    assert caught.value.status == 404


def test_a_move_is_judged_and_a_wrong_one_changes_nothing(server: Server) -> None:
    before = ask(server, "GET", "activator/8")
    wrong = ask(server, "POST", "activator/8", {"moves": ["c4-c3"]})
    assert not wrong["right"] and wrong["played"] == [] and wrong["picture"] == before["picture"]
    half = ask(server, "POST", "activator/8", {"moves": ["c4-d4"]})
    assert half["right"] and not half["done"] and half["task"] != before["task"]
    whole = ask(server, "POST", "activator/8", {"moves": ["c4-d4", "@d1"]})
    assert whole["done"] and "A25" in whole["says"] and whole["board"]["choices"] == []


def test_a_forbidden_move_is_refused_with_its_ruling(server: Server) -> None:
    with pytest.raises(Refused) as caught:
        ask(server, "POST", "activator/3", {"moves": ["a3-b3"]})
    assert caught.value.status == 422
    assert caught.value.rule == "A9"


def test_a_click_in_vain_is_explained_by_what_lies_beside(server: Server) -> None:
    piece = next(name for name, place in ask(server, "GET", "activator/3")["board"]["places"].items() if place == "a3")
    assert ask(server, "POST", "activator/3/why", {"piece": piece})["rule"] == "A9"


def test_giving_up_shows_a_right_move_until_all_is_done(server: Server) -> None:
    assert ask(server, "POST", "topologic/7/answer", {"moves": ["2-i4"]})["move"] == "3-i4"
    assert ask(server, "POST", "telic/9/answer", {"moves": []})["says"][0] == "You move D and A from a2 to a3."
    with pytest.raises(Refused):
        ask(server, "POST", "topologic/7/answer", {"moves": ["2-i4", "3-i4"]})


def test_a_seeker_is_not_shown_the_secret_of_an_exercise() -> None:
    """With another secret that the hints leave open, the page gets the very same."""
    exercise = next(each for each in lessons("topologic").exercises if "tells" in each.claims)
    other = replace(exercise, position=exercise.position.replace(" f3,- ", " e3,- "))
    assert other != exercise
    shown, same = (exercise_data(each, attempt(each, []), Look("plan")) for each in (exercise, other))
    assert shown == same


def test_an_exercise_shows_the_marks_that_it_is_about_and_no_others() -> None:
    for each in lessons("activator").exercises:
        picture = exercise_data(each, attempt(each, []), Look())["picture"]
        shown = {kind for kind in ("attack", "frozen", "immune") if f"highlight-{kind}" in picture}
        assert shown == set(each.highlights)
        assert len(shown) < 3


def test_an_exercise_is_laid_for_a_tall_window_if_asked(server: Server) -> None:
    wide, tall = (ask(server, "GET", f"telic/1?arrangement={name}")["picture"] for name in ("wide", "tall"))
    assert wide != tall
