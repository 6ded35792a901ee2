"""Write the generated pages of docs/: games from the registry, commands from the parser, the API from its code."""

from __future__ import annotations

import argparse
import dataclasses
import functools
import inspect
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

import pyramidion as pyr
from pyramidion.arena.ladder_page import ladders_page
from pyramidion.draw.events import EVENTS
from pyramidion.draw.palette import COLOURS
from pyramidion.draw.scene import Scene
from pyramidion.draw.schema import json_schema
from pyramidion.draw.things import SUITS, THINGS
from pyramidion.engine.header import HEADER
from pyramidion.engine.notation import field_names
from pyramidion.engine.registry import broken
from pyramidion.lab.measures import MEASURES
from pyramidion.study.puzzles.counts import puzzle_counts
from pyramidion.terminal.cli import parser
from pyramidion.terminal.play import HELP

DOCS = Path(__file__).parent.parent / "docs"
NOTE = "<!-- Written by scripts/make_docs.py; do not edit. -->"

ENVIRONMENT = (
    "| `PYRAMIDION_GAMES` | folders with more games, separated like those in `PATH` |",
    "| `PYRAMIDION_CACHE` | where to keep compiled code; default: `pyramidion` in your cache folder |",
    "| `PYRAMIDION_INTERPRETED` | set to `1` to run the rules as plain Python, for the debugger and for coverage |",
)


GAMES = """For designers and programmers: every game with its options, how its moves and positions are written, and
the fields of its positions. The rules for players are in each game's RULES.md; `pyramidion rules GAME` prints
them."""


def games_page() -> str:
    lines = ["# The games", "", NOTE, "", *GAMES.splitlines(), ""]
    for name in pyr.games():
        lines += game_section(name)
    return "\n".join(lines)


def game_section(name: str) -> list[str]:
    about, game = pyr.facts(name), pyr.load(name)
    kinds = [f"{'2 to ' if about.seats_option else ''}{len(about.seats)} seats"]
    kinds += ["dice" if about.chance else "no luck", "hidden information" if about.hidden else "no hidden information"]
    lines = [f"## {about.title}", "", f"`{name}`, by {about.author}, {about.year}. {about.credit}", ""]
    lines += [f"{about.summary} {', '.join(kinds).capitalize()}.", ""]
    lines += [f"Moves look like this: {about.example}. The text of the first position:", ""]
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
    layout = pyr.load(name).layout
    lines = [f"A position has {layout.itemsize} bytes. The fields after the header:", ""]
    lines += ["| field | type | offset |", "|---|---|---|"]
    assert layout.fields is not None
    for field in field_names(layout)[len(HEADER) :]:
        kind, offset = layout.fields[field][:2]
        shape = " x ".join(str(size) for size in kind.shape)
        lines.append(f"| `{field}` | {f'{shape} x ' if shape else ''}{kind.base.name} | {offset} |")
    return [*lines, ""]


TENSORS = """For researchers: what the planes of each game's tensors show, and how many actions it has, with the default
options. [research.md](research.md) explains how to use them. `game.planes` lists them for other options."""


def tensors_page() -> str:
    lines = ["# Tensors and actions", "", NOTE, "", *TENSORS.splitlines(), ""]
    for name in pyr.games():
        lines += tensor_section(name)
    return "\n".join(lines)


def tensor_section(name: str) -> list[str]:
    game = pyr.load(name)
    planes, ranks, files = game.tensor_shape
    actions = f"{len(game.actions)} actions" + (f", {len(game.outcomes)} outcomes of chance" if game.outcomes else "")
    lines = [f"## {game.title}", "", f"{actions}; {planes} planes of {ranks} ranks and {files} files.", ""]
    lines += ["| plane | shows |", "|---|---|"]
    return [*lines, *(f"| {number} | {plane} |" for number, plane in enumerate(game.planes)), ""]


