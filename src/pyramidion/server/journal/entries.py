"""The entries of a journal: one small type for each kind of change at a table.

A field marked `Public` is told to everyone who may see the table; all others stay on the server. Journals are kept
as JSON, in which every entry has the `kind` of its change and a body with its fields.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Annotated, Any, ClassVar, TypeVar, get_type_hints

from pyramidion.engine.errors import PyramidionError

T = TypeVar("T")
Public = Annotated[T, "public"]


class BadEntry(PyramidionError):
    """A line of a journal that cannot be read."""


@dataclass(frozen=True)
class Opening:
    """How a game starts: its shuffled set-up, if any, and the rolls before the first decision."""

    setup: str | None
    plies: list[str]


@dataclass(frozen=True)
class Seated:
    """A person took a seat. The game begins with the last one."""

    kind: ClassVar = "seat"
    seat: Public[int]
    name: str
    holder: str  # the hash of the key that holds the seat
    contribution: str
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
    request: str | None = None  # whoever repeats it has moved already


@dataclass(frozen=True)
class TakenBack:
    """The game went back to a ply."""

    kind: ClassVar = "undo"
    seat: Public[int]
    ply: int


@dataclass(frozen=True)
class Asked:
    """A seat asked for an undo, a draw or a pause, or agreed to it."""

    kind: ClassVar = "ask"
    what: Public[str]
    seat: Public[int]


@dataclass(frozen=True)
class Declined:
    """A seat said no to what was asked, or withdrew it."""

    kind: ClassVar = "decline"
    what: Public[str]
    seat: Public[int]


@dataclass(frozen=True)
class Ended:
    """The game ended by something other than its rules."""

    kind: ClassVar = "end"
    seat: Public[int]  # who resigned, ran out of time, or agreed last
    reason: Public[str]
    results: list[str]


@dataclass(frozen=True)
class Paused:
    """The clocks stand still."""

    kind: ClassVar = "pause"
    seat: Public[int]


@dataclass(frozen=True)
class Resumed:
    """The game goes on after a pause or after trouble with a bot."""

    kind: ClassVar = "resume"
    seat: Public[int]


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
    text: Public[str]


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
    | Credited
    | Said
    | Stuck
    | Rematched
)
KINDS: dict[str, type[Change]] = {change.kind: change for change in Change.__args__}


def public_fields(change: type[Change]) -> tuple[str, ...]:
    hints = get_type_hints(change, include_extras=True)
    return tuple(field.name for field in fields(change) if "public" in getattr(hints[field.name], "__metadata__", ()))


PUBLIC_FIELDS = {kind: public_fields(change) for kind, change in KINDS.items()}


@dataclass(frozen=True)
class Entry:
    """One line of a journal."""

    number: int  # from 1
    at: int  # milliseconds since 1970
    change: Change

    def body(self) -> dict[str, Any]:
        """What is kept of the change besides its kind."""
        return {name: value for name, value in asdict(self.change).items() if value is not None}

    def public(self) -> dict[str, Any]:
        """What everyone may know of it."""
        shown = PUBLIC_FIELDS[self.change.kind]
        values = vars(self.change)
        return {"kind": self.change.kind, "at": self.at, **{name: values[name] for name in shown}}


def entry_from(number: int, at: int, kind: str, body: dict[str, Any]) -> Entry:
    """An entry as it was kept; BadEntry where it cannot be read."""
    try:
        opening = {"begin": Opening(**body["begin"])} if "begin" in body else {}
        return Entry(number, at, KINDS[kind](**{**body, **opening}))
    except (KeyError, TypeError) as error:
        raise BadEntry(f"Entry {number} of the journal is damaged.") from error
