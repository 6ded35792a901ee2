"""The command for people who want to get better: puzzles."""

from __future__ import annotations

import argparse

from pyramidion.terminal.arguments import Commands, command, whole_number


def _puzzles(commands: Commands) -> None:
    added = command(
        commands,
        "puzzles",
        "list the puzzles of a game, or solve one",
        "pyramidion puzzles telic",
        "pyramidion puzzles activator --theme home --grade 3",
        "pyramidion puzzles activator ID            solve one of the puzzles listed",
        "pyramidion puzzles telic --json            everything, solutions included",
    )
    added.add_argument("game", help="a game listed by 'pyramidion games'")
    added.add_argument("id", nargs="?", help="the puzzle to solve; default: list them all")
    added.add_argument("--theme", metavar="NAME", help="only puzzles of this theme")
    added.add_argument("--grade", type=whole_number, metavar="N", help="only puzzles that N of the levels 1 to 6 miss")
    added.add_argument("--json", action="store_true", help="print JSON, with the solutions")
    added.set_defaults(run=_run_puzzles)


def _run_puzzles(chosen: argparse.Namespace) -> int:
    from pyramidion.terminal.puzzles import list_puzzles, solve_puzzle

    if chosen.id is not None and not chosen.json:
        return solve_puzzle(chosen.game, chosen.id)
    list_puzzles(chosen.game, chosen.id, chosen.theme, chosen.grade, chosen.json)
    return 0


COMMANDS = (_puzzles,)
