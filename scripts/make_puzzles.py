"""Make the puzzles of the games: mine games of bots for positions with one best move, and write them down.

    PYTHONPATH=src python scripts/make_puzzles.py                    all games, 120 puzzles each
    PYTHONPATH=src python scripts/make_puzzles.py telic --count 200  one game
    PYTHONPATH=src python scripts/make_puzzles.py --check            check every puzzle by the solver or a deeper search
    PYTHONPATH=src python scripts/make_puzzles.py --check --drop     and drop those that do not hold

What is found is written at once to `puzzles.jsonl` in the game's folder, with the seed of the last game that was
looked at in `puzzles.seed` beside it, so an interrupted run goes on where it stopped. The same seeds give the same
puzzles.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from pyramidion.engine.files import append_text, read_text, write_text
from pyramidion.engine.game import Game
from pyramidion.engine.registry import games, load
from pyramidion.study.puzzles.miner import Miner, NoPuzzle
from pyramidion.study.puzzles.puzzle import Puzzle, puzzles_file, read_puzzle
from pyramidion.study.puzzles.verification import Checker

LEVELS = (3, 4, 5)  # of the bots whose games are mined, in turn
OF_A_THEME, OF_A_GRADE = 0.6, 0.5  # of all puzzles of a game, at most
MOST_GAMES = 20_000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="default: all games")
    parser.add_argument("--count", type=int, default=120, help="puzzles for each game; default: 120")
    parser.add_argument("--minutes", type=float, default=1e9, help="stop mining a game after this long")
    parser.add_argument("--check", action="store_true", help="search all puzzles deeper, and say which ones hold")
    parser.add_argument("--drop", action="store_true", help="with --check: drop the puzzles that do not hold")
    chosen = parser.parse_args()
    names = chosen.games or games()
    if chosen.check:
        return check(names, chosen.drop)
    for name in names:
        try:
            mine(load(name), chosen.count, chosen.minutes * 60)
        except KeyboardInterrupt:
            print("\nInterrupted; run the same command to go on.", file=sys.stderr)
            return 130
    return 0


def kept(game: Game) -> list[Puzzle]:
    path = puzzles_file(game)
    return [read_puzzle(game.name, line) for line in read_text(path).splitlines()] if path.exists() else []


def seed_file(game: Game) -> Path:
    return puzzles_file(game).with_suffix(".seed")


def mine(game: Game, count: int, seconds: float) -> None:
    """Look at games until there are enough puzzles."""
    found, start = kept(game), time.monotonic()
    seed = int(read_text(seed_file(game))) if seed_file(game).exists() else 0
    miner = Miner(game)
    while len(found) < count and seed < MOST_GAMES and time.monotonic() - start < seconds:
        for puzzle in miner.mine(LEVELS[seed % len(LEVELS)], seed):
            if is_wanted(puzzle, found, count):
                found.append(puzzle)
                append_text(puzzles_file(game), puzzle.to_json() + "\n")
        seed += 1
        write_text(seed_file(game), f"{seed}\n")
        spent = time.monotonic() - start
        print(f"{game.name}: {len(found)} puzzles in {seed} games, {spent:.0f} s", file=sys.stderr, flush=True)
    print(f"{game.name}: {summary(found)}", flush=True)


def is_wanted(puzzle: Puzzle, found: list[Puzzle], count: int) -> bool:
    """Is it new, and not like too many others?"""
    of_theme = sum(each.theme == puzzle.theme for each in found)
    of_grade = sum(each.grade == puzzle.grade for each in found)
    room = of_theme < OF_A_THEME * count and of_grade < OF_A_GRADE * count
    return room and all(each.id != puzzle.id for each in found)


def summary(found: list[Puzzle]) -> str:
    themes = Counter(puzzle.theme for puzzle in found)
    grades = Counter(puzzle.grade for puzzle in found)
    proven = sum(puzzle.proven for puzzle in found)
    return f"{len(found)} puzzles, {proven} proven; themes {dict(themes)}; grades {dict(sorted(grades.items()))}"


def check(names: Sequence[str], drop: bool) -> int:
    """Check every step of every puzzle; 1 if one does not hold."""
    failed = 0
    for name in names:
        found = kept(load(name))
        checker = Checker(Miner(load(name)))
        held = [puzzle for number, puzzle in enumerate(found, 1) if holds(checker, puzzle, number, len(found))]
        how = f"{checker.solved} moves by the solver, {checker.searched} by search or by counting"
        print(f"{name}: {len(held)} of {len(found)} puzzles hold; {how}", flush=True)
        if drop and len(held) < len(found):
            write_text(puzzles_file(load(name)), "".join(puzzle.to_json() + "\n" for puzzle in held))
        failed += len(found) - len(held)
    return int(failed > 0)


def holds(checker: Checker, puzzle: Puzzle, number: int, of: int) -> bool:
    if number % 10 == 0:
        print(f"{puzzle.game}: {number} of {of}", file=sys.stderr, flush=True)
    try:
        checker.verify(puzzle)
    except NoPuzzle as error:
        print(f"  {puzzle.id} ({puzzle.source}): {error}", flush=True)
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
