"""Where journals are kept: written in groups by one thread, a commit for all that wait, and read back."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa

from pyramidion.engine.errors import PyramidionError
from pyramidion.server.journal.entries import Entry
from pyramidion.server.journal.signatures import Signer
from pyramidion.server.journal.table import OPEN, OVER, PLAYING, Status, Table
from pyramidion.server.journal.terms import Terms
from pyramidion.server.storage.database import open_database
from pyramidion.server.storage.rows import entry_of, entry_row, replayed_table, terms_body, title_of
from pyramidion.server.storage.schema import ENTRIES, HOLDERS, PROCESSES, SEALS, TABLES
from pyramidion.server.storage.statements import Statement
from pyramidion.server.storage.writer import OneByOne, Writer

CHANNEL = "pyramidion"
ALIVE = 6_000  # milliseconds after which a silent process counts as dead


class Conflict(PyramidionError):
    """Somebody else has written to the journal first."""


class Damaged(PyramidionError):
    """What is kept of a table makes no sense."""


@dataclass(frozen=True)
class Summary:
    """What the database knows of a table besides its journal."""

    status: str
    changed: int
    bot: bool
    due: int | None
    head: str

    @classmethod
    def of(cls, table: Table) -> Summary:
        return cls(table.status, table.changed, table.bot_to_move, table.deadline, table.head)


@dataclass(frozen=True)
class Listing:
    """A table in a list."""

    id: str
    game: str
    created: int
    changed: int
    status: Status
    title: str = ""


NAMES = ("count", "status", "changed", "bot", "due", "head", "worker")
UPDATE = (
    TABLES.update()
    .where(TABLES.c.id == sa.bindparam("table"), TABLES.c.count == sa.bindparam("after"))
    .values({name: sa.bindparam(f"new_{name}") for name in NAMES})
)
NOTIFY = sa.select(sa.func.pg_notify(CHANNEL, sa.bindparam("notice", type_=sa.Text)))


@dataclass(frozen=True)
class Addition:
    """A new table, and the entry with which it begins, if it does at once."""

    row: dict[str, Any]
    first: Entry | None


@dataclass(frozen=True)
class Appendix:
    """The next entry of a table, with the person who takes a seat by it."""

    table: str
    entry: Entry
    summary: Summary
    holder: tuple[str, int] | None

    @property
    def row(self) -> dict[str, Any]:
        """What changes in the row of the table."""
        new = {f"new_{name}": value for name, value in vars(self.summary).items()}
        number = self.entry.number
        return {**new, "table": self.table, "after": number - 1, "new_count": number, "new_worker": None}


class Store:
    """Journals in a database. Writing returns futures that are done when the data is safe on disk."""

    def __init__(self, where: str) -> None:
        self.engine = open_database(where)
        self.shared = self.engine.dialect.name == "postgresql"
        self.process = secrets.token_hex(8)
        with self._reading() as connection:
            self.signer = Signer(bytes.fromhex(connection.execute(sa.select(SEALS.c.secret)).scalar_one()))
        self._update = Statement(UPDATE, self.engine.dialect)
        self._entries = Statement(ENTRIES.insert(), self.engine.dialect)
        self._writer = Writer(self.engine)

    def close(self) -> None:
        """Write what is waiting, then stop."""
        self._writer.close()
        self.engine.dispose()

    def _reading(self) -> sa.Connection:
        return self.engine.connect().execution_options(reading=True)

    def add(self, terms: Terms, first: Entry | None, summary: Summary) -> Future[None]:
        """Keep a new table, with its first entry where it begins at once."""
        row = {
            "id": terms.id,
            "created": terms.created,
            "game": terms.game,
            "body": terms_body(terms),
            "seed": terms.seed.seed.hex(),
            "salt": terms.seed.salt.hex(),
            "listed": terms.listed,
            "count": int(first is not None),
            **asdict(summary),
        }

        return self._writer.submit(terms.id, self._add, Addition(row, first))

    def _add(self, connection: sa.Connection, additions: list[Addition]) -> list[None]:
        connection.execute(TABLES.insert(), [each.row for each in additions])
        begun = [(each.row["id"], each.first) for each in additions if each.first is not None]
        if begun:
            self._insert(connection, begun)
        return [None] * len(additions)

    def append(self, table: str, entry: Entry, summary: Summary, holder: tuple[str, int] | None = None) -> Future[None]:
        """Add the next entry; Conflict if the journal has gone on. `holder` is a person and the seat they take."""
        return self._writer.submit(table, self._append, Appendix(table, entry, summary, holder))

    def _append(self, connection: sa.Connection, appendices: list[Appendix]) -> list[Conflict | None]:
        if self._update.run(connection, [each.row for each in appendices]) != len(appendices):
            if len(appendices) > 1:
                raise OneByOne("One of these journals has gone on.")
            return [Conflict(f"The journal of {appendices[0].table} has gone on.")]
        self._insert(connection, [(each.table, each.entry) for each in appendices])
        seats = [(each.table, *each.holder) for each in appendices if each.holder is not None]
        if seats:
            rows = [{"table_id": table, "person": person, "seat": seat} for table, person, seat in seats]
            connection.execute(HOLDERS.insert(), rows)
        return [None] * len(appendices)

    def _insert(self, connection: sa.Connection, entries: list[tuple[str, Entry]]) -> None:
        self._entries.run(connection, [entry_row(table, entry) for table, entry in entries])
        if self.shared:
            connection.execute(NOTIFY, [{"notice": f"{self.process} {table}"} for table, _ in entries])

    def claim(self, table: str, now: int) -> Future[bool]:
        """Take the thinking of a table's bot over, unless another living process has it."""
        alive = sa.select(PROCESSES.c.id).where(PROCESSES.c.at > now - ALIVE)
        free = sa.or_(TABLES.c.worker.is_(None), TABLES.c.worker == self.process, TABLES.c.worker.not_in(alive))
        claim = TABLES.update().where(TABLES.c.id == table, TABLES.c.bot, free).values(worker=self.process)
        if not self.shared:
            future: Future[bool] = Future()
            future.set_result(True)
            return future
        return self._writer.submit(table, lambda connection, _: [connection.execute(claim).rowcount == 1])

    def release(self, table: str) -> None:
        """Let another process think for a table's bot."""
        own = TABLES.update().where(TABLES.c.id == table, TABLES.c.worker == self.process).values(worker=None)
        if self.shared:
            self._writer.submit(table, lambda connection, _: [connection.execute(own).rowcount])

    def beat(self, now: int) -> Future[None]:
        """Say that this process is alive."""
        return self._writer.submit("", self._beat, now)

    def _beat(self, connection: sa.Connection, times: list[int]) -> list[None]:
        row = {"id": self.process, "at": max(times)}
        if connection.execute(PROCESSES.update().where(PROCESSES.c.id == self.process), row).rowcount == 0:
            connection.execute(PROCESSES.delete().where(PROCESSES.c.at < max(times) - 100 * ALIVE))
            connection.execute(PROCESSES.insert(), row)
        return [None] * len(times)

    def last_beat(self) -> int | None:
        """When any process was last alive."""
        with self._reading() as connection:
            at: int | None = connection.execute(sa.select(sa.func.max(PROCESSES.c.at))).scalar()
        return at

    def load(self, table: str) -> Table | None:
        """A table with all its entries."""
        return self.load_until(table, None)[0]

    def load_until(self, table: str, number: int | None) -> tuple[Table | None, list[Entry]]:
        """A table with its entries up to a number, and those that come after."""
        with self._reading() as connection:
            row = connection.execute(sa.select(TABLES).where(TABLES.c.id == table)).one_or_none()
            if row is None:
                return None, []
            rows = self._rows(connection, table, 0)
        try:
            entries = [entry_of(each) for each in rows]
            cut = len(entries) if number is None else number
            return replayed_table(row, entries, cut), entries[cut:]
        except Exception as error:  # whatever a damaged row may lead to
            raise Damaged(f"{type(error).__name__}: {error}") from error

    def since(self, table: str, number: int) -> list[Entry]:
        """The entries after a number."""
        with self._reading() as connection:
            return [entry_of(row) for row in self._rows(connection, table, number)]

    def _rows(self, connection: sa.Connection, table: str, number: int) -> Sequence[Any]:
        wanted = sa.select(ENTRIES).where(ENTRIES.c.table_id == table, ENTRIES.c.number > number)
        return connection.execute(wanted.order_by(ENTRIES.c.number)).all()

    def listed(self, most: int) -> list[Listing]:
        """Tables with an open seat that everybody may take, the latest first."""
        return self._find(TABLES.c.listed, TABLES.c.status == OPEN, most=most)

    def of_person(self, person: str, most: int) -> list[Listing]:
        """The tables at which somebody sits, the latest first."""
        own = sa.select(HOLDERS.c.table_id).where(HOLDERS.c.person == person)
        return self._find(TABLES.c.id.in_(own), most=most)

    def unlist(self, person: str, table: str) -> Future[int]:
        """Take a table off somebody's list; their seat stays theirs."""
        own = HOLDERS.delete().where(HOLDERS.c.person == person, HOLDERS.c.table_id == table)
        return self._writer.submit(table, lambda connection, _: [connection.execute(own).rowcount])

    def with_bots(self, most: int) -> list[str]:
        """Tables at which a bot is to move."""
        return [found.id for found in self._find(TABLES.c.bot, most=most)]

    def with_clocks(self) -> list[str]:
        """All tables at which a clock is running."""
        return [found.id for found in self._find(TABLES.c.due.is_not(None), most=None)]

    def due(self, until: int, most: int) -> list[str]:
        """Tables at which a clock runs out by then, the first ones."""
        wanted = sa.select(TABLES.c.id).where(TABLES.c.due <= until).order_by(TABLES.c.due).limit(most)
        with self._reading() as connection:
            return [row.id for row in connection.execute(wanted)]

    def forget(self, unbegun_before: int, over_before: int) -> Future[int]:
        """Delete tables that never began and games that ended long ago."""
        stale = sa.or_(
            sa.and_(TABLES.c.status == OPEN, TABLES.c.changed < unbegun_before),
            sa.and_(TABLES.c.status == OVER, TABLES.c.changed < over_before),
        )
        delete = TABLES.delete().where(stale)
        return self._writer.submit("", lambda connection, _: [connection.execute(delete).rowcount])

    def _find(self, *conditions: Any, most: int | None) -> list[Listing]:
        columns = TABLES.c.id, TABLES.c.game, TABLES.c.created, TABLES.c.changed, TABLES.c.status, TABLES.c.body
        wanted = sa.select(*columns).where(*conditions).order_by(TABLES.c.changed.desc()).limit(most)
        with self._reading() as connection:
            return [
                Listing(row.id, row.game, row.created, row.changed, row.status, title_of(row.body))
                for row in connection.execute(wanted)
            ]

    def counts(self) -> dict[str, int]:
        """How many tables there are of each status."""
        wanted = sa.select(TABLES.c.status, sa.func.count()).group_by(TABLES.c.status)
        with self._reading() as connection:
            known = {row[0]: row[1] for row in connection.execute(wanted)}
        return {status: known.get(status, 0) for status in (OPEN, PLAYING, OVER)}
