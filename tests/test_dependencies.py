"""What pip has to install: the core needs NumPy and Numba, and little else; everything more comes with an extra."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest

import pyramidion

ROOT = Path(__file__).parent.parent
PACKAGE = Path(pyramidion.__file__).parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CORE = ("engine", "draw", "games", "players", "arena", "lab", "interop", "terminal", "client", "__init__", "__main__")
EXTRAS = {  # what a layer may import besides the core's libraries
    "engine": ("cuda",),
    "draw": ("print", "png"),
    "client": ("server",),
    "interop": ("pettingzoo", "gymnasium"),
    "server": ("server", "postgres"),
}
BEHIND_EXTRAS = {  # modules that cannot be imported without an extra
    "draw.booklet": "print",
    "draw.pdf": "print",
    "interop.gymnasium": "gymnasium",
    "interop.pettingzoo": "pettingzoo",
    "interop.spaces": "gymnasium",
}
NOT_INSTALLED = {"interop.openspiel": {"pyspiel"}, "lab.cluster": {"ray"}}  # too heavy for the tests, by the module
BLOCKED = """
import importlib, json, sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ModuleNotFoundError(f"{name} is blocked", name=name)

blocked = set(json.loads(sys.argv[1]))
sys.meta_path.insert(0, Blocker())
"""
IMPORTING = """
failed = []
for name in sys.argv[2:]:
    try:
        importlib.import_module(name)
    except (ImportError, RuntimeError):
        failed.append(name)
print(json.dumps(failed))
"""
COMMAND = "from pyramidion.terminal.cli import main; raise SystemExit(main(sys.argv[2:]))"


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def brought(requirements: list[str]) -> set[str]:
    """The distributions that pip installs for these, with all that they need in turn."""
    found: set[str] = set()
    waiting = [requirement for requirement in requirements if "extra ==" not in requirement]
    while waiting:
        name = normal(re.split(r"[^\w.-]", waiting.pop())[0])
        if name not in found:
            found.add(name)
            waiting += [each for each in _needs(name) if "extra ==" not in each]
    return found


def _needs(distribution: str) -> list[str]:
    try:
        return requires(distribution) or []
    except ModuleNotFoundError:  # not installed here, as uvloop on Windows
        return []


def packages(*extras: str) -> set[str]:
    """The names that can be imported with the core and some extras."""
    wanted = list(PROJECT["dependencies"])
    for extra in extras:
        wanted += PROJECT["optional-dependencies"][extra]
    there = brought(wanted)
    return {name for name, owners in packages_distributions().items() if there & {normal(owner) for owner in owners}}


def modules(*layers: str) -> dict[str, Path]:
    """The modules of some layers, by their names; migrations can only be imported by Alembic."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        inside = path.relative_to(PACKAGE).with_suffix("")
        if inside.parts[0] in layers and "migrations" not in inside.parts:
            found[".".join(inside.parts)] = path
    return found


def imported(path: Path) -> set[str]:
    """The packages of others that a file imports, also inside functions."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(str(node.module).partition(".")[0])
    return found - sys.stdlib_module_names - {"pyramidion", "__future__"}


def blocked(code: str, allowed: set[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run code in a process that can import only some packages of others."""
    others = sorted(set(packages_distributions()) - allowed - {"pyramidion"})
    command = [sys.executable, "-c", BLOCKED + code, json.dumps(others), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def unimportable(names: list[str], allowed: set[str]) -> set[str]:
    done = blocked(IMPORTING, allowed, *(f"pyramidion.{name}" for name in names))
    assert done.returncode == 0, done.stderr
    return {name.removeprefix("pyramidion.") for name in json.loads(done.stdout)}


def test_the_core_needs_numpy_and_numba_and_little_else() -> None:
    assert brought(PROJECT["dependencies"]) <= {"numpy", "numba", "llvmlite", "tqdm", "colorama"}


@pytest.mark.parametrize("layer", [*CORE, "server"])
def test_a_layer_imports_only_what_its_extras_install(layer: str) -> None:
    allowed = packages(*EXTRAS.get(layer, ()))
    for name, path in modules(layer).items():
        assert imported(path) <= allowed | NOT_INSTALLED.get(name, set()), name


def test_the_core_can_be_imported_without_extras() -> None:
    names = [name for name in modules(*CORE) if name != "__main__"]
    assert len(names) > 100
    assert unimportable(names, packages()) == set(BEHIND_EXTRAS) | set(NOT_INSTALLED)


@pytest.mark.parametrize("extra", sorted(set(BEHIND_EXTRAS.values())))
def test_an_extra_is_enough_for_what_is_behind_it(extra: str) -> None:
    assert unimportable([name for name, behind in BEHIND_EXTRAS.items() if behind == extra], packages(extra)) == set()


def test_the_server_needs_no_other_extra() -> None:
    assert unimportable(list(modules("server")), packages("server")) == set()


def test_commands_of_the_core_run_without_extras() -> None:
    done = blocked(COMMAND, packages(), "games")
    assert done.returncode == 0 and done.stdout and not done.stderr


@pytest.mark.parametrize(
    ("arguments", "what", "extra"),
    [
        (["serve"], "`pyramidion serve`", "server"),
        (["print", "telic"], "`pyramidion print`", "print"),
        (["picture", "telic", "-o", "telic.png"], "A PNG picture", "png"),
    ],
    ids=lambda value: str(value),
)
def test_commands_that_need_an_extra_say_so(arguments: list[str], what: str, extra: str) -> None:
    done = blocked(COMMAND, packages(), *arguments)
    assert done.returncode == 2
    assert done.stderr.endswith(f"pyramidion: {what} needs the extra: pip install 'pyramidion[{extra}]'.\n")
