"""Learn the network of a game from positions solved, or searched with the network itself, and write it beside its
rules.

    python scripts/train.py traffic_tyrants --games 6000 --rounds 3

The network is written after every round, so it can be interrupted at any time.
"""

from __future__ import annotations

import argparse
import datetime
import sys
from collections.abc import Sequence
from pathlib import Path

import pyramidion as pyr
from pyramidion.engine.errors import BadInput
from pyramidion.engine.files import write_text
from pyramidion.players.trainer import TrainingRound, train
from pyramidion.players.weights import network_file, network_text
from pyramidion.terminal.progress import Bar


def file_text(last: TrainingRound, arguments: argparse.Namespace) -> str:
    options = [f"--{name}={getattr(arguments, name)}" for name in ("games", "rounds", "seed")]
    facts: dict[str, object] = {
        "made": " ".join(["python scripts/train.py", arguments.game, *options]),
        "games": arguments.games,
        "rounds": last.number,
        "seed": arguments.seed,
        "positions": last.positions,
        "loss": round(last.loss, 5),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
    }
    return network_text(last.weights, facts)


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", metavar="GAME", help="a game whose judgement.py names inputs")
    parser.add_argument("--games", type=int, default=6000, help="games a round; default: 6000")
    parser.add_argument("--rounds", type=int, default=3, help="rounds; default: 3")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same network; default: 0")
    parser.add_argument("--out", type=Path, help="the file to write; default: network.json beside the game's rules")
    arguments = parser.parse_args(words)
    game = pyr.load(arguments.game)
    out = arguments.out or network_file(game)
    with Bar("steps", leave=False) as bar:
        for each in train(game, arguments.games, arguments.rounds, arguments.seed, bar):
            bar.say(f"round {each.number}: {each.positions} positions, loss {each.loss:.4f}")
            write_text(out, file_text(each, arguments))
    print(f"{out} written")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (BadInput, KeyboardInterrupt) as error:
        sys.exit(f"train.py: {error or 'interrupted'}")
