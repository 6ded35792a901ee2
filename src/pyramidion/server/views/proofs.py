"""What proves that dice and secrets were fair, and the record that carries it."""

from __future__ import annotations

from dataclasses import replace

from pyramidion.engine.records import Record
from pyramidion.server.journal.table import OVER, Table
from pyramidion.server.views.data import FairnessData, SecretData


def fairness_data(table: Table) -> FairnessData:
    """What everybody may check: the commitments, and when the game is over what was committed to."""
    data: FairnessData = {
        "commitment": table.terms.seed.commitment,
        "contributions": [known.contribution for known in table.seats],
        "secrets": [secret_data(table, ply) for ply in table.committed],
    }
    if table.status == OVER:
        data["seed"] = table.terms.seed.seed.hex()
        data["salt"] = table.terms.seed.salt.hex()
    return data


def secret_data(table: Table, ply: int) -> SecretData:
    """A commitment to a hidden move; with the move and the salt when everybody may know it."""
    match = table.match
    assert match is not None
    committed = table.committed[ply]
    data: SecretData = {"ply": ply, "commitment": committed.commitment}
    text = match.positions[ply].text_of(match.codes[ply])
    if table.status == OVER or match.shown(ply, None) == text:
        data["move"] = text
        data["salt"] = table.fairness.secret_salt(committed.entry)
    return data


def record(table: Table, seat: int | None) -> Record:
    """The record as the seat may keep it; everything when the game is over."""
    match = table.match
    assert match is not None
    proof = {"table": table.id, **fairness_data(table)}
    return replace(match.record(seat, secrets=table.status == OVER), proof=proof)
