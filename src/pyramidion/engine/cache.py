"""Compiled code on disk: a folder for each game and state of the sources, tidied and checked before use.

Numba notices a change only in the file of the cached function, so the folder's name holds a hash of
everything the code could come from.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import hashlib
import os
import pickle
import platform
import re
import shutil
import stat
import tempfile
from pathlib import Path

from pyramidion.engine.description import Description
from pyramidion.engine.sources import source_hash

ENGINE = Path(__file__).parent
KEPT_CACHES = 96
FOLDER = re.compile(r"\w+-[0-9a-f]{16}")


def cache_folder(about: Description, home: Path | None = None) -> Path:
    """Where compiled code of a game is kept, created if necessary; `home` is the folder of the code's source."""
    folder = _place(about, home or ENGINE)
    folder.mkdir(exist_ok=True)
    return _tidied(folder)


def _place(about: Description, home: Path) -> Path:
    return cache_root() / f"{about.name}-{source_hash((ENGINE, about.folder, home))}"


def cache_root() -> Path:
    """The folder of all compiled code, or a private one for this process if that cannot be used."""
    return _usable(Path(os.environ.get("PYRAMIDION_CACHE") or _user_cache() / "pyramidion"))


@functools.cache
def _usable(root: Path) -> Path:
    try:
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            if _is_private(root):
                return root
    except OSError:
        pass
    private = tempfile.mkdtemp(prefix="pyramidion-")
    atexit.register(shutil.rmtree, private, ignore_errors=True)
    return Path(private)


def _is_private(root: Path) -> bool:
    """Is the folder closed to everyone else? Anyone who can write there could make us run their code.

    A folder of ours that the group can write to, as some systems create them, is emptied and closed to the group.
    """
    if not hasattr(os, "getuid"):
        return True
    found = root.stat()
    if found.st_uid != os.getuid() or found.st_mode & stat.S_IWOTH:
        return False
    if found.st_mode & stat.S_IWGRP:
        root.chmod(stat.S_IMODE(found.st_mode) & ~stat.S_IWGRP)
        for path in root.iterdir():
            if FOLDER.fullmatch(path.name):
                shutil.rmtree(path, ignore_errors=True)
    return True


@functools.cache
def _tidied(folder: Path) -> Path:
    _forget_old(folder.parent, keep=folder)
    _forget_damaged(folder)
    return folder


def _user_cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _forget_old(root: Path, keep: Path) -> None:
    """Remove folders of compiled code that have not been used for a long time, and nothing else."""
    os.utime(keep)
    ours = [path for path in root.iterdir() if FOLDER.fullmatch(path.name) and path.is_dir() and path != keep]
    with contextlib.suppress(FileNotFoundError):  # another process may be tidying too
        ours.sort(key=lambda path: path.stat().st_mtime, reverse=True)
        for path in ours[KEPT_CACHES:]:
            shutil.rmtree(path, ignore_errors=True)


def _forget_damaged(folder: Path) -> None:
    """Remove indexes that Numba could not read, so that it compiles again."""
    for index in folder.rglob("*.nbi"):
        try:
            with index.open("rb") as file:
                pickle.load(file)
                pickle.loads(file.read())
        except Exception:
            index.unlink(missing_ok=True)


def mark_prepared(about: Description, home: Path, part: str) -> None:
    """Note that a part of the code in `home` has been compiled for a game, with all it needs."""
    (cache_folder(about, home) / f"{part}.prepared").write_text(_host())


def is_prepared(about: Description, home: Path, part: str) -> bool:
    """Has a part of the code in `home` been compiled on a machine like this one?"""
    try:
        return (_place(about, home) / f"{part}.prepared").read_text() == _host()
    except OSError:
        return False


@functools.cache
def _host() -> str:
    """What compiled code depends on besides its sources: the compiler and the processor."""
    from importlib.metadata import version  # slow to import, and needed only where something is compiled

    kinds = ("model name", "flags", "Features", "CPU part")
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    processor = sorted({line for line in lines if line.startswith(kinds)}) or [platform.processor()]
    digest = hashlib.sha256("\n".join(processor).encode()).hexdigest()[:16]
    return f"numba {version('numba')}, llvmlite {version('llvmlite')}, processor {digest}"
