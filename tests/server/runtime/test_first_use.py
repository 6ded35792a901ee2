"""Compiled rules are loaded when a game is first used, and not before."""

from __future__ import annotations

import asyncio

from tests.loops import run

from pyramidion.engine import binding
from pyramidion.engine.registry import load
from pyramidion.server.runtime.preparation import Preparation

GAME = load("telic")


async def prepared(use: bool) -> bool:
    """Were the compiled rules loaded by a server?"""
    preparation = Preparation()
    preparation.begin()
    await preparation.opponents_of(GAME.name)
    if use:
        GAME.start(seed=0)
        while binding.speed_of(GAME.description) is not binding.compiled:
            await asyncio.sleep(0.01)
    loaded = binding.speed_of(GAME.description) is binding.compiled
    await preparation.close()
    return loaded


def test_compiled_rules_wait_until_somebody_uses_the_game() -> None:
    for use in (False, True):
        binding.use(GAME.description, binding.compiled)
        assert run(prepared(use)) is use
        assert binding.speed_of(GAME.description) is binding.compiled  # for whatever comes after the server
