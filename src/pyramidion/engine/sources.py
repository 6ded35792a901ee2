"""A short hash of source files, which names what was made from them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path


def source_hash(folders: Iterable[Path], patterns: Iterable[str] = ("*.py",)) -> str:
    """Of the files in these folders and below, with their names, in a fixed order."""
    wanted = tuple(patterns)
    digest = hashlib.sha256()
    for folder in dict.fromkeys(folders):
        for path in sorted(path for pattern in wanted for path in folder.rglob(pattern)):
            digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
