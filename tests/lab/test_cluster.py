"""Playtests on a real local Ray, where it is installed: the same results, also when workers are killed."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import pyramidion as pyr
from pyramidion.engine.position import Position
from pyramidion.lab.cast import Cast
from pyramidion.lab.playtest import Session
from pyramidion.lab.settings import Settings

ray = pytest.importorskip("ray")

FOUR = pyr.load("connect_four")
QUICK = Settings(FOUR, ("greedy",), games=12, valued=2)


@pytest.fixture(scope="module")
def cluster() -> Iterator[object]:
    from pyramidion.lab.cluster import Cluster

    found = {"PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
    quiet = {"include_dashboard": False, "log_to_driver": False, "logging_level": "error"}
    ray.init(num_cpus=2, runtime_env={"env_vars": found}, **quiet)
    yield Cluster()
    ray.shutdown()


def results(settings: Settings, **how: object) -> str:
    session = Session(settings, 1, **how)  # type: ignore[arg-type]
    for _ in session.play():
        pass
    return session.results().to_json()


def test_ray_gives_the_same_json_as_this_process(cluster: object) -> None:
    assert results(QUICK, runner=cluster) == results(QUICK)


class Mortal:
    """Kills the process it plays in, once for each file that is there."""

    name = "mortal"

    def __init__(self, file: str) -> None:
        self.file = file

    def choose(self, view: Position) -> int:
        if os.path.exists(self.file):
            os.unlink(self.file)
            os.kill(os.getpid(), signal.SIGKILL)
        return view.codes[0]


def test_games_of_a_killed_worker_are_played_again(cluster: object, tmp_path: Path) -> None:
    file = tmp_path / "alive"
    cast = Cast([Mortal(str(file))])
    settings = Settings(FOUR, cast.names, games=6, measures=("duration_turns",))
    calm = results(settings, maker=cast)
    file.touch()
    assert results(settings, maker=cast, runner=cluster) == calm
    assert not file.exists()
