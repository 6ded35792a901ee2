"""Learn the weights of a game's features from self-play and write them beside its rules.

    python scripts/tune.py telic --games 20000 --rounds 6

More than one variant of a game shares the games out: mid_challenge "mid_challenge(players=3)". The best
weights so far are written after every round, so it can be interrupted at any time.
"""

from __future__ import annotations

import argparse
import datetime
import json
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyramidion as pyr
from pyramidion.engine.errors import BadInput
from pyramidion.engine.files import write_text
from pyramidion.engine.game import Game
from pyramidion.players.tuner import TuningRound, tune
from pyramidion.players.weights import feature_names, weights_file
from pyramidion.terminal.progress import Bar


def variants(specs: Sequence[str]) -> list[Game]:
    games = [pyr.load(spec) for spec in specs]
    if len({game.name for game in games}) > 1:
        raise BadInput("All variants must be of one game.")
    return games


def file_text(games: Sequence[Game], last: TuningRound, arguments: argparse.Namespace) -> str:
    names = feature_names(games[0])
    content: dict[str, Any] = {
        "weights": dict(zip(names, last.weights[: len(names)].tolist(), strict=True)),
        "made": command(arguments),
        "games": arguments.games,
        "rounds": last.number,
        "seed": arguments.seed,
        "loss": round(last.best_loss, 5),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
    }
    return json.dumps(content, indent=2) + "\n"


def command(arguments: argparse.Namespace) -> str:
    """The command that makes the same weights again."""
    options = [f"--{name}={getattr(arguments, name)}" for name in ("games", "rounds", "seed")]
    return shlex.join(["python", "scripts/tune.py", *arguments.variants, *options])


def say(last: TuningRound) -> str:
    verdict = "better" if last.better else "not better"
    return f"round {last.number}: loss {last.loss:.4f}, {last.share:.1%} ± {last.error:.1%} against the best: {verdict}"


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("variants", nargs="+", metavar="GAME", help="a game, with options as in telic(merge=either)")
    parser.add_argument("--games", type=int, default=20_000, help="games a round; default: 20000")
    parser.add_argument("--rounds", type=int, default=6, help="rounds; default: 6")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same weights; default: 0")
    parser.add_argument("--out", type=Path, help="the file to write; default: weights.json beside the game's rules")
    arguments = parser.parse_args(words)
    games = variants(arguments.variants)
    out = arguments.out or weights_file(games[0])
    with Bar("games", leave=False) as bar:
        for each in tune(games, arguments.games, arguments.rounds, arguments.seed, bar):
            bar.say(say(each))
            write_text(out, file_text(games, each, arguments))
    print(f"{out} written")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (BadInput, KeyboardInterrupt) as error:
        sys.exit(f"tune.py: {error or 'interrupted'}")
