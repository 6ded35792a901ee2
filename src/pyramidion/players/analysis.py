"""What a player thinks of a position, and how long it may think."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from numbers import Integral, Real
from typing import Protocol

from pyramidion.engine.errors import BadInput
from pyramidion.engine.position import Position


@dataclass(frozen=True)
class Line:
    """A move and what it leads to."""

    move: str
    results: tuple[float, ...]  # what each seat may expect, adding up to 1
    effort: int  # simulations or positions spent on it
    exact: bool = False  # are the results certain?
    line: tuple[str, ...] = ()  # the moves that are expected to follow, this one first


@dataclass(frozen=True)
class Analysis:
    """The best lines, best first, after some thought."""

    lines: tuple[Line, ...]
    effort: int  # simulations or positions in all
    depth: int  # plies looked ahead
    seconds: float

    @property
    def best(self) -> Line:
        return self.lines[0]

    @property
    def exact(self) -> bool:
        return self.lines[0].exact


@dataclass
class Budget:
    """How much a player may think about a move: an effort, a number of seconds, and until it is cancelled.

    A `brief` player gives one analysis at the end, without the moves that are expected to follow, which take longer to
    write down than many searches take.
    """

    effort: int | None = None
    seconds: float | None = None
    cancelled: threading.Event = field(default_factory=threading.Event)
    started: float = field(default_factory=time.perf_counter)
    brief: bool = False

    def __post_init__(self) -> None:
        if self.effort is None and self.seconds is None:
            raise BadInput("A budget needs an effort, a number of seconds, or both.")
        for amount, wanted in ((self.effort, Integral), (self.seconds, Real)):
            if isinstance(amount, bool) or not isinstance(amount, wanted | None):
                raise BadInput(f"A budget has a whole number of simulations and a number of seconds, not {amount!r}.")
        if (self.effort is not None and self.effort < 1) or (self.seconds is not None and not self.seconds > 0):
            raise BadInput("A budget needs at least one simulation and more than 0 seconds.")

    @property
    def spent(self) -> float:
        return time.perf_counter() - self.started

    def left(self, effort: int) -> bool:
        """May the player go on after spending this effort?"""
        within = self.effort is None or effort < self.effort
        return within and (self.seconds is None or self.spent < self.seconds) and not self.cancelled.is_set()


class Thinker(Protocol):
    """A way to think: yields ever better analyses of a view until the budget is spent."""

    def think(self, view: Position, budget: Budget, seed: int) -> Iterator[Analysis]: ...
