"""`pyramidion puzzles`: listed, solved by typing, and as JSON."""

from __future__ import annotations

import io
import json

import pytest

import pyramidion as pyr
from pyramidion.terminal.cli import main


def test_puzzles_are_listed_by_theme_and_grade(capsys: pytest.CaptureFixture[str]) -> None:
    given = pyr.puzzles("telic")[0]
    assert main(["puzzles", "telic", "--theme", given.theme, "--grade", str(given.grade)]) == 0
    printed = capsys.readouterr().out
    assert given.id in printed and given.line[0] not in printed.split()
    assert main(["puzzles", "telic", "--theme", "chess"]) == 2
    assert "Its themes:" in capsys.readouterr().err


def test_a_puzzle_is_solved_by_typing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    given = next(each for each in pyr.puzzles("telic") if len(each.steps) == 1)
    wrong = given.steps[0].others[0].move
    monkeypatch.setattr("sys.stdin", io.StringIO(f"moves\nnonsense\n{wrong}\nhint\n{given.line[0]}\n"))
    assert main(["puzzles", "telic", given.id]) == 0
    printed = capsys.readouterr().out
    assert "Not the best." in printed and "Right!" in printed and "is not a move" in printed


def test_all_of_it_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    given = pyr.puzzles("telic")[0]
    assert main(["puzzles", "telic", given.id, "--json"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["position"] == given.position and found["line"] == " ".join(given.line)


def test_an_unknown_puzzle_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "telic", "nosuch"]) == 2
    assert capsys.readouterr().err == "pyramidion: There is no puzzle 'nosuch' of Telic.\n"
