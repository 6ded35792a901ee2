"""The commands for getting better: review a game."""

from __future__ import annotations

import argparse

from pyramidion.terminal.arguments import INTERRUPTED, Commands, command, file_name, whole_number


def _review(commands: Commands) -> None:
    added = command(
        commands,
        "review",
        "find out where a finished game was decided, what each move cost, and what was luck",
        "pyramidion review game.jsonl",
        "pyramidion review games.jsonl --game 3 --seconds 60 --html review.html",
        "pyramidion review game.jsonl --effort 1000 --names Ada Ben --json review.json",
    )
    added.add_argument("file", help="a file of game records, such as 'pyramidion play --save' writes")
    added.add_argument(
        "--game", type=whole_number, default=1, metavar="N", help="which game of the file; default: 1, the first"
    )
    how_long = added.add_mutually_exclusive_group()
    how_long.add_argument("--seconds", type=float, metavar="N", help="about how long to think; default: 10")
    how_long.add_argument("--effort", type=whole_number, metavar="N", help="simulations or positions for each position")
    added.add_argument("--names", nargs="+", default=[], metavar="NAME", help="the players; default: as in the record")
    added.add_argument("--moves", action="store_true", help="also print every move with its cost or luck")
    added.add_argument("--json", type=file_name, metavar="FILE", help="write the review to FILE as JSON")
    added.add_argument("--html", type=file_name, metavar="FILE", help="write the review to FILE, as one HTML page")
    added.add_argument("--fresh", action="store_true", help="start again, ignoring what an earlier run saved")
    added.set_defaults(run=_run_review)


def _run_review(chosen: argparse.Namespace) -> int:
    from pyramidion.terminal.review import Wanted, run

    wanted = Wanted(chosen.file, chosen.game, chosen.seconds, chosen.effort, tuple(chosen.names), chosen.fresh)
    return 0 if run(wanted, chosen.moves, chosen.json, chosen.html) else INTERRUPTED


COMMANDS = (_review,)
