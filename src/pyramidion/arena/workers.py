"""Work on all cores: processes that do one task after the other, such as playing a game.

Processes, because players in plain Python would wait for each other in threads. A process stops when
its pipe is closed: before its next move when it is asked to, and also when this process is gone.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Protocol, TypeVar

from pyramidion.arena.bouts import Maker, Played, Stopped, play_bout
from pyramidion.arena.pairings import Schedule
from pyramidion.engine.errors import PyramidionError, Unavailable
from pyramidion.players.engines import kept_engines

MOST_WORKERS = 1024
LEAVING = 4.0  # seconds for all processes together to stop by themselves


Task = TypeVar("Task", contravariant=True)
Done = TypeVar("Done", covariant=True)


class Work(Protocol[Task, Done]):
    """What is done with each task. It is pickled for other processes; `stopped` says when to raise Stopped."""

    def __call__(self, task: Task, stopped: Callable[[], bool]) -> Done: ...


@dataclass(frozen=True)
class Bouts:
    """Play games of a schedule, each given by its number."""

    schedule: Schedule
    maker: Maker

    def __call__(self, task: int, stopped: Callable[[], bool]) -> Played:
        return play_bout(self.schedule, task, self.maker, stopped)


def on_this_machine(work: Work[Task, Done], tasks: Iterator[Task], count: int) -> Generator[Done, None, None]:
    """Do all tasks in `count` other processes, or in this one if there are to be none; yield what comes of them."""
    if count:
        yield from in_processes(work, tasks, count)
    for task in tasks:
        yield work(task, lambda: False)


def in_processes(work: Work[Task, Done], tasks: Iterator[Task], count: int) -> Generator[Done, None, None]:
    """Do all tasks in `count` processes; yield what comes of them as they end."""
    workers = [_start(work) for _ in range(count)]
    try:
        busy = {pipe for pipe, _ in workers if _give(pipe, tasks)}
        while busy:
            for pipe in wait(list(busy)):
                assert isinstance(pipe, Connection)
                done = _take(pipe)
                if not _give(pipe, tasks):
                    busy.remove(pipe)
                yield done
    finally:
        _end(workers)


def _give(pipe: Connection, tasks: Iterator[Any]) -> bool:
    """Hand out the next task, if there is one."""
    task = next(tasks, None)
    if task is not None:
        with contextlib.suppress(BrokenPipeError):  # found out when its result is taken
            pipe.send(task)
    return task is not None


def _take(pipe: Connection) -> Any:
    try:
        found = pipe.recv()
    except (EOFError, ConnectionResetError) as error:
        raise Unavailable(
            "A process that plays games exited unexpectedly; perhaps there is too little memory for this many. "
            "Try fewer of them."
        ) from error
    if isinstance(found, PyramidionError):
        raise found
    return found


def _start(work: Work[Any, Any]) -> tuple[Connection, BaseProcess]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs, work), daemon=True)
    with _deaf_to_interrupts():
        process.start()
    theirs.close()
    return ours, process


@contextlib.contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Ctrl-C reaches all processes of a terminal; those started in here leave it to this one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _end(workers: list[tuple[Connection, BaseProcess]]) -> None:
    """Have all processes stop before their next move; end those that do not."""
    for pipe, _ in workers:
        pipe.close()
    deadline = time.monotonic() + LEAVING
    for _, process in workers:
        process.join(max(0.0, deadline - time.monotonic()))
    for _, process in workers:
        if process.is_alive():
            process.terminate()
            process.join(LEAVING)
        if process.is_alive():
            process.kill()
            process.join()


def _work(pipe: Connection, work: Work[Any, Any]) -> None:
    """What a process does: the tasks it is given until its pipe is closed."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that players are closed on the way out
    with kept_engines(), contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError, Stopped):
        while True:
            task = pipe.recv()
            try:
                pipe.send(work(task, pipe.poll))
            except PyramidionError as error:
                pipe.send(error)
