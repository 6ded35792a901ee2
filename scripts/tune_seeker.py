"""Teach Topologic's seeker what a situation is worth, from rounds that it plays in the mind against all secrets.

    python scripts/tune_seeker.py --fields 40 --passes 3

For every number of seekers and both ways to move, learns how many turns more it takes with so many
possible secrets, so many of them in line, and how long rounds last; writes games/topologic/seeking.json.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

import pyramidion as pyr
from pyramidion.games.topologic.field import ALL, LOCATIONS
from pyramidion.games.topologic.hints import MOST_IN_LINE
from pyramidion.games.topologic.imagination import Round, imagine, in_line
from pyramidion.games.topologic.planner import BREADTHS, LEARNED, Lore, Planner, Situation
from pyramidion.games.topologic.rules import OFF
from pyramidion.terminal.progress import Bar

FEW = 40.0  # situations that count as much as the curve through all of them
Lesson = tuple[int, int, float]  # possible secrets, those in line, turns more


def lessons(planner: Planner, played: Round) -> Iterator[Lesson]:
    """What each situation of a round has cost on average over its secrets."""
    for now in played.situations:
        more = [played.turns[secret] - now.turns for secret in range(LOCATIONS) if now.possible >> secret & 1]
        line = min(in_line(planner, now), MOST_IN_LINE) if now.turns else 0
        yield now.count, line, float(np.mean(more))


def further(learned: list[Lesson]) -> NDArray[np.float64]:
    """Turns by size and secrets in line: means of many situations, a curve where there are few."""
    table = np.zeros((LOCATIONS + 1, MOST_IN_LINE + 1))
    sizes, lines, turns = (np.array(column) for column in zip(*learned, strict=True))
    curve = through(sizes, turns)
    for size in range(2, LOCATIONS + 1):
        for line in range(MOST_IN_LINE + 1):
            own = turns[(sizes == size) & (lines == line)]
            table[size, line] = (own.sum() + FEW * np.polyval(curve, np.log2(size))) / (len(own) + FEW)
    return table


def through(sizes: NDArray[np.int64], turns: NDArray[np.float64]) -> NDArray[np.float64]:
    """A curve in the log of the size through the means of all sizes, whole rounds included."""
    met = np.unique(sizes[sizes > 1])
    means = np.array([turns[sizes == size].mean() for size in met])
    counts = np.array([(sizes == size).sum() for size in met])
    return np.polyfit(np.log2(met), means, 2, w=np.sqrt(counts / (counts + FEW)))


def teach(seekers: str, path: str, lore: Lore, fields: int, seed: int) -> tuple[Lore, float]:
    """Play rounds on fresh fields with what is known; return what is known then, and the mean of turns."""
    game = pyr.load("topologic", seekers=seekers, path=path)
    planner, learned, turns = Planner(game, lore), [], []
    begin = Situation(ALL, (OFF,) * int(seekers))
    with Bar("fields", fields) as bar:
        for number in range(fields):
            planner.study(game.start(seed=seed + number))
            played = imagine(planner, begin, seed, number, lambda: False, None, BREADTHS[:3])
            assert played is not None
            learned += list(lessons(planner, played))
            turns += played.turns.tolist()
            bar.reach(number + 1)
    return Lore(further(learned), np.bincount(turns) / len(turns)), float(np.mean(turns))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fields", type=int, default=40, help="fields in each pass; default: 40")
    parser.add_argument("--passes", type=int, default=3, help="how often to learn anew; default: 3")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    known: dict[str, dict[str, object]] = {}
    for path in ("straight", "free"):
        sizes = np.log2(np.maximum(np.arange(LOCATIONS + 1.0), 1))[:, None]
        lore = Lore(np.repeat(2 + 0.4 * sizes, MOST_IN_LINE + 1, axis=1), np.ones(1))
        for seekers in "543":
            for number in range(chosen.passes):
                lore, mean = teach(seekers, path, lore, chosen.fields, chosen.seed + number * chosen.fields)
                print(f"seekers {seekers}, path {path}, pass {number + 1}: mean {mean:.3f} turns", flush=True)
            known[f"{seekers} {path}"] = {
                "further": lore.further.round(2).tolist(),
                "share": lore.share.round(4).tolist(),
            }
    made = f"python {' '.join(sys.argv)}"
    LEARNED.write_text(json.dumps({"made": made, "variants": known}) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
