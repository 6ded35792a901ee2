"""The faults that `pyramidion check` finds, each as one line that says what to do about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from pyramidion.engine.registry import reason_of

TOPICS = {
    "contract": "the folder as a whole",
    "rules": "rules.py",
    "manual": "manual.py",
    "pictures": "scene.py",
    "judgement": "judgement.py",
    "words": "the facts, RULES.md and lessons.json",
}


def where_to_look(faults: Iterable[str]) -> str:
    """Which files the words at the beginning of these faults mean."""
    topics = {fault.partition(":")[0] for fault in faults}
    return f"Where to look: {'; '.join(f'{topic} means {TOPICS[topic]}' for topic in TOPICS if topic in topics)}."


class Findings:
    """Faults in the order they were found; only the first of each kind, since the others look alike."""

    def __init__(self) -> None:
        self._lines: dict[tuple[str, str], str] = {}
        self._raised: set[tuple[str, str]] = set()  # exceptions, and where they came from

    def add(self, topic: str, kind: str, says: str) -> None:
        self._lines.setdefault((topic, kind), f"{topic}: {says}")

    def require(self, fine: bool, topic: str, kind: str, says: str) -> None:
        """Add a fault unless all is well."""
        if not fine:
            self.add(topic, kind, says)

    @contextmanager
    def expecting(self, topic: str, what: str) -> Iterator[None]:
        """Any exception from the game's own code is a fault; one that came from the same line before is the same."""
        try:
            yield
        except Exception as error:
            reason = reason_of(error)
            source = type(error).__name__, reason.rpartition("(")[2]
            if source not in self._raised:
                self._raised.add(source)
                self.add(topic, what, f"{what} fails with {reason}")

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines.values())

    def __len__(self) -> int:
        return len(self._lines)
