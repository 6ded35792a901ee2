"""The database: SQLite with nothing to set up, or PostgreSQL by its URL; brought up to date when opened."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError

from pyramidion.engine.errors import BadInput
from pyramidion.engine.extras import extra

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATING = 0x70797261  # the key of the lock under which one process at a time migrates
WAIT_SECONDS = 30


def open_database(where: str) -> sa.Engine:
    """Open a file or a URL, create or upgrade its schema, and return the engine."""
    engine = _engine(where)
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "postgresql":
                connection.execute(sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
            upgrade(connection)
    except sa.exc.DBAPIError as error:
        engine.dispose()
        reason = " ".join(str(error.orig).split())
        raise BadInput(f"The database {engine.url!r} cannot be opened: {reason}.") from error
    return engine


def upgrade(connection: sa.Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise BadInput(f"This database was written by a newer version: {error}. Install that one.") from error


def _engine(where: str) -> sa.Engine:
    if "://" not in where:
        return _sqlite(Path(where))
    try:
        url = sa.make_url(where)
        if url.drivername in ("postgres", "postgresql"):
            url = url.set(drivername="postgresql+psycopg")
        if url.get_backend_name() == "sqlite":
            return _sqlite(Path(url.database or ":memory:"))
        with extra("postgres", "PostgreSQL"):
            return sa.create_engine(url, pool_size=8, pool_pre_ping=True, hide_parameters=True)
    except (sa.exc.ArgumentError, sa.exc.NoSuchModuleError) as error:
        raise BadInput(f"'{where}' is not a database. Name a file, or postgresql://user@host/name.") from error


def _sqlite(file: Path) -> sa.Engine:
    if not file.resolve().parent.is_dir():
        raise BadInput(f"The database {file} cannot be opened: there is no folder {file.resolve().parent}.")
    if file.name != ":memory:":
        _keep_private(file)
    engine = sa.create_engine(
        sa.URL.create("sqlite", database=str(file)),
        connect_args={"timeout": WAIT_SECONDS, "check_same_thread": False},
        hide_parameters=True,
    )
    sa.event.listen(engine, "connect", _prepare)
    sa.event.listen(engine, "begin", _begin)
    return engine


def _keep_private(file: Path) -> None:
    """Seeds and hidden moves are in it: nobody but its owner may read it, from the first moment on."""
    try:
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
        file.chmod(0o600)
    except OSError as error:
        raise BadInput(f"The database {file} cannot be opened: {error.strerror}.") from error


def _begin(connection: sa.Connection) -> None:
    """Who writes takes the lock at once, so that no transaction fails half way; who reads takes none."""
    reading = connection.get_execution_options().get("reading", False)
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


def _prepare(connection: Any, _: Any) -> None:
    """Durable commits, readers beside a writer, and transactions that begin where we say so."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")