COMMANDS = """For everyone who uses the terminal: all commands with their arguments. `pyramidion COMMAND --help`
prints the same. Without installing, write `./start` instead of `pyramidion`. Bad input prints one line on stderr and
exits with 2; Ctrl-C exits with 130."""


def commands_page() -> str:
    lines = ["# The command line", "", NOTE, ""]
    lines += [*COMMANDS.splitlines(), ""]
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


SCENE = """For programmers who want to write their own renderer, or to animate moves. To get a finished picture, see
[pictures.md](pictures.md).

A scene describes everything on the table as one viewer may see it. `position.scene(seat)` returns it and `.to_json()`
writes it as JSON, with the schema [scene.schema.json](scene.schema.json). Fields with their default values are left
out. The field `scene` of the JSON is the version of this format.

- **Lengths** are in units; one unit is the side of a square for one piece. x grows to the right, y down the page.
- **Turning**: coordinates are those of an unturned board. For a seat whose `turned` is 180, turn the picture by half
  a circle around the middle of all cells, zones, surfaces and markers.
- **Arrangements**: zones lie as in a wide window. For a tall one, `tall` of a zone says where it lies instead, and
  `tall_turn` by how many degrees the whole picture is turned clockwise.
- **Zones**: slots run from the upper left as the viewer sees it, below a strip as high as `title`. `scale` multiplies
  the size of what lies in the zone.
- **Outlines** are corners on the table, not relative to the centre.
- **Pieces** in several slots of one cell are drawn side by side and smaller, in the pattern of dots on a die.
- **Sizes**: dice have sides of 0.48 units, and markers fit into half a unit.
- **Colours** are {colours}; **suits** are {suits}."""
EVENT_WORDS = """`pyramidion.events(before, after, seat)` returns what happened between two positions of a game:
events with a `kind`, a sentence, and the `ids` of the things involved. `things` contains what is new or changed after
an event, and `gone` the ids of what is no longer there: apply the events of a move to the old scene in order, and you
get the new one. The last event says whose turn it is."""


def scene_page() -> str:
    lines = [
        "# Scenes and events",
        "",
        NOTE,
        "",
        *SCENE.format(colours=", ".join(COLOURS), suits=", ".join(SUITS)).splitlines(),
        "",
    ]
    kinds: list[Any] = [Scene, *THINGS.values()]
    for kind in kinds:
        lines += [f"## {kind.__name__}", "", (kind.__doc__ or "").strip(), "", "| field | default | meaning |"]
        lines.append("|---|---|---|")
        lines += [f"| `{f.name}` | {usual(f)} | {f.metadata['meaning']} |" for f in dataclasses.fields(kind)]
        lines.append("")
    lines += ["## Events", "", *EVENT_WORDS.splitlines(), "", "| kind | meaning |", "|---|---|"]
    return "\n".join([*lines, *(f"| `{kind}` | {meaning} |" for kind, meaning in EVENTS.items()), ""])


def usual(field: Any) -> str:
    """The default value of a field, as JSON."""
    return "" if field.default is dataclasses.MISSING else f"`{json.dumps(field.default)}`"


def schema_page() -> str:
    return json.dumps(json_schema(), indent=1) + "\n"


def ladders() -> str:
    return ladders_page()


