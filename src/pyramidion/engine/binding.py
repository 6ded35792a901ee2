"""One source, three speeds: a function and all it calls, interpreted, for the CPU or for CUDA.

Rules and generic code are plain Python functions that find each other by name. `Binding` copies
such a function with new globals, in which every function it names is bound in turn and the verbs
are those of one game; Numba then compiles the copies. Nothing is decorated, so rules can be read,
stepped through and measured for coverage as they are, and Numba is imported only here.

Compiled code is kept on disk. Numba notices a change only in the file of the cached function,
so the folder's name holds a hash of everything the code could come from.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import hashlib
import importlib.util
import os
import pickle
import re
import shutil
import tempfile
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from pyramidion.engine import bits, verbs

ENGINE = Path(__file__).parent
KEPT_CACHES = 24
FOLDER = re.compile(r"\w+-[0-9a-f]{16}")
OPTIONS: dict[str, Any] = {
    "cache": True,
    "nogil": True,
    "error_model": "numpy",
    "forceinline": True,
    "_nrt": False,
}
_lock = threading.RLock()
listeners: list[Callable[[str], None]] = []  # told the game whose rules are about to be compiled, which takes seconds


class Binding:
    """The verbs of one game and, on demand, any generic function, at one speed."""

    def __init__(
        self,
        rules: ModuleType,
        finish: Callable[[FunctionType], Any] = lambda function: function,
        instead: Mapping[Callable[..., Any], Any] | None = None,
        constants: Mapping[str, object] | None = None,
    ) -> None:
        self._label = game_name(rules)
        self._rules = rules
        self._finish = finish
        self._constants = dict(constants or {})
        self._bound: dict[Callable[..., Any], Any] = dict(instead or {})

    def __call__(self, function: Callable[..., Any]) -> Any:
        """The same function, with everything it calls bound to this game at this speed."""
        with _lock:
            return self._bind(function)

    def _bind(self, named: Callable[..., Any]) -> Any:
        function = _verb(self._rules, named) if named.__module__ == verbs.__name__ else named
        assert isinstance(function, FunctionType)
        if function not in self._bound:
            scope = dict(function.__globals__)
            copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
            copy.__module__ = function.__module__
            copy.__qualname__ = f"{self._label}.{function.__name__}"
            self._bound[function] = self._finish(copy)
            for name in function.__code__.co_names:
                if name in self._constants:
                    scope[name] = self._constants[name]
                elif isinstance(scope.get(name), FunctionType):
                    scope[name] = self._bind(scope[name])
        return self._bound[function]


def _verb(rules: ModuleType, named: Callable[..., Any]) -> Callable[..., Any]:
    """A game's own verb: in its rules or, for players, in its judgement; else what the engine says it means."""
    for module in (rules, judgement(rules)):
        if hasattr(module, named.__name__):
            own: Callable[..., Any] = getattr(module, named.__name__)
            return own
    return named


@functools.cache
def judgement(rules: ModuleType) -> ModuleType | None:
    """The module beside the rules that says how good a position is, if the game has one."""
    name = f"{rules.__name__.rpartition('.')[0]}.judgement"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


@functools.cache
def interpreted(rules: ModuleType) -> Binding:
    """The rules as plain Python; positions must then be elements of a `np.recarray`."""
    return Binding(rules)


@functools.cache
def compiled(rules: ModuleType) -> Binding:
    """The rules compiled for the CPU, releasing the GIL and kept on disk between processes.

    They make no arrays, so they are compiled without reference counts, whose atomic operations
    would cost more than most moves.
    """
    import numba

    from pyramidion.engine import cpu_bits

    config: Any = numba.config
    instead = {getattr(bits, name): getattr(cpu_bits, name) for name in ("size_of", "first", "last")}

    known: set[Path] = set()

    @functools.cache
    def folder_of(home: Path) -> Path:
        folder = cache_folder(rules, home)
        if folder not in known and not any(folder.rglob("*.nbi")):
            for tell in listeners:
                tell(game_name(rules))
        known.add(folder)
        return folder

    def finish(function: FunctionType) -> Any:
        before = config.CACHE_DIR
        config.CACHE_DIR = str(folder_of(Path(function.__code__.co_filename).parent))
        try:
            return numba.njit(function, **OPTIONS)
        finally:
            config.CACHE_DIR = before

    return Binding(rules, finish, instead)


def cache_folder(rules: ModuleType, home: Path | None = None) -> Path:
    """Where compiled code of these rules is kept, made if need be; `home` is the folder of the code's source."""
    root = Path(os.environ.get("PYRAMIDION_CACHE") or _user_cache() / "pyramidion")
    return _usable(root / f"{game_name(rules)}-{source_hash(rules, home)}")


@functools.cache
def _usable(folder: Path) -> Path:
    """The folder, made, tidied and tried; or a private one for this process where it cannot be used."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            _forget_old(folder.parent, keep=folder)
            _forget_damaged(folder)
            return folder
    except OSError:
        private = tempfile.mkdtemp(prefix="pyramidion-")
        atexit.register(shutil.rmtree, private, ignore_errors=True)
        return Path(private)


def game_name(rules: ModuleType) -> str:
    """The folder of a game's rules."""
    return rules.__name__.split(".")[-2]


def source_hash(rules: ModuleType, home: Path | None = None) -> str:
    """A short hash of the sources of the engine, of the game's folder, and of wherever else the code comes from."""
    assert rules.__file__ is not None
    digest = hashlib.sha256()
    for folder in dict.fromkeys((ENGINE, Path(rules.__file__).parent, home or ENGINE)):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _user_cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _forget_old(root: Path, keep: Path) -> None:
    """Remove folders of compiled code, and nothing else, that were not used for long."""
    os.utime(keep)
    ours = [path for path in root.iterdir() if FOLDER.fullmatch(path.name) and path.is_dir() and path != keep]
    with contextlib.suppress(FileNotFoundError):  # another process may be tidying too
        ours.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        for path in ours[KEPT_CACHES:]:
            shutil.rmtree(path, ignore_errors=True)


def _forget_damaged(folder: Path) -> None:
    """Remove indexes that Numba could not read, so that it compiles anew."""
    for index in folder.rglob("*.nbi"):
        try:
            with index.open("rb") as file:
                pickle.load(file)
                pickle.loads(file.read())
        except Exception:
            index.unlink(missing_ok=True)
