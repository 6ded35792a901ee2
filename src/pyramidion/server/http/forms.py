"""Requests of the API, with their limits and examples."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from pyramidion.engine.registry import games
from pyramidion.server.journal.actions import SignedMove
from pyramidion.server.journal.entries import Signature
from pyramidion.server.problems import bad_request

TABLE_ID = r"^[A-Za-z0-9]{8,32}$"
TableId = Annotated[str, Field(pattern=TABLE_ID)]
SeatNumber = Annotated[int, Field(ge=0, le=3)]
EXAMPLE = games()[-1]
LONGEST_PUZZLE = 8000
LevelNumber = Annotated[int, Field(ge=1, le=8)]


def checked_id(text: str) -> str:
    """The id of a table, where no form checks it."""
    if not re.fullmatch(TABLE_ID, text):
        raise bad_request("The id of a table is 8 to 32 letters and digits.")
    return text


def printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("a name has only characters that can be printed")
    return text


def short(text: str) -> str:
    """Not in the schema: such a text may be too long for a request, which is refused in another way."""
    if len(text) > LONGEST_PUZZLE:
        raise ValueError(f"a puzzle has at most {LONGEST_PUZZLE} characters")
    return text


class Form(BaseModel):
    """A request; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class TimingForm(Form):
    """The clock: seconds for every move, or for the whole game with an increment after each turn."""

    kind: Literal["none", "move", "game"] = "none"
    seconds: int = Field(0, ge=0, le=7 * 24 * 3600)
    increment: int = Field(0, ge=0, le=3600)


class NewTable(Form):
    """A table to be set up."""

    game: str = Field(max_length=1500, description="a game's name, or with options: telic(merge=either)")
    bots: dict[str, LevelNumber] = Field(
        default_factory=dict, max_length=4, description="the level of the bot on each seat that a bot has, by seat"
    )
    timing: TimingForm = TimingForm(kind="none", seconds=0, increment=0)
    listed: bool = Field(False, description="may anybody find it and take an open seat?")
    chat: bool = False
    title: Annotated[str, AfterValidator(printable)] = Field(
        "",
        max_length=60,
        pattern=r"^[^\x00-\x1f\x7f]*$",
        description="what you call this game, such as Treasure Hunt on Parrot Island",
    )
    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"game": EXAMPLE, "bots": {"1": 3}}, {"game": EXAMPLE, "listed": True}]},
    )


Hex64 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class SignatureForm(Form):
    """The signature of a seat, over an action and the head of the journal after an entry."""

    seen: int = Field(ge=0, le=1_000_000, description="the number of that entry")
    by: str = Field(pattern=r"^[0-9a-f]{128}$", description="the Ed25519 signature")

    @property
    def signature(self) -> Signature:
        return Signature(self.seen, self.by)


class MoveSignature(SignatureForm):
    """With a move come the seat's link for the ply, and the salt of its commitment to the move."""

    link: Hex64
    salt: Hex64

    @property
    def move(self) -> SignedMove:
        return SignedMove(self.link, self.salt, self.signature)


class TakeSeat(Form):
    """Somebody sits down."""

    contribution: str = Field(
        pattern=r"^[0-9a-f]{32,64}$", description="hexadecimal digits that you drew at random: your part in the dice"
    )
    name: Annotated[str, AfterValidator(printable)] = Field("", max_length=40, pattern=r"^[^\x00-\x1f\x7f]*$")
    key: Hex64 | None = Field(None, description="the Ed25519 public key with which the seat signs what it does")
    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"contribution": "5f1c0a9be2d84c67a1b2c3d4e5f60718", "name": "Ada"}]},
    )


class NewMove(Form):
    """A move, for the ply at which the game is believed to be; repeating the request does no harm."""

    move: str = Field(max_length=64)
    ply: int = Field(ge=0, le=100_000)
    seat: SeatNumber | None = Field(None, description="needed only if more than one seat is yours")
    request: str | None = Field(
        None, max_length=64, pattern=r"^[A-Za-z0-9_-]+$", description="an id of this request, so that it counts once"
    )
    signed: MoveSignature | None = None
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"move": "roll", "ply": 0}]})


class Ask(Form):
    """Ask for something that needs agreement, agree to it, or decline."""

    what: Literal["undo", "draw", "pause"]
    agree: bool = True
    seat: SeatNumber | None = None
    signed: SignatureForm | None = None
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"what": "undo"}]})


class BySeat(Form):
    """An action of a seat."""

    seat: SeatNumber | None = Field(None, description="needed only if more than one seat is yours")
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{}]})


class SignedBySeat(BySeat):
    """An action of a seat that it may sign."""

    signed: SignatureForm | None = None


class Close(BySeat):
    """A seat stands by a whole game."""

    signed: SignatureForm


class Chat(Form):
    text: str = Field(min_length=1, max_length=500, pattern=r"^[^\x00-\x1f\x7f]*$")
    seat: SeatNumber | None = None
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"text": "Good luck!"}]})


class AskAnalysis(Form):
    """What a bot thinks of the position."""

    level: LevelNumber = 6
    ply: int | None = Field(None, ge=0, le=100_000, description="of a game that is over: the ply to look at")
    seat: SeatNumber | None = None
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"level": 5}]})


