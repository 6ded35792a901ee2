"""`pyramidion picture`: a position into a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pyramidion as pyr
from pyramidion.terminal.cli import main


@pytest.mark.parametrize(
    ("ending", "first"), [("svg", b"<svg "), ("png", b"\x89PNG"), ("txt", "  ┌".encode()), ("json", b'{"scene":1')]
)
def test_the_ending_of_the_file_says_what_is_drawn(tmp_path: Path, ending: str, first: bytes) -> None:
    file = tmp_path / f"telic.{ending}"
    assert main(["picture", "telic", "-o", str(file), "--size", "200"]) == 0
    assert file.read_bytes().startswith(first)


def test_a_recorded_position_with_its_last_move(tmp_path: Path) -> None:
    match = pyr.Match(pyr.load("telic"), seed=1)
    match.play("roll")
    match.play("+C")
    record, file = tmp_path / "game.jsonl", tmp_path / "a.svg"
    record.write_text(match.record().to_json() + "\n")
    assert main(["picture", "--record", str(record), "-o", str(file)]) == 0
    assert 'id="last-b5"' in file.read_text()
    assert main(["picture", "--record", str(record), "--ply", "0", "-o", str(file)]) == 0
    assert 'id="last-b5"' not in file.read_text()


def test_a_position_as_a_seat_sees_it(tmp_path: Path) -> None:
    position = pyr.load("topologic").start(seed=1).play("secret:e4")
    for seat, seen in ((0, True), (1, False)):
        file = tmp_path / "secret.json"
        assert main(["picture", "--position", position.text, "--seat", str(seat), "-o", str(file)]) == 0
        assert bool(json.loads(file.read_text()).get("markers")) == seen


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["picture", "-o", "x.svg"], "Say what to draw"),
        (["picture", "telic", "--position", "telic", "-o", "x.svg"], "Say what to draw"),
        (["picture", "telic", "--ply", "3", "-o", "x.svg"], "--ply needs --record FILE"),
        (["picture", "telic", "-o", "x.bmp"], "Use .svg, .png, .txt or .json"),
        (["picture", "telic", "-o", "x.svg", "--view", "up"], "Choose diagram, plan or oblique"),
        (["picture", "telic", "-o", "x.svg", "--seat", "7"], "Telic has seats 0 to 1"),
        (["picture", "telic", "-o", "nowhere/x.svg"], "cannot be written"),
        (["picture", "--record", "missing.jsonl", "-o", "x.svg"], "cannot be read"),
    ],
)
def test_bad_wishes_are_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1 and not list(tmp_path.iterdir())
