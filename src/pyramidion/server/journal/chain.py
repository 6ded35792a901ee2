"""The journal as a hash chain: every entry has a public line, and the head after it depends on all lines before.

A line tells what everyone may know of an entry, now or later: a hidden move is replaced by the commitment to it. Its
`check` is an HMAC, under the table's seed, of everything that is kept, so that the head covers what stays private too.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterable
from dataclasses import MISSING, asdict, dataclass, fields
from typing import Any

from pydantic import TypeAdapter

from pyramidion.server.journal.clocks import Timing
from pyramidion.server.journal.entries import KINDS, PRIVATE_FIELDS, BadEntry, Change, Entry, Moved
from pyramidion.server.journal.fairness import Seed, compact
from pyramidion.server.journal.terms import Terms

HIDDEN = ""  # what a line has in place of a hidden move
HASH = re.compile("[0-9a-f]{64}")
CONTRIBUTION = re.compile("[0-9a-f]{32,64}")
FORM_OF = {"link": HASH, "salt": HASH, "key": HASH, "commitment": HASH, "contribution": CONTRIBUTION}
MOST = 1 << 53  # numbers in lines are below it


@dataclass(frozen=True)
class FirstLine:
    """The line before all entries: what was agreed when the table was set up."""

    table: str
    game: str
    bots: dict[str, int]
    timing: Timing
    created: int
    listed: bool
    chat: bool
    before: str | None
    title: str
    dice: int
    commitment: str
    server: str

    def terms(self, seed: Seed) -> Terms:
        known = {name: value for name, value in vars(self).items() if name not in ("table", "bots", "commitment")}
        return Terms(id=self.table, bots={int(seat): level for seat, level in self.bots.items()}, seed=seed, **known)


FORMS: dict[str, TypeAdapter[Change]] = {kind: TypeAdapter(change) for kind, change in KINDS.items()}
FIRST_FORM = TypeAdapter(FirstLine)
FIRST_NAMES = tuple(field.name for field in fields(FirstLine))


def next_head(head: str, line: str) -> str:
    """The head after a line."""
    return hashlib.sha256(f"pyramidion journal\n{head}\n{line}".encode()).hexdigest()


def first_line(terms: Terms) -> str:
    known = {name: getattr(terms, name) for name in FIRST_NAMES if name not in ("table", "bots", "commitment")}
    bots = {str(seat): level for seat, level in sorted(terms.bots.items())}
    return compact(asdict(FirstLine(table=terms.id, bots=bots, commitment=terms.seed.commitment, **known)))


def line_of(entry: Entry, seed: Seed) -> str:
    """The public line of an entry."""
    kept = f'[{entry.number},{entry.at},"{entry.change.kind}",{entry.text}]'
    return public_line(entry, hmac.digest(seed.seed, kept.encode(), "sha256").hex())


def public_line(entry: Entry, check: str) -> str:
    private = PRIVATE_FIELDS[entry.change.kind]
    body = {name: value for name, value in entry.body.items() if name not in private}
    if isinstance(entry.change, Moved) and entry.change.commitment is not None:
        body = {name: value for name, value in body.items() if name != "salt"}
        body["plies"] = [HIDDEN, *entry.change.plies[1:]]
    return compact({"number": entry.number, "at": entry.at, "kind": entry.change.kind, **body, "check": check})


def head_of(terms: Terms, entries: Iterable[Entry]) -> str:
    """The head after some entries."""
    head = next_head("", first_line(terms))
    for entry in entries:
        head = next_head(head, line_of(entry, terms.seed))
    return head


def read_line(line: str) -> Entry:
    """The entry of a line, without what is private or hidden. BadEntry unless the line is written exactly as the server
    writes it."""
    try:
        data: dict[str, Any] = json.loads(line)
        number, at, kind, check = (data.pop(name) for name in ("number", "at", "kind", "check"))
        body = {**_left_out(kind), **data}
        entry = Entry(number, at, FORMS[kind].validate_json(compact(body), strict=True))
        written = public_line(entry, check)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadEntry("is malformed") from error
    sound = all(form.fullmatch(str(data[name])) for name, form in FORM_OF.items() if name in data)
    if written != line or not sound or not _is_number(number) or not _is_number(at) or not HASH.fullmatch(check):
        raise BadEntry("is malformed")
    return entry


def _left_out(kind: str) -> dict[str, str]:
    """Something in the place of fields that no line has."""
    required = {field.name for field in fields(KINDS[kind]) if field.default is MISSING}
    return {name: "" for name in PRIVATE_FIELDS[kind] if name in required}


def read_first_line(line: str, seed: Seed) -> Terms:
    """What was agreed when the table was set up; BadEntry unless it is written exactly as the server writes it."""
    try:
        terms = FIRST_FORM.validate_json(line, strict=True).terms(seed)
        written = first_line(terms)
    except (ValueError, TypeError) as error:
        raise BadEntry("is malformed") from error
    if written != line or not _is_number(terms.created):
        raise BadEntry("is malformed")
    return terms


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < MOST
