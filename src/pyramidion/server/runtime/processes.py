"""Workers as the server sees them: processes that are given one task at a time."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import sys
from collections.abc import Callable

from pyramidion.engine import cache
from pyramidion.engine.errors import BadInput, PyramidionError
from pyramidion.server.runtime.tasks import LENGTH, Answer, Order, Task, packed

log = logging.getLogger("pyramidion.workers")
GRACE = 2.0  # seconds in which a worker stops when told to
COMMAND = (sys.executable, "-m", "pyramidion.server.runtime.worker")


Heard = Callable[[object], None]  # is told what a worker says on the way


def ignored(_: object) -> None:
    """Whatever is said on the way does not matter."""


class WorkerFailed(PyramidionError):
    """A worker could not do its task, or died over it."""


class WorkerProcess:
    """A process that does tasks; it is started with the first one, and again if it died."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._number = 0
        self._idle = asyncio.Lock()

    async def start(self) -> None:
        """Start the process before there is a task for it."""
        async with self._idle:
            await self._started()

    async def do(self, task: Task, heard: Heard = ignored) -> object:
        """What comes of a task; `heard` gets what is said on the way. If the caller stops waiting, the worker is
        told to stop too."""
        async with self._idle:
            process = await self._started()
            self._number += 1
            answering = asyncio.ensure_future(self._answer(process, self._number, heard))
            try:
                await self._send(process, Order(self._number, task))
                return await asyncio.shield(answering)
            except asyncio.CancelledError:
                with contextlib.suppress(WorkerFailed):
                    await self._stop(process, answering)
                raise

    async def _stop(self, process: asyncio.subprocess.Process, answering: asyncio.Future[object]) -> None:
        """Ask the worker to stop; end it if it does not listen."""
        await self._send(process, Order(self._number, None))
        try:
            await asyncio.wait_for(asyncio.shield(answering), GRACE)
        except TimeoutError:
            await self.close()
            await answering

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            environment = {**os.environ, "PYRAMIDION_CACHE": str(cache.cache_root())}
            pipe = asyncio.subprocess.PIPE
            self._process = await asyncio.create_subprocess_exec(*COMMAND, stdin=pipe, stdout=pipe, env=environment)
        return self._process

    async def _send(self, process: asyncio.subprocess.Process, order: Order) -> None:
        assert process.stdin is not None
        try:
            process.stdin.write(packed(order))
            await process.stdin.drain()
        except (ConnectionError, BrokenPipeError) as error:
            raise WorkerFailed("A worker died.") from error

    async def _answer(self, process: asyncio.subprocess.Process, number: int, heard: Heard) -> object:
        assert process.stdout is not None
        while True:
            try:
                head = await process.stdout.readexactly(LENGTH.size)
                answer: Answer = pickle.loads(await process.stdout.readexactly(LENGTH.unpack(head)[0]))
            except (asyncio.IncompleteReadError, ConnectionError) as error:
                await self.close()
                raise WorkerFailed("A worker died.") from error
            if answer.number == number and answer.refusal:
                raise BadInput(answer.refusal)
            if answer.number == number and answer.error:
                raise WorkerFailed(answer.error)
            if answer.number == number and answer.more:
                heard(answer.result)
            elif answer.number == number:
                return answer.result

    async def close(self) -> None:
        """End the process, whatever it is doing."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
