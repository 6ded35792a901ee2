"""Rules at another speed than usual, for a while."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pyramidion.engine import binding
from pyramidion.engine.game import Game


@contextmanager
def interpreted_rules(game: Game) -> Iterator[None]:
    """Within this block the game's rules are interpreted."""
    binding.use(game.description, binding.interpreted)
    try:
        yield
    finally:
        binding.use(game.description, binding.compiled)
