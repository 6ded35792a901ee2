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
ENTRY_NAME, INNER_NAME = ".entry.", ".inner."  # parts of their names, see binding.py


CPUDispatcher: Any = registry.CPUDispatcher
JITCodeLibrary: Any = codegen.JITCodeLibrary


class Library(JITCodeLibrary):  # type: ignore[misc]
    """The machine code of a function and all it calls, without the work that Numba does twice.

    Our code is optimised once, when everything has been linked; functions that only compiled code calls, once they
    are part of their callers, and they become machine code only there. Without reference counts there is nothing to
    prepare for pruning them.
    """

    def _optimize_functions(self, module: Any) -> None:
        if ENTRY_NAME not in self.name and INNER_NAME not in self.name:
            super()._optimize_functions(module)

    def _optimize_final_module(self) -> None:
        if ENTRY_NAME in self.name:
            self._run(self._codegen._module_pass_manager())
        elif INNER_NAME in self.name:
            self._run(self._codegen._module_pass_manager(opt=1, loop_vectorize=False, cost="cheap"))
        else:
            super()._optimize_final_module()

    def _finalize_final_module(self) -> None:
        if INNER_NAME in self.name:
            self._finalized = True
        else:
            super()._finalize_final_module()

    def serialize_using_object_code(self) -> Any:
        return self.serialize_using_bitcode() if INNER_NAME in self.name else super().serialize_using_object_code()

    def _run(self, passes: tuple[Any, Any]) -> None:
        manager, builder = passes
        manager.run(self._final_module, builder)


CODE: Any = registry.cpu_target.target_context.codegen()
set_environment = CODE.set_env
waiting: dict[str, Any] = {}


def set_environments(name: str, environment: Any) -> None:
    """Tell machine code where the Python objects of a function are, and those of the functions inside it."""
    waiting[name] = environment
    if CODE._engine.is_symbol_defined(name):
        for each in [each for each in waiting if CODE._engine.is_symbol_defined(each)]:
            set_environment(each, waiting.pop(each))


CODE._library_class = Library
CODE.set_env = set_environments


class Compiled(CPUDispatcher):  # type: ignore[misc]
    """A compiled function that takes every whole number as one of 64 bits, so that one compilation serves all its
    callers, whether they pass a field, an index or a constant."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        _, given = self._compiler.fold_argument_types(args, kws)
        return super().get_call_template(tuple(widened(kind) for kind in given), {})

    def for_types_of(self, arguments: tuple[object, ...]) -> Any:
        """The machine code itself, for arguments of just these types: it does not look at what it is given."""
        return self.compile(tuple(map(self.typeof_pyval, arguments)))


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
