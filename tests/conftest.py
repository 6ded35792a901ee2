"""All test processes share one folder of compiled code, filled before they start. Tests come in another order each
time: they must not depend on it."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

import pyramidion as pyr
from pyramidion.engine.game import Game
from pyramidion.engine.simulation import cores
from tests.compilation import compile_games
from tests.schedule import Schedule

settings.register_profile("noisy machines", deadline=None)
settings.load_profile("noisy machines")


def variants() -> list[Game]:
    """Every game at its defaults, and at every other value of each single option."""
    found = []
    for name in pyr.games():
        found.append(pyr.load(name))
        for option in pyr.facts(name).options:
            samples = [*option.values][1:] + list(FREE_VALUES.get((name, option.name), ()))
            found += [pyr.load(name, **{option.name: value}) for value in samples]
    return found


# An option that takes more than its listed values is tried with these as well.
FREE_VALUES = {
    ("topologic", "field"): (
        "########/########/########/###..###/###..###/########/########/########",
        ".########/#.#######/#########/#########/#########/#########/########.",
        "#" * 60,
    )
}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("order")
    group.addoption("--order", choices=["shuffled", "forward", "backward"], default="shuffled", help="of the tests")
    group.addoption("--seed", type=int, default=None, help="of the shuffled order; default: another one each time")


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        config.option.seed = config.workerinput["seed"]
        return
    if config.option.seed is None:
        config.option.seed = random.randrange(1_000_000)
    if not config.option.collectonly:
        compile_games(cores())


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Schedule:
    return Schedule(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """All test processes of a run have the same order."""
    node.workerinput["seed"] = node.config.option.seed


def pytest_report_header(config: pytest.Config) -> str:
    return f"order: {config.option.order}, seed {config.option.seed}"


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Name what fails at once: a long run may be ended before its summary."""
    if report.failed and "PYTEST_XDIST_WORKER" not in os.environ:
        print(f"\nFAILED {report.nodeid}\n{report.longreprtext[-1500:]}", flush=True)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Change the order of modules, and of the tests in each; pytest then brings those together that share fixtures."""
    if config.option.order == "backward":
        items.reverse()
    if config.option.order == "shuffled":
        chance = random.Random(config.option.seed)
        modules: dict[Path, list[pytest.Item]] = {}
        for item in items:
            modules.setdefault(item.path, []).append(item)
        groups = list(modules.values())
        chance.shuffle(groups)
        for group in groups:
            chance.shuffle(group)
        items[:] = [item for group in groups for item in group]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "variant" in metafunc.fixturenames:
        metafunc.parametrize("variant", variants(), ids=lambda game: game.spec.replace("/", "|"))
    if "name" in metafunc.fixturenames:
        metafunc.parametrize("name", pyr.games())
