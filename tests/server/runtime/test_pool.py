"""Who waits for whom: nobody keeps the bots to themselves, and what takes a moment never waits for long."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.loops import PATIENCE, Loop, run
from tests.server.inside import inside

import pyramidion as pyr
from pyramidion.server.problems import Problem
from pyramidion.server.runtime.pool import MOST_OF_ONE, Owner, Spending, WorkerPool
from pyramidion.server.runtime.tasks import Choose, Replay, Verify

GREEDY, OTHER = Owner("greedy", "one"), Owner("other")
VIEW = pyr.load("connect_four").start().view(0)


def thought(level: int) -> Choose:
    return Choose("table", 0, level, 1, VIEW)


async def begun() -> tuple[bool, bool, bool]:
    """Is a process started before it is needed, is it the one that thinks, and is none started after the end?"""
    pool = WorkerPool(1)
    await pool.begin("quick")
    (worker,) = pool._idle["quick"]
    process = worker._process
    await asyncio.wait_for(pool.submit(OTHER, thought(1)), PATIENCE)
    same = worker._process is process
    await pool.close()
    await pool.begin("quick")
    return process is not None, same, worker._process is None


def test_a_process_is_started_before_it_is_needed() -> None:
    assert run(begun()) == (True, True, True)


async def finished() -> list[str]:
    """The order in which thoughts are done; one address asks for a lot before another asks for a little."""
    pool, order = WorkerPool(1), list[str]()
    await asyncio.gather(*(pool.submit(Owner("first"), thought(level)) for level in (1, 8)))  # processes have started
    asked = [("greedy", GREEDY, 8)] * 2 + [("greedy", Owner("greedy", "two"), 8)] * 2
    asked += [("long", OTHER, 8), ("quick", OTHER, 1)]
    futures = []
    for name, owner, level in asked:
        futures.append(pool.submit(owner, thought(level)))
        futures[-1].add_done_callback(noted(name, order))
    await asyncio.wait_for(asyncio.gather(*futures[-2:]), PATIENCE)
    await pool.close()
    return order


def noted(name: str, order: list[str]) -> Callable[[asyncio.Future[Any]], None]:
    def note(done: asyncio.Future[Any]) -> None:
        if not done.cancelled() and done.exception() is None:
            order.append(name)

    return note


def test_who_asked_for_much_waits_for_who_asked_for_little() -> None:
    loop = Loop()
    order = loop.run(finished())
    loop.close()
    assert order.index("quick") < order.index("long") and order.count("greedy") == 1, order


def test_a_record_to_be_checked_keeps_no_bot_waiting() -> None:
    async def waiting() -> int:
        pool = WorkerPool(1)
        tasks = Verify("{}"), Replay("{}"), Verify("{}"), thought(1)
        futures = [pool.submit(GREEDY, task) for task in tasks]
        left = len(pool)
        await pool.close()
        await asyncio.gather(*futures, return_exceptions=True)
        return left

    loop = Loop()
    left = loop.run(waiting())
    loop.close()
    assert left == 2  # one is checked, and the bot thinks


def test_time_that_was_used_is_forgotten_slowly() -> None:
    spending = Spending()
    spending.add("a", 10.0)
    assert 9.0 < spending.of("a") <= 10.0 and spending.of("b") == 0.0


def test_many_addresses_cannot_fill_the_queue_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyramidion.server.runtime.pool.MOST_WAITING", 6)

    async def fill() -> tuple[int, bool]:
        pool = WorkerPool(1)
        crowd = [pool.submit(Owner(f"address {number % 2}"), thought(8)) for number in range(7)]  # one thinks
        with pytest.raises(Problem, match="Too many bots"):
            pool.submit(Owner("address 0"), thought(8))
        welcome = pool.submit(OTHER, thought(8))
        refused = [each for each in crowd if each.done() and isinstance(each.exception(), Problem)]
        waits = not welcome.done()
        await pool.close()
        await asyncio.gather(*crowd, welcome, return_exceptions=True)
        return len(refused), waits

    loop = Loop()
    found = loop.run(fill())
    loop.close()
    assert found == (1, True)


def test_all_outcomes_of_chance_are_one_task_that_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pyramidion.server.runtime.pool.MOST_OF_ONE", 1)
    rolling = pyr.load("telic").start(seed=0).play("roll").text
    with inside(str(tmp_path / "tables.sqlite")) as server:
        assert server.ask("POST", "/api/study/lines", {"position": rolling}).status == 200
        server.run(asyncio.sleep(0))
        assert len(server.app.state.services.pool) == 0


def test_one_address_cannot_fill_the_queue() -> None:
    async def fill() -> int:
        pool = WorkerPool(1)
        accepted = 0
        with contextlib.suppress(Problem):
            while accepted < 10 * MOST_OF_ONE:
                pool.submit(GREEDY, thought(8))
                accepted += 1
        pool.submit(OTHER, thought(8))
        await pool.close()
        return accepted

    loop = Loop()
    accepted = loop.run(fill())
    loop.close()
    assert MOST_OF_ONE <= accepted <= MOST_OF_ONE + 2
