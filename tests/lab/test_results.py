"""Results as JSON: what is written reads back, and nothing else is read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pyramidion as pyr
from pyramidion.lab.results import Estimate, HeatMap, Measure, Origin, Playtest

FOUND = Playtest(
    game="telic",
    title="Telic",
    seats=("Blue", "Red"),
    options={"merge": "own"},
    players=("level:4",),
    seed=0,
    asked=10,
    games=10,
    different=9,
    opening=0,
    complete=True,
    origin=Origin("pyramidion playtest telic", "0.1.0", 1, "abc", ""),
    measures=(
        Measure("result", "Result", "fairness", "share", "F.", "M.", Estimate(1 / 3, 0.1, 0.5, 9), (Estimate(None),)),
    ),
    heat_maps=(HeatMap("standing", "Standing", "C.", {"a1": 1.0}, "text"),),
)


def test_results_read_back_rounded_to_six_digits(tmp_path: Path) -> None:
    FOUND.write(tmp_path / "found.json")
    read = Playtest.read(tmp_path / "found.json")
    assert read.to_json() == FOUND.to_json()
    measure = read.measure("result")
    assert measure is not None and measure.estimate == Estimate(0.333333, 0.1, 0.5, 9)
    assert read.measure("drama_average") is None


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (["format"], "other", "with the format 'pyramidion-playtest-1'"),
        (["games"], "many", "Playtest.games should be int, not 'many'"),
        (["complete"], 1, "Playtest.complete should be bool"),
        (["seed"], True, "Playtest.seed should be int"),
        (["surprise"], 1, "Playtest has no 'surprise'"),
        (["measures", 0, "estimate", "value"], "x", "Playtest.measures.estimate.value should be float"),
        (["heat_maps", 0, "values", "a1"], None, "Playtest.heat_maps.values should be float"),
    ],
)
def test_anything_else_is_refused(path: list[str | int], value: object, reason: str) -> None:
    data = json.loads(FOUND.to_json())
    inner = data
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    with pytest.raises(pyr.BadInput, match=reason):
        Playtest.from_json(json.dumps(data))


def test_what_is_missing_and_what_is_not_json_is_refused() -> None:
    data = json.loads(FOUND.to_json())
    del data["origin"]
    with pytest.raises(pyr.BadInput, match=r"Playtest lacks a part: .*'origin'"):
        Playtest.from_json(json.dumps(data))
    with pytest.raises(pyr.BadInput, match="not JSON"):
        Playtest.from_json("{")
