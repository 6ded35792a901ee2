"""Studies, asked of a real server: it keeps nothing, plays every move again, and refuses what cannot be."""

from __future__ import annotations

import json
import threading
import urllib.request
from typing import Any

import pytest
from tests.server.serving import Server

import pyramidion as pyr
from pyramidion.client import Refused
from pyramidion.server.runtime.tasks import Analyse, Answer
from pyramidion.server.runtime.worker import Worker

STUDY = "telic roll =3 +A ( +B { bigger } ) roll =5"
MIDDLE = "telic .,bF,.,bD/.,.,.,./.,rA/rC,.,.,./.,.,.,. AABBCCDEEF ABBCDDEEFF 4 1 13"


def ask(server: Server, path: str, form: Any) -> Any:
    return server.client()._ask("POST", f"/api/study{path}", json.dumps(form))


def test_a_study_is_read_move_by_move(server: Server) -> None:
    found = ask(server, "", {"study": STUDY})
    assert [each["move"] for each in found["moves"]] == ["roll", "=3", "+A", "+B", "roll", "=5"]
    assert [each["after"] for each in found["moves"]] == [0, 1, 2, 2, 3, 5]
    assert [each["seat"] for each in found["moves"]] == [0, None, 0, 0, 1, None]
    assert found["moves"][3]["comment"] == "bigger"
    assert (found["head"], found["whole"], found["at"]) == ("telic", True, 6)


def test_a_study_begins_with_a_game_or_a_position(server: Server) -> None:
    shuffled = ask(server, "", {"start": "topologic(seekers=3)"})
    assert shuffled["hidden"] and shuffled["whole"] and shuffled["head"].startswith("topologic(seekers=3) [ ")
    assert ask(server, "", {"study": shuffled["head"]})["start"] == shuffled["start"]
    assert not ask(server, "", {"start": MIDDLE})["whole"]


def test_a_position_is_shown_after_moves_with_what_can_be_done(server: Server) -> None:
    start = pyr.load("telic").start(seed=0).text
    rolling = ask(server, "/look", {"position": start, "moves": "roll"})
    assert rolling["mover"] is None and rolling["whose"] == 0
    assert [each["move"] for each in rolling["chances"]] == ["=0", "=A", "=2", "=3", "=4", "=5"]
    assert sum(each["share"] for each in rolling["chances"]) == pytest.approx(1)
    rolled = ask(server, "/look", {"position": rolling["text"], "moves": "=3", "bare": False})
    assert rolled["last"]["move"] == "=3" and rolled["events"] and "<style" in rolled["picture"]
    assert {choice["move"] for choice in rolled["board"]["choices"]} >= {"+A", "+F"}


def test_a_bot_of_a_level_moves_in_any_position(server: Server) -> None:
    start = pyr.load("telic").start(seed=0)
    assert ask(server, "/move", {"position": start.text, "level": 1})["move"] in map(str, start.moves())
    with pytest.raises(Refused, match="Chance is to move"):
        ask(server, "/move", {"position": start.play("roll").text, "level": 1})


def test_a_secret_is_shown_to_those_who_may_know_it(server: Server) -> None:
    start = ask(server, "", {"start": "topologic(seekers=3)"})["start"]
    seen = {"position": start, "moves": "secret:b1"}
    everything = ask(server, "/look", seen)
    other, spectator = (ask(server, "/look", {**seen, "everything": False, "seat": seat}) for seat in (1, None))
    assert "secret" in everything["picture"] and "secret" not in other["picture"] + spectator["picture"]
    assert everything["last"]["move"] == "secret:b1" != everything["last"]["veiled"]
    own = ask(server, "/look", {**seen, "everything": False, "seat": 0})
    assert own["picture"] == everything["picture"]


