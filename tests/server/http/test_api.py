"""The API, spoken to a real server by the client."""

from __future__ import annotations

import gzip
import http.client
import json
import random
import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.server.serving import Server

from pyramidion.client import Client, Refused
from pyramidion.engine.records import Record
from pyramidion.server.journal.verification import verify


def seated(server: Server, game: str, people: int = 2, **more: Any) -> tuple[str, list[Client]]:
    """A table with people on its first seats."""
    clients = [server.client() for _ in range(people)]
    table = clients[0].new_table(game, **more)["id"]
    for seat, client in enumerate(clients):
        client.take_seat(table, seat, name=f"Person {seat}")
    return table, clients


def play_randomly(table: str, clients: list[Client], most: int, seed: int = 0) -> None:
    chance = random.Random(seed)
    for _ in range(most):
        state = clients[0].table(table)
        if state["status"] != "playing":
            return
        mover = clients[state["mover"]]
        mover.move(table, chance.choice(mover.table(table)["moves"]), state["ply"])


def test_a_game_is_played_to_its_end_and_its_record_is_fair(server: Server, name: str) -> None:
    table, clients = seated(server, name)
    play_randomly(table, clients, 60)
    if clients[0].table(table)["status"] == "playing":
        clients[0].act(table, "resign")
    record = Record.from_json(clients[1].record(table))
    report = verify(record)
    assert report.fair, report.problem
    assert record.proof is not None
    assert json.loads(record.proof["terms"])["commitment"] == clients[0].commitments[table]
    assert any("plies follow the rules" in check for check in report.checks)


def test_a_changed_roll_is_found(server: Server) -> None:
    table, clients = seated(server, "telic")
    play_randomly(table, clients, 20)
    clients[0].act(table, "resign")
    data = json.loads(clients[0].record(table))
    ply = data["moves"].index("roll") + 1
    data["moves"][ply:] = ["=5" if data["moves"][ply] != "=5" else "=4"]
    report = verify(Record.from_json(json.dumps(data)))
    assert not report.fair
    assert report.problem is not None and "sealed" in report.problem


def test_a_refused_move_says_which_ruling_forbids_it(server: Server) -> None:
    table, (red, _) = seated(server, "activator")
    with pytest.raises(Refused, match="blocked on c1") as refused:
        red.move(table, "b1-d1", 0)
    assert (refused.value.status, refused.value.kind, refused.value.rule) == (422, "illegal-move", "A21")


def test_nobody_moves_for_another_seat(server: Server) -> None:
    table, (red, blue) = seated(server, "activator")
    with pytest.raises(Refused, match="turn"):
        blue.move(table, "b1-b2", 0)
    with pytest.raises(Refused, match="not yours"):
        blue.move(table, "b1-b2", 0, seat=0)
    with pytest.raises(Refused, match="You have no seat at this table"):
        server.client().move(table, "b1-b2", 0)
    assert red.table(table)["ply"] == 0


def test_a_repeated_move_counts_once_also_after_an_undo(server: Server) -> None:
    table, (red, _) = seated(server, "activator")
    form = {"move": "b1:1-b2", "ply": 0, "request": "first"}
    assert red.act(table, "moves", **form)["ply"] == 1
    assert red.act(table, "moves", **form)["ply"] == 1
    red.act(table, "asks", what="undo")
    assert red.act(table, "moves", **form)["ply"] == 0


def test_a_move_for_another_ply_is_out_of_step(server: Server) -> None:
    table, (red, _) = seated(server, "activator")
    with pytest.raises(Refused) as refused:
        red.move(table, "b1:1-b2", 3)
    assert (refused.value.status, refused.value.kind, refused.value.problem["ply"]) == (409, "out-of-step", 0)


def test_a_turn_can_be_taken_back_freely_until_it_is_over(server: Server) -> None:
    table, (red, _) = seated(server, "activator")
    red.move(table, "b1:1-b2", 0)
    assert red.act(table, "asks", what="undo")["ply"] == 0


def test_an_undo_needs_the_other_person(server: Server) -> None:
    table, (red, blue) = seated(server, "activator")
    red.move(table, "b1:1-b2", 0)
    red.move(table, "stay", 1)
    red.act(table, "asks", what="undo")
    assert blue.table(table)["asks"] == {"undo": [0]}
    blue.act(table, "asks", what="undo", agree=False)
    assert blue.table(table)["asks"] == {}
    red.act(table, "asks", what="undo")
    assert blue.act(table, "asks", what="undo")["ply"] == 1


