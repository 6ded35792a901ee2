"""Files read and written with clear errors, and never left half-written."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from pyramidion.engine.errors import BadInput


def read_text(path: str | Path) -> str:
    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} cannot be read: it is not UTF-8 text.") from error
    except (OSError, ValueError) as error:
        raise BadInput(f"{path!r} cannot be read: {_reason(error)}.") from error


def write_text(path: str | Path, text: str) -> None:
    """Put a text in place whole: a file that was there stays until the new one is complete."""
    write_bytes(path, text.encode())


def write_bytes(path: str | Path, data: bytes) -> None:
    """Put data in place whole, like `write_text`."""
    if os.path.exists(path) and not os.path.isfile(path):
        raise BadInput(f"{path} cannot be written: it is no ordinary file.")
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
        raise BadInput(f"{path!r} cannot be written: {_reason(error)}.") from error


def _mode(target: Path) -> int:
    """The permissions of the file that is there, or of any new one."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _reason(error: OSError | ValueError) -> str:
    return (isinstance(error, OSError) and error.strerror) or str(error)
