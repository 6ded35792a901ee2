"""Games in the formats of others: complete, and readable by what reads such formats."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import pyramidion as pyr
from pyramidion.interop.exports import FORMATS, abstract_play, exported, ppn, rounds
from pyramidion.terminal.cli import main


def played(name: str, plies: int = 60) -> pyr.Match:
    """A match with some moves, the first legal ones."""
    match = pyr.Match(pyr.load(name), seed=3)
    while match.position.mover is not None and len(match.codes) < plies:
        match.play(match.position.moves()[len(match.codes) % len(match.position.moves())])
    return match


def test_nothing_is_lost_and_nothing_hidden_is_told(name: str) -> None:
    match = played(name)
    words = re.findall(r"\d+\. (?:\{[^:}]+: ([^}]*)\}|(\S+))", ppn(match).partition("\n...\n")[2])
    assert [comment or step for comment, step in words] == match.texts()
    turns = [entry for row in rounds(match) for entry in row if entry is not None]
    assert ",".join(turns) == ",".join(match.texts())
    assert all(len(row) == match.game.seats for row in rounds(match))


def test_a_step_is_written_as_piecepack_players_write_it() -> None:
    match = pyr.Match(pyr.load("activator"), seats=["Ada {A}", "Ben"])
    match.play(next(str(move) for move in match.position.moves() if re.fullmatch(r"..-..", str(move))))
    lines = ppn(match).splitlines()
    assert lines[0] == "---" and 'Players: {"Red": "Ada {A}", "Blue": "Ben"}' in lines
    assert re.fullmatch(r"1\. [a-d][1-4]-[a-d][1-4]( 2\. .*)?", lines[-1])


def test_the_result_and_the_seats_are_in_the_header() -> None:
    match = played("connect_four", 200)
    header = json.loads(abstract_play(match))["header"]
    assert match.outcome is not None and header["ended-by"] == match.outcome.rule
    assert [player["result"] for player in header["players"]] == [float(each) for each in match.outcome.results]
    assert f"{{ended by {match.outcome.rule}}}" in ppn(match)


def test_every_game_of_a_file_is_exported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("".join(played("connect_four", plies).record().to_json() + "\n" for plies in (4, 9)))
    for form in FORMATS:
        assert main(["export", str(file), "--to", form]) == 0
        assert capsys.readouterr().out.count("Connect Four") >= 2
    assert main(["export", str(file), "--to", "pgn"]) == 2
    assert "Allowed: ppn, abstractplay." in capsys.readouterr().err
    with pytest.raises(pyr.BadInput, match="not a format"):
        exported(played("connect_four", 1), "pgn")
