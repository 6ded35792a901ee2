"""Journals on disk: written in groups, each entry once, or not at all."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from tests.server.inside import inside

from pyramidion.engine.errors import BadInput
from pyramidion.server.journal.clocks import Timing
from pyramidion.server.journal.entries import Entry, Said
from pyramidion.server.journal.fairness import Seed
from pyramidion.server.journal.table import Table
from pyramidion.server.journal.terms import Terms
from pyramidion.server.storage.database import open_database
from pyramidion.server.storage.schema import METADATA
from pyramidion.server.storage.store import Conflict, Store, Summary

FIRST = Path(__file__).parent / "data" / "first.sqlite"
PATIENCE = 60


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store(str(tmp_path / "tables.sqlite"))
    yield found
    found.close()


def founded(store: Store, name: str) -> Table:
    terms = Terms(name, "connect_four", {}, Timing(), Seed.fresh(), 1, listed=True)
    table = Table.new(terms)
    store.add(terms, None, Summary.of(table)).result(PATIENCE)
    return table


def chat(store: Store, table: Table, number: int, text: str = "hello") -> Future[None]:
    entry = Entry(number, number, Said(0, text))
    if number == table.number + 1:
        table.apply(entry)
    return store.append(table.id, entry, Summary.of(table))


def test_commits_are_on_disk_before_anybody_hears_of_them(store: Store) -> None:
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2  # FULL
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_entries_come_back_in_order(store: Store) -> None:
    table = founded(store, "a" * 16)
    for number in range(1, 6):
        chat(store, table, number, f"text {number}").result(PATIENCE)
    loaded = store.load(table.id)
    assert loaded is not None and loaded.terms == table.terms
    assert [text for _, _, text in loaded.talk] == [f"text {number}" for number in range(1, 6)]
    assert [entry.number for entry in store.since(table.id, 3)] == [4, 5]


def test_an_entry_that_comes_second_is_a_conflict(store: Store) -> None:
    table = founded(store, "a" * 16)
    both = [chat(store, table, 1, "first"), chat(store, table, 1, "second")]
    both[0].result(PATIENCE)
    with pytest.raises(Conflict):
        both[1].result(PATIENCE)
    with pytest.raises(Conflict):
        chat(store, table, 3).result(PATIENCE)
    assert [entry.body["text"] for entry in store.since(table.id, 0)] == ["first"]


def test_many_that_wait_share_a_commit(store: Store) -> None:
    tables = [founded(store, f"table{number:03}" * 2) for number in range(50)]
    commits = []
    sa.event.listen(store.engine, "commit", lambda connection: commits.append(1))
    held = threading.Event()
    store._writer.submit("", lambda connection, _: [held.wait(PATIENCE)])
    waiting = [chat(store, table, 1) for table in tables]
    held.set()
    for future in waiting:
        future.result(PATIENCE)
    assert len(commits) < 10


def test_a_job_that_fails_takes_no_other_down(store: Store) -> None:
    table, held = founded(store, "a" * 16), threading.Event()

    def fails(connection: sa.Connection, _: list[Any]) -> list[None]:
        raise ValueError("no")

    store._writer.submit("", lambda connection, _: [held.wait(PATIENCE)])
    before, failing, after = chat(store, table, 1), store._writer.submit("m", fails), chat(store, table, 2)
    held.set()
    before.result(PATIENCE)
    after.result(PATIENCE)
    with pytest.raises(ValueError, match="no"):
        failing.result(PATIENCE)
    assert [entry.number for entry in store.since(table.id, 0)] == [1, 2]


def test_what_waits_is_written_when_the_store_closes(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "tables.sqlite"))
    table = founded(store, "a" * 16)
    waiting = [chat(store, table, number) for number in range(1, 21)]
    store.close()
    assert all(future.done() for future in waiting)
    again = Store(str(tmp_path / "tables.sqlite"))
    assert len(again.since(table.id, 0)) == 20
    again.close()


def test_old_tables_are_forgotten_with_all_that_belongs_to_them(store: Store) -> None:
    old, listed = founded(store, "a" * 16), [found.id for found in store.listed(10)]
    chat(store, old, 1).result(PATIENCE)
    assert listed == [old.id]
    assert store.forget(100, 100).result(PATIENCE) == 1
    assert store.load(old.id) is None and store.since(old.id, 0) == []


def test_migrations_lead_to_the_schema(tmp_path: Path) -> None:
    engine = open_database(str(tmp_path / "tables.sqlite"))
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


def test_a_database_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    open_database(str(file)).dispose()
    engine = sa.create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(BadInput, match="newer version"):
        open_database(str(file))


def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ada, this is not a database at all. " * 50)
    with pytest.raises(BadInput, match="cannot be opened"):
        open_database(str(file))


def write_first(file: Path) -> None:
    """How first.sqlite was written, with the first schema:

    python -c "from pathlib import Path; from tests.server.storage.test_store import *; write_first(FIRST)"
    """
    keys = ["first-person-0123456789-abcdefghij", "second-person-0123456789-abcdefghi"]
    with inside(str(file)) as server:

        def post(path: str, form: dict[str, Any], key: str = "") -> Any:
            answer = server.ask("POST", path, form, key)
            assert answer.status in (200, 201), answer.body
            return answer.data

        def table(game: str, people: int, **more: Any) -> str:
            found = f"/api/tables/{post('/api/tables', {'game': game, **more})['id']}"
            for seat in range(people):
                post(f"{found}/seats/{seat}", {"contribution": f"{seat}" * 32, "name": f"Person {seat}"}, keys[seat])
            return found

        hidden = table("topologic(seekers=3)", 2)
        for ply, (seat, move) in enumerate([(0, "secret:d3"), (1, "1@a1"), (1, "2@a1")]):
            post(f"{hidden}/moves", {"move": move, "ply": ply}, keys[seat])
        for seat in (1, 0):
            post(f"{hidden}/asks", {"what": "undo"}, keys[seat])
        post(f"{hidden}/moves", {"move": "2@b1", "ply": 2}, keys[1])
        with_bot = table("telic", 1, bots={"1": 1}, timing={"kind": "game", "seconds": 3600, "increment": 5})
        post(f"{with_bot}/moves", {"move": "roll", "ply": 0}, keys[0])
        done = table("telic", 2, chat=True)
        post(f"{done}/moves", {"move": "roll", "ply": 0}, keys[0])
        post(f"{done}/chat", {"text": "Good luck!"}, keys[1])
        post(f"{done}/resign", {}, keys[0])
        post(f"{done}/rematch", {}, keys[1])


def test_a_database_of_the_first_version_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    shutil.copy(FIRST, file)
    keys = ["first-person-0123456789-abcdefghij", "second-person-0123456789-abcdefghi"]
    with inside(str(file)) as server:
        mine = {found["id"]: found for found in server.ask("GET", "/api/mine", key=keys[0]).data}
        tables = [server.ask("GET", f"/api/tables/{name}", key=keys[0]).data for name in mine]
        by_kind = {(table["game"]["name"], table["status"]): table for table in tables}
        hidden = by_kind["topologic", "playing"]
        assert [ply["text"] for ply in hidden["history"]] == ["secret:d3", "1@a1", "2@b1"]
        path = f"/api/tables/{hidden['id']}"
        assert server.ask("POST", f"{path}/moves", {"move": "3@c1", "ply": 3}, keys[1]).status == 200
        assert server.ask("GET", path, key=keys[1]).data["history"][3]["told"].startswith("hint ")
        over = by_kind["telic", "over"]
        assert over["talk"][0]["text"] == "Good luck!" and over["rematch"]
        report = server.ask("POST", "/api/verify", {"record": record_of(server, over["id"])}).data
        assert report["fair"], report
        playing = by_kind["telic", "playing"]
        assert playing["seats"][1]["level"] == 1 and playing["clock"]["kind"] == "game"
        assert playing["moves"] or playing["mover"] == 1


def record_of(server: Any, table: str) -> Any:
    return server.ask("GET", f"/api/tables/{table}/record").data
