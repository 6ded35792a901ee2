"""What an address costs is measured and limited: requests, threads, and messages to those who watch."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.loops import run
from tests.server.inside import Inside, Socket, inside

from pyramidion.engine.registry import load
from pyramidion.server.runtime.audience import TOO_MUCH
from pyramidion.server.runtime.effort import Bill, Steps, aside
from pyramidion.server.runtime.limits import Rate

START = load("telic").start(seed=0).text
SOME = 0.02  # seconds of the processor


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Inside]:
    with inside(str(tmp_path / "tables.sqlite")) as found:
        yield found


def limit(server: Inside, seconds: float) -> Rate:
    """Give every address so much of the processor in an hour."""
    services = server.app.state.services
    services.effort = services.tables.effort = Rate("expensive requests", seconds, 3600)
    return services.effort  # type: ignore[no-any-return]


def work() -> None:
    until = time.thread_time() + SOME
    while time.thread_time() < until:
        pass


def test_work_on_the_loop_and_in_threads_is_charged_to_who_asked_for_it() -> None:
    async def ask() -> None:
        work()
        await asyncio.sleep(0)
        await aside(work)

    async def asked() -> float:
        effort = Rate("expensive requests", 1.0, 3600)
        await Steps(ask(), Bill(effort, "somebody"))
        return 1.0 - effort.left("somebody")

    assert run(asked()) > 1.9 * SOME


def test_what_is_raised_goes_through() -> None:
    async def ask() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError as error:
            raise LookupError("cancelled") from error

    async def asked() -> None:
        task = asyncio.create_task(awaited())
        await asyncio.sleep(0)
        task.cancel()
        await task

    async def awaited() -> None:
        await Steps(ask(), Bill(Rate("expensive requests", 1.0, 3600), "somebody"))

    with pytest.raises(LookupError, match="cancelled"):
        run(asked())


def test_who_has_used_up_the_processor_waits_and_others_do_not(server: Inside) -> None:
    limit(server, 1e-4)
    form = {"position": START, "moves": "roll"}
    assert server.ask("POST", "/api/study/look", form).status == 200
    refused = server.ask("POST", "/api/study/look", form)
    assert refused.status == 429 and refused.data["retry_after"] > 1
    server.address = "192.0.2.2"
    assert server.ask("POST", "/api/study/look", form).status == 200


def test_who_watches_pays_for_what_is_made_for_them(server: Inside) -> None:
    key, effort = "k" * 43, limit(server, 100.0)
    table = server.ask("POST", "/api/tables", {"game": "telic"}).data["id"]
    for seat in (0, 1):
        server.ask("POST", f"/api/tables/{table}/seats/{seat}", {"contribution": "0" * 32}, key)
    server.address = "192.0.2.2"
    with server.socket(f"/api/tables/{table}/live") as socket:
        socket.heard()
        effort.spend(server.address, 200.0)
        server.address = "192.0.2.1"
        assert server.ask("POST", f"/api/tables/{table}/moves", {"move": "roll", "ply": 0}, key).status == 200
        server.run(closed(socket))
        assert socket.sent[-1]["code"] == TOO_MUCH[0]
        assert not [each for each in socket.sent if each["type"] == "websocket.send"]


async def closed(socket: Socket) -> None:
    while not any(message["type"] == "websocket.close" for message in socket.sent):
        await asyncio.sleep(0.001)
