"""Solve a game from its start with every combination of some options, several at a time.

    python scripts/solve_options.py traffic_tyrants lineup sequence decline short uturn covered --out solved.jsonl

Writes a line of JSON for each combination as soon as it is solved, and goes on where it was interrupted.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path

import pyramidion as pyr
from pyramidion.engine.simulation import cores
from pyramidion.players.solver import NotSolved, Solver


def combinations(game: str, names: list[str]) -> Iterator[pyr.Game]:
    """The game with every combination of the values of these options, the defaults first."""
    values = [list(pyr.facts(game).option(name).values) for name in names]
    for chosen in itertools.product(*values):
        yield pyr.load(game, **dict(zip(names, chosen, strict=True)))


def solved(spec: str, memory: int, threads: int, most: float) -> dict[str, object]:
    """What is known of a combination afterwards."""
    game = pyr.load(spec)
    solver = Solver(game, memory=memory, threads=threads, most_positions=most)
    start, lead = time.perf_counter(), None
    with suppress(NotSolved):
        lead = solver.value(game.start(seed=0))
    seconds = round(time.perf_counter() - start, 1)
    return {"game": spec, "lead": lead, "positions": solver.positions, "seconds": seconds, "threads": threads}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("options", nargs="*", help="names of options; every combination of their values is solved")
    parser.add_argument("--out", type=Path, required=True, help="the file to write and to go on with")
    parser.add_argument("--memory", type=int, default=1024, metavar="MB", help="of each search; default: 1024")
    parser.add_argument("--workers", type=int, default=cores(), metavar="N", help="searches at a time; default: cores")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="of each search; default: 1")
    parser.add_argument("--positions", type=float, default=float("inf"), metavar="N", help="give up after so many")
    given = parser.parse_args()
    lines = given.out.read_text().splitlines() if given.out.exists() else []
    done = {json.loads(line)["game"] for line in lines}
    specs = [game.spec for game in combinations(given.game, given.options) if game.spec not in done]
    with ProcessPoolExecutor(given.workers, get_context("spawn"), max_tasks_per_child=1) as pool:
        running = [pool.submit(solved, spec, given.memory, given.threads, given.positions) for spec in specs]
        for finished in as_completed(running):
            line = json.dumps(finished.result())
            print(line, flush=True)
            with given.out.open("a") as file:
                file.write(line + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
