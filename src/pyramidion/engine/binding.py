"""One source, three speeds: a function and all it calls, interpreted, for the CPU or for CUDA.

Rules and generic code are plain Python functions that find each other by name. `Binding` copies
such a function with new globals, in which every function it names is bound in turn and the verbs
are those of one game; Numba then compiles the copies. Nothing is decorated, so rules can be read,
stepped through and measured for coverage as they are, and Numba is imported only here.

A game's rules run compiled, unless `use` or the environment says otherwise: a server plays with the
interpreted rules until another process has compiled them.
"""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np

from pyramidion.engine import bits, planes, verbs
from pyramidion.engine.cache import cache_folder
from pyramidion.engine.description import Description
from pyramidion.engine.fields import with_fields

ALWAYS_INTERPRETED = os.environ.get("PYRAMIDION_INTERPRETED", "") not in ("", "0")
_lock = threading.RLock()
listeners: list[Callable[[str], None]] = []  # told the game whose rules are about to be compiled, which takes seconds

Finish = Callable[[FunctionType, bool], Any]  # makes a bound function ready; the flag says whether Python calls it


class Binding:
    """The verbs of one game and, on demand, any generic function, at one speed."""

    def __init__(
        self,
        about: Description,
        finish: Finish = lambda function, entry: function,
        instead: Mapping[Callable[..., Any], Any] | None = None,
        constants: Mapping[str, object] | None = None,
    ) -> None:
        self._about = about
        self._finish = finish
        self._constants = dict(constants or {})
        self._instead = dict(instead or {})
        self._bound: dict[tuple[Callable[..., Any], bool], Any] = {}

    def __call__(self, function: Callable[..., Any]) -> Any:
        """The same function, with everything it calls bound to this game at this speed, for Python to call."""
        with _lock:
            return self._bind(function, entry=True)

    def _bind(self, named: Callable[..., Any], entry: bool) -> Any:
        if named in self._instead:
            return self._instead[named]
        function = self._about.verbs.get(named.__name__, named) if named in verbs.DECLARED else named
        assert isinstance(function, FunctionType)
        if (function, entry) not in self._bound:
            scope = dict(function.__globals__)
            copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
            copy.__module__ = function.__module__
            role = "entry" if entry else "inner"  # compiled code is kept under this name
            copy.__qualname__ = f"{self._about.name}.{role}.{function.__name__}"
            self._bound[function, entry] = self._finish(copy, entry)
            for name in function.__code__.co_names:
                if name in self._constants:
                    scope[name] = self._constants[name]
                elif isinstance(scope.get(name), FunctionType):
                    scope[name] = self._bind(scope[name], entry=False)
        return self._bound[function, entry]


@functools.cache
def interpreted(about: Description) -> Binding:
    """The rules as plain Python."""
    return Binding(about, lambda function, entry: _given_attributes(function) if entry else function)


def _given_attributes(function: FunctionType) -> Callable[..., Any]:
    """The function, called with rows whose fields are attributes, as compiled code sees them."""

    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        return function(*map(with_attributes, arguments))

    return call


def with_attributes(value: Any) -> Any:
    """The same memory; fields of rows in it can be read and written as attributes."""
    if isinstance(value, np.ndarray) and value.dtype.names:
        return value.view(with_fields(value.dtype), np.ndarray)
    if isinstance(value, tuple):
        parts = [with_attributes(part) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value


@functools.cache
def compiled(about: Description) -> Binding:
    """The rules compiled for the CPU, releasing the GIL and kept on disk between processes."""
    from pyramidion.engine import cpu_bits, cpu_code

    instead = {getattr(bits, name): getattr(cpu_bits, name) for name in ("size_of", "first", "last")}
    instead |= {planes.write_eight: cpu_bits.write_eight, planes.flag_eight: cpu_bits.flag_eight}
    if cpu_bits.deposits():
        instead[bits.place_of] = cpu_bits.place_of
    known: set[Path] = set()

    @functools.cache
    def folder_of(home: Path) -> Path:
        folder = cache_folder(about, home)
        if folder not in known and not any(folder.rglob("*.nbi")):
            for tell in listeners:
                tell(about.name)
        known.add(folder)
        return folder

    def finish(function: FunctionType, entry: bool) -> Any:
        return cpu_code.compiled(function, folder_of(Path(function.__code__.co_filename).parent), entry)

    return Binding(about, finish, instead)


Speed = Callable[[Description], Binding]
_chosen: dict[Description, Speed] = {}


def use(about: Description, speed: Speed) -> None:
    """Run a game's rules interpreted or compiled from now on."""
    with _lock:
        _chosen[about] = speed
        bound(about).clear()


def speed_of(about: Description) -> Speed:
    """How a game's rules run now."""
    return _chosen.get(about, interpreted if ALWAYS_INTERPRETED else compiled)


@functools.cache
def bound(about: Description) -> dict[Callable[..., Any], Any]:
    """The functions bound to a game's rules at the speed they run at now. Fill it with `bind`."""
    return {}


def bind(about: Description, function: Callable[..., Any]) -> Any:
    """A function bound to a game's rules at the speed they run at now."""
    with _lock:
        found = bound(about)[function] = speed_of(about)(about)(function)
        return found
