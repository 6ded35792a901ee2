"""What the rows of the database stand for: terms, entries, tables."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from pyramidion.server.journal.chain import head_of
from pyramidion.server.journal.clocks import Timing
from pyramidion.server.journal.entries import BadEntry, Entry, entry_from
from pyramidion.server.journal.fairness import FIRST_DICE, Seed
from pyramidion.server.journal.table import Table
from pyramidion.server.journal.terms import Terms


def replayed_table(row: Any, entries: Sequence[Entry], cut: int) -> Table:
    """A table with its first entries; none may be missing or changed."""
    if [entry.number for entry in entries] != list(range(1, max(row.count, len(entries)) + 1)):
        raise BadEntry(f"{row.count} entries were written, and {len(entries)} are there.")
    terms = terms_of(row)
    if row.head is not None and row.head != head_of(terms, entries[: row.count]):
        raise BadEntry("The journal is not the one that was written: its hash chain is broken.")
    table = Table.new(terms)
    for entry in entries[:cut]:
        table.apply(entry)
    return table


def entry_row(table: str, entry: Entry) -> dict[str, Any]:
    """How an entry of a table is kept."""
    return {
        "table_id": table,
        "number": entry.number,
        "at": entry.at,
        "kind": entry.change.kind,
        "body": entry.text,
    }


def entry_of(row: Any) -> Entry:
    return entry_from(row.number, row.at, row.kind, json.loads(row.body))


def title_of(body: str) -> str:
    """What the players call a table; a damaged row has no title."""
    try:
        return str(json.loads(body).get("title", ""))
    except (ValueError, AttributeError):
        return ""


def terms_body(terms: Terms) -> str:
    body = {
        "bots": terms.bots,
        "timing": asdict(terms.timing),
        "chat": terms.chat,
        "before": terms.before,
        "title": terms.title,
        "server": terms.server,
        "dice": terms.dice,
    }
    return json.dumps(body, separators=(",", ":"))


def terms_of(row: Any) -> Terms:
    body = json.loads(row.body)
    return Terms(
        id=row.id,
        game=row.game,
        bots={int(seat): level for seat, level in body["bots"].items()},
        timing=Timing(**body["timing"]),
        seed=Seed(bytes.fromhex(row.seed), bytes.fromhex(row.salt)),
        created=row.created,
        listed=row.listed,
        chat=body["chat"],
        before=body["before"],
        title=body.get("title", ""),
        server=body.get("server", ""),
        dice=body.get("dice", FIRST_DICE),
    )
