"""Puzzles over HTTP: listed, solved move by move, and made of a position. Nothing about the solver is kept."""

from __future__ import annotations

import datetime
from typing import Annotated, Literal

from fastapi import Path, Request, Response
from typing_extensions import TypedDict

from pyramidion.server.http.forms import TableId
from pyramidion.server.http.guard import picture_policy
from pyramidion.server.http.play import past_position, until_gone
from pyramidion.server.http.study_forms import MakePuzzle, PuzzleClick, SolvePuzzle
from pyramidion.server.http.visitors import Who
from pyramidion.server.journal.table import OVER
from pyramidion.server.problems import not_now
from pyramidion.server.views.data import RefusalData
from pyramidion.server.views.puzzles import (
    HintData,
    ListedPuzzle,
    PuzzleData,
    PuzzleGameData,
    hint,
    known,
    listed,
    of_the_day,
    puzzle_data,
    puzzle_games,
    puzzle_svg,
    tried,
    wanted,
)
from pyramidion.server.views.refusals import why_not
from pyramidion.study.puzzles.puzzle import puzzles, read_puzzle

KEPT = {"cache-control": "public, max-age=3600"}
Number = Annotated[str, Path(pattern=r"^[a-z0-9]{3,6}$", description="a puzzle's id, or `own` for one of your own")]
View = Literal["diagram", "plan", "oblique"]
Theme = Literal["light", "dark", "contrast", "safe"]


class PuzzlesData(TypedDict):
    games: list[PuzzleGameData]
    day: str
    daily: ListedPuzzle | None


class MadePuzzle(TypedDict):
    """A puzzle to keep: its line, and where it can be solved."""

    game: str
    id: str
    puzzle: str


def overview() -> PuzzlesData:
    """The games with puzzles, their themes and grades, and the puzzle of the day."""
    day = datetime.datetime.now(datetime.UTC).date()
    return {"games": puzzle_games(), "day": day.isoformat(), "daily": of_the_day(day)}


def list_puzzles(name: str) -> list[ListedPuzzle]:
    """All puzzles of a game, the easiest first, without their solutions."""
    return [listed(each) for each in puzzles(known(name))]


def show(name: str, number: Number, view: View = "diagram", theme: Theme = "light") -> PuzzleData:
    """A puzzle: what to find, and the board."""
    return puzzle_data(tried(wanted(name, number), []), view, theme)


def solve(name: str, number: Number, form: SolvePuzzle, view: View = "diagram", theme: Theme = "light") -> PuzzleData:
    """Try to solve a puzzle with some moves. The answer says whether they are right, what the reply is, and why."""
    return puzzle_data(tried(wanted(name, number, form.puzzle), form.moves), view, theme)


def show_hint(name: str, number: Number, form: SolvePuzzle) -> HintData:
    """The next move to find after some right ones."""
    return hint(tried(wanted(name, number, form.puzzle), form.moves))


def why(name: str, number: Number, form: PuzzleClick) -> RefusalData:
    """Why something on the board of a puzzle cannot go somewhere, with the ruling."""
    given = wanted(name, number, form.puzzle)
    return why_not(tried(given, form.moves).position, given.seat, form.piece, form.target)


def picture(name: str, number: Number, theme: Theme = "light") -> Response:
    """The position of a puzzle."""
    headers = {**KEPT, "content-security-policy": picture_policy(theme)}
    return Response(puzzle_svg(name, number, theme), media_type="image/svg+xml", headers=headers)


async def make(table: TableId, form: MakePuzzle, who: Who, request: Request) -> MadePuzzle:
    """Make a puzzle of a position of a finished game, if it has one best move; refused with the reason if not."""
    opened = await who.table(table)
    who.services.analyses.take(who.address)
    async with opened.lock:
        if opened.table.status != OVER:
            raise not_now("Only a finished game can become a puzzle.")
        position = past_position(opened.table, form.ply)
    line = await until_gone(request, who.services.bots.puzzle(who.owner, position))
    if line.startswith("!"):
        raise not_now(line[1:])
    name = position.game.name
    return {"game": name, "id": read_puzzle(name, line).id, "puzzle": line}
