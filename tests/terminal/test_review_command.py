"""The command `review`: text, JSON and a page, and one clear line for what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.study.reviews.reviewed import short_game

from pyramidion.study.reviews.review import Review
from pyramidion.terminal.cli import main

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Two games, one a line."""
    games = [short_game("connect_four", seed) for seed in (1, 2)]
    path = tmp_path / "games.jsonl"
    path.write_text("".join(f"{game.record().to_json()}\n" for game in games))
    return path


def test_a_review_is_printed_and_written(capsys: Capture, file: Path) -> None:
    json, html = file.with_name("r.json"), file.with_name("r.html")
    wishes = ["--game", "2", "--effort", "40", "--names", "Ada", "<Ben>", "--moves"]
    assert main(["review", str(file), *wishes, "--json", str(json), "--html", str(html)]) == 0
    shown, found = capsys.readouterr().out, Review.from_json(json.read_text())
    assert all(says in shown for says in [*found.summary, *found.players])
    assert [seat.name for seat in found.seats] == ["Ada", "<Ben>"] and found.complete
    page = html.read_text()
    shown = page.partition('<script type="application/json"')[0]
    assert "&lt;Ben&gt;" in shown and "<Ben>" not in shown and 'class="chart course"' in shown
    assert page.count("<script") == 2 and "http://" not in page.replace("http://www.w3.org", "")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--game", "3"], "has 2 games; there is no game 3"),
        (["--effort", "1", "--seconds", "1"], "not allowed with"),
        (["--effort", "0"], "an effort of 1 to"),
        (["--names", "Ada"], "give 2 names"),
        (["--json", "same", "--html", "same"], "different files"),
    ],
)
def test_bad_wishes_are_one_line(capsys: Capture, file: Path, arguments: list[str], says: str) -> None:
    assert main(["review", str(file), *arguments]) == 2
    told = capsys.readouterr().err
    assert says in told and told.count("\n") == 1


def test_a_game_that_goes_on_is_refused(capsys: Capture, tmp_path: Path) -> None:
    game = short_game("connect_four")
    game.go_back(3)
    path = tmp_path / "open.jsonl"
    path.write_text(game.record().to_json() + "\n")
    assert main(["review", str(path)]) == 2
    assert "Only a finished game can be reviewed" in capsys.readouterr().err
