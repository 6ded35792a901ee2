"""Records of games: one JSON object on a line, which replays exactly or is refused with the reason."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

from pyramidion.engine.errors import BadRecord, PyramidionError
from pyramidion.engine.files import read_text

FORMAT = "pyramidion-record-1"
SHARE = re.compile(r"\d{1,3}(/[1-9]\d{0,2})?", re.ASCII)
DIGITS = 9  # of the number of a ply
ARENA_FORMAT = "pyramidion-arena-1"  # the first line of a file in which each further line has a record


@dataclass(frozen=True)
class Record:
    """What is written down of a game. `told` holds, by ply, what a ply revealed besides itself; it
    is kept only while a move is hidden, since otherwise it follows from the moves. `proof` is what shows
    that dice and secrets of a table were fair, where a server kept it."""

    game: str
    rules: int
    options: dict[str, str]
    setup: str | None
    seats: list[str]
    moves: list[str]
    outcome: dict[str, Any] | None
    started: str
    ended: str | None = None
    told: dict[str, str] = field(default_factory=dict)
    proof: dict[str, Any] | None = None
    format: str = FORMAT

    def to_json(self) -> str:
        """One line of JSON, without the line break."""
        data = {"format": self.format, **asdict(self)}
        if self.proof is None:
            del data["proof"]
        return json.dumps(data, separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> Record:
        return cls.from_data(_parsed(line))

    @classmethod
    def from_data(cls, data: object) -> Record:
        """A record from its parsed JSON."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BadRecord(f"A record is a JSON object with the format '{FORMAT}'.")
        try:
            record = cls(**data)
        except TypeError as error:
            names = ", ".join(f.name for f in fields(cls))
            raise BadRecord(f"A record has the keys {names}; this one has {', '.join(data)}.") from error
        record._check_types()
        if record.proof is not None and len(data) != len(fields(cls)):
            raise BadRecord("A record with a proof has every key: what is proven is the record as a whole.")
        return record

    def _check_types(self) -> None:
        if isinstance(self.rules, bool) or not isinstance(self.rules, int):
            raise BadRecord("'rules' must be a number.")
        for name in ("game", "started", "ended", "setup"):
            value = getattr(self, name)
            if not is_text(value) and (value is not None or name in ("game", "started")):
                raise BadRecord(f"'{name}' must be a printable text.")
        for name, items in {"seats": self.seats, "moves": self.moves}.items():
            if not isinstance(items, list) or not all(is_text(item) for item in items):
                raise BadRecord(f"'{name}' must be a list of printable texts.")
        for name, pairs in {"options": self.options, "told": self.told}.items():
            if not isinstance(pairs, dict) or not all(is_text(text) for pair in pairs.items() for text in pair):
                raise BadRecord(f"'{name}' must be an object with printable texts.")
        for name in ("outcome", "proof"):
            if not isinstance(getattr(self, name), dict | None):
                raise BadRecord(f"'{name}' must be an object.")
        for name in ("started", "ended"):
            _check_date(name, getattr(self, name))
        if (self.ended is None) != (self.outcome is None):
            raise BadRecord("A finished game has an outcome and the time it ended; one that goes on has neither.")
        if any(not ply.isdecimal() or len(ply) > DIGITS or int(ply) >= len(self.moves) for ply in self.told):
            raise BadRecord("'told' must be an object with numbers of plies, counted from 0.")


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def read_records(path: str | Path) -> Iterator[tuple[int, Record]]:
    """The records of a file, or of the games of an arena, with their line numbers; empty lines are skipped."""
    of_arena = False
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if line.strip():
            try:
                data = _parsed(line)
                if number == 1 and isinstance(data, dict) and data.get("format") == ARENA_FORMAT:
                    of_arena = True
                else:
                    yield number, Record.from_data(data.get("record") if of_arena and isinstance(data, dict) else data)
            except PyramidionError as error:
                raise BadRecord(f"line {number}: {error}") from error


def _parsed(line: str) -> object:
    try:
        data: object = json.loads(line)
    except (TypeError, ValueError, RecursionError) as error:
        raise BadRecord(f"That is not JSON: {error}.") from error
    return data


def _check_date(name: str, value: str | None) -> None:
    try:
        if value is not None and datetime.fromisoformat(value).tzinfo is None:
            raise ValueError("no time zone")
    except ValueError as error:
        raise BadRecord(f"'{name}' must be a date and time like {now()}, not '{value}'.") from error


def is_text(value: object) -> bool:
    """Is it a text that a terminal can show unchanged?"""
    return isinstance(value, str) and value.isprintable()


def printable(text: str) -> str:
    """A text that a terminal can show safely, whatever the record contains."""
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text)


def share(text: str) -> Fraction:
    """A share of a result, as records write it: 0, 1 or 1/2."""
    if not SHARE.fullmatch(text):
        raise ValueError(f"'{text:.20}' is not a share, such as 1/2")
    return Fraction(text)