class Preview(Form):
    """A move that is thought about, for the ply at which the game is believed to be."""

    move: str = Field(max_length=64)
    ply: int = Field(ge=0, le=100_000)
    seat: SeatNumber | None = None
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"move": "roll", "ply": 0}]})


class Click(Form):
    """Something on the board, and where it was meant to go."""

    piece: str = Field(max_length=64, description="the id of a piece or a place in the picture")
    target: str | None = Field(None, max_length=64)
    seat: SeatNumber | None = None
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"piece": "red-C-1", "target": "d4"}]})


class Solve(Form):
    """The moves with which somebody tries to solve an exercise, from its position on."""

    moves: list[Annotated[str, Field(max_length=64)]] = Field(max_length=20)
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"moves": ["a2-a3"]}]})


class AskAnswer(Form):
    """The right moves so far, to be told the next one."""

    moves: list[Annotated[str, Field(max_length=64)]] = Field(default_factory=list, max_length=20)
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"moves": []}]})


class LessonClick(Form):
    """Something on the board of an exercise after some moves, and where it was meant to go."""

    moves: list[Annotated[str, Field(max_length=64)]] = Field(default_factory=list, max_length=20)
    piece: str = Field(max_length=64, description="the id of a piece or a place in the picture")
    target: str | None = Field(None, max_length=64)
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"piece": "red-C-1", "target": "d4"}]})


class SolvePuzzle(Form):
    """The solver's moves from the position of a puzzle on, without the replies; with a puzzle of your own, its line."""

    moves: list[Annotated[str, Field(max_length=64)]] = Field(default_factory=list, max_length=20)
    puzzle: Annotated[str, AfterValidator(short)] = Field(
        "", description=f"the line of a puzzle of your own, of at most {LONGEST_PUZZLE} characters; with the id `own`"
    )
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"moves": ["a2-a3"]}]})


class PuzzleClick(SolvePuzzle):
    """Something on the board of a puzzle after some moves, and where it was meant to go."""

    piece: str = Field(max_length=64, description="the id of a piece or a place in the picture")
    target: str | None = Field(None, max_length=64)
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"piece": "red-C-1", "target": "d4"}]})


class MakePuzzle(Form):
    """A ply of a finished game at which a seat was to move."""

    ply: int = Field(ge=0, le=100_000)
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"ply": 12}]})


class NewPlaytest(Form):
    """A playtest to be started."""

    game: str = Field(max_length=1500, description="a game's name, or with options: telic(merge=either)")
    player: str = Field("level:3", pattern=r"^(random|level:[1-5])$", description="random, or level:1 to level:5")
    games: int = Field(100, ge=4, le=20_000, description="how many; more than a few hundred only if random")
    compare: str = Field(
        "", max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$", description="option=value,other to compare two variants"
    )
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"game": EXAMPLE, "games": 10}]})


class StopPlaytest(Form):
    key: str = Field(max_length=64, description="as the start of the playtest returned it")


class VerifyRecord(Form):
    record: dict[str, Any] = Field(description="a finished record, as it was downloaded")


StudyText = Annotated[str, Field(max_length=12_000, pattern=r"^[^\x00-\x1f\x7f]*$")]
PositionText = Annotated[str, Field(max_length=4_000, description="a position text, which begins with the game")]


class OpenStudy(Form):
    """A study by its text, or the name of a game or the text of a position to begin one with."""

    study: StudyText = ""
    start: PositionText = EXAMPLE
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"start": EXAMPLE}]})


class Shown(Form):
    """A position of a study, and how it is to be shown."""

    position: PositionText
    seat: SeatNumber | None = Field(None, description="the seat whose view is wanted; none for a spectator's")
    everything: bool = Field(True, description="is also shown what the seat may not know?")
    view: Literal["diagram", "plan", "oblique"] = "diagram"
    theme: Literal["light", "dark", "contrast", "safe"] = "light"
    flip: bool = False
    arrangement: Literal["wide", "tall"] = "wide"
    bare: bool = Field(True, description="without style sheet and caption, for a page that has both")


class LookAt(Shown):
    """A position of a study after some moves."""

    moves: str = Field("", max_length=8_000, description="that are made there first, with spaces between them")


class SetUp(Shown):
    """A position that is set up by hand, and something to be put elsewhere."""

    piece: str | None = Field(None, max_length=64, description="the id of a piece in the picture")
    place: str | None = Field(None, max_length=64, description="the id of the place it is put to")


class StudyClick(Form):
    """Something on the board of a study, and where it was meant to go."""

    position: PositionText
    piece: str = Field(max_length=64, description="the id of a piece or a place in the picture")
    target: str | None = Field(None, max_length=64)


class AskLines(Form):
    """How strong a bot looks at a position, and how many of its lines are wanted."""

    position: PositionText
    level: LevelNumber = 6
    lines: int = Field(3, ge=1, le=5)


class ExportStudy(Form):
    """A study, and the number of the move at which its record ends."""

    study: StudyText
    at: int | None = Field(None, ge=0, le=10_000)


class ReviewRecord(Form):
    record: dict[str, Any] = Field(description="the record of a finished game")


class AskReview(Form):
    """A review of the table's game."""
