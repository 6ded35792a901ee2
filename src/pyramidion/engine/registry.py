"""Which games there are: every folder in pyramidion/games, and in the folders PYRAMIDION_GAMES names.

The folders it names are searched like pyramidion/games itself, so a game outside the package has
the same form as one inside.
"""

from __future__ import annotations

import functools
import importlib
import os
import pkgutil
import re
from pathlib import Path
from types import ModuleType

from pyramidion.engine.errors import BadInput, UnknownGame
from pyramidion.engine.facts import Facts
from pyramidion.engine.files import read_text
from pyramidion.engine.game import Game

HOME = "pyramidion.games"
SPEC = re.compile(r"(?P<name>\w+)(?:\((?P<options>[^()]*)\))?")


def games() -> tuple[str, ...]:
    """The names of all games found, in alphabetical order."""
    return tuple(sorted(info.name for info in pkgutil.iter_modules(_home().__path__) if info.ispkg))


def facts(name: str) -> Facts:
    found: Facts = _part(name, "table").FACTS
    return found


def rules_text(name: str) -> str:
    """The rules for people: the game's RULES.md."""
    file = _part(name, "table").__file__
    assert file is not None
    return read_text(Path(file).parent / "RULES.md")


@functools.lru_cache(maxsize=256)
def ruling_text(name: str, ruling: str) -> str:
    """The first sentence of a ruling in the rules for people, or nothing."""
    found = re.search(rf"\*\*{ruling}\*\* (.+?\.)(?=\s|$)", rules_text(name), re.DOTALL)
    return re.sub(r"\s+", " ", found[1].replace("*", "").replace("`", "")) if found else ""


def load(spec: str, /, **options: object) -> Game:
    """A game by name, with options: `load("telic", merge="either")` or `load("telic(merge=either)")`."""
    match = SPEC.fullmatch(spec) if isinstance(spec, str) else None
    if match is None:
        raise UnknownGame(f"{spec!r} names no game. Write a name, or a name and options as in telic(merge=either).")
    chosen = {**_read_options(match["options"] or ""), **{name: str(value) for name, value in options.items()}}
    return _load(match["name"], tuple(chosen.items()))


@functools.lru_cache(maxsize=256)
def _load(name: str, options: tuple[tuple[str, str], ...]) -> Game:
    table = _part(name, "table")
    return Game(name, _part(name, "rules"), table, dict(options))


def _read_options(text: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for item in filter(None, text.split(",")):
        name, equals, value = item.partition("=")
        if not equals:
            raise BadInput(f"'{item}' is no option. Options are written name=value.")
        options[name.strip()] = value.strip()
    return options


def _part(name: str, part: str) -> ModuleType:
    if name not in games():
        raise UnknownGame(f"There is no game '{name}'. Games: {', '.join(games())}.")
    try:
        return importlib.import_module(f"{HOME}.{name}.{part}")
    except Exception as error:
        raise BadInput(f"The game '{name}' cannot be loaded: {type(error).__name__}: {error}.") from error


def _home() -> ModuleType:
    home = importlib.import_module(HOME)
    for folder in filter(None, os.environ.get("PYRAMIDION_GAMES", "").split(os.pathsep)):
        path = str(Path(folder).resolve())
        if not Path(path).is_dir():
            raise BadInput(f"PYRAMIDION_GAMES names {folder}, which is no folder.")
        if path not in home.__path__:
            home.__path__.append(path)
    return home