def test_an_undo_stops_at_a_roll(server: Server) -> None:
    table, (blue, _) = seated(server, "telic")
    blue.move(table, "roll", 0)
    with pytest.raises(Refused, match="past a roll"):
        blue.act(table, "asks", what="undo")


def test_a_draw_is_agreed_on_by_people_only(server: Server) -> None:
    table, (red, blue) = seated(server, "activator")
    red.act(table, "asks", what="draw")
    blue.act(table, "asks", what="draw")
    assert blue.table(table)["outcome"]["results"] == ["1/2", "1/2"]
    against_bot, (person,) = seated(server, "activator", people=1, bots={1: 1})
    with pytest.raises(Refused, match="Bots do not agree"):
        person.act(against_bot, "asks", what="draw")


def test_a_pause_stops_moves_until_somebody_resumes(server: Server) -> None:
    table, (red, blue) = seated(server, "activator")
    red.act(table, "asks", what="pause")
    blue.act(table, "asks", what="pause")
    with pytest.raises(Refused, match="paused"):
        red.move(table, "b1:1-b2", 0)
    blue.act(table, "resume")
    assert red.move(table, "b1:1-b2", 0)["ply"] == 1


def test_time_that_runs_out_loses(server: Server) -> None:
    table, (red, _) = seated(server, "activator", timing={"kind": "game", "seconds": 1, "increment": 0})
    with red.live(table, picture="none") as messages:
        end = next(message for message in messages if message.get("status") == "over")
    assert end["outcome"]["rule"] == "time" and end["outcome"]["results"] == ["0", "1"]
    with pytest.raises(Refused, match="over"):
        red.move(table, "b1:1-b2", 0)


def test_a_rematch_turns_the_seats_and_is_one_for_both(server: Server) -> None:
    table, (red, blue) = seated(server, "activator")
    red.act(table, "resign")
    fresh = red.act(table, "rematch")["table"]
    assert blue.act(table, "rematch")["table"] == fresh
    assert red.table(fresh)["before"] == table


def test_a_bot_answers_and_gives_hints(server: Server) -> None:
    table, (person,) = seated(server, "activator", people=1, bots={1: 2})
    with person.live(table, picture="none") as messages:
        assert next(messages)["type"] == "table"
        person.move(table, "b1:1-b2", 0)
        person.move(table, "stay", 1)
        answer = next(message for message in messages if message.get("ply", 0) >= 4 and message["mover"] == 0)
    assert [ply["seat"] for ply in person.table(table)["history"]] == [0, 0, 1, 1]
    lines = person.act(table, "analysis", level=2)["lines"]
    assert lines[0]["move"] in answer["moves"]


def test_a_finished_game_can_be_reviewed(server: Server) -> None:
    table, (red, _) = seated(server, "activator")
    red.move(table, "b1:1-b2", 0)
    red.act(table, "resign")
    found = server.client().act(table, "analysis", level=1, ply=0)
    assert found["seat"] == 0 and found["ply"] == 0 and found["lines"]
    with pytest.raises(Refused, match="No player was to move there"):
        red.act(table, "analysis", level=1, ply=7)


def test_hints_are_not_for_games_between_people(server: Server) -> None:
    table, (red, _) = seated(server, "activator")
    with pytest.raises(Refused, match="another person"):
        red.act(table, "analysis", level=1)


def test_what_was_missed_is_told_exactly(server: Server) -> None:
    table, clients = seated(server, "telic")
    with server.client().live(table) as live:
        next(live)
        play_randomly(table, clients, 12)
        told: list[dict[str, Any]] = []
        while not told or told[-1]["number"] < clients[0].table(table)["number"]:
            message = next(live)
            if message["type"] == "update":
                told.append(message)
    with server.client().live(table, after=5) as live:
        missed = [next(live) for _ in range(len(told) - 3)]
    bare = [{name: part for name, part in each.items() if name != "picture"} for each in told]
    assert missed == [*bare[3:-1], told[-1]]  # one picture is enough


