"""Scripts and what they import as one file."""

from __future__ import annotations

import pytest

from pyramidion.server.http.assets import files
from pyramidion.server.http.bundles import bundle, bundled_sheet, in_order

SOURCES = {
    "page": 'import { say as tell } from "./words.js";\nimport { twice } from "./sums.js";\ntell(twice(2));\n',
    "sums": 'import { say } from "./words.js";\nexport const twice = (x) => say(2 * x);\n',
    "words": "export function say(text) {\n  return text;\n}\n",
}


def test_a_script_comes_after_what_it_imports_and_only_once() -> None:
    assert in_order("page", SOURCES) == ["words", "sums", "page"]


def test_modules_become_functions_that_return_what_they_export() -> None:
    made = bundle("page", SOURCES)
    assert made.count("const module_words") == 1 and "return { say };" in made
    assert "const { say: tell } = module_words;" in made and "const { twice } = module_sums;" in made
    assert "import" not in made and "export" not in made


def test_scripts_that_import_each_other_in_a_circle_are_refused() -> None:
    with pytest.raises(AssertionError, match="circle: a b a"):
        bundle("a", {"a": 'import { b } from "./b.js";\n', "b": 'import { a } from "./a.js";\n'})


def test_nothing_of_a_module_is_left_in_what_pages_load() -> None:
    for name in ("table.js", "home.js", "learn.js"):
        lines = files()[name].decode().splitlines()
        assert not [line for line in lines if line.startswith(("import ", "export "))], name


def test_a_style_sheet_contains_those_that_it_imports() -> None:
    sheets = {"page": '@import "./bars.css";\n\np {}\n', "bars": '@import "./dots.css";\nb {}\n', "dots": "i {}\n"}
    assert bundled_sheet("page", sheets) == "i {}\nb {}\n\np {}\n"
    assert b"@import" not in files()["table.css"] and b".bar {" in files()["table.css"]
