"""Event loops for tests, each in a thread of its own: Playwright keeps one running in the thread of its tests."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")
PATIENCE = 120.0  # seconds; machines may be busy


class Loop:
    """An event loop that runs only while something is asked of it."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="loop")
        self._runner = asyncio.Runner()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something to its end."""
        return self._thread.submit(lambda: self._runner.run(asyncio.wait_for(work, PATIENCE))).result()

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Begin something that goes on whenever the loop runs."""
        return self._thread.submit(lambda: self._runner.get_loop().create_task(work)).result()

    def close(self) -> None:
        self._thread.submit(self._runner.close).result()
        self._thread.shutdown()


def run(work: Coroutine[Any, Any, T]) -> T:
    """Do something on a loop made for it."""
    loop = Loop()
    try:
        return loop.run(work)
    finally:
        loop.close()
