"""Puzzles, asked of a real server."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from tests.server.serving import Server

import pyramidion as pyr
from pyramidion.client import Refused
from pyramidion.server.problems import Problem
from pyramidion.server.runtime.tasks import Pose
from pyramidion.server.runtime.worker import posed
from pyramidion.server.views.puzzles import puzzle_data, tried, wanted
from pyramidion.study.puzzles.attempts import attempt
from pyramidion.study.puzzles.puzzle import Puzzle, read_puzzle


def ask(server: Server, method: str, path: str = "", form: Any = None) -> Any:
    body = None if form is None else json.dumps(form)
    return server.client()._ask(method, f"/api/puzzles{path}", body)


def of_two_moves() -> Puzzle:
    return next(each for each in pyr.puzzles("telic") if len(each.steps) > 1)


def test_the_overview_counts_the_puzzles_and_names_that_of_the_day(server: Server) -> None:
    found = ask(server, "GET")
    assert {each["name"]: each["count"] for each in found["games"]}["telic"] == len(pyr.puzzles("telic"))
    assert found["daily"]["id"] in [each["id"] for each in ask(server, "GET", f"/{found['daily']['game']}")]


def test_a_puzzle_is_shown_without_its_solution(server: Server) -> None:
    given = pyr.puzzles("telic")[0]
    found = ask(server, "GET", f"/telic/{given.id}")
    assert found["verdict"] == "open" and found["frames"] == [] and found["says"] == ""
    assert given.line[0] in [choice["move"] for choice in found["board"]["choices"]]


def test_right_moves_are_answered_with_the_replies(server: Server) -> None:
    given = of_two_moves()
    path, moves = f"/telic/{given.id}", [step.move for step in given.steps]
    half = ask(server, "POST", path, {"moves": moves[:1]})
    assert half["verdict"] == "right" and half["found"] == moves[:1] and half["frames"]
    assert ask(server, "POST", f"{path}/hint", {"moves": moves[:1]})["move"] == moves[1]
    assert ask(server, "POST", path, {"moves": moves})["verdict"] == "solved"


def test_a_wrong_move_is_refuted_on_the_board_and_in_words(server: Server) -> None:
    given = pyr.puzzles("traffic_tyrants")[0]
    wrong = given.steps[0].others[0]
    found = ask(server, "POST", f"/traffic_tyrants/{given.id}", {"moves": [wrong.move]})
    assert found["verdict"] == "wrong" and found["found"] == [] and len(found["frames"]) == 1 + len(wrong.reply)
    assert "right move" in found["says"]


@pytest.mark.parametrize(
    ("path", "form", "status"),
    [
        ("/nim/abcdef", {}, 404),
        ("/telic/abcdef", {}, 404),
        ("/telic/own", {}, 422),
        ("/telic/own", {"puzzle": "{}"}, 422),
        ("/telic/own", {"puzzle": "x" * 9000}, 422),
        ("/telic/A", {}, 422),
    ],
)
def test_what_is_not_there_or_not_a_puzzle_is_refused(server: Server, path: str, form: Any, status: int) -> None:
    with pytest.raises(Refused) as caught:
        ask(server, "POST", path, form)
    assert caught.value.status == status


def test_a_puzzle_of_ones_own_is_solved_like_any_other(server: Server) -> None:
    given = pyr.puzzles("telic")[0]
    own = {"puzzle": given.to_json()}
    found = ask(server, "POST", "/telic/own", {**own, "moves": [step.move for step in given.steps]})
    assert found["verdict"] == "solved" and found["id"] == given.id
    with pytest.raises(Refused) as caught:
        ask(server, "POST", "/activator/own", own)
    assert caught.value.status == 422


def test_a_garbled_puzzle_is_refused_or_played() -> None:
    chance, line = random.Random(1), pyr.puzzles("telic")[0].to_json()
    seen = set[int]()
    for _ in range(150):
        place, junk = chance.randrange(len(line)), chance.choice(["", "9" * 30, "[", "é", "\0", "1e999", "nan", " "])
        try:
            given = wanted("telic", "own", line[:place] + junk + line[place + chance.randrange(3) :])
            puzzle_data(tried(given, [given.steps[0].others[0].move]), "diagram", "light")
        except Problem as problem:
            seen.add(problem.status)
    assert seen == {422}


def test_the_solver_is_not_shown_a_secret() -> None:
    """With another secret that the hints leave open, the page gets the very same."""
    given = pyr.puzzles("topologic")[0]
    others = [each.text for each in given.start.view(given.seat).possibilities()]
    assert len(others) > 1
    shown = [puzzle_data(attempt(replace(given, position=text), []), "plan", "light") for text in others[:2]]
    assert {**shown[0], "id": ""} == {**shown[1], "id": ""}


def test_a_position_makes_a_puzzle_only_after_the_game_and_if_one_move_is_best(server: Server) -> None:
    person = server.client()
    table = person.new_table("traffic_tyrants")["id"]
    for seat in (0, 1):
        person.take_seat(table, seat)

    def make(ply: int) -> Refused:
        with pytest.raises(Refused) as caught:
            person._ask("POST", f"/api/tables/{table}/puzzle", json.dumps({"ply": ply}))
        return caught.value

    assert "finished game" in str(make(0))
    person._ask("POST", f"/api/tables/{table}/resign", json.dumps({"seat": 0}))
    assert "not clearly better" in str(make(0)) and make(0).status == 409
    assert "No player was to move there" in str(make(7))


def test_a_worker_makes_the_puzzle_that_a_position_holds() -> None:
    given = next(each for each in pyr.puzzles("traffic_tyrants") if each.proven)
    assert read_puzzle(given.game, posed(Pose(given.start))).line[0] == given.line[0]
