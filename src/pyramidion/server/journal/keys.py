"""Keys: what proves that a seat is yours. The database holds only hashes of them.

A person has one key, in a cookie or an Authorization header. From it follows a key for every seat taken with
it, which can be handed to another device without giving the others away.
"""

from __future__ import annotations

import functools
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass

from pyramidion.server.journal.table import Table

COOKIE = "pyramidion"
KNOWN = 8192  # keys whose hashes are remembered
FORM = re.compile(r"[A-Za-z0-9_-]{32,64}")


@dataclass(frozen=True)
class Identity:
    """Who asks: a key, or nobody in particular."""

    key: str = ""

    @property
    def person(self) -> str:
        """The hash by which a person's tables are found."""
        return fingerprint(self.key)

    def holds(self, table: Table) -> list[int]:
        """The seats that are the caller's."""
        return [seat for seat in table.persons if self._holds(table, seat)] if self.key else []

    def _holds(self, table: Table, seat: int) -> bool:
        known = table.seats[seat].holder
        return known == self.person or known == fingerprint(seat_key(self.key, table.id, seat))

    def __repr__(self) -> str:
        return "<Identity>"


def new_key() -> str:
    return secrets.token_urlsafe(32)


@functools.lru_cache(maxsize=KNOWN)
def seat_key(key: str, table: str, seat: int) -> str:
    """The key of one seat."""
    return hmac.digest(key.encode(), f"{table}\n{seat}".encode(), "sha256").hex()


@functools.lru_cache(maxsize=KNOWN)
def fingerprint(key: str) -> str:
    return hashlib.sha256(b"pyramidion key\n" + key.encode()).hexdigest()


def is_key(text: str) -> bool:
    return FORM.fullmatch(text) is not None


def new_table_id() -> str:
    """Nobody finds a table by guessing."""
    return secrets.token_urlsafe(12).replace("-", "a").replace("_", "b")
