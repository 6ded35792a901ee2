"""What a server and its workers tell each other: tasks, answers, and how they are sent."""

from __future__ import annotations

import pickle
import struct
from dataclasses import dataclass
from typing import Any

from pyramidion.engine.match import Match
from pyramidion.engine.position import Position
from pyramidion.study.reviews.review import Review

LENGTH = struct.Struct(">I")


@dataclass(frozen=True)
class Choose:
    """Choose a move for a bot's seat; the bot remembers what it thought about its game before."""

    table: str
    seat: int
    level: int
    seed: int
    view: Position


@dataclass(frozen=True)
class Analyse:
    """Say what a bot of a level thinks of a view; if it `grows`, also what it thinks on the way."""

    level: int
    view: Position
    grows: bool = False


@dataclass(frozen=True)
class Weigh:
    """Say what a bot of a level thinks of every outcome of chance."""

    level: int
    position: Position


@dataclass(frozen=True)
class Prepare:
    """Have a game and a level of its bots compiled."""

    game: str
    level: int


@dataclass(frozen=True)
class Verify:
    """Check the dice and secrets of a record, which comes from a stranger."""

    record: str


@dataclass(frozen=True)
class Pose:
    """Make a puzzle of a position, if it makes one."""

    position: Position


@dataclass(frozen=True)
class Replay:
    """Play a record again, which comes from a stranger, for its review."""

    record: str


@dataclass(frozen=True)
class Glance:
    """Value some positions of a finished game quickly, for a first look at its course."""

    positions: tuple[Position, ...]


@dataclass(frozen=True)
class Value:
    """Value some plies of a finished game for its review: positions, what was played there, and the moves to compare
    it with, none for those that promise most."""

    plies: tuple[tuple[Position, tuple[int, ...], tuple[int, ...]], ...]
    effort: int
    quick: bool  # does it take a moment only?


@dataclass(frozen=True)
class Draw:
    """Make a page of a review."""

    review: Review
    match: Match


Task = Choose | Analyse | Weigh | Prepare | Verify | Pose | Replay | Glance | Value | Draw


@dataclass(frozen=True)
class Order:
    """What a worker is told: a task to do, or the number of one to stop."""

    number: int
    task: Task | None


@dataclass(frozen=True)
class Answer:
    """What came of a task, or of a part of it, if there is more to come."""

    number: int
    result: Any = None
    more: bool = False
    refusal: str = ""  # what was wrong with the task
    error: str = ""  # what went wrong over it


def packed(message: Order | Answer) -> bytes:
    data = pickle.dumps(message)
    return LENGTH.pack(len(data)) + data
