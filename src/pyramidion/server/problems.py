"""What a request may be refused with: RFC 9457 problem details."""

from __future__ import annotations

from typing import Any

from pyramidion.engine.errors import IllegalMove, PyramidionError

TITLES = {
    "bad-request": "The request makes no sense",
    "bad-signature": "The signature is not valid",
    "bad-origin": "The request comes from another site",
    "illegal-move": "The move is not allowed",
    "not-found": "There is no such thing",
    "not-your-seat": "This seat is not yours",
    "not-now": "This cannot be done now",
    "out-of-step": "The game has moved on",
    "too-large": "The request is too large",
    "too-slow": "The request came too slowly",
    "too-many": "Too many requests",
    "busy": "The server is too busy",
    "unavailable": "The server cannot store anything",
    "damaged": "The data is damaged",
    "failed": "Something went wrong here",
}


class Problem(PyramidionError):
    """A refusal with its HTTP status; `kind` is one of TITLES."""

    def __init__(self, status: int, kind: str, detail: str, **more: Any) -> None:
        super().__init__(detail)
        self.status = status
        self.kind = kind
        self.detail = detail
        self.more = more

    def data(self) -> dict[str, Any]:
        return {
            "type": f"urn:pyramidion:problem:{self.kind}",
            "title": TITLES[self.kind],
            "status": self.status,
            "detail": self.detail,
            **{name: value for name, value in self.more.items() if value is not None},
        }


def bad_request(detail: str) -> Problem:
    return Problem(422, "bad-request", detail)


def not_now(detail: str) -> Problem:
    return Problem(409, "not-now", detail)


def not_yours(detail: str) -> Problem:
    return Problem(403, "not-your-seat", detail)


def illegal(error: IllegalMove) -> Problem:
    """A refused move, with the ruling that forbids it."""
    return Problem(422, "illegal-move", error.reason, rule=error.rule)
