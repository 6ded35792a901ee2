"""The processes in which bots think, shared fairly among all who wait for a thought.

The address that has used the least time lately comes first, and at one address the person. Thoughts that
take a moment have their own process, so that they never wait for long ones, and so have records that strangers
send to be checked.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections import Counter, OrderedDict
from dataclasses import dataclass
from typing import Any, Literal

from pyramidion.engine.simulation import cores
from pyramidion.server.problems import Problem
from pyramidion.server.runtime.processes import Heard, WorkerProcess, ignored
from pyramidion.server.runtime.tasks import Analyse, Choose, Draw, Pose, Replay, Task, Value, Verify

MOST_WAITING = 2_000
MOST_OF_ONE = 200  # tasks that one address may have waiting
LONG_LEVEL = 7  # from which thoughts take a while
HALF_LIFE = 30.0  # seconds after which half of the time of thought somebody has used is forgotten
MOST_REMEMBERED = 10_000
Kind = Literal["quick", "long", "check"]


@dataclass(frozen=True)
class Owner:
    """Whom a thought is for: an address, and a person there."""

    address: str
    person: str = ""


@dataclass(eq=False)
class Waiting:
    """A task that waits for a process."""

    number: int
    owner: Owner
    task: Task
    kind: Kind
    done: asyncio.Future[Any]
    heard: Heard


class Spending:
    """How many seconds everyone has used lately; after the half-life half of them are forgotten."""

    def __init__(self, half_life: float = HALF_LIFE) -> None:
        self._half_life = half_life
        self._used: OrderedDict[object, tuple[float, float]] = OrderedDict()

    def add(self, who: object, seconds: float) -> None:
        self._used[who] = self.of(who) + seconds, time.monotonic()
        self._used.move_to_end(who)
        if len(self._used) > MOST_REMEMBERED:
            self._used.popitem(last=False)

    def of(self, who: object) -> float:
        seconds, at = self._used.get(who, (0.0, 0.0))
        return seconds * math.exp2((at - time.monotonic()) / self._half_life)


class WorkerPool:
    """Some processes for long thoughts, one for those that take a moment, and one for checks. Each starts when it is
    needed first."""

    def __init__(self, count: int | None = None) -> None:
        numbers: dict[Kind, int] = {"quick": 1, "long": count or max(1, cores() - 1), "check": 1}
        self._idle = {kind: [WorkerProcess() for _ in range(number)] for kind, number in numbers.items()}
        self._all = [process for idle in self._idle.values() for process in idle]
        self._waiting: list[Waiting] = []
        self._running: set[asyncio.Task[None]] = set()
        self._spending = Spending()
        self._number = 0
        self._closed = False

    def __len__(self) -> int:
        """How many tasks wait."""
        return len(self._waiting)

    @property
    def count(self) -> int:
        return len(self._all)

    @property
    def busy(self) -> int:
        return len(self._running)

    def submit(self, owner: Owner, task: Task, heard: Heard = ignored) -> asyncio.Future[Any]:
        """Have something thought about; Problem when too much is waiting. Cancelling the future stops the thought.
        What is said on the way is `heard`."""
        counts = Counter(waiting.owner.address for waiting in self._waiting)
        if self._closed or counts[owner.address] >= MOST_OF_ONE:
            raise busy()
        if len(self) >= MOST_WAITING:
            self._make_room(counts, owner.address)
        self._number += 1
        future = asyncio.get_running_loop().create_future()
        waiting = Waiting(self._number, owner, task, _kind_of(task), future, heard)
        self._waiting.append(waiting)
        future.add_done_callback(lambda _: self._forget(waiting))
        self._start()
        return future

    async def begin(self, *kinds: Kind) -> None:
        """Start processes that somebody is about to need, since that takes longer than most thoughts."""
        for process in [] if self._closed else [each for kind in kinds for each in self._idle[kind]]:
            await process.start()

    def _make_room(self, counts: Counter[str], address: str) -> None:
        """Refuse the latest task of the address that has most; Problem if that is the one that asks."""
        most, count = counts.most_common(1)[0]
        if counts[address] >= count:
            raise busy()
        latest = next(waiting for waiting in reversed(self._waiting) if waiting.owner.address == most)
        self._waiting.remove(latest)
        latest.done.set_exception(busy())

    def _forget(self, waiting: Waiting) -> None:
        if waiting in self._waiting:
            self._waiting.remove(waiting)

    def _start(self) -> None:
        """Give the processes that are idle something to do."""
        for kind, idle in self._idle.items():
            while idle and (found := self._next(kind)) is not None:
                self._waiting.remove(found)
                running = asyncio.create_task(self._run(idle, idle.pop(), found))
                self._running.add(running)
                running.add_done_callback(self._running.discard)

    def _next(self, kind: Kind) -> Waiting | None:
        """Whose turn it is. Reviews come last: tables never wait for them, but for the piece under way."""
        found = [waiting for waiting in self._waiting if waiting.kind == kind]
        spent = {
            who: (self._spending.of(who.address), self._spending.of(who)) for who in {each.owner for each in found}
        }

        def rank(waiting: Waiting) -> tuple[bool, float, float, int]:
            return isinstance(waiting.task, Value | Draw), *spent[waiting.owner], waiting.number

        return min(found, key=rank, default=None)

    async def _run(self, idle: list[WorkerProcess], process: WorkerProcess, waiting: Waiting) -> None:
        doing = asyncio.ensure_future(process.do(waiting.task, waiting.heard))
        waiting.done.add_done_callback(lambda done: doing.cancel() if done.cancelled() else None)
        started = time.monotonic()
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
            for who in (waiting.owner.address, waiting.owner):
                self._spending.add(who, time.monotonic() - started)
            idle.append(process)
            self._start()

    async def close(self) -> None:
        """Drop what waits, and end what runs."""
        self._closed = True
        for waiting in list(self._waiting):
            waiting.done.cancel()
        self._waiting.clear()
        for process in self._all:
            await process.close()
        await asyncio.gather(*self._running, return_exceptions=True)


def busy() -> Problem:
    return Problem(503, "busy", "Too many bots are thinking. Try again in a minute.")


def _kind_of(task: Task) -> Kind:
    if isinstance(task, Verify | Replay):
        return "check"
    long = not task.quick if isinstance(task, Value) else isinstance(task, Draw | Pose)
    long = long or (isinstance(task, Choose | Analyse) and task.level >= LONG_LEVEL)
    return "long" if long else "quick"
