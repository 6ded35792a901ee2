"""One source at three speeds: binding, the folder of compiled code, and the kernel for CUDA."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.speeds import interpreted_rules

import pyramidion as pyr
from pyramidion.engine import cache, cpu_code, cuda, edge, header
from pyramidion.engine.binding import Binding, compiled
from pyramidion.engine.bits import first, last, size_of


def three(members: int) -> tuple[int, int, int]:
    return size_of(members), first(members), last(members)


@given(st.integers(1, (1 << 62) - 1))
def test_sets_are_counted_alike_interpreted_and_compiled(members: int) -> None:
    fast = compiled(pyr.load("telic").description)(three)
    assert fast(members) == three(members)
    assert size_of(members) == bin(members).count("1")
    assert members >> last(members) == 1
    assert members % (1 << first(members)) == 0 and members >> first(members) & 1


def test_a_layout_has_no_gaps_and_no_forbidden_names(name: str) -> None:
    layout = pyr.load(name).layout
    names = layout.names or ()
    assert sum(layout[field].itemsize for field in names) == layout.itemsize
    assert list(names[:6]) == ["turn", "mover", "seat", "rule", "blank", "shares"]
    assert all(layout[field].base.kind == "i" for field in names)
    with pytest.raises(ValueError, match="may not be called 'shape'"):
        header.layout(("shape", "i1"))


def test_the_folder_of_compiled_code_changes_with_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYRAMIDION_CACHE", str(tmp_path))
    about = pyr.load("telic").description
    before = cache.cache_folder(about)
    assert before.parent == tmp_path and before.name.startswith("telic-")
    copy = tmp_path / "engine"
    copy.mkdir()
    for path in cache.ENGINE.glob("*.py"):
        (copy / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(cache, "ENGINE", copy)
    assert cache.cache_folder(about) == before
    (copy / "dice.py").write_text((copy / "dice.py").read_text() + "\n# changed\n")
    assert cache.cache_folder(about) != before


def test_old_folders_of_compiled_code_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYRAMIDION_CACHE", str(tmp_path))
    old = [tmp_path / f"old-{number:016x}" for number in range(cache.KEPT_CACHES + 5)]
    others = [tmp_path / f"letters-{number}" for number in range(40)]
    for age, folder in enumerate(old + others):
        folder.mkdir()
        os.utime(folder, (age, age))
    kept = cache.cache_folder(pyr.load("telic").description)
    assert kept.exists() and not old[0].exists() and old[-1].exists()
    assert all(folder.exists() for folder in others)


def test_compiled_code_is_found_again_and_numba_stays_away_until_needed(tmp_path: Path) -> None:
    code = (
        "import sys, pyramidion as p; g = p.load('connect_four'); assert 'numba' not in sys.modules;"
        "g.start(); import numba; from pyramidion.engine import edge;"
        "print(sum(g.bind(edge.lay_out).stats.cache_hits.values()))"
    )
    environment = {**os.environ, "PYRAMIDION_CACHE": str(tmp_path)}
    hits = [
        subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert [int(hit) for hit in hits] == [0, 1]


def test_damaged_compiled_code_is_compiled_anew(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pyramidion", "perft", "connect_four", "1"]
    environment = {**os.environ, "PYRAMIDION_CACHE": str(tmp_path)}
    for damage in (b"", b"rubbish"):
        for index in tmp_path.rglob("*.nbi"):
            index.write_bytes(damage)
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        assert (done.returncode, done.stdout) == (0, "perft 1 = 7\n"), done.stderr
    assert list(tmp_path.rglob("*.nbi"))


def test_a_folder_that_cannot_be_used_is_done_without(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("PYRAMIDION_CACHE", str(tmp_path / "file"))
    assert not cache.cache_folder(pyr.load("telic").description).is_relative_to(tmp_path)


def test_a_folder_in_which_others_can_write_is_not_trusted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "cache"
    root.mkdir()
    root.chmod(0o777)
    monkeypatch.setenv("PYRAMIDION_CACHE", str(root))
    assert not cache.cache_folder(pyr.load("telic").description).is_relative_to(tmp_path)


def test_a_folder_of_ours_is_closed_to_the_group_and_emptied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root, planted = tmp_path / "cache", tmp_path / "cache" / f"telic-{'0' * 16}"
    planted.mkdir(parents=True)
    root.chmod(0o770)
    monkeypatch.setenv("PYRAMIDION_CACHE", str(root))
    assert cache.cache_folder(pyr.load("telic").description).is_relative_to(root)
    assert root.stat().st_mode & 0o777 == 0o750 and not planted.exists()


def told(number: int) -> int:
    print(number, "is told")
    return number + 1


def told_twice(number: int) -> int:
    return told(number) + told(number + 1)


def test_compiled_functions_inside_others_can_call_python(capsys: pytest.CaptureFixture[str]) -> None:
    assert pyr.load("connect_four").bind(told_twice)(1) == 5
    assert capsys.readouterr().out.split("\n") == ["1 is told", "2 is told", ""]


def test_everything_can_run_interpreted(name: str) -> None:
    game = pyr.load(name)
    fast = pyr.simulate(game, 2, seed=8)
    with interpreted_rules(game):
        slow = pyr.simulate(game, 2, seed=8)
        assert game.start(seed=1).moves()
    assert np.array_equal(fast.plies, slow.plies) and np.array_equal(fast.shares, slow.shares)


def test_rules_change_their_speed_in_the_middle_of_a_game(name: str) -> None:
    match = pyr.Match(pyr.load(name), seed=3)
    with interpreted_rules(match.game):
        match.play(match.position.moves()[0])
        slow = match.position
    assert isinstance(match.game.bind(edge.play_legal), cpu_code.Compiled)
    assert [str(move) for move in slow.moves()] == [str(move) for move in match.position.moves()]
    match.play(match.position.moves()[-1])


def test_the_environment_makes_everything_run_interpreted() -> None:
    code = (
        "import sys, pyramidion as p; g = p.load('telic'); p.simulate(g, 1); p.bot(g, 3).choose(g.start());"
        "print('numba' in sys.modules)"
    )
    environment = {**os.environ, "PYRAMIDION_INTERPRETED": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


class Grid:
    """Stands in for Numba's `cuda` inside a kernel: one thread after the other."""

    def __init__(self, layout: np.dtype[np.void]) -> None:
        self.row = 0
        self.local = SimpleNamespace(array=lambda size, kind: np.zeros(size, dtype=kind))

    def grid(self, dimensions: int) -> int:
        return self.row


