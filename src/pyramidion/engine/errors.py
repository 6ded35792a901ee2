"""The errors of Pyramidion. Each says in one sentence what was wrong and what is allowed."""

from __future__ import annotations

from collections.abc import Sequence


class PyramidionError(Exception):
    """The base of every error raised on purpose."""


class BadInput(PyramidionError, ValueError):
    """A value from outside cannot be used: an option, a seed, a count, a file."""


class UnknownGame(BadInput):
    """No game of that name is installed."""


class BrokenGame(BadInput):
    """A game's folder fails when it is imported, or does not keep to the contract; `faults` are the reasons."""

    def __init__(self, name: str, faults: Sequence[str]) -> None:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        super().__init__(f"The game '{name}' cannot be loaded: {faults[0]}{more}.")
        self.name = name
        self.faults = tuple(faults)

    def __reduce__(self) -> tuple[type[BrokenGame], tuple[str, tuple[str, ...]]]:
        return type(self), (self.name, self.faults)


class BadPosition(BadInput):
    """A position or set-up text is malformed or impossible."""


class BadRecord(BadInput):
    """A record of a game is malformed, edited or of unknown rules."""


class IllegalMove(BadInput):
    """A move is refused; `rule` is the ruling's id, or None when the text is not a move at all."""

    def __init__(self, reason: str, rule: str | None = None) -> None:
        super().__init__(f"{rule}: {reason}" if rule else reason)
        self.reason = reason
        self.rule = rule

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, str | None]]:
        return type(self), (self.reason, self.rule)


class Unavailable(PyramidionError, RuntimeError):
    """Something optional is missing: a GPU, an extra, a library."""
