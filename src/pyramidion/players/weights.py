"""The weights of a game's features, tuned by self-play and kept beside its rules."""

from __future__ import annotations

import functools
import json
from pathlib import Path

import numpy as np

from pyramidion.engine import binding
from pyramidion.engine.errors import BadInput
from pyramidion.engine.files import read_text
from pyramidion.engine.game import Game
from pyramidion.engine.verbs import Numbers
from pyramidion.players.judging import MOST_FEATURES


def can_judge(game: Game) -> bool:
    """Does the game say what makes a position good?"""
    return binding.judgement(game.rules) is not None


def weights_file(game: Game) -> Path:
    assert game.rules.__file__ is not None
    return Path(game.rules.__file__).parent / "weights.json"


def feature_names(game: Game) -> tuple[str, ...]:
    module = binding.judgement(game.rules)
    return () if module is None else tuple(module.FEATURES)


@functools.lru_cache(maxsize=64)
def weights_of(game: Game) -> Numbers:
    """The weights in the order of the features; zeros for a game that cannot judge."""
    weights = np.zeros(MOST_FEATURES)
    names, file = feature_names(game), weights_file(game)
    if names and file.exists():
        known = json.loads(read_text(file))["weights"]
        if set(known) != set(names):
            raise BadInput(f"{file} is not made for the features of {game.title}. Run scripts/tune.py {game.name}.")
        weights[: len(names)] = [known[name] for name in names]
    weights.flags.writeable = False
    return weights
