"""A network that examples/train.py has saved, as an engine for the arena.

    pyramidion arena telic --players level:3 "engine:python -m examples.trained_engine telic.npz" --games 100

It looks one ply ahead, over all outcomes of the dice, and judges what it finds there in one call of the network.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
from examples.learning.networks import Network, load
from examples.learning.self_play import SCALE

import pyramidion as pyr
from pyramidion.engine.move import Move
from pyramidion.engine.position import Position


def choose(position: Position, network: Network) -> Move:
    """The move that leads to the positions that the network likes best, averaged over chance."""
    mover, actions = position.mover, position.game.actions
    assert mover is not None
    moves = list(position.moves())
    leaves = [(number, *leaf) for number, move in enumerate(moves) for leaf in ahead(position.play(move), 1.0)]
    tensors = [position.tensor(mover)]
    tensors += [leaf.tensor(leaf.mover if leaf.mover is not None else mover) for _, leaf, _ in leaves]
    logits, values = network.judge(np.stack(tensors))
    turned = actions.mirrored if mover == 1 else range(len(actions))
    worth = np.array([logits[0, turned[actions.of(move)]] for move in moves])
    for (number, leaf, weight), value in zip(leaves, values[1:], strict=True):
        worth[number] += SCALE * weight * reward(leaf, mover, float(value))
    return moves[int(np.argmax(worth))]


def ahead(position: Position, weight: float) -> list[tuple[Position, float]]:
    """What a position becomes once chance has played, and how likely that is."""
    if position.mover != pyr.CHANCE:
        return [(position, weight)]
    return [leaf for move, part in position.chances() for leaf in ahead(position.play(move), weight * float(part))]


def reward(position: Position, seat: int, value: float) -> float:
    """What a seat may expect, where `value` is what the seat to move may."""
    if position.outcome is not None:
        seats = position.game.seats
        return float((seats * position.outcome.results[seat] - 1) / max(1, seats - 1))
    return value if position.mover == seat else -value


def main(path: str) -> None:
    """Speak the engine protocol: see docs/engines.md."""
    game, network = load(Path(path))
    for line in sys.stdin:
        request = json.loads(line)
        if request["type"] == "hello":
            reply = {"type": "hello", "protocol": "pyramidion-engine-1", "name": f"network for {game.spec}"}
        elif request["type"] == "game" and (request["game"], request["options"]) != (game.name, dict(game.options)):
            reply = {"type": "error", "error": f"this network plays {game.spec}"}
        elif request["type"] == "game":
            reply = {"type": "ready"}
        elif request["type"] == "choose":
            view = game.position(request["position"])
            move = choose(view.guess(0) if view.blank else view, network)
            reply = {"type": "choice", "id": request["id"], "move": str(move)}
        else:
            return
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
