"""AlphaZero in an afternoon: a network learns a game by playing itself on a batch, and then plays in the arena.

    python -m examples.train connect_four --minutes 1 --save four.npz
    python -m examples.train telic --torch --minutes 8 --against level:3 --save telic.npz
    pyramidion arena telic --players level:3 "engine:python -m examples.trained_engine telic.npz" --games 100

The network gives every action a logit and a position an expected reward. Before each move a search improves what it
would do (learning/self_play.py); the policy learns from the search, the value from how games end. The network is plain
NumPy; with `--torch` it is a convolutional one in PyTorch, on a GPU where there is one, and the games are played there
too. The network, the learning curve (.csv) and its picture (.svg) are saved at every examination; the same command
again goes on from there. It ends by itself after `--minutes`, examinations included; compiling comes on top, once.

On an H200, in less than nine minutes, from the repository:

    PYTHONPATH=src:. python -m examples.train telic --torch --minutes 6 --rows 4096 --lesson 4096 --every 75 \
        --against level:3 --games 64 --save telic.npz
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from examples.learning import curve
from examples.learning.matches import against
from examples.learning.networks import Network, load, made, save
from examples.learning.self_play import Frame, self_play

import pyramidion as pyr
from pyramidion.engine.game import Game


class Trainer:
    """A network at school: it plays, learns, and is examined from time to time."""

    def __init__(self, game: Game, network: Network, chosen: argparse.Namespace) -> None:
        self.game, self.network, self.chosen = game, network, chosen
        self.dice = np.random.default_rng(chosen.seed)
        self.batch = batch_for(game, chosen)
        self.frame = Frame.of(game)
        self.table = Path(chosen.save).with_suffix(".csv") if chosen.save else None
        self.points = curve.read(self.table) if self.table else []
        self.before = max((point.seconds for point in self.points), default=0.0)  # in earlier sessions
        self.positions = max((point.positions for point in self.points), default=0)
        self.start = time.monotonic()

    def run(self) -> None:
        """Learn until the time is up, which leaves room for one more examination."""
        examined, took, every = 0.0, 0.0, 0.0  # the first examination comes after the first lesson
        while True:
            spent = time.monotonic() - self.start
            if spent - examined >= every:
                every = self.chosen.every
                self.examine(self.lesson())
                examined = time.monotonic() - self.start
                took = examined - spent
            elif spent + 1.2 * took >= 60 * self.chosen.minutes:
                break
            else:
                loss = self.lesson()
                print(f"{spent:6.0f} s  {self.positions:,} positions  loss {loss:.3f}", flush=True)
        self.examine(self.lesson())

    def lesson(self) -> float:
        """Play some moves in all games, and learn from them; the mean loss."""
        lived = self_play(self.batch, self.network, self.frame, self.chosen.steps, self.dice)
        self.positions += len(lived.rewards)
        parts = [part for _ in range(self.chosen.epochs) for part in lived.parts(self.dice, self.chosen.lesson)]
        return float(np.mean([self.network.learn(*lived.part(part)) for part in parts]))

    def examine(self, loss: float) -> None:
        """Play against others, note the scores, and save everything."""
        for opponent in self.chosen.against:
            score = float((1 + against(self.network, self.game, opponent, self.chosen.games).mean()) / 2)
            seconds = self.before + time.monotonic() - self.start
            self.points.append(curve.Point(round(seconds, 1), self.positions, round(loss, 4), opponent, score))
            print(f"{seconds:6.0f} s  against {opponent}: {score:.0%} of {self.chosen.games} games", flush=True)
        if self.table:
            save(Path(self.chosen.save), self.game, self.network)
            curve.write(self.table, self.points)


def batch_for(game: Game, chosen: argparse.Namespace) -> pyr.Batch:
    """Games on the GPU where PyTorch has one, else on the CPU."""
    if chosen.torch and chosen.device != "cpu":
        try:
            return pyr.batch(game, chosen.rows, seed=chosen.seed, device="cuda")
        except pyr.Unavailable as error:
            print(f"Games are played on the CPU: {error}", file=sys.stderr)
    return pyr.batch(game, chosen.rows, seed=chosen.seed)


def arguments_of(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", default="telic", help="with options, as in telic(merge=either)")
    parser.add_argument("--minutes", type=float, default=10, help="how long to train; default: 10")
    parser.add_argument("--rows", type=int, default=256, help="games that are played at once; default: 256")
    parser.add_argument("--steps", type=int, default=32, help="moves between two lessons; default: 32")
    parser.add_argument("--lesson", type=int, default=256, help="positions to learn from at once; default: 256")
    parser.add_argument("--epochs", type=int, default=2, help="how often a lesson is repeated; default: 2")
    parser.add_argument("--seed", type=int, default=0, help="seed of games and network; default: 0")
    parser.add_argument("--torch", action="store_true", help="train a convolutional network with PyTorch")
    parser.add_argument(
        "--device", choices=("cuda", "cpu"), default="cuda", help="where games are played, with --torch"
    )
    parser.add_argument(
        "--against", nargs="+", default=["random"], metavar="PLAYER", help="examiners, such as level:3; default: random"
    )
    parser.add_argument("--every", type=float, default=60, help="seconds between examinations; default: 60")
    parser.add_argument("--games", type=int, default=100, help="games of an examination; default: 100")
    parser.add_argument("--save", metavar="FILE.npz", help="where to write the network, and where to go on from")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> None:
    chosen = arguments_of(given)
    game = pyr.load(chosen.game)
    network: Network = made(game, chosen.torch)
    if chosen.save and Path(chosen.save).exists():
        saved, network = load(Path(chosen.save))
        if saved != game:
            sys.exit(f"{chosen.save} plays {saved.spec}, not {game.spec}: name another file.")
    Trainer(game, network, chosen).run()


if __name__ == "__main__":
    main()
