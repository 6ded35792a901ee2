"""A line that shows how far work under way is."""

from __future__ import annotations

import sys

from tqdm import tqdm


class Bar:
    """Is told what is going on, how much of it is done, and of how much."""

    def __init__(self, unit: str = "it") -> None:
        self.bar = tqdm(unit=unit, file=sys.stderr, disable=None, leave=False)

    def __call__(self, what: str, done: int, of: int) -> None:
        if done < self.bar.n or of != self.bar.total:
            self.bar.reset(of)
        self.bar.set_description(what, refresh=False)
        self.bar.update(done - self.bar.n)
