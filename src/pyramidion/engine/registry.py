"""The games: the folders in pyramidion/games and in the folders that PYRAMIDION_GAMES names, and the
packages that others have installed under the entry point group `pyramidion.games`.

The registry is the only place that looks into the modules of a game. It describes each folder once; a folder that
cannot be used is left out and reported by `broken`.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import os
import pkgutil
import re
import sysconfig
import traceback
from collections.abc import Mapping, MutableSequence
from pathlib import Path
from types import FunctionType, ModuleType
from typing import TypeVar

import numpy as np

from pyramidion.engine.contract import Encoding, Judgement, Manual
from pyramidion.engine.description import Description
from pyramidion.engine.errors import BadInput, BrokenGame, UnknownGame
from pyramidion.engine.facts import Facts
from pyramidion.engine.faults import faults
from pyramidion.engine.files import read_text
from pyramidion.engine.game import Game

PACKAGE = Path(__file__).parents[1]
PYTHON, NUMPY = Path(sysconfig.get_path("stdlib")), Path(np.__file__).parent
HOME = "pyramidion.games"
GROUP = "pyramidion.games"
SPEC = re.compile(r"(?P<name>\w+)(?:\((?P<options>[^()]*)\))?")
Thing = TypeVar("Thing")


def games() -> tuple[str, ...]:
    """The names of all games that can be played, in alphabetical order."""
    return tuple(name for name, package in _packages().items() if isinstance(_described(name, package), Description))


def broken() -> Mapping[str, BrokenGame]:
    """The games that were found and cannot be used, with the reason."""
    found = {name: _described(name, package) for name, package in _packages().items()}
    return {name: error for name, error in found.items() if isinstance(error, BrokenGame)}


def description(name: str) -> Description:
    """What a game's folder holds."""
    package = _packages().get(name) if isinstance(name, str) else None
    if package is None:
        raise UnknownGame(f"There is no game {name!r}. Games: {', '.join(games())}.")
    found = _described(name, package)
    if isinstance(found, BrokenGame):
        raise BrokenGame(found.name, found.faults)
    return found


def game_in(folder: str | Path) -> str:
    """The name of the game in a folder, which can be loaded by that name from then on."""
    path = Path(folder).resolve()
    if not path.is_dir() or not path.name.isidentifier():
        raise BadInput(f"'{folder}' is not a folder whose name is made of letters, digits and underscores.")
    for name, package in _packages().items():
        if _folder(package) == path:
            return name
    if path.name in _packages():
        raise BadInput(f"There is another game called '{path.name}': rename the folder.")
    _home().append(str(path.parent))
    return path.name


def _folder(package: str) -> Path | None:
    try:
        spec = importlib.util.find_spec(package)
    except ImportError:
        return None
    return Path(spec.origin).resolve().parent if spec and spec.origin else None


def facts(name: str) -> Facts:
    """A game's facts: names, credits, seats and options."""
    return description(name).facts


def rules_text(name: str) -> str:
    """The rules for people: the game's RULES.md."""
    return read_text(description(name).rules_file)


@functools.lru_cache(maxsize=256)
def ruling_text(name: str, ruling: str) -> str:
    """The first sentence of a ruling in the rules for people, or nothing."""
    found = re.search(rf"\*\*{ruling}\*\* (.+?\.)(?=\s|$)", rules_text(name), re.DOTALL)
    return re.sub(r"\s+", " ", found[1].replace("*", "").replace("`", "")) if found else ""


def load(spec: str, /, **options: object) -> Game:
    """A game by name, with options: `load("telic", merge="either")` or `load("telic(merge=either)")`."""
    match = SPEC.fullmatch(spec) if isinstance(spec, str) else None
    if match is None:
        raise UnknownGame(
            f"{spec!r} is not the name of a game. Write a name, or a name and options as in telic(merge=either)."
        )
    chosen = {**_read_options(match["options"] or ""), **{name: str(value) for name, value in options.items()}}
    return _load(match["name"], tuple(chosen.items()))


@functools.lru_cache(maxsize=256)
def _load(name: str, options: tuple[tuple[str, str], ...]) -> Game:
    return Game(description(name), dict(options))


