"""Folders of games for tests: the example game under another name, with a change if need be."""

from __future__ import annotations

from pathlib import Path

EXAMPLE = Path(__file__).parents[1] / "examples" / "connect_four"
NAME = "drop_four"


def copied(parent: Path, file: str = "", old: str = "", new: str = "") -> Path:
    """The example game in another folder, with one text replaced in one file."""
    folder = parent / NAME
    folder.mkdir(parents=True)
    for path in EXAMPLE.iterdir():
        if path.is_file() and path.suffix != ".json":
            text = path.read_text()
            if path.name == file:
                assert old in text
                text = text.replace(old, new, 1)
            (folder / path.name).write_text(text)
    return folder
