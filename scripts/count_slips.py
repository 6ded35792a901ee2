"""Play games between two players and count the decisions that gave a better result away, by exact values.

    python scripts/count_slips.py traffic_tyrants level:8 uct:2s --games 100 --out slips.jsonl

The players swap seats from game to game. A decision is checked by exact search alone if that takes no more than
`--limit` positions, else by exact search with the game's book. Writes a line of JSON for each game as soon as it is
over, and goes on after the games that are there.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

import pyramidion as pyr
from pyramidion.engine.game import Game
from pyramidion.engine.position import Position
from pyramidion.engine.simulation import cores
from pyramidion.players.book import book_of
from pyramidion.players.bots import player
from pyramidion.players.solver import NotSolved, Solver

MEMORY = 256  # megabytes
PATIENCE = 100_000_000  # positions for a decision, with the book


class Checker:
    """Finds out what positions are worth, and how many needed the book."""

    def __init__(self, game: Game, limit: int) -> None:
        self.limit = limit
        self.alone = Solver(game, memory=MEMORY, threads=1)
        self.helped = Solver(game, memory=MEMORY, threads=1, book=book_of(game))

    def value(self, position: Position) -> tuple[int, bool]:
        """The lead of the first seat, and whether search alone found it."""
        try:
            return limited(self.alone, self.limit).value(position), True
        except NotSolved:
            return limited(self.helped, PATIENCE).value(position), False


def limited(solver: Solver, limit: int) -> Solver:
    solver.most_positions = solver.positions + limit
    return solver


def played(spec: str, names: Sequence[str], number: int, limit: int) -> dict[str, object]:
    """One game, and what each decision in it gave away."""
    game = pyr.load(spec)
    seated = list(names) if number % 2 == 0 else list(reversed(names))
    players = [player(game, name, seed=number) for name in seated]
    match, slowest = pyr.Match(game, seed=0), [0.0, 0.0]
    while match.outcome is None:
        mover, began = match.position.mover or 0, time.perf_counter()
        match.play(players[mover].choose(match.position))
        slowest[mover] = max(slowest[mover], time.perf_counter() - began)
    about = {"game": spec, "number": number, "players": seated, "results": list(map(float, match.outcome.results))}
    return about | {"slowest": [round(each, 2) for each in slowest], **checked(match, Checker(game, limit))}


def checked(match: pyr.Match, checker: Checker) -> dict[str, object]:
    """The decisions of each seat, those that gave a result away, and those that could not be checked."""
    decisions, slips, unchecked, alone = [0, 0], [0, 0], [0, 0], 0
    for before, after in reversed(list(zip(match.positions, match.positions[1:], strict=False))):
        seat = before.mover or 0
        if len(before.codes) == 1:
            continue
        decisions[seat] += 1
        try:
            (first, plain), (second, same) = checker.value(before), checker.value(after)
        except NotSolved:
            unchecked[seat] += 1
            continue
        slips[seat] += first != second
        alone += plain and same
    counts = {"decisions": decisions, "slips": slips, "unchecked": unchecked, "alone": alone}
    return counts | {"moves": " ".join(match.texts())}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("players", nargs=2, metavar="PLAYER")
    parser.add_argument("--games", type=int, default=100, metavar="N")
    parser.add_argument("--limit", type=int, default=2_000_000, metavar="N", help="positions; default: 2000000")
    parser.add_argument("--workers", type=int, default=cores(), metavar="N", help="games at a time; default: cores")
    parser.add_argument("--out", type=Path, required=True, help="the file to write and to go on with")
    given = parser.parse_args()
    lines = [json.loads(line) for line in given.out.read_text().splitlines()] if given.out.exists() else []
    known = {line["number"] for line in lines if sorted(line["players"]) == sorted(given.players)}
    with ProcessPoolExecutor(given.workers, get_context("spawn")) as pool:
        running = [
            pool.submit(played, given.game, given.players, number, given.limit)
            for number in range(given.games)
            if number not in known
        ]
        for done in as_completed(running):
            with given.out.open("a") as file:
                file.write(json.dumps(done.result()) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
