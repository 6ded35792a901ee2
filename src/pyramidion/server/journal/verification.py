"""Checks a finished record: does everything in it follow from what the players and the server were bound to?

The journal in the proof is played again from its first line, by the rules of the game and of the server, and must lead
to exactly this record. What a record does not prove is said as a gap.
"""

from __future__ import annotations

import contextlib
import json
import re
from dataclasses import dataclass, replace
from typing import Any

from pyramidion.engine.errors import BadRecord, PyramidionError
from pyramidion.engine.header import CHANCE
from pyramidion.engine.match import replay
from pyramidion.engine.records import Record, printable
from pyramidion.server.journal.chain import read_first_line, read_line
from pyramidion.server.journal.entries import (
    Asked,
    BadEntry,
    Change,
    Closed,
    Declined,
    Ended,
    Entry,
    Moved,
    Paused,
    Resumed,
    TakenBack,
)
from pyramidion.server.journal.expectations import expected_change
from pyramidion.server.journal.fairness import FIRST_DICE, Seed
from pyramidion.server.journal.first_proof import Unfair, check_first_proof
from pyramidion.server.journal.proof import SEAL, seal_text, sealed, unsealed
from pyramidion.server.journal.signatures import is_signed
from pyramidion.server.journal.table import OVER, Table

Action = Moved | TakenBack | Asked | Declined | Ended | Paused | Resumed | Closed  # what seats do, signed or not
HASH, SALT = re.compile("[0-9a-f]{64}"), re.compile("[0-9a-f]{32}")
FIRST_GAPS = (
    "names, dates, undone moves, and who resigned or ran out of time: this record has no journal",
    "that nobody changed the record afterwards: it is neither signed nor sealed",
    "that the operator could not foresee the dice: the server made them alone once the game had begun",
)


@dataclass(frozen=True)
class Report:
    """What was checked, the first check that failed, and what even a verified record does not prove."""

    checks: tuple[str, ...]
    problem: str | None = None
    gaps: tuple[str, ...] = ()

    @property
    def fair(self) -> bool:
        return self.problem is None


@dataclass
class Replayed:
    """A table whose journal was played again, with its entries and every head on the way."""

    table: Table
    entries: list[Entry]
    heads: set[str]


def verify(record: Record, commitment: str | None = None, head: str | None = None) -> Report:
    """Check everything that the record proves. `commitment` and `head` are what you saw during the game."""
    if record.proof is None:
        return Report((), "The record has no proof: it was not kept by a server.")
    if "seed" not in record.proof:
        return Report((), "The record does not reveal the seed: download it when the game is over.")
    try:
        if "journal" not in record.proof:
            return _verify_first(record, commitment, head)
        return _verified(record, record.proof, commitment, head)
    except (Unfair, BadRecord, BadEntry) as error:
        return Report((), printable(str(error)))


def check_keys(text: str) -> None:
    """BadRecord if an object of a JSON text has a key twice: programs disagree about which one counts."""
    with contextlib.suppress(json.JSONDecodeError, RecursionError):  # the reader reports it
        json.loads(text, object_pairs_hook=_unique, parse_int=str)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise BadRecord("A key comes twice in an object of the record.")
    return found


def _verify_first(record: Record, commitment: str | None, head: str | None) -> Report:
    """A record of a server that kept no hash chain yet."""
    done = check_first_proof(record, replay(record))
    assert record.proof is not None
    if commitment not in (None, record.proof["commitment"]):
        raise Unfair(f"The record has the commitment {record.proof['commitment']}, not the one you saw.")
    if head is not None:
        raise Unfair("The record has no journal, so it cannot contain the head you saw.")
    return Report(tuple(done), gaps=FIRST_GAPS)


def _verified(record: Record, proof: dict[str, Any], commitment: str | None, head: str | None) -> Report:
    seed = _check_form(proof)
    table = _first_table(proof["terms"], seed)
    if commitment not in (None, seed.commitment):
        raise Unfair(f"The record has the commitment {seed.commitment}, not the one you saw.")
    terms = table.terms
    if terms.server and not is_signed(terms.server, str(proof.get(SEAL, "")), seal_text(record)):
        raise Unfair("The record was changed after the server had sealed it.")
    replayed = _replay(table, proof)
    if head is not None and head not in replayed.heads:
        raise Unfair("The head you saw is not in the journal: it was changed afterwards.")
    if table.status != OVER:
        raise Unfair("The game is not over.")
    _check_same(record, table)
    return Report(_checks(replayed), gaps=_gaps(replayed))


def _check_form(proof: dict[str, Any]) -> Seed:
    """The form of what is not in the journal; the rest is compared as a whole."""
    terms, journal, secrets, seed, salt = (proof.get(each) for each in ("terms", "journal", "secrets", "seed", "salt"))
    if (
        not isinstance(terms, str)
        or not isinstance(journal, list)
        or not all(isinstance(line, str) for line in journal)
        or not isinstance(secrets, list)
        or not all(_is_secret(secret) for secret in secrets)
        or not HASH.fullmatch(str(seed))
        or not SALT.fullmatch(str(salt))
    ):
        raise Unfair("The proof is malformed.")
    return Seed(bytes.fromhex(str(seed)), bytes.fromhex(str(salt)))


