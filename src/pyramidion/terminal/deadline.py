"""A deadline for code that may never return: the process then writes down where it is, and exits."""

from __future__ import annotations

import faulthandler
import re
import time
from pathlib import Path
from typing import TextIO

LEAST = 3.0  # seconds for one position: its moves, texts, views and pictures
RENEWED = 0.5  # seconds; starting the clock takes a thread
FRAME = re.compile(r'File "(.+)", line (\d+) in (.+)')


def patience(seconds: float) -> float:
    """How long one position may take, where all random games together are given some seconds."""
    return max(LEAST, seconds)


class Deadline:
    """Ends the process unless `renew` is called in time; `file` then holds the stack."""

    def __init__(self, file: TextIO, seconds: float) -> None:
        self._file = file
        self._seconds = seconds
        self._renewed = 0.0

    def renew(self) -> None:
        """The work goes on: start the clock again."""
        now = time.monotonic()
        if now - self._renewed > RENEWED:
            self._renewed = now
            faulthandler.dump_traceback_later(self._seconds, exit=True, file=self._file)

    def lift(self) -> None:
        """From here on there is no deadline."""
        faulthandler.cancel_dump_traceback_later()


def overrun(stack: str, folder: Path, seconds: float) -> str | None:
    """Which function of the folder was running when the deadline passed, as a fault; None if there was no deadline."""
    frames = [(Path(file), int(line), name) for file, line, name in FRAME.findall(stack)]
    own = [frame for frame in frames if frame[0].resolve().parent == folder]
    if not own:
        return f"rules: no answer after {seconds:g} seconds" if frames else None
    (inner, line, _), (outer, _, verb) = own[0], own[-1]
    topic, what = (inner.stem, f"importing {inner.name}") if verb == "<module>" else (outer.stem, verb)
    where = f"{inner.name}, line {line}"
    return f"{topic}: {what} has not finished after {seconds:g} seconds ({where}): look for a loop without an end"
