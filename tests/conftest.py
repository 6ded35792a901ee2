"""Every test sees the example game too, and all test processes share one folder of compiled code."""

from __future__ import annotations

import os
from pathlib import Path

os.environ["PYRAMIDION_GAMES"] = str(Path(__file__).parent.parent / "examples")

import pytest
from hypothesis import settings

import pyramidion as pyr
from pyramidion.engine.game import Game

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
    )
}


def pytest_configure(config: pytest.Config) -> None:
    """Compile once, before the test processes start, so that they find everything on disk."""
    if hasattr(config, "workerinput"):
        return
    for name in pyr.games():
        game = pyr.load(name)
        position = game.start(seed=0)
        position.play(position.moves()[0]).view(0)
        pyr.simulate(game, 1)
        pyr.perft(game, 1)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "variant" in metafunc.fixturenames:
        metafunc.parametrize("variant", variants(), ids=lambda game: game.spec.replace("/", "|"))
    if "name" in metafunc.fixturenames:
        metafunc.parametrize("name", pyr.games())
