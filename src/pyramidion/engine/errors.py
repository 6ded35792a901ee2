"""The errors of Pyramidion. Each says in one sentence what was wrong and what is allowed."""

from __future__ import annotations


class PyramidionError(Exception):
    """The base of every error raised on purpose."""


class BadInput(PyramidionError, ValueError):
    """A value from outside cannot be used: an option, a seed, a count, a file."""


class UnknownGame(BadInput):
    """No game of that name is installed."""


class BadPosition(BadInput):
    """A position or set-up text is malformed or impossible."""


class BadRecord(BadInput):
    """A record of a game is malformed, edited or of unknown rules."""


class IllegalMove(BadInput):
    """A move is refused; `rule` is the ruling's id, or None when the text is no move at all."""

    def __init__(self, reason: str, rule: str | None = None) -> None:
        super().__init__(f"{rule}: {reason}" if rule else reason)
        self.reason = reason
        self.rule = rule

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, str | None]]:
        return type(self), (self.reason, self.rule)


class Unavailable(PyramidionError, RuntimeError):
    """Something optional is not there: a GPU, an extra, a library."""
