"""`pyramidion solve`: the value of a position with perfect play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from pyramidion.engine.position import Position
from pyramidion.lab.outputs import check_writable
from pyramidion.players.proof_check import NotProven, check_proof
from pyramidion.players.proofs import write_proof
from pyramidion.players.solver import NotSolved, Solution, Solver
from pyramidion.terminal.progress import Bar

UNSOLVED = 1


class Limits(NamedTuple):
    """What solving may take."""

    memory: int  # megabytes
    threads: int | None
    positions: float


def solve(position: Position, score: bool, limits: Limits, proof: Path | None, as_json: bool) -> int:
    """Print the value of a position and the moves that keep it; the exit code is 1 if it was not found."""
    if proof is not None:
        check_writable(str(proof))
    with Bar("positions", leave=False) as bar:
        solver = Solver(position.game, score, limits.memory, limits.threads, limits.positions, bar.reach)
        try:
            found = solver.solve(position)
            proven = None if proof is None else write_proof(proof, solver, position, limits.positions)
        except NotSolved as error:
            bar.say(str(error))
            return UNSOLVED
    print(json.dumps(_data(position, found)) if as_json else _text(position, found))
    if proven is not None and not as_json:
        print(f"{proof} has a move for each of {proven:,} positions.")
    return 0


def check(file: Path) -> int:
    """Print what a file proves; the exit code is 1 if it does not prove it."""
    try:
        found = check_proof(file)
    except NotProven as error:
        print(error)
        return UNSOLVED
    value = Solution(found.lead, found.score, (), 0, 0.0).result(found.start.game)
    print(f"Proven: {value} with best play, from {found.start.text}\nChecked {found.positions:,} positions.")
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
