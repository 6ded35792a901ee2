"""Answers of the API that are not about the state of a table (those are in views/data.py)."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field

from pyramidion.server.journal.table import Status
from pyramidion.server.runtime.tables import Written


class Acknowledgement(BaseModel):
    """An action is on disk."""

    number: int = Field(description="the number of the journal's last entry")
    ply: int = Field(description="the ply at which the game is now")
    status: Status
    head: str = Field(description="the head of the journal after that entry")

    @classmethod
    def of(cls, written: Written) -> Acknowledgement:
        return cls(**vars(written))


class SeatTaken(Acknowledgement):
    """You hold a seat; keep the key."""

    seat: int
    key: str = Field(description="holds this seat; for another device or another program")
    person: str | None = Field(None, description="the key of all your seats, if you had none before")


class JournalAnswer(BaseModel):
    """The public lines of a journal; the head after each is the SHA-256 of the one before and the line."""

    terms: str = Field(description="the line before all entries")
    lines: list[str] = Field(description="the lines after the entry that was asked for")
    number: int
    head: str


class Verdict(BaseModel):
    fair: bool
    checks: list[str]
    problem: str | None = None
    gaps: list[str] = Field(description="what the record does not prove")


class ProblemDetails(BaseModel):
    """RFC 9457."""

    type: str
    title: str
    status: int
    detail: str
    rule: str | None = Field(None, description="the ruling that forbids a move")
    ply: int | None = None
    retry_after: int | None = None


class Alive(BaseModel):
    status: str = "alive"


class Readiness(BaseModel):
    """Which games are compiled, and whose opponents are ready to play."""

    status: str = "ready"
    compiled: list[str]
    opponents: list[str]
    games: list[str]


class OptionAnswer(BaseModel):
    name: str
    rulings: str = Field(description="the rulings that the option is about")
    values: dict[str, str] = Field(description="each value with what it means; the first is the default")


class GameAnswer(BaseModel):
    name: str
    title: str
    author: str
    year: int
    seats: list[str]
    hidden: bool = Field(description="is there anything a seat may not know?")
    options: list[OptionAnswer]


class ListedTable(BaseModel):
    """A table in a list. Times are milliseconds since 1970."""

    id: str
    game: str
    created: int
    changed: int
    status: Status
    title: str


class MomentAnswer(BaseModel):
    """A moment that decided a game, in words."""

    ply: int
    kind: str
    says: str


class ReviewedPly(BaseModel):
    ply: int
    number: int = Field(description="the row of it in the list of moves")
    seat: int | None = Field(description="the seat that decided; null for a roll")
    before: list[float] = Field(description="what each seat could expect before it, adding up to 1")
    after: list[float]
    cost: float = Field(description="what a choice gave away against the best move found")
    luck: float = Field(description="what a roll was worth to the seat whose turn it was")
    change: int = Field(description="what it did to the seat whose turn it was, in whole percents, as it is told")
    says: str = Field(description="the same in words")
    stands: list[float] = Field(description="what each seat could expect when somebody looks at the board before it")
    best: str = Field(description="the best move found; empty where nobody decided")
    confirmed: bool = Field(description="did four times the effort find the same?")
    mark: str = Field(description="only, dubious, mistake, blunder, lucky, unlucky, or nothing")
    sign: str = Field(description="the mark as it is written after a move")


class ReviewedSeat(BaseModel):
    """A player. The result is start plus luck plus skill."""

    name: str
    start: float
    result: float
    luck: float
    own_luck: float
    skill: float
    cost: float
    choices: int
    accuracy: float | None
    bits: float | None
    bits_luck: float | None
    settled: bool = Field(description="were these numbers nearly the same with less effort?")
    judged: bool = Field(description="were those about choices at least roughly the same?")


class ReviewFound(BaseModel):
    """What a review has found."""

    graph: str = Field(description="the chance of each seat as SVG")
    summary: list[str]
    moments: list[MomentAnswer]
    plies: list[ReviewedPly]
    seats: list[ReviewedSeat]
    complete: bool


class ReviewAnswer(BaseModel):
    """How far a review is. It comes quickly with little effort, and then better."""

    id: str
    status: Literal["running", "done", "failed"]
    done: int = Field(description="plies of the pass under way that are done")
    total: int
    effort: int = Field(description="spent on each position in the last complete pass; 0 before the first")
    version: int = Field(description="raised when there is something new")
    outline: str = Field(description="the graph after a first look at some positions, until there is more")
    found: ReviewFound | None = Field(description="null before the first pass is complete, or if you have it already")


class NextTable(BaseModel):
    table: str = Field(description="the id of the table where the same players go on")
