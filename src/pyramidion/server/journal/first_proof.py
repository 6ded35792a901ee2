"""The proof of records from before journals were hash chains: the seed, the rolls and the secrets, and nothing else."""

from __future__ import annotations

import re
from typing import Any

from pyramidion.engine.errors import PyramidionError
from pyramidion.engine.header import CHANCE
from pyramidion.engine.match import Match, whole_weights
from pyramidion.engine.move import Move
from pyramidion.engine.records import Record
from pyramidion.server.journal.fairness import FIRST_DICE, Fairness, Seed, secret_commitment

HEX = re.compile(r"(?:[0-9a-f]{2})*")
CONTRIBUTION = re.compile(r"(?:[0-9a-f]{32,64})?")
NAMES = ["table", "commitment", "contributions", "secrets", "seed", "salt"]


class Unfair(PyramidionError):
    """A check failed."""


def check_first_proof(record: Record, match: Match) -> list[str]:
    """The checks that passed; Unfair says which one failed."""
    checks = (_check_moves, _check_seed, _check_setup, _check_rolls, _check_secrets)
    return [check(record, match) for check in checks]


def _check_moves(record: Record, match: Match) -> str:
    if match.outcome is None:
        raise Unfair("The game is not over: its seed is still secret.")
    return f"all {len(match.codes)} plies follow the rules"


def _check_seed(record: Record, match: Match) -> str:
    proof = _proof(record)
    if _seed_from(proof).commitment != proof["commitment"]:
        raise Unfair("The seed is not the one that the server committed to before the game.")
    given = sum(bool(text) for text in proof["contributions"])
    return f"the seed is the one committed to before the game; contributions of seats: {given}"


def _check_setup(record: Record, match: Match) -> str:
    setup = match.game.setup_text(match.game.start(_fairness(record).setup_seed()))
    if setup != record.setup:
        raise Unfair("The set-up is not the one that follows from the seed and the contributions.")
    return "there is no shuffled set-up" if setup is None else "the set-up follows from the seed and the contributions"


def _check_rolls(record: Record, match: Match) -> str:
    fairness, rolls = _fairness(record), 0
    for ply, position in enumerate(match.positions[:-1]):
        if position.mover == CHANCE:
            outcomes = position.chances()
            expected = outcomes[fairness.roll(ply, whole_weights(outcomes).tolist())][0]
            if int(expected) != match.codes[ply]:
                raise Unfair(f"Ply {ply + 1}: the roll is {record.moves[ply]}, but should have been {expected}.")
            rolls += 1
    return f"{rolls} rolls follow from the seed, the contributions and their plies" if rolls else "there are no dice"


def _check_secrets(record: Record, match: Match) -> str:
    proof = _proof(record)
    secrets = proof["secrets"]
    committed = {secret["ply"] for secret in secrets}
    for ply in _hidden_plies(match):
        if ply not in committed:
            raise Unfair(f"Ply {ply + 1}: there is no commitment to the hidden move {record.moves[ply]}.")
    for secret in secrets:
        ply = secret["ply"]
        if not 0 <= ply < len(record.moves) or secret["move"] != record.moves[ply]:
            raise Unfair(f"Ply {ply + 1}: the secret that was revealed is not the move of the record.")
        if secret_commitment(secret["salt"], secret["move"]) != secret["commitment"]:
            raise Unfair(f"Ply {ply + 1}: {secret['move']} is not the secret that was committed to.")
    return f"{len(secrets)} secrets are those committed to when they were chosen" if secrets else "nothing was hidden"


def _hidden_plies(match: Match) -> list[int]:
    """The plies that were hidden from someone when they were made."""
    if not match.game.facts.hidden:
        return []
    moves = [Move(before, code) for before, code in zip(match.positions, match.codes, strict=False)]
    return [
        ply
        for ply, (move, after) in enumerate(zip(moves, match.positions[1:], strict=True))
        if move.position.mover != CHANCE and not after.may_read(move, None)
    ]


def _fairness(record: Record) -> Fairness:
    proof = _proof(record)
    return Fairness(proof["table"], _seed_from(proof), tuple(proof["contributions"]), FIRST_DICE)


def _seed_from(proof: dict[str, Any]) -> Seed:
    return Seed(bytes.fromhex(proof["seed"]), bytes.fromhex(proof["salt"]))


def _proof(record: Record) -> dict[str, Any]:
    """The proof, its form checked."""
    proof = record.proof or {}
    texts = [proof.get(name) for name in ("table", "commitment", "seed", "salt")]
    contributions, secrets = proof.get("contributions"), proof.get("secrets")
    if (
        sorted(proof) != sorted(NAMES)
        or not all(isinstance(text, str) for text in texts)
        or not all(HEX.fullmatch(str(text)) for text in texts[1:])
        or not isinstance(contributions, list)
        or len(contributions) != len(record.seats)
        or not all(isinstance(text, str) and CONTRIBUTION.fullmatch(text) for text in contributions)
        or not isinstance(secrets, list)
        or not all(_is_secret(secret) for secret in secrets)
    ):
        raise Unfair("The proof is malformed.")
    return proof


def _is_secret(secret: object) -> bool:
    if not isinstance(secret, dict) or set(secret) != {"ply", "commitment", "move", "salt"}:
        return False
    if isinstance(secret["ply"], bool) or not isinstance(secret["ply"], int):
        return False
    texts = [secret[name] for name in ("commitment", "move", "salt")]
    return all(isinstance(text, str) for text in texts) and HEX.fullmatch(str(texts[2])) is not None
