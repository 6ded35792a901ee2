"""The command `playtest`: a table, files that are checked first, and games that survive an interruption."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.lab.findings import playtest

from pyramidion.lab.results import Ending, Estimate, Playtest
from pyramidion.terminal.cli import main
from pyramidion.terminal.playtest import playtest_text

QUICK = ["--players", "greedy", "--games", "6", "--valued", "1", "--workers", "1"]
Capture = pytest.CaptureFixture[str]


def test_a_playtest_prints_its_measures_and_writes_json(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "four.json"
    assert main(["playtest", "connect_four", *QUICK, "--json", str(file)]) == 0
    shown = capsys.readouterr().out
    assert "First-seat advantage" in shown and "greedy against itself" in shown and "endings by ruling" in shown
    assert "points in 100" in shown and "First-seat advantage" in shown and "+" not in shown
    found = Playtest.read(file)
    assert found.complete and [path.name for path in tmp_path.iterdir()] == ["four.json"]
    again = tmp_path / "again.json"
    assert main([*found.origin.command.split()[1:], "--workers", "1", "--json", str(again)]) == 0
    assert again.read_text() == file.read_text()


def test_long_words_of_an_ending_are_cut_between_words() -> None:
    ending = Ending("T1", "Somebody has won. " * 9, 200, Estimate(1.0), (0.5, 0.5), 41.3)
    shown = playtest_text(playtest(endings=(ending,)))
    assert re.search(r"(won\.|Somebody|has) \.\.\.$", shown, re.MULTILINE)


def test_rules_are_compared(capsys: Capture) -> None:
    wishes = ["--players", "random", "--games", "30", "--measures", "duration_turns", "branching_factor_average"]
    assert main(["playtest", "mid_challenge", *wishes, "--compare", "board=grid,tiles", "--workers", "1"]) == 0
    shown = capsys.readouterr().out
    assert "corrected after Holm" in shown and "board=tiles: 30 games\n" in shown
    assert "Moves to choose from: " in shown
    wishes[3] = "12"
    assert main(["playtest", "mid_challenge", *wishes, "--compare", "board=grid,tiles", "--workers", "1"]) == 0
    assert "board=tiles: 12 games\n    too few games to say" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--json", "nowhere/found.json"], "'nowhere/found.json' cannot be written: No such file"),
        (["--report", "."], "'.' cannot be written: it is not a regular file"),
        (["--report", "a.html", "--json", "a.html"], "need different files"),
        (["--resume"], "--resume continues saved games"),
        (["--resume", "--json", "new.json"], "no saved games in new.games.jsonl"),
        (["--save", "kept.jsonl"], "kept.jsonl holds games of an earlier run. Add --resume"),
        (["--measures", "fun"], "'fun' is not a measure"),
        (["--games", "-4"], "'-4' is not a whole number from 0 on"),
        (["--workers", "0"], "number of workers is 1 to"),
        (["--device", "cuda"], "Only random games run on the GPU"),
        (["--on", "mars"], "'mars' is not a cluster"),
        (["--rulings"], "no options to try"),
    ],
)
def test_bad_input_is_one_line_before_any_game(
    arguments: list[str], reason: str, capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("kept.jsonl").write_text("precious\n")
    assert main(["playtest", "connect_four", *arguments]) == 2
    error = capsys.readouterr().err
    assert reason in error and error.count("\n") == 1
    assert Path("kept.jsonl").read_text() == "precious\n" and len(list(tmp_path.iterdir())) == 1


def test_a_playtest_that_is_ended_keeps_its_games_and_goes_on(tmp_path: Path) -> None:
    file, kept = tmp_path / "four.json", tmp_path / "four.games.jsonl"
    wishes = ["playtest", "connect_four", "--players", "greedy", "--valued", "0", "--json", str(file)]
    command = [sys.executable, "-m", "pyramidion", *wishes, "--workers", "2"]
    process = subprocess.Popen(
        [*command, "--games", "99999"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        deadline = time.monotonic() + 120
        while not kept.exists() or kept.read_text().count("\n") < 6:
            assert time.monotonic() < deadline and process.poll() is None, "the playtest does not go on"
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130 and "Add --resume to continue" in err and "Traceback" not in err
    assert "of 99999 games" in out
    found = Playtest.read(file)
    assert not found.complete and found.games >= 5
    assert main([*wishes, "--games", "5", "--workers", "1", "--resume"]) == 0
    assert Playtest.read(file).complete and not kept.exists()
