"""A script or style sheet and everything it imports as one file, so that a browser asks once instead of fifty times.

Scripts are written as modules and checked as such. Here each becomes a separate function that returns what it
exports, those that others need first. Scripts therefore do not import each other in circles.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(\w+)\.js";$', re.MULTILINE)
SHEET = re.compile(r'^@import "\./(\w+)\.css";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


def bundle(entry: str, sources: Mapping[str, str]) -> str:
    """The script of this name with all scripts that it needs, in the order in which they can run."""
    return "".join(_enclosed(name, sources[name]) for name in in_order(entry, sources))


def bundled_sheet(name: str, sheets: Mapping[str, str]) -> str:
    """The style sheet of this name, each sheet that it imports in the place of the line that does so."""
    return SHEET.sub(lambda found: bundled_sheet(found[1], sheets), sheets[name])


def in_order(entry: str, sources: Mapping[str, str]) -> list[str]:
    """The names of a script and of those that it needs; a script comes after what it imports."""
    found: list[str] = []

    def visit(name: str, above: tuple[str, ...]) -> None:
        assert name not in above, f"Scripts import each other in a circle: {' '.join((*above, name))}."
        if name not in found:
            for needed in imports(sources[name]):
                visit(needed, (*above, name))
            found.append(name)

    visit(entry, ())
    return found


def imports(source: str) -> list[str]:
    """The names of the scripts that a script imports."""
    return [name for _, name in IMPORT.findall(source)]


def _enclosed(name: str, source: str) -> str:
    """A module as a function that is called at once."""
    exported = ", ".join(name for _, name in EXPORT.findall(source))
    body = EXPORT.sub(r"\1", IMPORT.sub(_fetched, source))
    return f"const module_{name} = (() => {{\n{body}return {{ {exported} }};\n}})();\n"


def _fetched(found: re.Match[str]) -> str:
    return f"const {{{found[1].replace(' as ', ': ')}}} = module_{found[2]};"
