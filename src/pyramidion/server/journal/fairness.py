"""Dice and secrets that nobody has to take on trust.

Before anyone sits down the server commits to a random seed: it publishes the hash of a salt and the seed. Everyone who
sits down commits as well, to a chain of links: random bytes, hashed again and again, of which the last hash is the
seat's contribution. A move reveals the seat's link for its ply. A roll is an HMAC, under the seed, of the table, the
contributions, the last link of every seat and the ply, mapped to the outcomes without bias. So nobody can choose a roll
once everybody has sat down, and nobody can foresee it before the move that leads to it. A hidden move is committed to
when it is made.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

SEED_BYTES = 32
SALT_BYTES = 16
SPACE = 1 << 256  # of a SHA-256 digest
SETUP_BITS = 62
NO_CONTRIBUTION = ""
LINKS = 2048  # of a seat: one for each ply; later plies use the last one
COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
FIRST_DICE, DICE = 1, 2  # how rolls were made at first, without links, and how they are made now


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
    dice: int = DICE

    def setup_seed(self) -> int:
        """The seed of a shuffled set-up."""
        return self._number("setup", 0) >> (256 - SETUP_BITS)

    def roll(self, ply: int, weights: Sequence[int], links: Sequence[str] = ()) -> int:
        """Which outcome comes up at a ply: each exactly as likely as its weight says. `links` are the last ones that
        the seats have revealed, if any."""
        total = sum(weights)
        point = self._below(f"roll {ply}", total, links)
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

    def _below(self, purpose: str, limit: int, links: Sequence[str]) -> int:
        """A number below a limit, all equally likely: digests that would favour some are passed over."""
        fair = SPACE - SPACE % limit
        attempt = 0
        while (number := self._number(purpose, attempt, links)) >= fair:
            attempt += 1
        return number % limit

    def _number(self, purpose: str, attempt: int, links: Sequence[str] = ()) -> int:
        return int.from_bytes(self._digest(purpose, attempt, links), "big")

    def _digest(self, purpose: str, attempt: int, links: Sequence[str] = ()) -> bytes:
        if self.dice == FIRST_DICE:
            message = "\n".join([self.table, *self.contributions, purpose, str(attempt)])
        else:
            known = links or [""] * len(self.contributions)
            message = compact([self.table, self.contributions, known, purpose, attempt])
        return hmac.digest(self.seed.seed, message.encode(), "sha256")


def secret_commitment(salt: str, text: str) -> str:
    """What binds a seat to a hidden move and tells nothing about it."""
    return _hash(b"pyramidion secret", bytes.fromhex(salt), text.encode())


def is_link(link: str, ply: int, contribution: str) -> bool:
    """Is it the link for a ply of the seat with this contribution?"""
    digest = bytes.fromhex(link)
    for _ in range(min(ply, LINKS - 1) + 1):
        digest = hashlib.sha256(digest).digest()
    return digest.hex() == contribution


def compact(data: object) -> str:
    """The one JSON text of some data, as browsers write it too."""
    return COMPACT.encode(data)


def _hash(*parts: bytes) -> str:
    return hashlib.sha256(b"\n".join(parts)).hexdigest()
