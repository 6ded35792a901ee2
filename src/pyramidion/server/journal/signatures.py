"""Signatures (Ed25519): a seat stands by what it did, and the server by the records it gives out."""

from __future__ import annotations

from collections.abc import Sequence

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


class Signer:
    """A private key, known by its public one."""

    def __init__(self, secret: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(secret)
        self.public = self._key.public_key().public_bytes_raw().hex()

    def sign(self, text: str) -> str:
        return self._key.sign(text.encode()).hex()

    def __repr__(self) -> str:
        return f"<Signer {self.public}>"


def is_signed(public: str, signature: str, text: str) -> bool:
    """Did the owner of a public key sign this text?"""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
        key.verify(bytes.fromhex(signature), text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def action_text(table: str, seat: int, seen: int, head: str, words: Sequence[object]) -> str:
    """What a seat signs: an action, and the head of the journal after the entry it had seen."""
    return "\n".join(["pyramidion action", table, str(seat), str(seen), head, *map(str, words)])
