"""Games on all cores: processes that play one bout after the other.

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
from collections.abc import Generator, Iterator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from pyramidion.arena.bouts import Maker, Played, Stopped, play_bout
from pyramidion.arena.pairings import Schedule
from pyramidion.engine.errors import PyramidionError, Unavailable
from pyramidion.players.engines import kept_engines

MOST_WORKERS = 1024
LEAVING = 4.0  # seconds for all processes together to stop by themselves


def play_bouts(schedule: Schedule, numbers: Iterator[int], maker: Maker, count: int) -> Generator[Played, None, None]:
    """Play the numbered games of a schedule in `count` processes; yield them as they end."""
    workers = [_start(schedule, maker) for _ in range(count)]
    try:
        busy = {pipe for pipe, _ in workers if _give(pipe, numbers)}
        while busy:
            for pipe in wait(list(busy)):
                assert isinstance(pipe, Connection)
                played = _take(pipe)
                if not _give(pipe, numbers):
                    busy.remove(pipe)
                yield played
    finally:
        _end(workers)


def _give(pipe: Connection, numbers: Iterator[int]) -> bool:
    """Hand out the next game, if there is one."""
    number = next(numbers, None)
    if number is not None:
        with contextlib.suppress(BrokenPipeError):  # found out when its result is taken
            pipe.send(number)
    return number is not None


def _take(pipe: Connection) -> Played:
    try:
        found = pipe.recv()
    except (EOFError, ConnectionResetError) as error:
        raise Unavailable(
            "A process that plays games exited unexpectedly; perhaps there is too little memory for this many. "
            "Try fewer with --threads."
        ) from error
    if isinstance(found, PyramidionError):
        raise found
    assert isinstance(found, Played)
    return found


def _start(schedule: Schedule, maker: Maker) -> tuple[Connection, BaseProcess]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs, schedule, maker), daemon=True)
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


def _work(pipe: Connection, schedule: Schedule, maker: Maker) -> None:
    """What a process does: play the games it is given until its pipe is closed."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that players are closed on the way out
    with kept_engines(), contextlib.suppress(EOFError, BrokenPipeError, ConnectionResetError, Stopped):
        while True:
            number = pipe.recv()
            try:
                pipe.send(play_bout(schedule, number, maker, stopped=pipe.poll))
            except PyramidionError as error:
                pipe.send(error)
