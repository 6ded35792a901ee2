"""The entries of a journal: one small type for each kind of change at a table.

A field marked `Public` is told at once to everyone who may see the table. One marked `Private` never leaves the server
in the public line of its entry (chain.py). Journals are kept as JSON, in which every entry has the `kind` of its change
and a body with its fields.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar, TypeVar, get_type_hints

from pyramidion.engine.errors import PyramidionError
from pyramidion.server.journal.fairness import compact

T = TypeVar("T")
Public = Annotated[T, "public"]
Private = Annotated[T, "private"]


class BadEntry(PyramidionError):
    """A line of a journal that cannot be read."""


@dataclass(frozen=True)
class Opening:
    """How a game starts: its shuffled set-up, if any, and the rolls before the first decision."""

    setup: str | None
    plies: list[str]


@dataclass(frozen=True)
class Result:
    """How the rules ended a game."""

    results: list[str]
    rule: str


@dataclass(frozen=True)
class Signature:
    """A seat stands by an action, and by the journal as it had seen it."""

    seen: int  # the entry whose head is signed
    by: str  # the Ed25519 signature, in hexadecimal digits


@dataclass(frozen=True)
class Seated:
    """A person took a seat. The game begins with the last one."""

    kind: ClassVar = "seat"
    seat: Public[int]
    name: str
    holder: Private[str]  # the hash of the key that holds the seat
    contribution: str
    key: str | None = None  # the public key with which the seat signs; its contribution is then the end of its links
    begin: Opening | None = None


@dataclass(frozen=True)
class Begun:
    """A game among bots began."""

    kind: ClassVar = "begin"
    begin: Opening


@dataclass(frozen=True)
class Moved:
    """A seat moved; the plies are the move and the rolls that followed."""

    kind: ClassVar = "move"
    seat: Public[int]
    plies: list[str]
    commitment: str | None = None  # to a hidden move
    request: Private[str | None] = None  # a repeated one has been done already
    link: str | None = None  # the seat's part in the next roll
    salt: str | None = None  # with which the seat has committed to the move
    signed: Signature | None = None
    outcome: Result | None = None  # where the rules end the game


@dataclass(frozen=True)
class TakenBack:
    """The game went back to a ply."""

    kind: ClassVar = "undo"
    seat: Public[int]
    ply: int
    signed: Signature | None = None


@dataclass(frozen=True)
class Asked:
    """A seat asked for an undo, a draw or a pause, or agreed to it."""

    kind: ClassVar = "ask"
    what: Public[str]
    seat: Public[int]
    signed: Signature | None = None


@dataclass(frozen=True)
class Declined:
    """A seat said no to what was asked, or withdrew it."""

    kind: ClassVar = "decline"
    what: Public[str]
    seat: Public[int]
    signed: Signature | None = None


@dataclass(frozen=True)
class Ended:
    """The game ended by something other than its rules."""

    kind: ClassVar = "end"
    seat: Public[int]  # who resigned, ran out of time, or agreed last
    reason: Public[str]
    results: list[str]
    signed: Signature | None = None


@dataclass(frozen=True)
class Paused:
    """The clocks stand still."""

    kind: ClassVar = "pause"
    seat: Public[int]
    signed: Signature | None = None


@dataclass(frozen=True)
class Resumed:
    """The game goes on after a pause or after trouble with a bot."""

    kind: ClassVar = "resume"
    seat: Public[int]
    signed: Signature | None = None


@dataclass(frozen=True)
class Closed:
    """After the game a seat stood by all of it."""

    kind: ClassVar = "close"
    seat: Public[int]
    signed: Signature


@dataclass(frozen=True)
class Credited:
    """The seat to move got back time in which nobody could play."""

    kind: ClassVar = "credit"
    ms: int


@dataclass(frozen=True)
class Said:
    """A line of chat."""

    kind: ClassVar = "chat"
    seat: Public[int]
    text: Annotated[str, "public", "private"]  # told at the table, but not kept in records


@dataclass(frozen=True)
class Stuck:
    """A bot cannot move."""

    kind: ClassVar = "trouble"
    says: Public[str]


@dataclass(frozen=True)
class Rematched:
    """The same players go on at another table."""

    kind: ClassVar = "rematch"
    seat: Public[int]
    table: Public[str]


Change = (
    Seated
    | Begun
    | Moved
    | TakenBack
    | Asked
    | Declined
    | Ended
    | Paused
    | Resumed
    | Closed
    | Credited
    | Said
    | Stuck
    | Rematched
)
KINDS: dict[str, type[Change]] = {change.kind: change for change in Change.__args__}


PARTS: dict[str, type] = {"begin": Opening, "signed": Signature, "outcome": Result}


def marked(change: type[Change], mark: str) -> tuple[str, ...]:
    """The fields of a change with a mark."""
    hints = get_type_hints(change, include_extras=True)
    return tuple(field.name for field in fields(change) if mark in getattr(hints[field.name], "__metadata__", ()))


PUBLIC_FIELDS = {kind: marked(change, "public") for kind, change in KINDS.items()}
PRIVATE_FIELDS = {kind: marked(change, "private") for kind, change in KINDS.items()}


@dataclass(frozen=True)
class Entry:
    """One line of a journal."""

    number: int  # from 1
    at: int  # milliseconds since 1970
    change: Change

    @functools.cached_property
    def body(self) -> dict[str, Any]:
        """What is kept of the change besides its kind."""
        known = {name: value for name, value in vars(self.change).items() if value is not None}
        return {name: vars(value) if name in PARTS else value for name, value in known.items()}

    @functools.cached_property
    def text(self) -> str:
        """The body as it is kept."""
        return compact(self.body)

    def public(self) -> dict[str, Any]:
        """What everyone may know of it."""
        shown = PUBLIC_FIELDS[self.change.kind]
        values = vars(self.change)
        return {"kind": self.change.kind, "at": self.at, **{name: values[name] for name in shown}}


def entry_from(number: int, at: int, kind: str, body: dict[str, Any]) -> Entry:
    """An entry as it was kept; BadEntry where it cannot be read."""
    try:
        parts = {name: part(**body[name]) for name, part in PARTS.items() if name in body}
        return Entry(number, at, KINDS[kind](**{**body, **parts}))
    except (KeyError, TypeError) as error:
        raise BadEntry(f"Entry {number} of the journal is damaged.") from error