def _read_options(text: str) -> dict[str, str]:
    options: dict[str, str] = {}
    for item in filter(None, text.split(",")):
        name, equals, value = item.partition("=")
        if not equals:
            raise BadInput(f"'{item}' is not an option. Options are written name=value.")
        options[name.strip()] = value.strip()
    return options


def _packages() -> dict[str, str]:
    """The names of all games found, in alphabetical order, and the packages that hold them."""
    found = _installed() | {info.name: f"{HOME}.{info.name}" for info in pkgutil.iter_modules(_home()) if info.ispkg}
    return dict(sorted(found.items()))


@functools.cache
def _installed() -> dict[str, str]:
    """The games of installed packages."""
    from importlib.metadata import entry_points  # slow to import, and needed only once a game is looked for

    return {entry.name: entry.module for entry in entry_points(group=GROUP)}


def _home() -> MutableSequence[str]:
    """The folders in which games are looked for."""
    path = importlib.import_module(HOME).__path__
    for folder in filter(None, os.environ.get("PYRAMIDION_GAMES", "").split(os.pathsep)):
        full = str(Path(folder).resolve())
        if not Path(full).is_dir():
            raise BadInput(f"PYRAMIDION_GAMES names {folder}, which is not a folder.")
        if full not in path:
            path.append(full)
    return path


@functools.cache
def _described(name: str, package: str) -> Description | BrokenGame:
    """The description of a package, or what is wrong with it: a package that failed once is not imported again."""
    try:
        found = _describe(name, package)
        problems = list(faults(found))
    except (Exception, SystemExit) as error:
        return BrokenGame(name, [reason_of(error)])
    return BrokenGame(name, problems) if problems else found


def _describe(name: str, package: str) -> Description:
    rules, manual = _module(package, "rules"), _module(package, "manual")
    judgement, prospects, encoding = (_optional(package, part) for part in ("judgement", "prospects", "encoding"))
    return Description(
        name=name,
        folder=Path(str(rules.__file__)).parent,
        layout=_named(rules, "POSITION", np.dtype),
        verbs=_functions(encoding) | _functions(prospects) | _functions(judgement) | _functions(rules),
        manual=_named(manual, "MANUAL", Manual),
        judgement=_named(judgement, "JUDGEMENT", Judgement) if judgement else Judgement(),
        encoding=_named(encoding, "ENCODING", Encoding) if encoding else Encoding(),
    )


def _optional(package: str, part: str) -> ModuleType | None:
    return _module(package, part) if importlib.util.find_spec(f"{package}.{part}") else None


def _module(package: str, part: str) -> ModuleType:
    name = f"{package}.{part}"
    if importlib.util.find_spec(name) is None:
        raise Incomplete(f"{part}.py is missing")
    return importlib.import_module(name)


def _named(module: ModuleType, name: str, kind: type[Thing]) -> Thing:
    found = vars(module).get(name)
    if not isinstance(found, kind):
        file = f"{module.__name__.rpartition('.')[2]}.py"
        raise Incomplete(f"{file} must define {name}, an instance of {kind.__name__}")
    return found


def _functions(module: ModuleType | None) -> dict[str, FunctionType]:
    things = vars(module) if module else {}
    return {name: thing for name, thing in things.items() if isinstance(thing, FunctionType)}


def reason_of(error: BaseException) -> str:
    """What went wrong in a game's own code, and where."""
    if isinstance(error, Incomplete):
        return str(error)
    if isinstance(error, SyntaxError):
        return f"SyntaxError: {error}"
    frames = traceback.extract_tb(error.__traceback__)
    frame = next((frame for frame in reversed(frames) if _is_own(Path(frame.filename))), frames[-1])
    return f"{type(error).__name__}: {error} ({Path(frame.filename).name}, line {frame.lineno})"


def _is_own(file: Path) -> bool:
    """Is a file part of a game, and not of this package, of NumPy or of Python?"""
    if file.is_relative_to(PACKAGE):
        return file.is_relative_to(PACKAGE / "games")
    of_python = file.is_relative_to(PYTHON) and "site-packages" not in file.parts
    return file.is_absolute() and not of_python and not file.is_relative_to(NUMPY)


class Incomplete(Exception):
    """A part of a game's folder is missing."""
