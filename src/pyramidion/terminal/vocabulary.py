"""The words of a game that `pyramidion check` looks for: its facts, its RULES.md, and the rulings its code cites."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable

from pyramidion.engine.description import Description
from pyramidion.engine.files import read_text
from pyramidion.terminal.findings import Findings

NEEDED = ("title", "author", "credit", "summary", "letter", "example")


def look_at_words(about: Description, rulings: Iterable[str], found: Findings) -> None:
    """Find empty facts, and rulings missing from RULES.md; `rulings` are those that came up in games."""
    facts = vars(about.facts)
    for name in NEEDED:
        found.require(bool(facts[name]), "words", name, f"facts.{name} is empty: fill it in")
    for option in about.facts.options:
        says = f"the option {option.name} needs at least two values, or one value and `free`"
        found.require(len(option.values) + bool(option.free) >= 2, "words", option.name, says)
    with found.expecting("words", "reading lessons.json"):
        if about.lessons_file.exists():
            json.loads(read_text(about.lessons_file))
    if not about.rules_file.exists():
        found.add("words", "RULES.md", "RULES.md is missing: write the rules for players, with every ruling numbered")
        return
    with found.expecting("words", "reading RULES.md"):
        _look_at_rules(about, read_text(about.rules_file), rulings, found)


def _look_at_rules(about: Description, text: str, rulings: Iterable[str], found: Findings) -> None:
    facts = about.facts
    found.require(
        text.startswith(f"# {facts.title}"), "words", "heading", f"RULES.md must start with '# {facts.title}'"
    )
    for option in facts.options:
        missing = [word for word in (option.name, *option.values) if f"`{word}`" not in text]
        says = f"RULES.md does not mention {', '.join(f'`{word}`' for word in missing)} of the option {option.name}"
        found.require(not missing, "words", f"option {option.name}", says)
    known = set(re.findall(rf"\*\*({facts.letter}\d+)\*\*", text))
    came_up = set(rulings)
    for where, named in {"outcomes or refusals": came_up, "the files": _cited(about) - came_up}.items():
        missing = sorted(named - known, key=lambda ruling: (len(ruling), ruling))
        remedy = " and ".join(f"'**{ruling}** ...'" for ruling in missing)
        says = f"{where} cite {', '.join(missing)}, missing from RULES.md: write {remedy} there"
        found.require(not missing, "words", where, says)


def final_rulings(about: Description) -> set[str]:
    """The rulings that `win` and `share` name in the game's files, as plain numbers."""
    found: set[str] = set()
    for file in about.folder.glob("*.py"):
        calls = [node for node in ast.walk(ast.parse(read_text(file))) if isinstance(node, ast.Call)]
        ends = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id in ("win", "share")]
        numbers = {number for call in ends for named in call.args[2:] for number in _numbers(named)}
        found |= {f"{about.facts.letter}{number}" for number in numbers}
    return found


def _numbers(expression: ast.expr) -> set[int]:
    """The numbers that an expression such as `21 if failed else 19` can be."""
    if isinstance(expression, ast.IfExp):
        return _numbers(expression.body) | _numbers(expression.orelse)
    return {expression.value} if isinstance(expression, ast.Constant) and isinstance(expression.value, int) else set()


def _cited(about: Description) -> set[str]:
    """The rulings that the game's files cite."""
    files = about.folder.glob("*.py")
    return {ruling for file in files for ruling in re.findall(rf"\b{about.facts.letter}\d+\b", read_text(file))}
