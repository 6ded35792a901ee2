"""Solve a game from its start with every combination of some options, several at a time.

    python scripts/solve_options.py traffic_tyrants lineup sequence decline short uturn covered --out solved.jsonl

`--also NAME=VALUE` adds single values of other options against the defaults. Writes a line of JSON for each answer as
soon as it is known: what the first seat leads by at least and at most, in results: 1 for a win, 0 for a draw. Goes on
with what is not solved yet where it was interrupted.
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

NOTHING_KNOWN = {"least": -1, "most": 1, "positions": 0, "seconds": 0.0}


def combinations(game: str, names: list[str], without: list[str]) -> Iterator[str]:
    """The game with every combination of the values of these options but those in which all of `without` meet; the
    defaults first."""
    values = [list(pyr.facts(game).option(name).values) for name in names]
    for chosen in itertools.product(*values):
        made = [f"{name}={value}" for name, value in zip(names, chosen, strict=True)]
        if not without or not set(without) <= set(made):
            yield pyr.load(game, **dict(zip(names, chosen, strict=True))).spec


def solved(spec: str, given: argparse.Namespace, known: dict[str, int | float]) -> None:
    """Answer what is not known yet of both questions: does the first seat at least draw, and does it win?"""
    game = pyr.load(spec)
    solver = Solver(game, memory=given.memory, threads=given.threads, most_positions=given.positions)
    start, began = game.start(seed=0), time.perf_counter()
    least, most = known["least"], known["most"]
    with suppress(NotSolved):
        for lead in (0, 1):
            if not least < lead <= most:
                continue
            least, most = (lead, most) if solver.reaches(start, lead) else (least, lead - 1)
            positions = known["positions"] + solver.positions
            seconds = round(known["seconds"] + time.perf_counter() - began, 1)
            about = {"game": spec, "least": least, "most": most, "positions": positions, "seconds": seconds}
            with given.out.open("a") as file:
                file.write(json.dumps(about | {"threads": given.threads, "memory": given.memory}) + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("options", nargs="*", help="names of options; every combination of their values is solved")
    parser.add_argument("--also", nargs="*", default=[], metavar="NAME=VALUE", help="values against the defaults")
    parser.add_argument("--without", nargs="*", default=[], metavar="NAME=VALUE", help="values not to combine")
    parser.add_argument("--out", type=Path, required=True, help="the file to write and to go on with")
    parser.add_argument("--memory", type=int, default=1024, metavar="MB", help="of each search; default: 1024")
    parser.add_argument("--workers", type=int, default=cores(), metavar="N", help="searches at a time; default: cores")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="of each search; default: 1")
    parser.add_argument("--positions", type=float, default=float("inf"), metavar="N", help="give up after this many")
    given = parser.parse_args()
    lines = [json.loads(line) for line in given.out.read_text().splitlines()] if given.out.exists() else []
    known = {line["game"]: line for line in lines}
    also = [pyr.load(given.game, **dict([word.split("=")])).spec for word in given.also]
    specs = dict.fromkeys([*also, *combinations(given.game, given.options, given.without)])
    asked = {spec: known.get(spec, NOTHING_KNOWN) for spec in specs}
    open_ones = [spec for spec, about in asked.items() if about["least"] < about["most"]]
    open_ones.sort(key=lambda spec: spec not in known)  # where one question is left, an answer comes soonest
    with ProcessPoolExecutor(given.workers, get_context("spawn"), max_tasks_per_child=1) as pool:
        running = [pool.submit(solved, spec, given, asked[spec]) for spec in open_ones]
        for finished in as_completed(running):
            finished.result()
    return 0


if __name__ == "__main__":
    sys.exit(main())