class Unquoted(str):
    """An annotation as it is written in the source."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


API = """For programmers: everything that `import pyramidion as pyr` offers. [engine.md](engine.md) shows how to
compile your own functions over a game, [players.md](players.md) and [pictures.md](pictures.md) have examples.
Anything not on this page may change without notice, except what [engine.md](engine.md), [scene.md](scene.md) and
[server.md](server.md) describe."""


def api_page() -> str:
    lines = ["# The Python API", "", NOTE, "", *API.splitlines(), ""]
    public = {name: getattr(pyr, name) for name in pyr.__all__}
    errors = {name: thing for name, thing in public.items() if _is_error(thing)}
    classes = {name: thing for name, thing in public.items() if inspect.isclass(thing) and name not in errors}
    functions = {name: thing for name, thing in public.items() if inspect.isfunction(thing)}
    lines += ["## Functions", "", *(entry(name, thing) for name, thing in functions.items()), ""]
    for name, thing in classes.items():
        lines += [f"## {name}", "", summary(thing), "", *members(thing), ""]
    lines += ["## Errors", "", *(f"- `{name}`: {summary(thing)}" for name, thing in errors.items()), ""]
    constants = public.keys() - functions.keys() - classes.keys() - errors.keys()
    lines += ["## Constants", "", *(f"- `{name} = {public[name]!r}`" for name in sorted(constants)), ""]
    return "\n".join(lines)


def _is_error(thing: Any) -> bool:
    return inspect.isclass(thing) and issubclass(thing, Exception)


def members(kind: type) -> Iterator[str]:
    """The fields of a class, and its methods and properties that have a docstring."""
    fields = {name: type_ for name, type_ in inspect.get_annotations(kind).items() if not name.startswith("_")}
    if fields:
        yield f"- fields: {', '.join(f'`{name}: {type_}`' for name, type_ in fields.items())}"
    for name, member in vars(kind).items():
        if name.startswith("_") or not summary(member):
            continue
        if isinstance(member, FunctionType | classmethod | staticmethod):
            yield entry(name, getattr(kind, name))
        elif isinstance(member, property | functools.cached_property):
            yield f"- `{name}`: {summary(member)}"


def entry(name: str, function: Callable[..., Any]) -> str:
    told = summary(function)
    return f"- `{name}{signature(function)}`{f': {told}' if told else ''}"


def signature(function: Callable[..., Any]) -> str:
    found = inspect.signature(function)
    parameters = [
        each if each.annotation is each.empty else each.replace(annotation=Unquoted(each.annotation))
        for each in found.parameters.values()
        if each.name != "self"
    ]
    return str(found.replace(parameters=parameters, return_annotation=Unquoted(found.return_annotation)))


def summary(thing: Any) -> str:
    """The first paragraph of a docstring, on one line."""
    paragraph, _, _ = (inspect.getdoc(thing) or "").partition("\n\n")
    return " ".join(paragraph.split())


MEASURED = """For designers who read a playtest: what each measure means and how it is computed. [lab.md](lab.md) tells
how to make one.

Names follow Ludii where the thing is the same. A `share` lies between 0 and 1; `points` are points of a result, of
which a game has one to give. Measures marked * rest on values of positions, which are the opinion of a bot."""


def measures_page() -> str:
    lines = ["# What the lab measures", "", NOTE, "", *MEASURED.splitlines(), ""]
    for topic in dict.fromkeys(measure.topic for measure in MEASURES):
        lines += [
            f"## {topic.capitalize()}",
            "",
            "| measure | unit | what it tells | how it is computed |",
            "|---|---|---|---|",
        ]
        for measure in (one for one in MEASURES if one.topic == topic):
            star = " *" if measure.needs == "values" else ""
            name = f"{measure.title}{star}, `{measure.key}`"
            lines.append(f"| {name} | {measure.unit} | {measure.meaning} | {measure.formula} |")
        lines.append("")
    return "\n".join(lines)


def puzzle_page() -> str:
    text = Path(__file__).with_name("puzzles.md").read_text(encoding="utf-8")
    return text.replace("NOTE", NOTE).replace("TABLES", puzzle_counts())


PAGES = {
    "api.md": api_page,
    "measures.md": measures_page,
    "scene.md": scene_page,
    "scene.schema.json": schema_page,
    "games.md": games_page,
    "tensors.md": tensors_page,
    "commands.md": commands_page,
    "ladders.md": ladders,
    "puzzles.md": puzzle_page,
}

if __name__ == "__main__":
    for error in broken().values():
        raise error
    for page, write in PAGES.items():
        (DOCS / page).write_text(write(), encoding="utf-8")
