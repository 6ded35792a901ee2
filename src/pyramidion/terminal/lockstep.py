"""Interpreted and compiled rules side by side, in a separate process: faulty compiled rules may crash it."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import numpy as np

from pyramidion.engine import binding, dice, edge
from pyramidion.engine.game import Game, copied
from pyramidion.engine.header import OVER
from pyramidion.engine.playouts import random_ply
from pyramidion.engine.registry import game_in, load

GAMES = 2
MOST_PLIES = 300
DIFFERENT = 1
LONGEST = 300  # characters of a message
PATIENCE = 300.0  # seconds, most of them for the compiler


def difference(folder: Path, specs: list[str]) -> str | None:
    """How compiled games differ from interpreted ones, or None."""
    command = [sys.executable, "-m", __name__, str(folder), *specs]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return f"the compiled rules have not finished a game after {PATIENCE:g} seconds"
    if done.returncode == 0:
        return None
    if done.returncode == DIFFERENT and done.stdout:
        return done.stdout.strip()
    if done.returncode < 0:
        return f"the compiled rules crash with {signal.Signals(-done.returncode).name}"
    lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
    return f"the rules cannot be compiled: {_telling(lines)[:LONGEST]}"


def _telling(lines: list[str]) -> str:
    """The end of a traceback, from the error on."""
    errors = [number for number, line in enumerate(lines) if line.split(":")[0].endswith("Error")]
    return " ".join(lines[errors[-1] :] if errors else lines[-1:])


def first_difference(game: Game, seed: int) -> str | None:
    """Where two games with the same dice start to differ."""
    both = [_Side(game, speed(game.description), seed) for speed in (binding.interpreted, binding.compiled)]
    for ply in range(MOST_PLIES):
        interpreted, compiled = both
        if interpreted.record.tobytes() != compiled.record.tobytes():
            return f"game {seed} of {game.spec}: the fields {_unequal(interpreted, compiled)} differ after {ply} plies"
        if interpreted.record["mover"][0] == OVER:
            return None
        if interpreted.choices() != compiled.choices():
            return f"game {seed} of {game.spec}: the lists of moves differ after {ply} plies"
        for side in both:
            side.play()
    return None


class _Side:
    """The game as one of the two plays it."""

    def __init__(self, game: Game, bind: binding.Binding, seed: int) -> None:
        self.record, self.bind = copied(game.template), bind
        self.words = np.zeros(dice.WORDS, dtype=np.int64)
        self.out = np.zeros((2, game.facts.most_moves), dtype=np.int32)
        bind(edge.lay_out)(self.record, self.words, seed)

    def choices(self) -> list[int]:
        count = self.bind(edge.list_choices)(self.record, self.out)
        return list(self.out[0, :count].tolist())

    def play(self) -> None:
        self.bind(random_ply)(self.record.view(np.recarray)[0], self.words, *self.out)


def _unequal(one: _Side, other: _Side) -> str:
    names = one.record.dtype.names or ()
    return ", ".join(name for name in names if one.record[name].tobytes() != other.record[name].tobytes())


def main() -> int:
    folder, *specs = sys.argv[1:]
    game_in(folder)
    for spec in specs:
        for seed in range(GAMES):
            found = first_difference(load(spec), seed)
            if found:
                print(found)
                return DIFFERENT
    return 0


if __name__ == "__main__":
    sys.exit(main())
