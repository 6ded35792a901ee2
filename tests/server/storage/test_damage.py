"""A database in which something is wrong: what cannot be read is set aside, and everything else runs."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from tests.server.inside import Inside, inside

from pyramidion.server.storage.schema import ENTRIES, TABLES
from pyramidion.server.storage.store import Store

KEY = "a" * 43
CLOCK = {"kind": "move", "seconds": 3600, "increment": 0}
Harm = Callable[[sa.Connection, str], object]


def entry_made(**values: object) -> Harm:
    return lambda connection, table: connection.execute(
        ENTRIES.update().where(ENTRIES.c.table_id == table, ENTRIES.c.number == 1).values(**values)
    )


def row_made(**values: object) -> Harm:
    return lambda connection, table: connection.execute(TABLES.update().where(TABLES.c.id == table).values(**values))


def without_its_last_entry(connection: sa.Connection, table: str) -> None:
    last = sa.select(sa.func.max(ENTRIES.c.number)).where(ENTRIES.c.table_id == table).scalar_subquery()
    connection.execute(ENTRIES.delete().where(ENTRIES.c.table_id == table, ENTRIES.c.number == last))


def with_another_end(connection: sa.Connection, table: str) -> None:
    """The last entry replaced by another that could have been."""
    count = sa.select(TABLES.c.count).where(TABLES.c.id == table).scalar_subquery()
    said = {"kind": "resume", "body": '{"seat":1}'}
    connection.execute(ENTRIES.update().where(ENTRIES.c.table_id == table, ENTRIES.c.number == count).values(**said))


HARMS: dict[str, Harm] = {
    "another last entry": with_another_end,
    "another name": entry_made(body=json.dumps({"seat": 1, "name": "Eve", "holder": "x", "contribution": "0" * 32})),
    "another time": entry_made(at=1),
    "another seed": row_made(seed="00" * 32),
    "no JSON": entry_made(body="{"),
    "another form": entry_made(body="[]"),
    "a field too many": entry_made(body='{"seat": 0, "surplus": 1}'),
    "a seat that is not there": entry_made(body=json.dumps({"seat": 7, "name": "", "holder": "x", "contribution": ""})),
    "a kind that nobody knows": entry_made(kind="dance"),
    "a game that nobody knows": row_made(game="tiddlywinks"),
    "terms without a clock": row_made(body="{}"),
    "terms that are not JSON": row_made(body="?"),
    "no seed": row_made(seed="none"),
    "an entry gone": without_its_last_entry,
}


def table_with_clock_and_bot(server: Inside) -> str:
    form = {"game": "activator", "bots": {"0": 1}, "timing": CLOCK, "listed": True}
    table: str = server.ask("POST", "/api/tables", form).data["id"]
    server.ask("POST", f"/api/tables/{table}/seats/1", {"contribution": "0" * 32}, KEY)
    return table


@pytest.mark.parametrize("harm", HARMS.values(), ids=HARMS.keys())
def test_a_damaged_table_is_set_aside_and_the_others_run(harm: Harm, tmp_path: Path) -> None:
    database = str(tmp_path / "tables.sqlite")
    with inside(database) as server:
        table, other = table_with_clock_and_bot(server), table_with_clock_and_bot(server)
    store = Store(database)
    with store.engine.begin() as connection:
        harm(connection, table)
    store.close()
    with inside(database) as server:
        answer = server.ask("GET", f"/api/tables/{table}")
        assert answer.status == 503 and answer.data["type"].endswith(":damaged"), answer.body
        assert b"set aside" in server.ask("GET", f"/t/{table}").body
        server.address = "127.0.0.1"
        assert b"pyramidion_tables_damaged 1.0" in server.ask("GET", "/metrics", headers={"host": b"localhost"}).body
        assert [line for line in server.log.lines if "a table is damaged" in line]
        assert server.ask("GET", f"/api/tables/{other}").status == 200
        assert server.ask("GET", "/ready").status == 200
        assert server.ask("GET", "/", key=KEY).status == 200


def test_only_the_owner_may_read_the_database(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        with inside(str(tmp_path / "tables.sqlite")) as server:
            table_with_clock_and_bot(server)
            assert {stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()} == {0o600}
    finally:
        os.umask(before)
