"""Writes to the database in one thread: whatever waits is written together, with one commit for all."""

from __future__ import annotations

import itertools
import operator
import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from pyramidion.engine.errors import PyramidionError

MOST_AT_ONCE = 500
Work = Callable[[sa.Connection, list[Any]], Sequence[Any]]  # for all that ask for it together, with a result for each


class Unwritable(PyramidionError):
    """The database takes nothing at the moment: its disk is full, it is locked, or it is down."""


class OneByOne(PyramidionError):
    """Work that cannot be done for several together this time."""


@dataclass(frozen=True)
class Job:
    """Work that waits to be done at a table, and who waits for it."""

    table: str
    work: Work
    argument: Any
    future: Future[Any]


class Writer:
    """A thread that carries out jobs on a database."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="journal", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write what is waiting, then stop."""
        self._jobs.put(None)
        self._thread.join()

    def submit(self, table: str, work: Work, argument: Any = None) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()  # it is written even if nobody waits for it any more
        self._jobs.put(Job(table, work, argument, future))
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

    def _write_together(self, jobs: list[Job]) -> None:
        """All at once; in ever smaller parts if something is wrong with one of them, not with the database."""
        error = self._commit(jobs)
        if isinstance(error, sa.exc.DBAPIError) and error.connection_invalidated:
            error = self._commit(jobs)
        if isinstance(error, sa.exc.OperationalError):
            _fail(jobs, Unwritable(" ".join(str(error.orig).split())))
        elif error is not None and len(jobs) > 1:
            half = len(jobs) // 2
            self._write_together(jobs[:half])
            self._write_together(jobs[half:])
        elif error is not None:
            _fail(jobs, error)

    def _commit(self, jobs: list[Job]) -> Exception | None:
        """One transaction for all, in the order of the tables, so that two processes never wait for each other."""
        results: list[tuple[Job, Any]] = []
        ordered = sorted(jobs, key=operator.attrgetter("table"))
        try:
            with self.engine.begin() as connection:
                for work, alike in itertools.groupby(ordered, key=operator.attrgetter("work")):
                    group = list(alike)
                    results.extend(zip(group, work(connection, [job.argument for job in group]), strict=True))
        except Exception as error:
            return error
        for job, result in results:
            if isinstance(result, Exception):
                job.future.set_exception(result)
            else:
                job.future.set_result(result)
        return None


def _fail(jobs: Sequence[Job], error: Exception) -> None:
    for job in jobs:
        job.future.set_exception(error)