def test_my_tables_and_open_tables_are_found(server: Server) -> None:
    table, (red, _) = seated(server, "activator")
    assert [found["id"] for found in red.mine()] == [table]
    listed = server.client().new_table("telic", listed=True)["id"]
    hidden = server.client().new_table("telic")["id"]
    found = [each["id"] for each in server.client()._get("/api/tables")]
    assert listed in found and hidden not in found and table not in found


@pytest.mark.parametrize(
    ("path", "form", "detail"),
    [
        ("/api/tables", {"game": "chess"}, "no game 'chess'"),
        ("/api/tables", {"game": "telic(merge=never)"}, "not a value of merge"),
        ("/api/tables", {"game": "telic", "bots": {"5": 1}}, "seats 0 to 1"),
        ("/api/tables", {"game": "telic", "bots": {"0": 9}}, "less than or equal to 8"),
        ("/api/tables", {"game": "telic", "bot": {}}, "Extra inputs"),
        ("/api/tables/0000000000000000/moves", {"move": "roll", "ply": 0}, "no table"),
    ],
)
def test_bad_requests_are_explained(server: Server, path: str, form: dict[str, Any], detail: str) -> None:
    with pytest.raises(Refused, match=detail) as refused:
        server.client()._post(path, form)
    assert refused.value.problem["title"]


def raw(server: Server, method: str, path: str, body: bytes = b"", **headers: str) -> http.client.HTTPResponse:
    connection = http.client.HTTPConnection(urlsplit(server.address).netloc)
    connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
    return connection.getresponse()


def test_large_bodies_and_other_sites_are_refused(server: Server) -> None:
    assert raw(server, "POST", "/api/tables", b"x" * 20_000).status == 413
    assert raw(server, "POST", "/api/tables", b"{}", Origin="http://elsewhere.example").status == 403


def test_answers_have_the_headers_that_browsers_heed(server: Server) -> None:
    response = raw(server, "GET", "/api/games")
    assert "script-src 'self'" in (response.getheader("content-security-policy") or "")
    assert response.getheader("referrer-policy") == "no-referrer"
    assert "unsafe-inline" not in (response.getheader("content-security-policy") or "")


def test_a_cookie_holds_the_seat(server: Server) -> None:
    table = server.client().new_table("activator")["id"]
    body = json.dumps({"contribution": "0" * 32}).encode()
    response = raw(server, "POST", f"/api/tables/{table}/seats/0", body, Content_Type="application/json")
    cookie = response.getheader("set-cookie") or ""
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie
    seen = raw(server, "GET", f"/api/tables/{table}", Cookie=cookie.split(";")[0])
    assert json.loads(seen.read())["you"] == 0


def test_health_and_metrics(server: Server) -> None:
    assert json.loads(raw(server, "GET", "/health").read()) == {"status": "alive"}
    assert raw(server, "GET", "/ready").status == 200
    assert b"pyramidion_requests_total" in raw(server, "GET", "/metrics").read()


def test_a_game_has_the_title_that_its_players_gave_it(server: Server) -> None:
    table, (first, second) = seated(server, "topologic", title="Treasure Hunt on Parrot Island", listed=True)
    assert second.table(table)["title"] == "Treasure Hunt on Parrot Island"
    assert [each["title"] for each in first.mine() if each["id"] == table] == ["Treasure Hunt on Parrot Island"]
    first.act(table, "resign")
    again = first.act(table, "rematch")["table"]
    assert first.table(again)["title"] == "Treasure Hunt on Parrot Island"


def test_somebody_with_two_seats_is_told_so(server: Server) -> None:
    client = server.client()
    table = client.new_table("activator")["id"]
    for seat in (0, 1):
        client.take_seat(table, seat)
    assert client.table(table)["yours"] == [0, 1]
    assert server.client().table(table)["yours"] == []


