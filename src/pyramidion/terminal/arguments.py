"""Arguments that several commands share."""

from __future__ import annotations

import argparse
import sys
from typing import Any, TypeAlias

from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game
from pyramidion.engine.registry import broken, load

INTERRUPTED = 130  # the exit code after Ctrl-C
LONGEST_NUMBER = 30

Commands: TypeAlias = "argparse._SubParsersAction[Any]"


def command(commands: Commands, name: str, help_text: str, *examples: str) -> argparse.ArgumentParser:
    """Add a command with its one-line help and examples."""
    added: argparse.ArgumentParser = commands.add_parser(
        name,
        help=help_text,
        description=help_text[0].upper() + help_text[1:] + ("" if help_text.endswith("?") else "."),
        epilog="\n  ".join(["examples:", *examples]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    return added


def game_arguments(added: argparse.ArgumentParser, seed: str, optional: bool = False) -> None:
    """Add the game, its options and a seed; `seed` is the help text of the seed."""
    added.add_argument("game", nargs="?" if optional else None, help="a game listed by 'pyramidion games'")
    added.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="set an option of the game; can be repeated"
    )
    added.add_argument("--seed", type=whole_number, metavar="N", help=seed)


def whole_number(text: str) -> int:
    """The argument type of counts, seats and seeds."""
    if not text.isascii() or not text.isdecimal() or len(text) > LONGEST_NUMBER:
        raise argparse.ArgumentTypeError(
            f"'{text[:LONGEST_NUMBER]}' is not a whole number from 0 on: write up to {LONGEST_NUMBER} digits"
        )
    return int(text)


def file_name(text: str) -> str:
    """The argument type of files to write."""
    if not text:
        raise argparse.ArgumentTypeError("the file name is empty")
    return text


def report_broken() -> None:
    """Say on stderr which games cannot be used, and why."""
    for error in broken().values():
        print(f"pyramidion: {error} For details run 'pyramidion check FOLDER'.", file=sys.stderr)


def chosen_game(chosen: argparse.Namespace) -> Game:
    """The game named on the command line, with its options."""
    options: dict[str, object] = {}
    for item in chosen.option:
        name, equals, value = item.partition("=")
        if not equals:
            raise BadInput(f"'{item}' is not an option. Write --option name=value.")
        if name in options:
            raise BadInput(f"The option {name} is given twice. Give it once.")
        options[name] = value
    return load(chosen.game, **options)
