"""A small share of what scripts/attack.py does: nonsense by the thousand, and not one failure."""

from __future__ import annotations

from pathlib import Path

from tests.loops import run
from tests.server.serving import served
from tests.server.storm import Storm, faults_in

REQUESTS, FRAMES = 400, 100


def test_no_request_and_no_frame_makes_the_server_fail(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with served(tmp_path / "tables.sqlite", log, "--unlimited", "--log", "warning") as server:
        storm = Storm(server.client(), seed=1)
        run(storm.requests(REQUESTS))
        run(storm.frames(FRAMES))
        assert server.client().games()
    assert sum(storm.answers.values()) >= REQUESTS
    assert len(set(storm.answers) & {200, 404, 405, 422}) == 4
    assert storm.failed == [] and faults_in(log.read_text()) == []
