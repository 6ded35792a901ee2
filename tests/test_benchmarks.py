"""The benchmarks for developers: what they compare, and what they refuse."""

from __future__ import annotations

import json

import pytest
from benchmarks import calls, rivals
from benchmarks.__main__ import main

from pyramidion.engine.registry import games, load

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
    lines = json.loads(capsys.readouterr().out)
    found = {line["what"]: line for line in lines if line["subject"] == "connect_four"}
    alone = found["random games, 1 thread"]["value"]
    assert found["pyramidion against slow"]["value"] == pytest.approx(alone * 1e6 / 1000)
    for call in calls.CALLS:
        assert {line["subject"] for line in lines if line["what"] == call} >= set(games())


def test_every_call_of_every_library_is_measured() -> None:
    found = calls.costs({name: calls.pyramidion(load(name)) for name in ("connect_four", "telic")}, 0.001)
    assert {name: tuple(row) for name, row in found.items()} == dict.fromkeys(("connect_four", "telic"), calls.CALLS)
    assert all(cost.median > 0 for row in found.values() for cost in row.values())


def test_the_table_has_a_line_for_each_row_of_costs_or_ratios() -> None:
    costs = dict.fromkeys(calls.CALLS, calls.Cost(1.5, 0.25))
    head, ours, ratio = calls.table({"ours": costs, "against it": dict.fromkeys(calls.CALLS, 3.0)}).splitlines()
    assert head.split()[3:] == ["start", "moves", "play", "text", "random", "ply"]
    assert ours.split() == ["ours", *["1.50", "±0.25"] * len(calls.CALLS)]
    assert ratio.split() == ["against", "it", *["3.0", "times"] * len(calls.CALLS)]
