"""Clocks: how much time the seats have, as the journal's times tell it."""

from __future__ import annotations

from dataclasses import dataclass

NONE, MOVE, GAME = "none", "move", "game"


@dataclass(frozen=True)
class Timing:
    """Seconds for every move, or for the whole game with some added after each turn."""

    kind: str = NONE
    seconds: int = 0
    increment: int = 0


class Clock:
    """What each seat has left. Times are in milliseconds."""

    def __init__(self, timing: Timing, seats: int) -> None:
        self.timing = timing
        self.left = [timing.seconds * 1000] * seats
        self.since = 0  # up to when time is accounted for

    def charge(self, seat: int, at: int) -> None:
        """A seat has thought until now."""
        if self.timing.kind != NONE:
            self.left[seat] -= max(0, at - self.since)

    def moved(self, seat: int, turn_over: bool) -> None:
        """A seat has made a move in time."""
        if self.timing.kind == GAME and turn_over:
            self.left[seat] += self.timing.increment * 1000
        self.reset()

    def reset(self) -> None:
        """Where time is counted for each move, it begins anew."""
        if self.timing.kind == MOVE:
            self.left = [self.timing.seconds * 1000] * len(self.left)

    def credit(self, seat: int, milliseconds: int) -> None:
        """Give back time that nobody could use."""
        if self.timing.kind != NONE:
            self.left[seat] += milliseconds

    def deadline(self, seat: int) -> int | None:
        return None if self.timing.kind == NONE else self.since + self.left[seat]
