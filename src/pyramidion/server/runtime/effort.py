"""What strangers cost: the processor time that this process spends on an address is measured and limited."""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import Awaitable, Callable, Generator
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from pyramidion.server.runtime.limits import Rate

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Bill:
    """Whom the work is for that goes on in this context."""

    effort: Rate
    address: str

    def add(self, seconds: float) -> None:
        self.effort.spend(self.address, seconds)


BILL: ContextVar[Bill | None] = ContextVar("bill", default=None)


def billed(work: Callable[P, T]) -> Callable[P, T]:
    """Work for a thread that is charged to whoever asked for it."""

    @functools.wraps(work)
    def timed(*arguments: P.args, **named: P.kwargs) -> T:
        bill, began = BILL.get(), time.thread_time()
        try:
            return work(*arguments, **named)
        finally:
            if bill is not None:
                bill.add(time.thread_time() - began)

    return timed


async def aside(work: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
    """Do work in a thread, charged to whoever asked for it."""
    return await asyncio.to_thread(billed(work), *arguments, **named)


class Steps:
    """Work whose steps on the event loop are charged to an address, one by one."""

    def __init__(self, work: Awaitable[None], bill: Bill) -> None:
        self._work = work
        self._bill = bill

    def __await__(self) -> Generator[Any, Any, None]:
        BILL.set(self._bill)
        work = self._work.__await__()
        step: Callable[[Any], Any] = work.send
        value: Any = None
        while True:
            began = time.thread_time()
            try:
                waits_for = step(value)
            except StopIteration:
                return
            finally:
                self._bill.add(time.thread_time() - began)
            try:
                step, value = work.send, (yield waits_for)
            except BaseException as error:  # such as a cancellation, which the work may handle
                step, value = work.throw, error
