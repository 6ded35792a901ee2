"""Rounds of learning: what tuning weights and training networks have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pyramidion.engine.verbs import Numbers

Progress = Callable[[str, int, int], None]  # told what is going on, how much of it is done, and of how much


@dataclass(frozen=True)
class Round:
    """What a round of learning gave."""

    number: int
    loss: float  # cross entropy of what was not learned from, in nats a position
    weights: Numbers  # the best so far
