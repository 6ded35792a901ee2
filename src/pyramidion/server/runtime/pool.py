"""The processes in which bots think, shared among all who wait for a thought."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from dataclasses import dataclass
from typing import Any

from pyramidion.engine.simulation import cores
from pyramidion.server.problems import Problem
from pyramidion.server.runtime.processes import WorkerProcess
from pyramidion.server.runtime.worker import Task

MOST_WAITING = 2_000


@dataclass(eq=False)
class Waiting:
    """A task that waits for a worker."""

    task: Task
    done: asyncio.Future[Any]


class WorkerPool:
    """Processes that take tasks in turns: one of each owner, then the next of each."""

    def __init__(self, count: int | None = None) -> None:
        self._idle = [WorkerProcess() for _ in range(count or max(1, cores() - 1))]
        self._all = tuple(self._idle)
        self._waiting: OrderedDict[str, deque[Waiting]] = OrderedDict()
        self._running: set[asyncio.Task[None]] = set()
        self._closed = False

    def __len__(self) -> int:
        """How many tasks wait."""
        return sum(len(tasks) for tasks in self._waiting.values())

    @property
    def count(self) -> int:
        return len(self._all)

    @property
    def busy(self) -> int:
        return len(self._running)

    def submit(self, owner: str, task: Task) -> asyncio.Future[Any]:
        """Have something thought about, in somebody's interest; Problem when far too much is waiting. Cancelling the
        future stops the thought."""
        if self._closed or len(self) >= MOST_WAITING:
            raise Problem(503, "busy", "Too many bots are thinking. Try again in a minute.")
        waiting = Waiting(task, asyncio.get_running_loop().create_future())
        self._waiting.setdefault(owner, deque()).append(waiting)
        self._start()
        return waiting.done

    def _start(self) -> None:
        while self._idle and self._waiting:
            owner, tasks = self._waiting.popitem(last=False)
            waiting = tasks.popleft()
            if tasks:
                self._waiting[owner] = tasks
            if not waiting.done.done():
                running = asyncio.create_task(self._run(self._idle.pop(), waiting))
                self._running.add(running)
                running.add_done_callback(self._running.discard)

    async def _run(self, process: WorkerProcess, waiting: Waiting) -> None:
        doing = asyncio.ensure_future(process.do(waiting.task))
        waiting.done.add_done_callback(lambda done: doing.cancel() if done.cancelled() else None)
        try:
            result = await doing
            if not waiting.done.done():
                waiting.done.set_result(result)
        except asyncio.CancelledError:
            waiting.done.cancel()
        except Exception as error:
            if not waiting.done.done():
                waiting.done.set_exception(error)
        finally:
            self._idle.append(process)
            self._start()

    async def close(self) -> None:
        """Drop what waits, and end what runs."""
        self._closed = True
        for tasks in self._waiting.values():
            for waiting in tasks:
                waiting.done.cancel()
        self._waiting.clear()
        for process in self._all:
            await process.close()
        await asyncio.gather(*self._running, return_exceptions=True)
