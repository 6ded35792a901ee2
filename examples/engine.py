"""A small engine for the arena of Pyramidion: it plays any game by taking a random legal move.

pyramidion arena telic --players random "engine:python examples/engine.py" --games 100
"""

import json
import random
import sys


def main() -> None:
    dice = random.Random()
    for line in sys.stdin:
        request = json.loads(line)
        if request["type"] == "hello":
            reply = {"type": "hello", "protocol": "pyramidion-engine-1", "name": "random example"}
        elif request["type"] == "game":
            dice = random.Random(request["seed"])
            reply = {"type": "ready"}
        elif request["type"] == "choose":
            reply = {"type": "choice", "id": request["id"], "move": dice.choice(request["moves"])}
        elif request["type"] == "quit":
            return
        else:
            reply = {"type": "error", "error": f"'{request['type']}' is not a type of request"}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
