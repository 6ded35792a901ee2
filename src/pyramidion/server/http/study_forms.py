"""Requests of those who study: puzzles, studies and reviews, with their limits and examples."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, Field

from pyramidion.server.http.forms import EXAMPLE, Form, LevelNumber, SeatNumber

LONGEST_PUZZLE = 8000
StudyText = Annotated[str, Field(max_length=12_000, pattern=r"^[^\x00-\x1f\x7f]*$")]
PositionText = Annotated[str, Field(max_length=4_000, description="a position text, which begins with the game")]


def short(text: str) -> str:
    """Checked here, not in the schema: a text too long for any request is refused earlier, in another way."""
    if len(text) > LONGEST_PUZZLE:
        raise ValueError(f"a puzzle has at most {LONGEST_PUZZLE} characters")
    return text


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


class OpenStudy(Form):
    """A study by its text, or the name of a game or the text of a position to begin one with."""

    study: StudyText = ""
    start: PositionText = EXAMPLE
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"start": EXAMPLE}]})


class Looked(Form):
    """How to show a board."""

    view: Literal["diagram", "plan", "oblique"] = "diagram"
    theme: Literal["light", "dark", "contrast", "safe"] = "light"
    flip: bool = False
    arrangement: Literal["wide", "tall"] = "wide"
    bare: bool = Field(True, description="without style sheet and caption, for a page that has both")


class Shown(Looked):
    """A position of a study, and how to show it."""

    position: PositionText
    seat: SeatNumber | None = Field(None, description="the seat whose view to return; none for a spectator's")
    everything: bool = Field(True, description="is also shown what the seat may not know?")


class LookAt(Shown):
    """A position of a study after some moves."""

    moves: str = Field("", max_length=8_000, description="that are made there first, with spaces between them")


class SetUp(Shown):
    """A position set up by hand, and a piece to move elsewhere."""

    piece: str | None = Field(None, max_length=64, description="the id of a piece in the picture")
    place: str | None = Field(None, max_length=64, description="the id of the place it is put to")


class StudyClick(Form):
    """Something on the board of a study, and where it was meant to go."""

    position: PositionText
    piece: str = Field(max_length=64, description="the id of a piece or a place in the picture")
    target: str | None = Field(None, max_length=64)


class AskLines(Form):
    """The level of the bot that looks at a position, and how many lines to return."""

    position: PositionText
    level: LevelNumber = 6
    lines: int = Field(3, ge=1, le=5)


class AskMove(Form):
    """How strong a bot chooses a move, and a number that decides between moves it likes equally."""

    position: PositionText
    level: LevelNumber = 3
    seed: int = Field(0, ge=0, le=2**31 - 1)


class ExportStudy(Form):
    """A study, and the number of the move at which its record ends."""

    study: StudyText
    at: int | None = Field(None, ge=0, le=10_000)


class ReviewRecord(Form):
    record: dict[str, Any] = Field(description="the record of a finished game")


class AskReview(Form):
    """A review of the table's game."""


class PlayAgain(Looked):
    """Another move for a choice of a finished game; without one, just the position. `solution`: show the best."""

    move: str = Field("", max_length=64)
    solution: bool = False
    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"move": "a2-a3"}]})