def _is_secret(secret: object) -> bool:
    if not isinstance(secret, dict) or set(secret) != {"entry", "move", "salt"} or isinstance(secret["entry"], bool):
        return False
    texts = secret["move"], secret["salt"]
    return isinstance(secret["entry"], int) and all(isinstance(text, str) for text in texts)


def _first_table(line: str, seed: Seed) -> Table:
    try:
        return Table.new(read_first_line(line, seed))
    except BadEntry as error:
        if f'"commitment":"{seed.commitment}"' not in line:
            raise Unfair("The seed is not the one that the server committed to before the game.") from error
        raise Unfair("The first line of the journal is malformed.") from error


def _replay(table: Table, proof: dict[str, Any]) -> Replayed:
    """Play the journal again."""
    secrets, replayed = {secret["entry"]: secret for secret in proof["secrets"]}, Replayed(table, [], {table.head})
    for number, line in enumerate(proof["journal"], start=1):
        try:
            entry = _revealed(read_line(line), secrets.get(number))
            if entry.number != number or entry.at < table.changed:
                raise BadEntry("is not in order")
            _check_change(table, entry, expected_change(table, entry))
        except (PyramidionError, IndexError, AssertionError) as error:
            raise Unfair(f"Entry {number} of the journal: {error}") from error
        table.apply(entry, line)
        replayed.entries.append(entry)
        replayed.heads.add(table.head)
    return replayed


def _revealed(entry: Entry, secret: dict[str, Any] | None) -> Entry:
    """An entry with its hidden move, which must be the one that was committed to."""
    change = entry.change
    if not isinstance(change, Moved) or change.commitment is None:
        return entry
    if secret is None or not HASH.fullmatch(secret["salt"]):
        raise Unfair("the hidden move is not revealed.")
    salt = secret["salt"] if change.signed is not None else None
    return replace(entry, change=replace(change, plies=[secret["move"], *change.plies[1:]], salt=salt))


def _check_change(table: Table, entry: Entry, expected: Change | None) -> None:
    change = entry.change
    if change == expected:
        return
    if isinstance(change, Moved) and isinstance(expected, Moved):
        if change.commitment != expected.commitment:
            raise Unfair(f"{change.plies[0]} is not the secret that was committed to.")
        for ply, (found, right) in enumerate(zip(change.plies, expected.plies, strict=False), start=table.ply + 1):
            if found != right:
                raise Unfair(f"the roll at ply {ply} is {found}, but should have been {right}.")
    raise Unfair("it does not follow from what came before.")


def _check_same(record: Record, table: Table) -> None:
    """The record must be the one that the journal leads to, in every detail."""
    assert record.proof is not None
    expected = unsealed(table)
    if SEAL in record.proof and table.terms.server:
        expected = sealed(expected, record.proof[SEAL])
    if record.to_json() == expected.to_json():
        return
    for name, value in vars(expected).items():
        if getattr(record, name) != value and name != "proof":
            raise Unfair(f"'{name}' is not what the journal says.")
    raise Unfair("The proof has something in it that does not follow from the journal.")


def _checks(replayed: Replayed) -> tuple[str, ...]:
    table, match = replayed.table, replayed.table.match
    assert match is not None
    rolls = sum(position.mover == CHANCE for position in match.positions[:-1])
    signed = sum(isinstance(entry.change, Action) and entry.change.signed is not None for entry in replayed.entries)
    done = {
        f"all {len(match.codes)} plies follow the rules": True,
        f"the record is what its journal says, in all {table.number} entries": True,
        "the seed is the one that the server committed to before the game": True,
        "the set-up follows from the seed and the contributions": match.game.shuffled,
        f"{rolls} rolls follow from the seed, the contributions and the links of the seats": rolls > 0,
        f"{len(table.secrets)} secrets are those committed to when they were chosen": bool(table.secrets),
        f"{signed} signatures are those of the seats": signed > 0,
        f"the server has sealed it with the key {table.terms.server}": bool(table.terms.server),
    }
    return tuple(text for text, applies in done.items() if applies)


def _gaps(replayed: Replayed) -> tuple[str, ...]:
    """What the record does not prove."""
    terms = replayed.table.terms
    found = [gap for seat in replayed.table.persons for gap in _gaps_of(replayed, seat)]
    if not terms.server:
        found.append("that no player changed the record: the server has not sealed it")
    if terms.dice == FIRST_DICE:
        found.append(FIRST_GAPS[-1])
    return tuple(found)


def _gaps_of(replayed: Replayed, seat: int) -> list[str]:
    name = replayed.table.names[seat]
    if not replayed.table.seats[seat].key:
        return [f"what {name} did: the seat has no key to sign with"]
    unsigned = [str(entry.number) for entry in replayed.entries if _lacks_signature(entry, seat)]
    found = [f"what {name} did in entries {', '.join(unsigned)}, which are not signed"] if unsigned else []
    if seat not in replayed.table.closed:
        found.append(f"that {name} agrees with the end of the game: it is not signed")
    return found


def _lacks_signature(entry: Entry, seat: int) -> bool:
    change = entry.change
    if not isinstance(change, Action) or change.seat != seat or change.signed is not None:
        return False
    return not (isinstance(change, Ended) and change.reason == "time")
