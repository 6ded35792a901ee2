"""Writes to the database in one thread: whatever waits is written together, with one commit for all."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

import sqlalchemy as sa

from pyramidion.engine.errors import PyramidionError

MOST_AT_ONCE = 500
Job = Callable[[sa.Connection], Any]
Waiting = tuple[str, Job, Future[Any]]  # a job with its table, and who waits for it


class Unwritable(PyramidionError):
    """The database takes nothing at the moment: its disk is full, it is locked, or it is down."""


class Writer:
    """A thread that carries out jobs on a database."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        self._jobs: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="journal", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write what is waiting, then stop."""
        self._jobs.put(None)
        self._thread.join()

    def submit(self, key: str, job: Job) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()  # it is written even if nobody waits for it any more
        self._jobs.put((key, job, future))
        return future

    def _write(self) -> None:
        going = True
        while going:
            jobs = [self._jobs.get()]
            while len(jobs) < MOST_AT_ONCE:
                try:
                    jobs.append(self._jobs.get_nowait())
                except queue.Empty:
                    break
            going = None not in jobs
            self._write_together([job for job in jobs if job is not None])

    def _write_together(self, jobs: list[Waiting]) -> None:
        """All at once; one by one if something is wrong with one of them, not with the database."""
        error = self._commit(jobs)
        if isinstance(error, sa.exc.DBAPIError) and error.connection_invalidated:
            error = self._commit(jobs)
        if isinstance(error, sa.exc.OperationalError):
            _fail(jobs, Unwritable(" ".join(str(error.orig).split())))
        elif error is not None and len(jobs) > 1:
            for job in jobs:
                self._write_together([job])
        elif error is not None:
            _fail(jobs, error)

    def _commit(self, jobs: list[Waiting]) -> Exception | None:
        """One transaction for all, in the order of the tables, so that two processes never wait for each other."""
        results: list[tuple[Future[Any], Any]] = []
        try:
            with self.engine.begin() as connection:
                for _, job, future in sorted(jobs, key=lambda job: job[0]):
                    results.append((future, job(connection)))
        except Exception as error:
            return error
        for future, result in results:
            if isinstance(result, Exception):
                future.set_exception(result)
            else:
                future.set_result(result)
        return None


def _fail(jobs: Sequence[Waiting], error: Exception) -> None:
    for _, _, future in jobs:
        future.set_exception(error)
