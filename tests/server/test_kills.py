"""SIGKILL under load, in short; scripts/kill_server.py does it for long."""

from __future__ import annotations

from pathlib import Path

from tests.server.killing import judged, kill, played
from tests.server.serving import new_database, served

KILLS = 1


def test_nothing_acknowledged_is_lost_or_doubled_on_sqlite(tmp_path: Path) -> None:
    killed(str(tmp_path / "tables.sqlite"), tmp_path)


def test_nothing_acknowledged_is_lost_or_doubled_on_postgresql(postgres_url: str, tmp_path: Path) -> None:
    killed(new_database(postgres_url), tmp_path)


def killed(database: str, folder: Path) -> None:
    with served(database, folder / "log", "--unlimited") as server:
        with played([server], people=3, tables=4, bot_tables=2) as play:
            for _ in range(KILLS):
                kill(play)
        verdict = judged(play)
    assert not verdict.faults
    assert verdict.tables >= 6 and verdict.moves > 20 and verdict.bot_moves > 0
    assert play.kills == KILLS and play.lost > 0
