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


class Form(BaseModel):
    """A request; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class TimingForm(Form):
    """The clock: seconds for every move, or for the whole game with an increment after each turn."""

    kind: Literal["none", "move", "game"] = "none"
    seconds: int = Field(0, ge=0, le=7 * 24 * 3600)
    increment: int = Field(0, ge=0, le=3600)


class NewTable(Form):
    """A new table."""

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
    """A person takes a seat."""

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
    """The moves with which a player tries to solve an exercise, from its position on."""

    moves: list[Annotated[str, Field(max_length=64)]] = Field(max_length=20)
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"moves": ["a2-a3"]}]})


class AskAnswer(Form):
    """The right moves so far, to get the next one."""

    moves: list[Annotated[str, Field(max_length=64)]] = Field(default_factory=list, max_length=20)
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"moves": []}]})


class LessonClick(Form):
    """Something on the board of an exercise after some moves, and where it was meant to go."""

    moves: list[Annotated[str, Field(max_length=64)]] = Field(default_factory=list, max_length=20)
    piece: str = Field(max_length=64, description="the id of a piece or a place in the picture")
    target: str | None = Field(None, max_length=64)
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"piece": "red-C-1", "target": "d4"}]})


class NewPlaytest(Form):
    """A new playtest."""

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
