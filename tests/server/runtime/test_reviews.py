"""Reviews on the page: made piece by piece after everything else, kept, and only of finished games."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from tests.loops import run
from tests.server.inside import Inside, inside
from tests.study.reviews.reviewed import short_game

from pyramidion.server.http import reviews as addresses
from pyramidion.server.http.answers import ReviewAnswer
from pyramidion.server.runtime import reviews
from pyramidion.server.runtime.pool import Owner, WorkerPool
from pyramidion.server.runtime.processes import WorkerFailed
from pyramidion.server.runtime.tasks import Analyse, Value
from pyramidion.study.reviews.agenda import Agenda

GAME = short_game("connect_four")
RECORD: dict[str, Any] = json.loads(GAME.record().to_json())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(str(tmp_path_factory.mktemp("reviews") / "tables.sqlite")) as found:
        yield found


def test_a_record_is_reviewed_kept_and_shown_as_a_page(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "SECONDS", 0.001)  # two passes, and a second look
    answer = server.ask("POST", "/api/reviews", {"record": RECORD}).data
    name, seen = answer["id"], answer["found"]
    while answer["status"] == "running":
        server.run(asyncio.sleep(0.01))
        answer = server.ask("GET", f"/api/reviews/{name}").data
        seen = answer["found"] or seen
    assert answer["status"] == "done" and seen["complete"] and len(seen["plies"]) == len(GAME.codes)
    assert all(seat["start"] + seat["luck"] + seat["skill"] == pytest.approx(seat["result"]) for seat in seen["seats"])
    assert server.ask("GET", f"/api/reviews/{name}", after=answer["version"]).data["found"] is None
    page = server.ask("GET", f"/review/{name}")
    assert page.status == 200 and b'class="chart course"' in page.body
    assert server.ask("POST", "/api/reviews", {"record": RECORD}).data["status"] == "done"


def test_the_course_of_a_game_is_outlined_before_every_ply_is_looked_at() -> None:
    async def outlined() -> tuple[ReviewAnswer, ReviewAnswer]:
        pool = WorkerPool(1)
        kept = reviews.Reviews(pool)
        running = reviews.Running(Agenda(GAME, effort=20), ("Ada", "Ben"), Owner("one"))
        before = await addresses.answer(running, "game", -1)
        await kept._step(running)
        after = await addresses.answer(running, "game", before.version)
        await pool.close()
        return before, after

    before, after = run(outlined())
    assert before.outline == "" and after.found is None and after.version > before.version
    assert 'class="chart course"' in after.outline and f'data-plies="{len(GAME.codes)}"' in after.outline


@pytest.mark.parametrize(
    ("record", "says"),
    [
        ({**RECORD, "outcome": None, "ended": None}, "Only a finished game"),
        ({**RECORD, "moves": [*RECORD["moves"], "z9"]}, "z9"),
        ({"format": "nonsense"}, "format"),
        ({**RECORD, "told": {"9" * 5_000: "x"}}, "numbers of plies"),
        ({**RECORD, "seats": ["x" * 101, "y"]}, "at most 100 characters"),
    ],
)
def test_what_is_not_a_finished_game_is_refused(server: Inside, record: dict[str, Any], says: str) -> None:
    answer = server.ask("POST", "/api/reviews", {"record": record})
    assert answer.status == 422 and says in answer.data["detail"]


def test_a_record_that_is_too_long_or_too_slow_is_refused(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    assert server.ask("POST", "/api/reviews", {"record": {"moves": "x" * 600_000}}).status in (400, 413)
    monkeypatch.setattr(addresses, "MOST_PLIES", 3)
    answer = server.ask("POST", "/api/reviews", {"record": {**RECORD, "started": "2020-01-01T00:00:00+00:00"}})
    assert answer.status == 422 and "At most 3 plies" in answer.data["detail"]


def test_a_table_is_reviewed_only_after_its_game(server: Inside) -> None:
    table = server.ask("POST", "/api/tables", {"game": "connect_four"}).data["id"]
    assert server.ask("POST", f"/api/tables/{table}/review", {}).status == 409
    assert server.ask("GET", f"/api/tables/{table}/review").status == 404
    assert server.ask("GET", f"/review/{table}").status == 404


def test_what_a_worker_stumbles_over_stays_in_the_log(server: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(*arguments: object) -> None:
        raise WorkerFailed("Traceback: /a/path")

    monkeypatch.setattr(addresses, "_replayed", failing)
    answer = server.ask("POST", "/api/reviews", {"record": {**RECORD, "started": "2021-01-01T00:00:00+00:00"}})
    assert answer.status == 500 and "Traceback" not in answer.data["detail"]
    assert any("/a/path" in line for line in server.log.lines)


def test_one_address_does_not_hold_up_the_reviews_of_others() -> None:
    async def waiting() -> list[str]:
        pool = WorkerPool(1)
        pool._idle.clear()  # nobody works, so all wait
        kept = reviews.Reviews(pool)
        for number in range(5):
            kept.begin(str(number), GAME, ["a", "b"], Owner("many"))
        kept.begin("one", GAME, ["a", "b"], Owner("one"))
        await asyncio.sleep(0)
        found = [each.owner.address for each in pool._waiting]
        await pool.close()
        await kept.close()
        return found

    found = run(waiting())
    assert "one" in found and found.count("many") <= reviews.AT_ONCE


def test_reviews_of_long_games_make_room_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST_BYTES", 2 * reviews.PLY * len(GAME.codes))

    async def left() -> list[str]:
        pool = WorkerPool(1)
        pool._idle.clear()  # nobody works
        kept = reviews.Reviews(pool)
        for name in "abc":
            kept.begin(name, GAME, ["a", "b"], Owner("many"))
        await asyncio.sleep(0)
        await pool.close()
        await kept.close()
        return [name for name in "abc" if name in kept]

    assert run(left()) == ["b", "c"]


def test_a_review_waits_for_every_table() -> None:
    async def first() -> bool:
        pool = WorkerPool(1)
        pool._idle.clear()  # nobody works, so all wait
        view = GAME.positions[0].view(0)
        pool.submit(Owner("reviewer"), Value((), 60, quick=False))
        pool._spending.add("player", 1000.0)
        pool.submit(Owner("player"), Analyse(8, view))
        found = pool._next("long")
        await pool.close()
        return found is not None and isinstance(found.task, Analyse)

    assert run(first())
