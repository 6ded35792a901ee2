"""Files read and written with clear errors, and never left half-written."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from pyramidion.engine.errors import BadInput

MOST_BYTES = 1 << 30


def read_text(path: str | Path) -> str:
    try:
        with Path(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise ValueError(f"it has more than {MOST_BYTES} bytes")
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError as error:
        raise BadInput(f"'{path}' cannot be read: it is not UTF-8 text.") from error
    except (OSError, TypeError, ValueError) as error:
        raise BadInput(f"'{path}' cannot be read: {_reason(error)}.") from error


def write_text(path: str | Path, text: str) -> None:
    """Write a whole file at once: the old one stays until the new one is complete."""
    write_bytes(path, text.encode())


def write_bytes(path: str | Path, data: bytes) -> None:
    """The same for bytes."""
    check_ordinary(path)
    try:
        target = Path(path).resolve()
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".pyramidion-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            os.chmod(name, _mode(target))
            os.replace(name, target)
        except BaseException:
            os.unlink(name)
            raise
    except (OSError, ValueError) as error:
        raise BadInput(f"'{path}' cannot be written: {_reason(error)}.") from error


def append_text(path: str | Path, text: str) -> None:
    """Add a text at the end of a file."""
    try:
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise BadInput(f"'{path}' cannot be written: {_reason(error)}.") from error


def make_folder(path: str | Path) -> None:
    """Create a folder unless it exists."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise BadInput(f"'{path}' is not a folder. Name another one.") from error
    except OSError as error:
        raise BadInput(f"'{path}' cannot be created: {_reason(error)}. Name another folder.") from error


def check_ordinary(path: str | Path) -> None:
    """Refuse to write to devices, pipes and folders."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise BadInput(f"'{path}' cannot be written: it is not a regular file.")


def _mode(target: Path) -> int:
    """The permissions of the existing file, or those of a new one."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _reason(error: OSError | TypeError | ValueError) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)
