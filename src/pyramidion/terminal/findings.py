"""The faults that `pyramidion check` finds, each as one line that says what to do about it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pyramidion.engine.registry import reason_of


class Findings:
    """Faults in the order they were found; only the first of each kind, since the others look alike."""

    def __init__(self) -> None:
        self._lines: dict[tuple[str, str], str] = {}

    def add(self, topic: str, kind: str, says: str) -> None:
        self._lines.setdefault((topic, kind), f"{topic}: {says}")

    def require(self, fine: bool, topic: str, kind: str, says: str) -> None:
        """Add a fault unless all is well."""
        if not fine:
            self.add(topic, kind, says)

    @contextmanager
    def expecting(self, topic: str, what: str) -> Iterator[None]:
        """Any exception from the game's own code is a fault."""
        try:
            yield
        except Exception as error:
            self.add(topic, what, f"{what} fails with {reason_of(error)}")

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines.values())

    def __len__(self) -> int:
        return len(self._lines)
