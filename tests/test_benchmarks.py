"""The benchmarks for developers: what they compare, and what they refuse."""

from __future__ import annotations

import json

import pytest
from benchmarks import rivals
from benchmarks.__main__ import main

Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize("what", ["rivals", "server"])
@pytest.mark.parametrize("seconds", ["0", "3600", "nan"])
def test_the_time_must_make_sense(capsys: Capture, what: str, seconds: str) -> None:
    assert main([what, "--seconds", seconds]) == 2
    assert capsys.readouterr() == ("", "benchmarks: Measure for 0 to 3600 seconds.\n")


def test_without_a_rival_the_remedy_is_named(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rivals, "RIVALS", {"nothing": lambda name, seconds: 0.0})
    assert main(["rivals", "--json"]) == 2
    assert capsys.readouterr().err.startswith("benchmarks: No other library here has one of these games. Install ")


def test_a_game_is_compared_with_the_libraries_that_have_it(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = {"slow": lambda name, seconds: 1000.0 * (name == "connect_four")}
    monkeypatch.setattr(rivals, "RIVALS", slow)
    assert main(["rivals", "--seconds", "0.01", "--json"]) == 0
    found = {line["what"]: line for line in json.loads(capsys.readouterr().out)}
    assert {line["subject"] for line in found.values()} == {"connect_four"}
    alone = found["random games, 1 thread"]["value"]
    assert found["pyramidion against slow"]["value"] == pytest.approx(alone * 1e6 / 1000)
