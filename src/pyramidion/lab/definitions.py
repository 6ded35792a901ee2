"""What a measure is: a number for each game, and words that say what it tells."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.game import Game
from pyramidion.lab.estimates import Numbers, ratio
from pyramidion.lab.results import Estimate, Measure
from pyramidion.lab.trace import Trace

Part = tuple[float, float]  # what a game adds above and below the line of a ratio
Clusters = NDArray[np.int64]
NOTHING: Part = (0.0, 0.0)


def always(game: Game) -> bool:
    return True


@dataclass(frozen=True)
class Definition:
    """A measure as a ratio of two sums over games."""

    key: str
    title: str
    topic: str
    unit: str
    formula: str
    meaning: str
    of: Callable[[Trace], Part]  # NOTHING where the game does not tell
    of_seat: Callable[[Trace, int], Part] | None = None
    needs: str = ""  # "values", "pictures" or "bits": games looked at more closely
    fits: Callable[[Game], bool] = always
    bounded: bool | None = None  # are its intervals those of a share? None: if it is one
    beyond_fair: bool = False  # is a fair share taken off?

    @property
    def within_one(self) -> bool:
        return self.unit == "share" if self.bounded is None else self.bounded

    def estimate(self, above: Numbers, below: Numbers, clusters: Clusters, seats: int) -> Estimate:
        """The ratio and its interval, which holds only what is possible."""
        fair = 1 / seats if self.beyond_fair else 0.0
        most = 1.0 if self.unit in ("share", "points") else math.inf
        return ratio(above, below, clusters, self.within_one, (0.0 - fair, most - fair))

    def parts(self, traces: Sequence[Trace]) -> tuple[Numbers, Numbers]:
        """What each game adds above and below the line."""
        return _columns([self.of(trace) if self.can_use(trace) else NOTHING for trace in traces])

    def can_use(self, trace: Trace) -> bool:
        """Was this game looked at closely enough?"""
        having = {"": True, "values": bool(trace.values), "pictures": trace.touches is not None}
        return having.get(self.needs, bool(trace.bits))

    def measured(self, traces: Sequence[Trace], clusters: Clusters) -> Measure:
        """The estimate of this measure from some games."""
        estimate = self.estimate(*self.parts(traces), clusters, traces[0].seats if traces else 1)
        return Measure(
            key=self.key,
            title=self.title,
            topic=self.topic,
            unit=self.unit,
            formula=self.formula,
            meaning=self.meaning,
            estimate=estimate,
            by_seat=tuple(self._by_seat(traces, clusters)),
            needs_values=self.needs == "values",
        )

    def _by_seat(self, traces: Sequence[Trace], clusters: Clusters) -> Sequence[Estimate]:
        if self.of_seat is None or not traces:
            return ()
        usable = [trace if self.can_use(trace) else None for trace in traces]
        columns = [
            _columns([self.of_seat(trace, seat) if trace else NOTHING for trace in usable])
            for seat in range(traces[0].seats)
        ]
        return [self.estimate(*column, clusters, traces[0].seats) for column in columns]


def _columns(parts: Sequence[Part]) -> tuple[Numbers, Numbers]:
    table = np.array(parts, dtype=np.float64).reshape(len(parts), 2)
    return table[:, 0], table[:, 1]
