"""Interpreted and compiled rules side by side, in a separate process: faulty compiled rules may crash it."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np

from pyramidion.engine import binding, dice, edge
from pyramidion.engine.files import read_text
from pyramidion.engine.game import Game, copied
from pyramidion.engine.header import OVER
from pyramidion.engine.playouts import random_ply
from pyramidion.engine.registry import game_in, load

GAMES = 2
MOST_PLIES = 300
DIFFERENT = 1
LONGEST = 300  # characters of a message
NOISE = ("Failed in nopython mode", "During: ")  # how lines begin that say what the compiler was doing
NEW_OBJECT = "NRT required but not enabled"  # Numba's runtime, which keeps track of memory
PLACE = re.compile(r'(?:File "(?P<file>[^"]+)", line (?P<line>\d+)|at (?P<path>\S+\.py) \((?P<number>\d+)\))')
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
    return f"the rules cannot be compiled: {compiler_error(done.stderr, folder)}"


def compiler_error(output: str, folder: Path) -> str:
    """The error at the end of a traceback, without the compiler's own affairs, and the line of the game it is about."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [number for number, line in enumerate(lines) if line.split(":")[0].endswith("Error")]
    told = lines[errors[-1] :] if errors else lines[-1:]
    if told:
        told[0] = told[0].partition(": ")[2] or told[0]
    telling = [line for line in told if not line.startswith(NOISE)]
    plain = " ".join(telling).replace(NEW_OBJECT, "a list, array or other object is created")
    message = textwrap.shorten(plain, LONGEST, placeholder=" ...")
    return " ".join(filter(None, [message, _own_line("\n".join(told), folder)]))


def _own_line(told: str, folder: Path) -> str:
    """The first line of the game's own files that an error mentions, in brackets; empty if there is none."""
    for match in PLACE.finditer(told):
        file, number = Path(match["file"] or match["path"]), int(match["line"] or match["number"])
        if file.resolve().parent == folder.resolve() and file.exists():
            source = read_text(file).splitlines()[number - 1].strip()
            return f"({file.name}, line {number}: {source})"
    return ""


def first_difference(game: Game, seed: int) -> str | None:
    """Where two games with the same dice start to differ."""
    both = [_Side(game, speed(game.description), seed) for speed in (binding.interpreted, binding.compiled)]
    for ply in range(MOST_PLIES):
        interpreted, compiled = both
        if interpreted.row.tobytes() != compiled.row.tobytes():
            return f"game {seed} of {game.spec}: the fields {_unequal(interpreted, compiled)} differ after {ply} plies"
        if interpreted.row["mover"][0] == OVER:
            return None
        if interpreted.choices() != compiled.choices():
            return f"game {seed} of {game.spec}: the lists of moves differ after {ply} plies"
        for side in both:
            side.play()
    return None


class _Side:
    """The game as one of the two plays it."""

    def __init__(self, game: Game, bind: binding.Binding, seed: int) -> None:
        self.row, self.bind = copied(game.template), bind
        self.words = np.zeros(dice.WORDS, dtype=np.int64)
        self.out = np.zeros((2, game.facts.most_moves), dtype=np.int32)
        bind(edge.lay_out)(self.row, self.words, seed)

    def choices(self) -> list[int]:
        count = self.bind(edge.list_choices)(self.row, self.out)
        return list(self.out[0, :count].tolist())

    def play(self) -> None:
        self.bind(random_ply)(self.row.view(np.recarray)[0], self.words, *self.out)


def _unequal(one: _Side, other: _Side) -> str:
    names = one.row.dtype.names or ()
    return ", ".join(name for name in names if one.row[name].tobytes() != other.row[name].tobytes())


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
