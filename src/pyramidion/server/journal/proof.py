"""The record of a table, with all that proves it."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

from pyramidion.engine.header import CHANCE
from pyramidion.engine.match import whole_weights
from pyramidion.engine.records import Record
from pyramidion.server.journal.chain import first_line
from pyramidion.server.journal.fairness import compact
from pyramidion.server.journal.signatures import Signer
from pyramidion.server.journal.table import OVER, Table

SEAL = "seal"


def record(table: Table, seat: int | None, signer: Signer | None) -> Record:
    """The record as the seat may keep it; everything when the game is over, sealed where the table has the server's
    key."""
    found = unsealed(table, seat)
    if table.status != OVER or signer is None or signer.public != table.terms.server:
        return found
    return sealed(found, signer.sign(seal_text(found)))


def unsealed(table: Table, seat: int | None = None) -> Record:
    assert table.match is not None
    return replace(table.match.record(seat, secrets=table.status == OVER), proof=proof_of(table))


def sealed(record: Record, seal: object) -> Record:
    return replace(record, proof={**(record.proof or {}), SEAL: seal})


def seal_text(record: Record) -> str:
    """What the server signs: the whole record except the seal itself."""
    proof = {name: value for name, value in (record.proof or {}).items() if name != SEAL}
    return "pyramidion record\n" + compact({"format": record.format, **asdict(replace(record, proof=proof))})


def proof_of(table: Table) -> dict[str, Any]:
    """The journal's public lines, and what was hidden where it may be known now."""
    secrets = [
        {"entry": entry, "move": secret.move, "salt": secret.salt}
        for entry, secret in table.secrets.items()
        if is_revealed(table, entry)
    ]
    proof = {"terms": first_line(table.terms), "journal": list(table.lines), "secrets": secrets}
    if table.status == OVER:
        seed = table.terms.seed
        proof |= {"seed": seed.seed.hex(), "salt": seed.salt.hex(), "chances": _chances(table)}
    return proof


def is_revealed(table: Table, entry: int) -> bool:
    """May everyone know the hidden move of an entry now?"""
    secret, match = table.secrets[entry], table.match
    standing = match is not None and table.committed.get(secret.ply) == entry
    return table.status == OVER or (standing and match is not None and match.shown(secret.ply, None) == secret.move)


def _chances(table: Table) -> list[dict[str, Any]]:
    """What every roll could have been, for those who do not know the rules."""
    assert table.match is not None
    found = []
    for ply, position in enumerate(table.match.positions[:-1]):
        if position.mover == CHANCE:
            outcomes = position.chances()
            texts = [str(move) for move, _ in outcomes]
            found.append({"ply": ply, "outcomes": texts, "weights": whole_weights(outcomes).tolist()})
    return found
