"""What strangers may send: nothing of it is the server's fault, and nothing of it is answered too well."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.server.inside import TURNS, Inside, inside

from pyramidion.server.http import pages
from pyramidion.server.http.assets import version
from pyramidion.server.http.guard import address_of
from pyramidion.server.journal import actions
from pyramidion.server.journal.entries import Entry, Said
from pyramidion.server.journal.keys import fingerprint, seat_key
from pyramidion.server.journal.table import KEPT_TALK
from pyramidion.server.runtime import logs

KEYS = ("a" * 43, "b" * 43, "c" * 43)
CHANCE = {"contribution": "0" * 32}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Inside]:
    with inside(str(tmp_path / "tables.sqlite")) as found:
        yield found


def begin(server: Inside, **terms: Any) -> str:
    table: str = server.ask("POST", "/api/tables", {"game": "activator", **terms}).data["id"]
    for seat in (0, 1):
        server.ask("POST", f"/api/tables/{table}/seats/{seat}", CHANCE, KEYS[seat])
    return table


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/api/tables", {"game": "\ud800"}),
        ("/api/tables", {"game": "telic", "title": "\ud800"}),
        ("/api/tables", {"game": "telic", "bots": {"9" * 5_000: 3}}),
        ("/api/tables", {"game": "telic", "bots": {"\u0661": 3}}),
        ("/api/tables", {"game": "telic(" + "(" * 300}),
        ("/api/tables/TABLE/moves", {"move": "\ud800", "ply": 0}),
        ("/api/tables/TABLE/moves", {"move": "a\x00", "ply": 0}),
        ("/api/tables/TABLE/chat", {"text": "\udfff"}),
        ("/api/tables/TABLE/why", {"piece": "\ud800"}),
        ("/api/tables/\x00", {}),
        ("/api/study", {"study": "telic { \ud800 }" * 900}),
        ("/api/study", {"study": "telic " + "( " * 5_000}),
        ("/api/study", {"start": "telic \ud800 0 0"}),
        ("/api/study/look", {"position": "telic . . 9 " + "9" * 900}),
        ("/api/study/look", {"position": "telic", "moves": "\ud800"}),
        ("/api/study/setup", {"position": "telic . \u0661 0 \u0661"}),
        ("/api/verify", {"record": {"game": "\ud800"}}),
        ("/api/verify", {"record": {"game": "telic", "moves": "\ud800", "x" * 5_000: 1}}),
    ],
)
def test_odd_texts_are_refused_and_not_failed_over(server: Inside, path: str, form: dict[str, Any]) -> None:
    table = begin(server, chat=True)
    answer = server.ask("POST", path.replace("TABLE", table), form, KEYS[0])
    assert 400 <= answer.status < 500, answer.body
    assert isinstance(answer.data["detail"], str)


@pytest.mark.parametrize("path", ["/t/\x00", "/t/a\x00bcdefgh", "/t/\x00/invite.svg", "/learn/\x00", "/art/\x00.svg"])
def test_a_null_in_an_address_leads_nowhere(server: Inside, path: str) -> None:
    assert 400 <= server.ask("GET", path).status < 500


def test_what_only_some_may_see_is_kept_by_nobody_on_the_way(server: Inside) -> None:
    table = begin(server)
    for path in (f"/api/tables/{table}", f"/t/{table}", "/api/mine", "/", f"/api/tables/{table}/record"):
        headers = dict(server.ask("GET", path, key=KEYS[0]).headers)
        assert headers[b"cache-control"] == b"no-store", path


def test_metrics_are_for_this_machine_only(server: Inside) -> None:
    here = {"host": b"localhost"}
    assert server.ask("GET", "/metrics", headers=here).status == 404
    server.address = "127.0.0.1"
    assert server.ask("GET", "/metrics", headers=here).status == 200
    assert server.ask("GET", "/metrics", headers={**here, "via": b"1.1 proxy"}).status == 404


def test_metrics_are_not_for_a_site_whose_name_leads_to_this_machine(server: Inside) -> None:
    server.address = "127.0.0.1"
    for host in (b"localhost:8000", b"127.0.0.1", b"[::1]:8000"):
        assert server.ask("GET", "/metrics", headers={"host": host}).status == 200
    for host in (b"elsewhere.example", b"localhost.elsewhere.example:8000"):
        assert server.ask("GET", "/metrics", headers={"host": host}).status == 404


def test_nobody_on_the_way_keeps_our_files_under_the_address_of_another_version(server: Inside) -> None:
    def keeping(path: str, **query: Any) -> bytes:
        return dict(server.ask("GET", path, **query).headers)[b"cache-control"]

    assert b"immutable" in keeping(f"/static/{version()}/home.js")
    assert b"immutable" in keeping("/art/telic.svg", v=version())
    assert keeping("/static/0123456789/home.js") == keeping("/art/telic.svg", v="0123456789") == b"no-store"


def test_a_form_of_another_site_is_not_taken_for_json(server: Inside) -> None:
    table = begin(server)
    sent = {"content-type": b"text/plain"}
    answer = server.ask("POST", f"/api/tables/{table}/resign", {}, KEYS[0], sent)
    assert answer.status == 422 and "application/json" in answer.data["detail"]
    assert server.ask("GET", f"/api/tables/{table}").data["status"] == "playing"


def test_a_journal_does_not_grow_for_ever_but_its_game_can_be_ended(
    server: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = begin(server, chat=True)
    monkeypatch.setattr(actions, "MOST_ENTRIES", 3)
    talk = [server.ask("POST", f"/api/tables/{table}/chat", {"text": "hello"}, KEYS[0]) for _ in range(2)]
    assert [answer.status for answer in talk] == [200, 409] and "full" in talk[1].data["detail"]
    assert server.ask("POST", f"/api/tables/{table}/resign", {}, KEYS[0]).status == 200


def test_a_chat_does_not_fill_the_memory(server: Inside) -> None:
    table = begin(server, chat=True)
    opened = server.run(server.app.state.services.tables.get(table))
    for number in range(KEPT_TALK + 1):
        opened.table.apply(Entry(opened.table.number + 1, 1, Said(0, f"line {number}")))
    assert len(opened.table.talk) == KEPT_TALK and opened.table.talk[-1][2] == f"line {KEPT_TALK}"


def test_nothing_is_acknowledged_at_a_table_that_was_deleted_while_somebody_waited_there(server: Inside) -> None:
    table = server.ask("POST", "/api/tables", {"game": "activator"}).data["id"]
    with server.socket(f"/api/tables/{table}/live") as waiting:
        server.app.state.services.store.forget(2**60, 0).result()
        assert server.ask("POST", f"/api/tables/{table}/seats/0", CHANCE, KEYS[0]).status == 404
        waiting.heard()
    assert server.ask("GET", f"/api/tables/{table}").status == 404


def test_a_seat_that_did_not_reach_the_disk_gives_no_right_to_anything(server: Inside) -> None:
    """While a seat is being written it is in memory already. If another process was faster, it never was theirs."""
    table = begin(server)
    opened = server.run(server.app.state.services.tables.get(table))
    kept, thief = opened.table.seats[0], KEYS[2]

    async def race() -> tuple[int, tuple[int, ...]]:
        async with opened.lock:
            opened.table.seats[0] = replace(kept, holder=fingerprint(seat_key(thief, table, 0)))
            resigning = asyncio.create_task(server.asking("POST", f"/api/tables/{table}/resign", {}, thief))
            for _ in range(TURNS):
                await asyncio.sleep(0)
            opened.table.seats[0] = kept
        return (await resigning).status, tuple(opened.table.persons)

    assert server.run(race()) == (403, (0, 1))
    assert opened.table.status == "playing"


def test_a_seat_that_did_not_reach_the_disk_shows_nothing(server: Inside) -> None:
    table = begin(server)
    opened = server.run(server.app.state.services.tables.get(table))
    kept, thief = opened.table.seats[0], KEYS[2]

    async def take() -> None:
        await opened.lock.acquire()
        opened.table.seats[0] = replace(kept, holder=fingerprint(seat_key(thief, table, 0)))

    async def lose() -> None:
        for _ in range(TURNS):
            await asyncio.sleep(0)
        opened.table.seats[0] = kept
        opened.lock.release()

    server.run(take())
    with server.socket(f"/api/tables/{table}/live", thief) as socket:
        server.run(lose())
        assert json.loads(socket.heard()[0])["you"] is None


def test_the_code_of_an_invitation_cannot_be_made_too_long(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    table = begin(server)
    assert server.ask("GET", f"/t/{table}/invite.svg").status == 200
    monkeypatch.setattr(pages, "LONGEST_LINK", 20)
    assert server.ask("GET", f"/t/{table}/invite.svg").status == 422


def test_no_slash_leads_to_another_host(server: Inside) -> None:
    for path in ("/metrics/", "/api/tables/", "//elsewhere.example/", "/t//elsewhere.example/"):
        answer = server.ask("GET", path, headers={"host": b"elsewhere.example"})
        assert answer.status == 404 and b"location" not in dict(answer.headers), path


def test_the_addresses_of_one_network_count_as_one() -> None:
    def counted(address: str) -> str:
        return address_of({"client": (address, 1)})

    assert counted("2001:db8:1:2::1") == counted("2001:db8:1:2:ffff::9") != counted("2001:db8:1:3::1")
    assert counted("192.0.2.1") == counted("::ffff:192.0.2.1") != counted("192.0.2.2")
    assert counted("fe80::1%eth0") == counted("fe80::2%eth1")
    assert counted("/run/socket") == "unknown"


def test_a_seat_of_a_rematch_is_kept_for_whoever_played(server: Inside) -> None:
    table = begin(server)
    server.ask("POST", f"/api/tables/{table}/resign", {}, KEYS[0])
    fresh = server.ask("POST", f"/api/tables/{table}/rematch", {}, KEYS[0]).data["table"]
    stranger = server.ask("POST", f"/api/tables/{fresh}/seats/0", CHANCE, KEYS[2])
    assert stranger.status == 403 and "kept for" in stranger.data["detail"]
    assert server.ask("POST", f"/api/tables/{fresh}/seats/0", CHANCE, KEYS[0]).status == 403
    assert server.ask("POST", f"/api/tables/{fresh}/seats/0", CHANCE, KEYS[1]).status == 200
    assert server.ask("POST", f"/api/tables/{fresh}/seats/1", CHANCE, KEYS[0]).status == 200


def test_every_line_of_the_log_is_json(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {name: logging.getLogger(name) for name in ("", "pyramidion", "uvicorn", "asyncio", "elsewhere")}
    before = {name: (logger.handlers[:], logger.level, logger.propagate) for name, logger in known.items()}
    said = io.StringIO()
    monkeypatch.setattr("sys.stderr", said)
    try:
        logs.configure("info")
        for logger in known.values():
            logger.error("one\ntwo \x1b[31m")
        warnings.warn("mind the gap", stacklevel=1)
    finally:
        logging.captureWarnings(False)
        for name, (handlers, level, propagate) in before.items():
            known[name].handlers[:] = handlers
            known[name].setLevel(level)
            known[name].propagate = propagate
    lines = [json.loads(line) for line in said.getvalue().splitlines()]
    assert len(lines) >= len(known) and "\x1b" not in said.getvalue()
