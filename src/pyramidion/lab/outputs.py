"""Files that are written at the end of long work: checked at its beginning."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from pyramidion.engine.errors import BadInput
from pyramidion.engine.files import check_ordinary

GAMES_SUFFIX = ".games.jsonl"


def check_writable(path: str) -> None:
    """BadInput if a file cannot be written there; one that exists stays as it is."""
    check_ordinary(path)
    target = Path(path).resolve()
    try:
        with tempfile.TemporaryFile(dir=target.parent):
            pass
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(0, "Permission denied")
    except OSError as error:
        raise BadInput(f"'{path}' cannot be written: {error.strerror}. Name another file.") from error


def check_outputs(*paths: str | None) -> None:
    """All of them can be written, and no two are the same."""
    given = [path for path in paths if path]
    for path in given:
        check_writable(path)
    if len({os.path.realpath(path) for path in given}) < len(given):
        raise BadInput("The report, the JSON and the saved games need different files.")


def games_file(save: str | None, *outputs: str | None) -> str | None:
    """Where games are kept while they are played: the file that was named, or one beside the first output."""
    beside = next((path for path in outputs if path), None)
    return save or (str(Path(beside).with_suffix(GAMES_SUFFIX)) if beside else None)


def check_fresh(path: str | None, resume: bool) -> None:
    """BadInput if games would be thrown away, or if there are none to go on with."""
    exists = bool(path) and os.path.exists(path or "")
    if resume and not path:
        raise BadInput("--resume continues saved games: name their file with --save, or the report or JSON file.")
    if resume and not exists:
        raise BadInput(f"There are no saved games in {path}. Leave out --resume to begin.")
    if exists and not resume:
        raise BadInput(f"{path} holds games of an earlier run. Add --resume to continue, or delete the file.")
