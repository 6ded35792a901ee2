"""How games end."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Outcome:
    """How a game ended: a result for every seat, adding up to 1, and the ruling that ended it."""

    results: tuple[Fraction | int, ...]
    rule: str

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the best result; more than one when a win or a draw is shared."""
        return tuple(seat for seat, result in enumerate(self.results) if result == max(self.results))

    def __str__(self) -> str:
        return f"{self.rule}:{'-'.join(str(result) for result in self.results)}"

    def __repr__(self) -> str:
        return f"Outcome(results=({', '.join(str(r) for r in self.results)}), rule={self.rule!r})"
