"""The shapes of what the server says about tables: checked here by mypy, described to clients by OpenAPI."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from pyramidion.server.journal.table import Status


class GameData(TypedDict):
    name: str
    title: str
    spec: str  # with its options, as in telic(merge=either)


class SeatData(TypedDict):
    seat: int
    title: str  # the rules' name for the seat
    colour: str  # of its pieces; empty for a seat without any
    kind: Literal["open", "person", "bot"]
    name: str
    level: int | None  # of a bot


class PlyData(TypedDict):
    """A ply as a seat may read it."""

    ply: int
    seat: int | None  # None for a roll
    whose: int  # the seat whose turn it is, also for a roll
    turn: int  # turns completed before it
    text: str
    told: str  # what the game told after it


class ToldPly(PlyData):
    says: list[str]


class PlySentences(TypedDict):
    ply: int
    says: list[str]


class TalkData(TypedDict):
    at: int
    seat: int
    text: str


class ClockData(TypedDict):
    kind: str
    seconds: int
    increment: int
    left: list[int]  # milliseconds for every seat
    running: int | None  # the seat whose clock runs


class OutcomeData(TypedDict):
    results: list[str]
    rule: str
    winners: list[int]
    says: str


class SecretData(TypedDict):
    """A commitment to a hidden move; with the move and its salt once everyone may know it."""

    ply: int
    commitment: str
    move: NotRequired[str]
    salt: NotRequired[str]


class FairnessData(TypedDict):
    """What anyone can check; with the seed and its salt once the game is over."""

    commitment: str
    contributions: list[str]
    secrets: list[SecretData]
    seed: NotRequired[str]
    salt: NotRequired[str]


class ChoiceData(TypedDict):
    """A legal move, and how it is made on the board."""

    move: str
    pieces: tuple[str, ...]
    target: str
    also: NotRequired[tuple[str, ...]]
    label: NotRequired[str]
    confirm: NotRequired[str]
    passes: NotRequired[bool]


class NoteData(TypedDict):
    id: str
    kind: str
    text: str
    told: bool  # told during the game, such as an answer to a question


class NoticeData(TypedDict):
    kind: str
    text: str


class PartData(TypedDict):
    """A part of a game, such as a round, and what is said when it begins."""

    title: str
    says: str


class ProgressData(TypedDict):
    """How far a seat is, such as 3 of 12 home; `most` is 0 where there is no limit."""

    seat: int
    count: int
    most: int
    what: str


class BoardData(TypedDict):
    """What makes a picture of the board respond to clicks."""

    places: dict[str, str]
    own: list[str]
    choices: list[ChoiceData]
    part: PartData | None
    notes: list[NoteData]
    notices: list[NoticeData]
    progress: list[ProgressData]


class StandsData(TypedDict):
    piece: str
    place: str
    on: str


class NotebookLine(TypedDict):
    """Where the pieces stood when something was told."""

    ply: int
    part: str
    pieces: list[StandsData]
    says: str


class EventData(TypedDict):
    """What a ply did to the picture, in a sentence and as changes of its things."""

    kind: str
    says: str
    ids: tuple[str, ...]
    things: dict[str, list[Any]]
    gone: tuple[str, ...]
    sound: str
    turn: NotRequired[int]
    seat: NotRequired[int | None]
    over: NotRequired[bool]
    ply: NotRequired[int]


class StateData(TypedDict):
    """What changes from entry to entry."""

    number: int  # of the journal's last entry
    head: str  # of the journal's hash chain
    status: Status
    ply: int
    seats: list[SeatData]
    mover: int | None
    turn: int | None
    position: dict[str, Any] | None  # as the seat may know it; see the position text of each game
    moves: list[str]  # those the seat can make now
    board: BoardData | None
    paused: bool
    asks: dict[str, list[int]]  # what is asked for, and which seats have agreed
    can_undo: bool
    outcome: OutcomeData | None
    clock: ClockData | None
    trouble: str  # why a bot does not move
    rematch: str | None  # the id of the next table


class TableData(StateData):
    """A table as a seat, or a spectator, may know it."""

    id: str
    game: GameData
    options: dict[str, str]
    rules: list[str]  # what the options that are not at their defaults mean
    title: str
    shuffled: bool
    created: int
    before: str | None  # the table this is a rematch of
    you: int | None  # the seat whose view this is
    yours: list[int]  # all seats of the one who asks
    history: list[PlyData]
    happened: list[PlySentences]
    notebook: list[NotebookLine]
    chat: bool
    talk: list[TalkData]
    fairness: FairnessData


class EntryData(TypedDict):
    """What everyone may know of a journal's entry."""

    kind: str
    at: int
    seat: NotRequired[int]
    what: NotRequired[str]
    reason: NotRequired[str]
    table: NotRequired[str]
    text: NotRequired[str]
    says: NotRequired[str]


class UpdateData(StateData):
    """A message on a table's socket: what an entry changed."""

    type: Literal["update"]
    you: int | None
    what: EntryData
    line: str  # the entry's public line in the hash chain
    plies: NotRequired[list[PlyData]]
    events: NotRequired[list[EventData]]
    notebook: NotRequired[list[NotebookLine]]
    fairness: NotRequired[FairnessData]
    picture: NotRequired[str]


class TranscriptData(TypedDict):
    """A board in words: a line for each row and for each place beside it, as a board of letters, and how far each seat
    is."""

    rows: list[str]
    text: str
    progress: list[ProgressData]


class TimingData(TypedDict):
    kind: str
    seconds: int
    increment: int


class HeadlineData(TypedDict):
    """A table in a line: which game, with whom, and how it stands for the one who asks."""

    game: GameData
    rules: list[str]
    title: str  # what its players call it
    timing: TimingData | None
    changed: int
    host: str  # the name of the first person at the table, empty if they gave none
    free: list[str]  # the rules' names for the seats that can be taken
    bots: list[int]  # their levels
    others: list[str]
    turn: str  # the name of the one to move, empty if nobody is
    state: Literal["open", "playing", "over", "yours", "drawn", "won", "lost"]


class LineData(TypedDict):
    """A line of an analysis, also in words."""

    move: str
    results: tuple[float, ...]
    effort: int
    exact: bool
    line: tuple[str, ...]
    says: list[str]
    then: list[str]
    pieces: tuple[str, ...]
    target: str


class AnalysisData(TypedDict):
    ply: int
    seat: int | None
    lines: list[LineData]
    effort: int
    depth: int


class PreviewData(TypedDict):
    move: str
    says: list[str]


class RefusalData(TypedDict):
    """Why something cannot be done, with the ruling where there is one."""

    says: str
    rule: str | None
