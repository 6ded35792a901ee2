"""OpenSpiel's MCTS as an engine for the arena of Pyramidion; it plays any game. Needs open_spiel.

pyramidion arena telic --players level:2 "engine:500:python examples/openspiel_engine.py" --games 20
"""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from pyramidion.engine.registry import load
from pyramidion.interop import openspiel

EXPLORATION = 1.4
USUAL_EFFORT = 200  # simulations a move


def choose(request: dict[str, Any], options: dict[str, str], dice: np.random.RandomState) -> str:
    """The move that OpenSpiel's search likes best; what is hidden is guessed once."""
    name = request["position"].partition(" ")[0].partition("(")[0]
    rules = load(name, **options)
    view = rules.position(request["position"])
    full = view.guess(int(dice.randint(1 << 31))) if view.blank else view
    given = openspiel.parameters(rules.facts, options)
    game = pyspiel.load_game(f"{openspiel.PREFIX}{name}", {**given, "position": full.text})
    evaluator = mcts.RandomRolloutEvaluator(1, dice)
    effort = request["budget"].get("effort", USUAL_EFFORT)
    bot = mcts.MCTSBot(game, EXPLORATION, effort, evaluator, random_state=dice)
    state = game.new_initial_state()
    text: str = state.action_to_string(bot.step(state))
    return text


def main() -> None:
    dice, options = np.random.RandomState(), {}
    for line in sys.stdin:
        request = json.loads(line)
        if request["type"] == "hello":
            reply = {"type": "hello", "protocol": "pyramidion-engine-1", "name": "OpenSpiel MCTS"}
        elif request["type"] == "game":
            dice, options = np.random.RandomState(request["seed"] % (1 << 32)), request["options"]
            reply = {"type": "ready"}
        elif request["type"] == "choose":
            reply = {"type": "choice", "id": request["id"], "move": choose(request, options, dice)}
        elif request["type"] == "quit":
            return
        else:
            reply = {"type": "error", "error": f"'{request['type']}' is not a type of request"}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
