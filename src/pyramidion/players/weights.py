"""The weights by which a game is judged, of its features or of its network, kept beside its rules."""

from __future__ import annotations

import functools
import json
from pathlib import Path

import numpy as np

from pyramidion.engine.errors import BadInput
from pyramidion.engine.files import read_text
from pyramidion.engine.game import Game
from pyramidion.engine.verbs import Numbers
from pyramidion.players import network
from pyramidion.players.evaluation import MOST_FEATURES

STEPS = 1000  # a network's weights are kept in thousandths


def can_judge(game: Game) -> bool:
    """Does the game say what makes a position good?"""
    return bool(feature_names(game) or input_count(game))


def weights_file(game: Game) -> Path:
    return game.description.folder / "weights.json"


def network_file(game: Game) -> Path:
    return game.description.folder / "network.json"


def feature_names(game: Game) -> tuple[str, ...]:
    return game.description.judgement.features


def input_count(game: Game) -> int:
    """How many inputs the game's network has, 0 if it has none."""
    return game.description.judgement.inputs


@functools.lru_cache(maxsize=64)
def weights_of(game: Game) -> Numbers:
    """The weights in the order of the features, or of the network; zeros for a game that cannot judge."""
    weights = _network_weights(game) if input_count(game) else _feature_weights(game)
    weights.flags.writeable = False
    return weights


def _feature_weights(game: Game) -> Numbers:
    weights = np.zeros(MOST_FEATURES)
    names, file = feature_names(game), weights_file(game)
    if names and file.exists():
        known = json.loads(read_text(file))["weights"]
        if set(known) != set(names):
            raise BadInput(f"{file} does not match the features of {game.title}. Run scripts/tune.py {game.name}.")
        weights[: len(names)] = [known[name] for name in names]
    return weights


def _network_weights(game: Game) -> Numbers:
    weights, file = np.zeros(network.size(input_count(game))), network_file(game)
    if file.exists():
        known = json.loads(read_text(file))
        flat = [number for row in (known["units"], *known["rows"]) for number in row]
        if len(flat) != len(weights):
            raise BadInput(f"{file} does not match the inputs of {game.title}. Run scripts/train.py {game.name}.")
        weights[:] = flat
        weights /= STEPS
    return weights


def network_text(weights: Numbers, facts: dict[str, object]) -> str:
    """A network as JSON, a line for each input."""
    whole = np.rint(weights * STEPS).astype(int).tolist()
    rows = [whole[start : start + network.HIDDEN] for start in range(network.HEAD, len(whole), network.HIDDEN)]
    lines = ",\n".join("  " + json.dumps(row, separators=(",", ":")) for row in rows)
    known = "".join(f'"{name}": {json.dumps(fact)},\n' for name, fact in facts.items())
    return f'{{\n{known}"units": {json.dumps(whole[: network.HEAD])},\n"rows": [\n{lines}\n]\n}}\n'
