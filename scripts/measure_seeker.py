"""Measure Topologic's seeker: the turns it needs on random fields for random secrets.

    python scripts/measure_seeker.py --games 1000 --seekers 5 --path straight --seconds 2
    python scripts/measure_seeker.py --games 400 --level 3

Prints the mean with its 95 % interval, the distribution, and the time of a turn. Budgets are those
of a whole turn: --effort counts configurations and does not depend on the machine. With --save a run that was
interrupted goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path

import numpy as np

import pyramidion as pyr
from pyramidion.engine.contract import Level
from pyramidion.engine.position import Position
from pyramidion.games.topologic.expert import Expert
from pyramidion.players.levels import HIGHEST, level
from pyramidion.terminal.progress import Bar


def seek(expert: Expert, position: Position, budget: Level, seed: int) -> tuple[int, float]:
    """Play round 1 to its end; return its turns, and the longest time of a decision."""
    slowest, plies = 0.0, 0
    while not position.fields.score[0]:
        begin = time.perf_counter()
        *_, (lines, _, _) = expert.think(position.view(1), budget.effort, budget.seconds, seed + plies, lambda: False)
        slowest, plies = max(slowest, time.perf_counter() - begin), plies + 1
        position = position.play(lines[0][0])
    return int(position.fields.score[0]), slowest


def kept(file: Path | None, what: str) -> list[tuple[int, float, float]]:
    """The fields measured so far: turns, the slowest decision and all seconds of each."""
    if file is None or not file.exists():
        return []
    first, *lines = file.read_text(encoding="utf-8").splitlines()
    if json.loads(first) != what:
        raise SystemExit(f"{file} has another measurement: {first}. Choose another file with --save.")
    return [tuple(json.loads(line)) for line in lines]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="fields, each with a random secret; default: 1000")
    parser.add_argument("--seekers", choices=["5", "4", "3"], default="5")
    parser.add_argument("--path", choices=["straight", "free"], default="straight")
    parser.add_argument("--field", default="rect", help="rect, random or a drawing; default: rect")
    parser.add_argument("--effort", type=int, help="configurations a turn")
    parser.add_argument("--seconds", type=float, help="seconds a turn; default: 2 where no effort is given")
    parser.add_argument("--level", type=int, choices=range(1, HIGHEST + 1), help="the seeker of a level")
    parser.add_argument("--overlooks", type=float, default=0.0, help="how much of the hints it overlooks; default: 0")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", type=Path, help="keep every field in this file, and go on from it")
    chosen = parser.parse_args()
    seconds = chosen.seconds or (None if chosen.effort else 2.0)
    game = pyr.load("topologic", seekers=chosen.seekers, path=chosen.path, field=chosen.field)
    budget = level(game, chosen.level) if chosen.level else Level(chosen.effort, 0, seconds, chosen.overlooks)
    expert = Expert(game, budget.overlooks)
    secrets = np.random.default_rng(chosen.seed).integers(60, size=chosen.games).tolist()
    what = f"{game.spec} {budget} seed {chosen.seed}"
    fields = kept(chosen.save, what)[: chosen.games]
    if chosen.save and not fields:
        chosen.save.write_text(json.dumps(what) + "\n", encoding="utf-8")
    with Bar("fields", chosen.games, done=len(fields)) as bar:
        for number in range(len(fields), chosen.games):
            begin, seed = time.perf_counter(), chosen.seed * 1_000_003 + number
            start = game.start(seed=seed)
            found, longest = seek(expert, start.play(start.moves()[secrets[number]]), budget, seed)
            fields.append((found, longest, time.perf_counter() - begin))
            if chosen.save:
                with chosen.save.open("a", encoding="utf-8") as out:
                    out.write(json.dumps(fields[-1]) + "\n")
            bar.reach(len(fields))
    turns, slowest, spent = zip(*fields, strict=True)
    spread = 1.96 * np.std(turns, ddof=1) / len(turns) ** 0.5
    print(f"{game.spec}: mean {np.mean(turns):.3f} ± {spread:.3f} turns over {len(turns)} fields")
    print("turns: " + ", ".join(f"{number} {count}" for number, count in sorted(Counter(turns).items())))
    mean = sum(spent) / sum(turns)
    print(f"{mean:.3f} s a turn on average, the slowest turn of a round {np.mean(slowest):.2f} s on average")


if __name__ == "__main__":
    main()
