"""Limits per address: how many of something in a period of time, or at once."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict

from pyramidion.server.problems import Problem

MOST_ADDRESSES = 20_000


class Rate:
    """A bucket for every address, which fills at a steady pace."""

    def __init__(self, what: str, amount: float, seconds: float) -> None:
        self.what = what
        self.pace = amount / seconds
        self.room = amount
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str) -> None:
        """Take one; Problem when the bucket is empty."""
        self.check(address, 1)
        self.spend(address, 1)

    def check(self, address: str, amount: float = 0) -> None:
        """Problem when less than an amount is left."""
        if (level := self.left(address)) < amount:
            wait = max(1, round((amount - level) / self.pace + 0.5))
            raise Problem(429, "too-many", f"Too many {self.what} from your address. Wait {wait} s.", retry_after=wait)

    def spend(self, address: str, amount: float) -> None:
        """Take an amount, even more than is left."""
        now = time.monotonic()
        level, at = self._buckets.pop(address, (self.room, now))
        self._buckets[address] = min(self.room, level + (now - at) * self.pace) - amount, now
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)

    def left(self, address: str) -> float:
        """What is in the bucket now."""
        now = time.monotonic()
        level, at = self._buckets.get(address, (self.room, now))
        return min(self.room, level + (now - at) * self.pace)


class Places:
    """A limit on how many there are at once, per address and in total."""

    def __init__(self, what: str, each: int, together: int) -> None:
        self.what = what
        self.each = each
        self.together = together
        self._taken: Counter[str] = Counter()

    def __len__(self) -> int:
        return self._taken.total()

    def enter(self, address: str) -> None:
        if self._taken[address] >= self.each or len(self) >= self.together:
            raise Problem(429, "too-many", f"Too many {self.what} are open. Close some first.", retry_after=5)
        self._taken[address] += 1

    def leave(self, address: str) -> None:
        self._taken[address] -= 1
        if not self._taken[address]:
            del self._taken[address]
