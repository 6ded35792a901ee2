"""The tables of the database."""

from __future__ import annotations

import sqlalchemy as sa

METADATA = sa.MetaData()

TABLES = sa.Table(
    "tables",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("created", sa.BigInteger, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("body", sa.Text, nullable=False),  # the rest of its terms, as JSON
    sa.Column("seed", sa.String(64), nullable=False),
    sa.Column("salt", sa.String(32), nullable=False),
    sa.Column("listed", sa.Boolean, nullable=False),
    # What its journal says so far, to find tables by:
    sa.Column("count", sa.Integer, nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("changed", sa.BigInteger, nullable=False),
    sa.Column("bot", sa.Boolean, nullable=False),  # is a bot to move?
    sa.Column("head", sa.String(64)),  # of its hash chain; none where nothing was written since there is one
    sa.Column("due", sa.BigInteger),  # when a clock runs out
    sa.Column("worker", sa.String(32)),  # the process whose bot thinks here
    sa.Index("tables_open", "listed", "status", "changed"),
    sa.Index("tables_bot", "bot"),
    sa.Index("tables_due", "due"),
    sa.Index("tables_changed", "status", "changed"),
)

ENTRIES = sa.Table(
    "entries",
    METADATA,
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)

HOLDERS = sa.Table(
    "holders",
    METADATA,
    sa.Column("person", sa.String(64), primary_key=True),  # the hash of a person's key
    sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
)

SEALS = sa.Table(
    "seals",
    METADATA,
    sa.Column("secret", sa.String(64), primary_key=True),  # of the key with which records are sealed: one row
)

PROCESSES = sa.Table(
    "processes",
    METADATA,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),  # when it was last alive
)