def test_a_table_is_told_in_a_line(server: Server) -> None:
    table, (red, blue) = seated(server, "activator")
    assert (red.headline(table)["others"], red.headline(table)["state"]) == (["Person 1"], "yours")
    assert (blue.headline(table)["others"], blue.headline(table)["state"]) == (["Person 0"], "playing")
    seen = server.client().headline(table)
    assert (seen["others"], seen["state"], seen["timing"]) == (["Person 0", "Person 1"], "playing", None)
    assert (seen["host"], seen["turn"], seen["free"], seen["bots"]) == ("Person 0", "Person 0", [], [])
    red.act(table, "resign")
    assert (red.headline(table)["state"], blue.headline(table)["state"]) == ("lost", "won")
    assert server.client().headline(table)["state"] == "over"
    drawn, both = seated(server, "activator")
    for client in both:
        client.act(drawn, "asks", what="draw")
    assert both[0].headline(drawn)["state"] == "drawn" and both[0].headline(drawn)["rules"] == []
    varied = both[0].new_table("telic(merge=either)")["id"]
    assert "slide under a smaller one" in both[0].headline(varied)["rules"][0]
    waiting = both[0].new_table("activator", bots={0: 3})["id"]
    said = both[0].headline(waiting)
    assert (said["host"], said["turn"], said["free"], said["bots"]) == ("", "", ["Blue"], [3])


def test_a_table_can_be_taken_off_the_own_list(server: Server) -> None:
    table, (red, blue) = seated(server, "activator")
    red.unlist(table)
    assert red.mine() == [] and [found["id"] for found in blue.mine()] == [table]
    assert red.table(table)["yours"] == [0]


def test_a_board_is_told_row_by_row(server: Server) -> None:
    table, (red, _) = seated(server, "activator")
    told = red.words(table)
    assert told["rows"][0].startswith("d4, Blue's home: Blue's F with Blue's B")
    assert told["rows"][-1] == "Move a pyramid or a stack, or only the top part of a stack." and "d4" in told["text"]
    assert [(each["count"], each["what"]) for each in told["progress"]] == [(0, "captured"), (0, "captured")]


def test_every_ply_is_told_in_words(server: Server) -> None:
    table, (blue, red) = seated(server, "telic")
    blue.move(table, "roll", 0)
    assert blue.ply(table, 0)["says"] == ["Your die is rolling."]
    assert red.ply(table, 1)["says"][0].startswith("Blue's die shows")
    with pytest.raises(Refused, match="The game has 2 plies so far"):
        blue.ply(table, 2)


def test_a_hint_is_given_in_words(server: Server) -> None:
    client = server.client()
    table = client.new_table("activator", bots={1: 1})["id"]
    client.take_seat(table, 0)
    best = client.act(table, "analysis", level=2)["lines"][0]
    assert best["says"][0].startswith("You move")
    assert best["line"][0] == best["move"]


@pytest.mark.parametrize("path", ["/", "/health", "/learn/telic", "/api/games"])
def test_a_head_is_a_get_without_its_body(server: Server, path: str) -> None:
    answers = {}
    for method in ("GET", "HEAD"):
        connection = http.client.HTTPConnection(urlsplit(server.address).netloc)
        connection.request(method, path)
        response = connection.getresponse()
        answers[method] = response.status, response.headers["content-type"], response.headers["content-length"]
        assert bool(response.read()) == (method == "GET")
        connection.close()
    assert answers["GET"] == answers["HEAD"]


def test_what_others_did_since_the_own_turn_is_marked(server: Server) -> None:
    """In Activator a turn has two plies: the move of the piece stays marked when the activator moves, too."""
    table, (red, blue) = seated(server, "activator")
    red.move(table, "b1-b2", 0)
    red.move(table, "stay", 1)
    assert 'id="last-b2"' in blue.picture(table)
    blue.move(table, blue.table(table)["moves"][0], 2)
    assert 'id="last-b2"' not in blue.picture(table)


def test_scripts_are_packed_for_those_who_can_unpack_them(server: Server) -> None:
    found = {}
    for encoding in ("gzip", "identity"):
        connection = http.client.HTTPConnection(urlsplit(server.address).netloc)
        connection.request("GET", "/static/any/table.js", headers={"accept-encoding": encoding})
        response = connection.getresponse()
        found[encoding] = response.read()
        assert (response.headers["content-encoding"] == "gzip") == (encoding == "gzip")
        connection.close()
    assert gzip.decompress(found["gzip"]) == found["identity"]


def test_the_notebook_names_the_tiles(server: Server) -> None:
    table, (referee, seeker) = seated(server, "topologic")
    referee.move(table, "secret:e4", 0)
    for ply in range(1, 6):
        seeker.move(table, seeker.table(table)["moves"][0], ply)
    (line,) = seeker.table(table)["notebook"]
    assert len(line["pieces"]) == 5
    assert all(re.fullmatch("[a-z]+ [1-6]", each["on"]) for each in line["pieces"])
