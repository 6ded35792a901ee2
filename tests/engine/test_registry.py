"""Where games come from: folders, installed packages, and what happens to those that cannot be used."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from tests.folders import NAME, copied

import pyramidion as pyr
from pyramidion.engine.errors import BrokenGame
from pyramidion.engine.registry import broken, description

ROOT = Path(__file__).parents[2]


def said(code: str, **environment: str) -> str:
    """What a fresh process prints."""
    known = {**os.environ, "PYRAMIDION_INTERPRETED": "1", **environment}
    done = subprocess.run([sys.executable, "-c", code], env=known, capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_description_is_made_once() -> None:
    assert description("telic") is pyr.load("telic").description is pyr.load("telic", merge="either").description
    with pytest.raises(pyr.UnknownGame, match="There is no game 'chess'"):
        description("chess")


def test_broken_folders_are_reported_and_the_other_games_still_work(tmp_path: Path) -> None:
    copied(tmp_path, "manual.py", "    refuse=refuse,\n", "")
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "__init__.py").write_text("")
    (tmp_path / "loud").mkdir()
    (tmp_path / "loud" / "__init__.py").write_text("raise SystemExit('no')")
    code = """
import pyramidion as pyr
from pyramidion.engine.registry import broken
print(*pyr.games())
print(pyr.load("telic").start(seed=1).moves())
for error in broken().values():
    print(error)
"""
    names, moves, *errors = said(code, PYRAMIDION_GAMES=str(tmp_path)).splitlines()
    assert "telic" in names and NAME not in names and "empty" not in names and "roll" in moves
    assert errors[0].startswith("The game 'drop_four' cannot be loaded: TypeError: Manual.__init__() missing 1 ")
    assert errors[1] == "The game 'empty' cannot be loaded: rules.py is missing."
    assert errors[2].startswith("The game 'loud' cannot be loaded: SystemExit: no (__init__.py, line 1)")


def test_installed_packages_bring_games_by_an_entry_point(tmp_path: Path) -> None:
    copied(tmp_path / "acme_games")
    (tmp_path / "acme_games" / "__init__.py").write_text("")
    info = tmp_path / "acme_games-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-games\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        f"[pyramidion.games]\n{NAME} = acme_games.{NAME}\nabsent = acme_games.absent\n"
    )
    code = """
import pickle
import pyramidion as pyr
from pyramidion.engine.registry import broken, game_in
game = pyr.load("drop_four")
position = game.start().play("d")
assert pickle.loads(pickle.dumps(position)) == position and game_in(game.description.folder) == "drop_four"
print(game.manual.move_text.__module__, position.moves()[0], len(pyr.simulate(game, 1).plies), *broken())
"""
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    assert said(code, PYTHONPATH=path) == "acme_games.drop_four.manual a 1 absent\n"


def test_the_contract_is_tried_on_the_folders_that_the_environment_names(tmp_path: Path) -> None:
    copied(tmp_path)
    code = "from tests.conftest import variants; print(*(game.name for game in variants()))"
    found = said(code, PYRAMIDION_GAMES=str(tmp_path)).split()
    assert {NAME, "connect_four", "telic"} <= set(found)


def test_all_folders_can_be_used() -> None:
    assert broken() == {}


def test_a_broken_game_survives_pickling() -> None:
    error = pickle.loads(pickle.dumps(BrokenGame("nim", ["rules.py is missing", "more"])))
    assert str(error) == "The game 'nim' cannot be loaded: rules.py is missing (and 1 more)."
    assert error.faults == ("rules.py is missing", "more")
