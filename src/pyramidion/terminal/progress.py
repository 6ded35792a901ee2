"""A progress bar on stderr, shown only if that is a terminal."""

from __future__ import annotations

import os
import sys
from types import TracebackType

from tqdm import tqdm

DELAY = 0.5  # seconds; faster work shows no bar
USUAL = (80, 24)  # columns and lines, if the terminal does not tell its size


class Bar:
    """Shows how much is done. Called with another label, it starts again for the next part of the work."""

    def __init__(self, unit: str, total: int | None = None, label: str = "", done: int = 0, leave: bool = True) -> None:
        columns, lines = _size()
        self._bar = tqdm(
            desc=label or None,
            total=total,
            initial=done,
            unit=f" {unit}",
            file=sys.stderr,
            disable=None,
            delay=DELAY,
            ncols=columns,
            nrows=lines,
            leave=leave,
        )

    def __enter__(self) -> Bar:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._bar.close()

    def __call__(self, what: str, done: int, of: int) -> None:
        if done < self._bar.n or of != self._bar.total:
            self._bar.reset(of)
        self._bar.set_description(what, refresh=False)
        self.reach(done)

    def reach(self, done: int) -> None:
        """Set how much is done in all."""
        self._bar.update(done - self._bar.n)

    def note(self, text: str) -> None:
        """Show a remark at the end of the bar."""
        self._bar.set_postfix_str(text, refresh=False)

    def say(self, text: str) -> None:
        """Print a line without disturbing the bar."""
        self._bar.write(text)


def _size() -> tuple[int, int]:
    """Columns and lines of the terminal; without lines there would be no bar."""
    try:
        size = os.get_terminal_size(sys.stderr.fileno())
    except (OSError, ValueError):
        return USUAL
    return size.columns or USUAL[0], size.lines or USUAL[1]