def test_the_kernel_plays_the_same_games_as_the_cpu(name: str) -> None:
    game = pyr.load(name)
    layout = np.dtype((np.record, game.layout))
    stand_in = Grid(layout)
    most = game.facts.most_moves
    constants = {"cuda": stand_in, "RECORD": layout, "MOST_MOVES": most, "MOST_WEIGHTS": most}
    kernel = Binding(game.description, constants=constants)(cuda.kernel)
    count = 3
    shares, rules = np.zeros((count, 4), dtype=np.int8), np.zeros(count, dtype=np.int8)
    plies, turns = np.zeros(count, dtype=np.int32), np.zeros(count, dtype=np.int32)
    for stand_in.row in range(count + 1):
        kernel(game.template, 6, 10, shares, rules, plies, turns)
    run = pyr.simulate(game, 13, seed=6)
    assert np.array_equal(run.plies[10:], plies) and np.array_equal(run.shares[10:], shares)
    assert np.array_equal(run.turns[10:], turns) and np.array_equal(run.ruling_numbers[10:], rules)


def test_without_a_gpu_there_is_a_clear_message() -> None:
    code = "import pyramidion as p; p.simulate(p.load('telic'), 1, device='cuda')"
    environment = {**os.environ, "CUDA_VISIBLE_DEVICES": ""}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert "pyramidion.engine.errors.Unavailable" in done.stderr.splitlines()[-1] and "CUDA" in done.stderr
