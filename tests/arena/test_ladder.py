"""Ladders: measured step by step, written as data and as a page."""

from __future__ import annotations

import json
from pathlib import Path

import pyramidion as pyr
from pyramidion.arena.ladder import Workload, arenas, ladder_json, steps, write_ladder
from pyramidion.arena.ladder_page import LADDERS, NONE_YET, ladders_page
from pyramidion.engine.game import Game
from pyramidion.players.bots import Player, player

FOUR = pyr.load("connect_four")


def quick(game: Game, spec: str, seed: int) -> Player:
    """Players of the right names that do not think."""
    return player(game, "random", seed)


def test_the_steps_are_neighbours_and_the_top_against_random() -> None:
    found = steps()
    assert found[0] == ("level:1", "random") and found[1] == ("level:2", "level:1")
    assert found[-2:] == [("level:8", "level:7"), ("level:8", "random")] and len(found) == 9


def test_the_highest_level_plays_fewer_games() -> None:
    workload = Workload(games=400, top_games=50)
    assert [workload.games_of(step) for step in steps()] == [400] * 7 + [50, 50]
    lower = Workload(games=400, top_games=50, highest=5)
    assert [lower.games_of(step) for step in steps(5)] == [400] * 5 + [50]
    assert lower.command(FOUR).endswith(" --highest 5")


def test_a_ladder_has_even_openings_and_may_limit_turns(tmp_path: Path) -> None:
    workload = Workload(games=4, top_games=2, highest=4, most_turns=9)
    planned = [arena.schedule for arena in arenas(FOUR, workload, None, maker=quick)]
    assert all(schedule.even and schedule.opening == 3 for schedule in planned)
    limits = [schedule.most_turns for schedule in planned]
    assert limits == [None, None, None, 9, None]  # levels 1 and 2 look one move ahead
    assert workload.command(FOUR).endswith(" --highest 4 --most-turns 9")
    assert not any(arena.schedule.even for arena in arenas(pyr.load("telic"), Workload(4, 2), None, maker=quick))


def test_a_ladder_is_measured_and_written(tmp_path: Path) -> None:
    workload = Workload(games=8, top_games=4, seed=3, threads=1, highest=2)
    measured = arenas(FOUR, workload, tmp_path, maker=quick)
    assert [len(list(arena.play())) for arena in measured] == [8, 8, 4]
    found = ladder_json(FOUR, workload, measured)
    assert [step["players"] for step in found["steps"]] == [["level:1", "random"], ["level:2", "level:1"]]
    assert found["top"]["players"] == ["level:2", "random"]
    assert all(step["wins"] + step["draws"] + step["losses"] == step["games"] == 8 for step in found["steps"])
    assert [level["player"] for level in found["levels"]] == ["level:1", "level:2"]
    assert all(level["rating"]["low"] < level["rating"]["high"] for level in found["levels"])
    assert found["levels"][0]["budget"].keys() == {"effort", "blur", "seconds", "overlooks"}
    assert found["command"] == "pyramidion arena connect_four --ladder --games 8 --top-games 4 --seed 3 --highest 2"
    assert found["versions"]["pyramidion"] == pyr.__version__ and found["code"] == measured[0].about["code"]
    file = write_ladder(tmp_path / "ladders", found)
    assert json.loads(file.read_text()) == found
    page = ladders_page(tmp_path / "ladders")
    assert "| `level:2` | `level:1` |" in page and found["decisions"] > 1
    assert found["command"] in page and NONE_YET not in page
    assert all(arena.complete for arena in arenas(FOUR, workload, tmp_path, maker=quick))


def test_without_ladders_the_page_says_how_to_measure_them(tmp_path: Path) -> None:
    assert NONE_YET in ladders_page(tmp_path)


def test_the_ladders_of_the_documentation_are_whole() -> None:
    for file in LADDERS.glob("*.json"):
        found = json.loads(file.read_text(encoding="utf-8"))
        about = pyr.facts(found["game"])
        assert file.stem == found["game"] and about.replays_from <= found["rules"] <= about.rules_version
        assert [tuple(step["players"]) for step in [*found["steps"], found["top"]]] == steps(len(found["levels"]))
