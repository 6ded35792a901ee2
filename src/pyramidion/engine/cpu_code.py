"""Numba as we use it for the CPU. Imported only when something is compiled."""

from __future__ import annotations

from pathlib import Path
from types import FunctionType
from typing import Any

import numba
from numba.core import codegen, registry, types

# Rules make no arrays, so they are compiled without reference counts, whose atomic operations would cost more than
# most moves.
OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "forceinline": True, "_nrt": False}
INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # for what only compiled code calls


CPUDispatcher: Any = registry.CPUDispatcher


class Compiled(CPUDispatcher):  # type: ignore[misc]
    """A compiled function that takes every whole number as one of 64 bits, so that one compilation serves all its
    callers, whether they pass a field, an index or a constant."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        _, given = self._compiler.fold_argument_types(args, kws)
        return super().get_call_template(tuple(widened(kind) for kind in given), {})


def widened(kind: Any) -> Any:
    plain = kind.literal_type if isinstance(kind, types.Literal) else kind
    return types.int64 if isinstance(plain, types.Integer) else plain


def compiled(function: FunctionType, folder: Path, entry: bool) -> Any:
    """A function as machine code that is kept in a folder; `entry` says whether Python calls it."""
    config: Any = numba.config
    made = Compiled(py_func=function, locals={}, targetoptions=OPTIONS if entry else OPTIONS | INNER)
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        made.enable_caching()
    finally:
        config.CACHE_DIR = before
    return made


def compile_quickly() -> None:
    """Leave out what Numba does twice, in a process of our own that compiles a lot: a function is optimised when the
    whole module is, and without reference counts nothing has to be made ready for pruning them."""
    library: Any = codegen.CPUCodeLibrary
    target: Any = registry.cpu_target
    library._optimize_functions = lambda self, module: None
    target.target_context.codegen()._opt_level = 0
