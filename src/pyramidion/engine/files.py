"""Files read and written with clear errors, and never left half-written."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from pyramidion.engine.errors import BadInput


def read_text(path: str | Path) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise BadInput(f"{path} cannot be read: {reason}.") from error


def write_text(path: str | Path, text: str) -> None:
    """Put the text in place whole: a file that was there stays until the new one is complete."""
    target = Path(path)
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            os.replace(name, target)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}.") from error
