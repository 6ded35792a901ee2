"""What shows during a game that its dice and secrets are fair."""

from __future__ import annotations

from pyramidion.server.journal.proof import is_revealed
from pyramidion.server.journal.table import OVER, Table
from pyramidion.server.views.data import FairnessData, SecretData


def fairness_data(table: Table) -> FairnessData:
    """What everybody may check: the commitments, and when the game is over what was committed to."""
    data: FairnessData = {
        "commitment": table.terms.seed.commitment,
        "contributions": [known.contribution for known in table.seats],
        "secrets": [secret_data(table, entry) for entry in table.committed.values()],
    }
    if table.status == OVER:
        data["seed"] = table.terms.seed.seed.hex()
        data["salt"] = table.terms.seed.salt.hex()
    return data


def secret_data(table: Table, entry: int) -> SecretData:
    """A commitment to a hidden move; with the move and the salt when everybody may know it."""
    secret = table.secrets[entry]
    data: SecretData = {"ply": secret.ply, "commitment": secret.commitment}
    if is_revealed(table, entry):
        data["move"] = secret.move
        data["salt"] = secret.salt
    return data
