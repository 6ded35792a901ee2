"""Measure what each option of each game changes, and write docs/options.md.

For every game at its defaults and at every other value of each option: how many sequences of moves there are to the
first depth with more than 100,000, and who wins and how long games last when both sides move at random.

    PYTHONPATH=src python scripts/measure_options.py             all games
    PYTHONPATH=src python scripts/measure_options.py telic       one of them; the others stay as they are on the page
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import pyramidion as pyr
from pyramidion.engine.game import Game

PAGE = Path(__file__).parent.parent / "docs" / "options.md"
NOTE = "<!-- Written by scripts/measure_options.py; do not edit. -->"
LEAVES = 100_000
GAMES = 100_000
SEED = 1
HEAD = f"""For designers who choose between readings of the rules: what each value of an option changes.

Sequences are counted from the start (seed 0 where it is shuffled) to the first depth with more than {LEAVES:,}. The
other columns are measured on {GAMES:,} games in which every move is random: what the first seat gets, where 50 % of
two seats would be even, the mean number of turns, and the rulings that end games. Random play shows how much an option
changes the game, not which value is better. Where a row equals the default's, the option matters too rarely for random
play, or only beside other options.

`pyramidion perft "telic(merge=any)" 9` and
`pyramidion simulate "telic(merge=any)" --games {GAMES} --seed {SEED}` print the numbers of one row."""


def variants(name: str) -> Iterator[tuple[str, Game]]:
    """The game at its defaults, then at every other value of each single option."""
    yield "defaults", pyr.load(name)
    for option in pyr.facts(name).options:
        for value in option.values:
            if value != option.default:
                yield f"{option.name}={value}", pyr.load(name, **{option.name: value})


def counted(game: Game) -> str:
    plies, leaves = 0, 0
    while leaves <= LEAVES:
        plies += 1
        leaves = pyr.perft(game, plies)
    return f"{leaves:,} after {plies}"


def part(count: int, games: int) -> str:
    """A share in percent; what is rare does not look like nothing, nor what is nearly all like all."""
    rounded = round(100 * count / games, 1)
    if count > 0 and rounded == 0:
        return "< 0.1 %"
    return "> 99.9 %" if count < games and rounded == 100 else f"{rounded:.1f} %"


def row(label: str, game: Game, games: int) -> str:
    run = pyr.simulate(game, games, seed=SEED)
    first = 100 * float(run.shares[:, 0].mean(dtype=np.float64)) / int(run.shares[0].sum())
    numbers, counts = np.unique(run.ruling_numbers, return_counts=True)
    endings = [f"{game.ruling(int(n))} {part(int(c), games)}" for n, c in zip(numbers, counts, strict=True)]
    turns = float(run.turns.mean(dtype=np.float64))
    return f"| `{label}` | {counted(game)} | {first:.1f} % | {turns:.1f} | {', '.join(endings)} |"


def section(name: str, games: int) -> list[str]:
    lines = [f"## {pyr.facts(name).title}", "", "| value | sequences | first seat | turns | ended by |"]
    lines.append("|---|---:|---:|---:|---|")
    for label, game in variants(name):
        lines.append(row(label, game, games))
        print(game.spec, lines[-1], flush=True)
    return [*lines, ""]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="games to measure; default: all")
    parser.add_argument("--number", type=int, default=GAMES, help="random games of each; default: 100000")
    chosen = parser.parse_args()
    found = sections()
    for name in chosen.games or pyr.games():
        found[pyr.facts(name).title] = section(name, chosen.number)
    titles = [pyr.facts(name).title for name in pyr.games()]
    lines = ["# What each option does", "", NOTE, "", *HEAD.splitlines(), ""]
    for title in titles:
        lines += found.get(title, [])
    PAGE.write_text("\n".join(lines), encoding="utf-8")


def sections() -> dict[str, list[str]]:
    """What the page has already, by the titles of the games."""
    text = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    parts = [part.rstrip().splitlines() for part in text.split("\n## ")[1:]]
    return {part[0]: [f"## {part[0]}", *part[1:], ""] for part in parts}


if __name__ == "__main__":
    main()
