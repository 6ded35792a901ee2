"""Write the generated pages of docs/ anew: the games from the registry, the commands from the parser."""

from __future__ import annotations

import argparse
from pathlib import Path

import pyramidion as pyr
from pyramidion.engine.header import HEADER
from pyramidion.engine.notation import field_names
from pyramidion.terminal.cli import parser
from pyramidion.terminal.play import HELP

DOCS = Path(__file__).parent.parent / "docs"
NOTE = "<!-- Written by scripts/make_docs.py; do not edit. -->"

ENVIRONMENT = (
    "| `PYRAMIDION_GAMES` | folders with more games, separated as in `PATH` |",
    "| `PYRAMIDION_CACHE` | where compiled code is kept; default: `pyramidion` in the user's cache folder |",
    "| `PYRAMIDION_INTERPRETED` | `1` runs the rules as plain Python, for the debugger and for coverage |",
)


def games_page() -> str:
    lines = ["# The games", "", NOTE, ""]
    for name in pyr.games():
        lines += game_section(name)
    return "\n".join(lines)


def game_section(name: str) -> list[str]:
    about, game = pyr.facts(name), pyr.load(name)
    kinds = [f"{'2 to ' if about.seats_option else ''}{len(about.seats)} seats"]
    kinds += ["dice" if about.chance else "no luck", "hidden information" if about.hidden else "nothing hidden"]
    lines = [f"## {about.title}", "", f"`{name}`, by {about.author}, {about.year}. {about.credit}", ""]
    lines += [f"{about.summary} {', '.join(kinds).capitalize()}.", ""]
    lines += [f"Moves are written like {about.example}. A position text:", ""]
    lines += [f"    {game.start(seed=0).text}", ""]
    lines += option_table(name) + layout_table(name)
    return lines


def option_table(name: str) -> list[str]:
    options = pyr.facts(name).options
    if not options:
        return []
    lines = ["| option | value | meaning |", "|---|---|---|"]
    for option in options:
        for value, meaning in option.values.items():
            default = " (default)" if value == option.default else ""
            lines.append(f"| `{option.name}` ({option.rulings}) | `{value}`{default} | {meaning} |")
        if option.free:
            lines.append(f"| `{option.name}` ({option.rulings}) | | {option.free} |")
    return [*lines, ""]


def layout_table(name: str) -> list[str]:
    layout = pyr.load(name).rules.POSITION
    lines = [f"The record of a position has {layout.itemsize} bytes; after the header:", ""]
    lines += ["| field | type | offset |", "|---|---|---|"]
    for field in field_names(layout)[len(HEADER) :]:
        kind, offset = layout.fields[field][:2]
        shape = " x ".join(str(size) for size in kind.shape)
        lines.append(f"| `{field}` | {f'{shape} x ' if shape else ''}{kind.base.name} | {offset} |")
    return [*lines, ""]


def commands_page() -> str:
    lines = ["# The command line", "", NOTE, ""]
    lines += ["Bad input is one line on stderr and exit code 2; Ctrl-C is exit code 130.", ""]
    lines += ["| environment variable | meaning |", "|---|---|", *ENVIRONMENT, ""]
    for name, command in subcommands().items():
        lines += [f"## pyramidion {name}", "", command.description or "", "", "| argument | meaning |", "|---|---|"]
        for action in command._actions:
            if action.dest != "help":
                label = " ".join([*action.option_strings, str(action.metavar or "")]).strip() or action.dest
                lines.append(f"| `{label}` | {action.help} |")
        examples = [line.strip() for line in (command.epilog or "").splitlines()[1:]]
        lines += ["", *(f"    {example}" for example in examples), ""]
        if name == "play":
            lines += ["While playing:", "", *(f"    {line}".rstrip() for line in HELP.splitlines()), ""]
    return "\n".join(lines)


def subcommands() -> dict[str, argparse.ArgumentParser]:
    for action in parser()._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    raise LookupError("the command line has no commands")


PAGES = {"games.md": games_page, "commands.md": commands_page}

if __name__ == "__main__":
    for page, write in PAGES.items():
        (DOCS / page).write_text(write(), encoding="utf-8")
