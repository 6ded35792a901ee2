"""Limits that hold, and readers that are too slow."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.loops import run
from tests.server.serving import served

from pyramidion.client import Client, Refused
from pyramidion.server.problems import Problem
from pyramidion.server.runtime.audience import MOST_WAITING, TOO_SLOW, Listener
from pyramidion.server.runtime.limits import Places, Rate


def test_a_rate_holds_for_each_address() -> None:
    rate = Rate("things", amount=3, seconds=3600)
    for _ in range(3):
        rate.take("one")
    with pytest.raises(Problem, match="Too many things") as refused:
        rate.take("one")
    assert refused.value.status == 429 and refused.value.more["retry_after"] > 60
    rate.take("two")


def test_places_are_for_each_address_and_for_all() -> None:
    places = Places("sockets", each=2, together=3)
    for address in ("one", "one", "two"):
        places.enter(address)
    for address in ("one", "two"):
        with pytest.raises(Problem, match="Too many sockets"):
            places.enter(address)
    places.leave("one")
    places.enter("two")
    assert len(places) == 3


def test_a_slow_reader_is_dropped_and_not_waited_for() -> None:
    async def be_slow() -> tuple[str | None, tuple[int, str]]:
        listener = Listener()
        for number in range(MOST_WAITING + 1):
            listener.put(str(number))
        return await listener.waiting.get(), listener.goodbye

    assert run(be_slow()) == (None, TOO_SLOW)


def ask_often(client: Client) -> None:
    for _ in range(200):  # so many tables in an hour are too much, however slow the machine is
        client.new_table("connect_four")


def test_a_server_refuses_what_is_too_much(tmp_path: Path) -> None:
    with served(tmp_path / "tables.sqlite", tmp_path / "log") as server:
        client = server.client()
        with pytest.raises(Refused, match="Wait") as refused:
            ask_often(client)
        assert refused.value.status == 429
        assert refused.value.problem["retry_after"] >= 1
