"""The lab of a real server: one playtest at a time, figures while it runs, reports that are kept, limits that hold."""

from __future__ import annotations

import json
import os
import sys
import time
import urllib.error
import urllib.request
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from tests.loops import run
from tests.server.inside import inside
from tests.server.serving import PATIENCE, Server

from pyramidion.engine.errors import BadInput
from pyramidion.engine.files import write_text
from pyramidion.server.problems import Problem
from pyramidion.server.runtime import lab as runtime
from pyramidion.server.runtime.lab import MOST_REPORTS, Lab
from pyramidion.server.runtime.playtester import NAME, FinishedReport

GAME = "connect_four"
LONG_PATIENCE = 4 * PATIENCE  # a playtest gives way to everything else on a busy machine


def ask(server: Server, path: str, form: object = None) -> Any:
    """What the server answers, or what it refuses with."""
    data = None if form is None else json.dumps(form).encode()
    request = urllib.request.Request(server.address + path, data, {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer) if "json" in answer.headers["content-type"] else answer.read().decode()
    except urllib.error.HTTPError as error:
        return json.load(error)


def begin(server: Server, **wishes: object) -> dict[str, Any]:
    """Start a playtest, as soon as no other test's is running and the bots are ready."""
    deadline = time.monotonic() + LONG_PATIENCE
    while time.monotonic() < deadline:
        found: dict[str, Any] = ask(server, "/api/lab", {"game": GAME, "player": "level:1", "games": 4, **wishes})
        if "id" in found:
            return found
        assert found["status"] in (409, 503), found
        time.sleep(0.1)
    raise AssertionError("the lab is never free")


def finished(server: Server, name: str) -> dict[str, Any]:
    deadline = time.monotonic() + LONG_PATIENCE
    while time.monotonic() < deadline:
        found: dict[str, Any] = ask(server, f"/api/lab/{name}")
        if found["status"] != "running":
            return found
        time.sleep(0.1)
    raise AssertionError("the playtest does not end")


def test_a_playtest_runs_and_its_report_is_kept(server: Server) -> None:
    name = begin(server)["id"]
    found = finished(server, name)
    assert (found["status"], found["done"], found["problem"]) == ("done", 4, "")
    assert "Is it fair?" in found["html"]
    assert ask(server, f"/api/lab/{name}?after={found['version']}")["html"] is None
    assert "<h1>Connect Four</h1>" in ask(server, f"/lab/{name}")
    assert ask(server, f"/api/lab/{name}/numbers")["games"] == 4
    assert name in [report["id"] for report in ask(server, "/api/lab")["reports"]]


def test_there_is_one_at_a_time_and_only_its_owner_can_stop_it(server: Server) -> None:
    run = begin(server, games=400, player="level:5")
    assert ask(server, "/api/lab", {"game": GAME})["status"] == 409
    assert ask(server, "/api/lab")["running"]["id"] == run["id"]
    for guess in ("guessed", "gewürfelt"):
        assert ask(server, f"/api/lab/{run['id']}/stop", {"key": guess})["status"] == 403
    while ask(server, f"/api/lab/{run['id']}")["done"] == 0:
        time.sleep(0.1)
    ask(server, f"/api/lab/{run['id']}/stop", {"key": run["key"]})
    found = finished(server, run["id"])
    assert found["status"] == "done" and 0 < found["done"] < 400
    assert "Not finished" in ask(server, f"/lab/{run['id']}")


@pytest.mark.parametrize(
    ("form", "part"),
    [
        ({"game": "chess"}, "chess"),
        ({"game": GAME, "games": 10_000, "player": "level:1"}, "At most 400"),
        ({"game": GAME, "compare": "size=1,2"}, "size"),
        ({"game": GAME, "player": "level:8"}, "player"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(server: Server, form: object, part: str) -> None:
    refused = ask(server, "/api/lab", form)
    while refused["status"] in (409, 503):  # another test's playtest is running
        time.sleep(0.1)
        refused = ask(server, "/api/lab", form)
    assert refused["status"] == 422 and part in refused["detail"]


def test_a_server_without_a_lab_says_so(tmp_path: Path) -> None:
    with inside(str(tmp_path / "tables.sqlite")) as server:
        refused = server.ask("POST", "/api/lab", {"game": GAME}, headers={"content-type": b"application/json"})
        assert refused.status == 404 and "switched off" in refused.data["detail"]
        assert server.ask("GET", "/lab").status == 404
        assert b'href="/lab"' not in server.ask("GET", "/").body


def test_the_oldest_reports_are_forgotten_and_names_cannot_leave_the_folder(tmp_path: Path) -> None:
    lab = Lab(str(tmp_path), 900)
    for number in range(MOST_REPORTS + 2):
        about = FinishedReport(f"{number:016x}", "Title", GAME, "level:1", 4, "", number)
        write_text(tmp_path / f"{about.id}.{NAME}", json.dumps(asdict(about)))
        write_text(tmp_path / f"{about.id}.html", "report")
    lab._forget_old()
    assert [report.made for report in lab.reports()] == list(range(MOST_REPORTS + 1, 1, -1))
    assert len(os.listdir(tmp_path)) == 2 * MOST_REPORTS
    with pytest.raises(Problem):
        lab.report("../secret", "html")


def test_nobody_pushes_out_the_reports_of_others(tmp_path: Path) -> None:
    lab = Lab(str(tmp_path), 900)
    for number in range(MOST_REPORTS + 5):
        about = FinishedReport(f"{number:016x}", "Title", GAME, "level:1", 4, "", number)
        write_text(tmp_path / f"{about.id}.{NAME}", json.dumps(asdict(about)))
        if number >= 10:
            lab._owners[about.id] = "greedy"
    lab._forget_old()
    assert sorted(report.made for report in lab.reports()) == [*range(10), *range(15, MOST_REPORTS + 5)]


def test_whoever_had_the_lab_for_long_leaves_it_to_others(tmp_path: Path) -> None:
    lab = Lab(str(tmp_path), 900)
    lab.spending.add("greedy", 1000.0)
    with pytest.raises(Problem, match="used the lab a lot"):
        run(lab.start(GAME, "level:1", 4, "", 0, "greedy"))
    with pytest.raises(BadInput):
        run(lab.start(GAME, "level:1", 4, "size=1,2", 0, "other"))


def test_a_playtest_that_cannot_be_followed_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chatter = "import sys, time; sys.stdout.write('x' * 99); sys.stdout.flush(); time.sleep(600)"
    monkeypatch.setattr(runtime, "COMMAND", (sys.executable, "-c", chatter))
    monkeypatch.setattr(runtime, "MOST_LINE", 10)

    async def followed() -> str:
        lab = Lab(str(tmp_path), 900)
        run = await lab.start(GAME, "level:1", 4, "", 0, "here")
        await lab._background.finish()
        return run.status

    assert run(followed()) == "failed"
