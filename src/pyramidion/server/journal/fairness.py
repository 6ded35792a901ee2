"""Dice and secrets that nobody has to take on trust.

Before anyone sits down the server commits to a random seed: it publishes the hash of a salt and the
seed. Every person then adds a contribution of their own. A roll is an HMAC, under the seed, of the
table, the contributions and the ply, mapped to the outcomes without bias. So the server cannot choose
the rolls, since it was bound before it knew the contributions, and nobody can foresee them, since the seed is
secret until the end. A hidden move is committed to in the same way when it is made.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

SEED_BYTES = 32
SALT_BYTES = 16
SPACE = 1 << 256  # of a SHA-256 digest
SETUP_BITS = 62
NO_CONTRIBUTION = ""


@dataclass(frozen=True)
class Seed:
    """What the server knows and commits to."""

    seed: bytes
    salt: bytes

    @classmethod
    def fresh(cls) -> Seed:
        return cls(secrets.token_bytes(SEED_BYTES), secrets.token_bytes(SALT_BYTES))

    @property
    def commitment(self) -> str:
        return _hash(b"pyramidion seed", self.salt, self.seed)

    def __repr__(self) -> str:
        return "<Seed, secret>"


@dataclass(frozen=True)
class Fairness:
    """The seed of a table together with what its seats contributed; a bot's seat contributes nothing."""

    table: str
    seed: Seed
    contributions: tuple[str, ...]

    def setup_seed(self) -> int:
        """The seed of a shuffled set-up."""
        return self._number("setup", 0) >> (256 - SETUP_BITS)

    def roll(self, ply: int, weights: Sequence[int]) -> int:
        """Which outcome comes up at a ply: each exactly as likely as its weight says."""
        total = sum(weights)
        point = self._below(f"roll {ply}", total)
        for outcome, weight in enumerate(weights):
            point -= weight
            if point < 0:
                return outcome
        raise AssertionError("the weights do not add up")

    def bot_seed(self, seat: int) -> int:
        """The seed of a bot's own choices, such as the secrets it hides: as unforeseeable as the rolls."""
        return self._number(f"bot {seat}", 0) >> (256 - SETUP_BITS)

    def secret_salt(self, entry: int) -> str:
        """The salt of the commitment to the hidden move of a journal's entry; it is published with the move.

        A move that is made anew after an undo has a salt of its own: nobody sees whether it is the same.
        """
        return self._digest(f"secret {entry}", 0).hex()

    def commit(self, entry: int, text: str) -> str:
        return secret_commitment(self.secret_salt(entry), text)

    def _below(self, purpose: str, limit: int) -> int:
        """A number below a limit, all equally likely: digests that would favour some are passed over."""
        fair = SPACE - SPACE % limit
        attempt = 0
        while (number := self._number(purpose, attempt)) >= fair:
            attempt += 1
        return number % limit

    def _number(self, purpose: str, attempt: int) -> int:
        return int.from_bytes(self._digest(purpose, attempt), "big")

    def _digest(self, purpose: str, attempt: int) -> bytes:
        words = [self.table, *self.contributions, purpose, str(attempt)]
        return hmac.new(self.seed.seed, "\n".join(words).encode(), hashlib.sha256).digest()


def secret_commitment(salt: str, text: str) -> str:
    """What binds a seat to a hidden move and tells nothing about it."""
    return _hash(b"pyramidion secret", bytes.fromhex(salt), text.encode())


def seed_from(proof: dict[str, Any]) -> Seed:
    """The seed that a finished record reveals."""
    return Seed(bytes.fromhex(proof["seed"]), bytes.fromhex(proof["salt"]))


def _hash(*parts: bytes) -> str:
    return hashlib.sha256(b"\n".join(parts)).hexdigest()
