"""Statements that are carried out for every move: translated for the database once, not each time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa


class Statement:
    """A statement for many rows at once."""

    def __init__(self, clause: sa.sql.ClauseElement, dialect: sa.Dialect) -> None:
        compiled = clause.compile(dialect=dialect)
        assert isinstance(compiled, sa.sql.compiler.SQLCompiler)
        self._text = str(compiled)
        self._order: Sequence[str] | None = compiled.positiontup  # where parameters have no names

    def run(self, connection: sa.Connection, rows: Sequence[dict[str, Any]]) -> int:
        """How many rows it has changed."""
        given: Any = rows if self._order is None else [tuple([row[name] for name in self._order]) for row in rows]
        return connection.exec_driver_sql(self._text, given).rowcount
