"""Who may import whom: lower layers never import higher ones."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import pyramidion

PACKAGE = Path(pyramidion.__file__).parent
CONTRIBUTING = Path(__file__).parent.parent / "CONTRIBUTING.md"
ORDER = ("engine", "draw", "games", "players", "arena", "lab", "study", "interop", "server", "client", "terminal")
BESIDE = {("client", "server")}  # the client knows the server by HTTP only
ROOMS = ("journal", "views", "storage", "runtime", "http")  # of the server
FACE = ("engine", "draw", "games", "players", "arena", "lab", "study")  # what the package loads, if little of it
FILES = [path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE or not path.name.startswith("__")]


def imports(path: Path) -> set[str]:
    """The full names of everything of ours that a file imports."""
    return {name for name in all_imports(path) if name.split(".")[0] == "pyramidion"}


def all_imports(path: Path) -> set[str]:
    """The full names of everything that a file imports, also inside functions."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def layer_of(path: Path) -> str:
    """The folder of the package that a file is in, or the file, if it is a layer of its own."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def test_the_layers_are_those_that_exist() -> None:
    assert {layer_of(path) for path in FILES} == set(ORDER)


def test_contributors_read_of_the_same_layers() -> None:
    assert first_column("| layer | ") == ORDER
    assert first_column("| `server/` | ") == ROOMS


def first_column(header: str) -> tuple[str, ...]:
    """What stands in the first column of a table of CONTRIBUTING."""
    _, _, rest = CONTRIBUTING.read_text(encoding="utf-8").partition(header)
    return tuple(re.findall(r"^\| `(\w+)(?:\.py)?` \|", rest.partition("\n\n")[0], re.MULTILINE))


def test_importing_the_package_loads_only_its_core() -> None:
    assert {name.split(".")[1] for name in imports(PACKAGE / "__init__.py")} == set(FACE)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_layer_imports_only_what_lies_below_it(path: Path) -> None:
    layer = layer_of(path)
    for name in imports(path):
        other = name.split(".")[1]
        if other in ORDER:
            lower = ORDER.index(other) <= ORDER.index(layer)
            assert lower and (layer, other) not in BESIDE, f"{layer} imports {name}"


@pytest.mark.parametrize("path", [path for path in FILES if layer_of(path) == "server"], ids=lambda path: path.stem)
def test_a_room_of_the_server_imports_only_what_lies_below_it(path: Path) -> None:
    room = path.relative_to(PACKAGE).parts[1]
    if room not in ROOMS:
        assert not [name for name in imports(path) if name.startswith("pyramidion.server.")], path
        return
    for name in imports(path):
        other = name.split(".")[2] if name.startswith("pyramidion.server.") else ""
        assert other not in ROOMS or ROOMS.index(other) <= ROOMS.index(room), f"{path} imports {name}"


def test_what_is_pure_in_the_server_reads_no_clock_and_opens_nothing() -> None:
    for room in ("journal", "views"):
        for path in (PACKAGE / "server" / room).glob("*.py"):
            modules = {name.split(".")[0] for name in all_imports(path)}
            assert not modules & {"time", "socket", "asyncio", "sqlalchemy", "fastapi", "subprocess"}, path


@pytest.mark.parametrize("path", [path for path in FILES if "games" in path.parts], ids=str)
def test_a_game_imports_no_other_game(path: Path) -> None:
    own = path.relative_to(PACKAGE).parts[1]
    others = {name for name in imports(path) if name.startswith("pyramidion.games.")}
    assert all(name.split(".")[2] == own for name in others)


def test_games_are_named_nowhere_but_in_their_own_folders() -> None:
    names = [path.name for path in (PACKAGE / "games").iterdir() if path.is_dir() and path.name != "__pycache__"]
    assert len(names) >= 5
    for path in PACKAGE.rglob("*.py"):
        if "games" not in path.relative_to(PACKAGE).parts:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            texts = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
            assert not set(names) & set(texts), f"{path} names a game"


def looks(path: Path) -> list[str]:
    """The places of a file that look for something by name in a module or in what a game has said."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and node.args:
            called, subject = ast.unparse(node.func).rpartition(".")[2], ast.unparse(node.args[0])
            by_name = called in ("getattr", "hasattr") and re.search(
                r"\b(game|manual|judgement|description)\b", subject
            )
            imported = called in ("find_spec", "import_module") and not isinstance(node.args[0], ast.Constant)
            if by_name or imported:
                found.append(ast.unparse(node))
    return found


def test_only_the_registry_looks_into_the_modules_of_games() -> None:
    registry = PACKAGE / "engine" / "registry.py"
    assert looks(registry)
    for path in FILES:
        if path != registry:
            assert not looks(path), path
            inside = "games" in path.relative_to(PACKAGE).parts
            assert inside or not any(name.startswith("pyramidion.games.") for name in imports(path)), path


def test_the_engine_hands_on_what_is_for_players_and_asks_for_none_of_it() -> None:
    for path in (PACKAGE / "engine").glob("*.py"):
        asked = [
            node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Attribute)
        ]
        assert not {"judgement", "expert", "levels"} & {node.attr for node in asked}, path