@pytest.mark.parametrize(
    ("path", "form", "detail"),
    [
        ("", {"study": "telic roll +A"}, "move 2 of the study"),
        ("", {"study": "nothing"}, "nothing"),
        ("", {"start": "telic 1 2"}, "position text"),
        ("", {"study": "telic " + "roll " * 3000}, "12000"),
        ("/look", {"position": MIDDLE, "moves": "a1-a2"}, "you have rolled"),
        ("/look", {"position": MIDDLE.replace(" 1 13", " 0 13")}, "Blue moves after an even number"),
        ("/look", {"position": MIDDLE, "seat": 3}, "seats 0 to 1"),
        ("/lines", {"position": MIDDLE, "level": 9}, "less than or equal to 8"),
        ("/why", {"position": MIDDLE.replace("4 1 13", "- *1 13"), "piece": "a1"}, "Chance is to move"),
        ("/setup", {"position": MIDDLE, "piece": "blue-F-1", "place": "nowhere"}, "Choose a piece"),
        ("/record", {"study": f"telic [ {MIDDLE.removeprefix('telic ')} ]"}, "begins later"),
        ("/record", {"study": STUDY, "at": 7}, "6 moves"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(
    server: Server, path: str, form: dict[str, Any], detail: str
) -> None:
    with pytest.raises(Refused, match=detail) as refused:
        ask(server, path, form)
    assert refused.value.status in (409, 422)


def test_a_click_is_explained_by_the_ruling(server: Server) -> None:
    piece = next(
        name for name, place in ask(server, "/look", {"position": MIDDLE})["board"]["places"].items() if place == "a2"
    )
    assert ask(server, "/why", {"position": MIDDLE, "piece": piece, "target": "d1"})["rule"].startswith("T")


def test_a_position_is_set_up_by_hand_possible_or_not(server: Server) -> None:
    moved = ask(server, "/setup", {"position": MIDDLE, "piece": "blue-F-1", "place": "b1"})
    assert moved["text"] == MIDDLE.replace(".,bF,.,bD", ".,.,.,bD").replace(".,.,.,. AABB", ".,bF,.,. AABB")
    assert moved["impossible"] == "" and moved["board"]["choices"] == []
    assert "even number" in ask(server, "/setup", {"position": MIDDLE.replace(" 1 13", " 0 13")})["impossible"]


def test_lines_grow_until_they_are_done(server: Server) -> None:
    form = json.dumps({"position": MIDDLE, "level": 6, "lines": 2}).encode()
    request = urllib.request.Request(f"{server.address}/api/study/lines", form, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        found = [json.loads(line) for line in answer]
    assert [each["done"] for each in found] == [False] * (len(found) - 1) + [True] and len(found) > 1
    assert all(len(each["lines"]) == 2 and each["seat"] == 1 for each in found)
    assert found[0]["effort"] < found[-1]["effort"]
    best = found[-1]["lines"][0]
    assert best["line"][0] == best["move"] and sum(best["results"]) == pytest.approx(1)


def test_every_outcome_of_chance_is_weighed(server: Server) -> None:
    found = ask(server, "/lines", {"position": MIDDLE.replace("4 1 13", "- *1 13")})
    found = found if isinstance(found, dict) else json.loads(found)
    assert [each["move"] for each in found["lines"]] == ["=0", "=A", "=2", "=3", "=4", "=5"] and found["done"]
    average = sum(each["results"][1] for each in found["lines"]) / 6
    assert found["seat"] == 1 and found["results"][1] == pytest.approx(average)
    assert found["lines"][4]["line"][0] == "=4" and len(found["lines"][4]["line"]) > 1


def test_a_worker_says_what_it_thinks_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyramidion.server.runtime.worker.BREATH", -1.0)
    said: list[Answer] = []
    Worker(said.append).work(7, Analyse(5, pyr.load("activator").start(), grows=True), threading.Event())
    assert len(said) > 2 and [each.more for each in said] == [True] * (len(said) - 1) + [False]
    assert said[-1].result == said[-2].result


def test_a_line_is_exported_as_a_record_that_replays(server: Server) -> None:
    client = server.client()
    line = client._ask("POST", "/api/study/record", json.dumps({"study": STUDY, "at": 4}))
    record = line if isinstance(line, dict) else json.loads(line)
    assert record["moves"] == ["roll", "=3", "+B"]
    assert pyr.replay(pyr.Record.from_data(record)).position.mover == 1


def test_the_game_of_a_table_is_studied_when_it_is_over(server: Server) -> None:
    client = server.client()
    table = client.new_table("telic", bots={1: 1})["id"]
    client.take_seat(table, 0)
    client.move(table, "roll")
    with pytest.raises(Refused, match="once it is over") as refused:
        server.client()._ask("GET", f"/api/tables/{table}/study", None)
    assert refused.value.status == 409
    client._post(f"/api/tables/{table}/resign", {})
    found = server.client()._ask("GET", f"/api/tables/{table}/study?ply=1", None)
    assert found["moves"][0]["move"] == "roll" and found["at"] == 1
    with pytest.raises(Refused, match="plies"):
        client._ask("GET", f"/api/tables/{table}/study?ply=99999", None)


def test_running_games_of_people_and_of_secrets_are_not_studied(server: Server) -> None:
    client = server.client()
    for game, bots in (("activator", {}), ("topologic", {0: 1, 1: 1})):
        table = client.new_table(game, bots=bots)["id"]
        for seat in range(2 - len(bots)):
            client.take_seat(table, seat)
        with pytest.raises(Refused, match="once it is over"):
            client._ask("GET", f"/api/tables/{table}/study", None)


def test_only_the_embedded_page_may_be_framed(server: Server) -> None:
    for path, framed in (("/embed", True), ("/study", False), ("/study/telic", False), ("/", False)):
        with urllib.request.urlopen(f"{server.address}{path}") as answer:
            policy = answer.headers["content-security-policy"]
        assert ("frame-ancestors *" in policy) == framed
        assert ("frame-ancestors 'none'" in policy) == (not framed)
        assert "script-src 'self'" in policy and "unsafe" not in policy
