"""`pyramidion solve`: the value of a position with perfect play."""

from __future__ import annotations

import json
import math

from pyramidion.engine.position import Position
from pyramidion.players.solver import NotSolved, Solution, Solver
from pyramidion.terminal.progress import Bar

UNSOLVED = 1


def solve(position: Position, score: bool, memory: int, threads: int | None, most: int | None, as_json: bool) -> int:
    """Print the value of a position and the moves that keep it; the exit code is 1 if it was not found."""
    with Bar("positions", leave=False) as bar:
        solver = Solver(position.game, score, memory, threads, math.inf if most is None else most, bar.reach)
        try:
            found = solver.solve(position)
        except NotSolved as error:
            bar.say(str(error))
            return UNSOLVED
    print(json.dumps(_data(position, found)) if as_json else _text(position, found))
    return 0


def _text(position: Position, found: Solution) -> str:
    keep = f"Moves that keep it: {', '.join(found.best)}." if found.best else "The game is over."
    rate = f"{found.positions:,} positions in {found.seconds:.1f} s"
    return f"With best play: {found.result(position.game)}.\n{keep}\n{rate}"


def _data(position: Position, found: Solution) -> dict[str, object]:
    return {
        "game": position.game.spec,
        "position": position.text,
        "lead": found.lead,
        "score": found.score,
        "best": found.best,
        "positions": found.positions,
        "seconds": round(found.seconds, 3),
    }
