"""Puzzles as pages show them: the board, what a move did, why a wrong one fails, and hints."""

from __future__ import annotations

import datetime
import functools
from collections import Counter
from collections.abc import Sequence
from typing import Any, Literal

from typing_extensions import TypedDict

from pyramidion.draw.narration import scene_of
from pyramidion.draw.svg import HIGHLIGHTS, svg
from pyramidion.draw.touch import touched
from pyramidion.engine.errors import BadInput, IllegalMove, PyramidionError
from pyramidion.engine.move import Move
from pyramidion.engine.position import Position
from pyramidion.engine.registry import facts, games
from pyramidion.server.problems import Problem, bad_request, illegal, not_now
from pyramidion.server.views.board import board_data
from pyramidion.server.views.data import BoardData
from pyramidion.server.views.sentences import effects, preview
from pyramidion.study.puzzles.attempts import Attempt, Ply, attempt, checked, why_right, why_wrong
from pyramidion.study.puzzles.puzzle import Puzzle, puzzle, puzzle_of_the_day, puzzles, read_puzzle
from pyramidion.study.puzzles.themes import task_of, theme, themes
from pyramidion.study.studies.tree import Study

OWN = "own"  # the id of a puzzle that comes with the request
Verdict = Literal["open", "right", "wrong", "solved"]


class ThemeData(TypedDict):
    name: str
    title: str
    count: int


class PuzzleGameData(TypedDict):
    """The puzzles of a game, counted by theme and by grade."""

    name: str
    title: str
    count: int
    themes: list[ThemeData]
    grades: dict[int, int]


class ListedPuzzle(TypedDict):
    """A puzzle in a list, without its solution."""

    id: str
    game: str
    theme: str
    grade: int
    rating: int


class FrameData(TypedDict):
    """The board after a ply, and what the ply did."""

    picture: str
    says: list[str]


class PuzzleData(TypedDict):
    """A puzzle after some moves of the solver, as the solver may know it."""

    id: str
    game: str
    title: str
    task: str
    theme: str
    grade: int
    rating: int
    proven: bool
    seat: int
    you: str
    steps: int
    found: list[str]
    verdict: Verdict
    says: str
    frames: list[FrameData]
    board: BoardData
    picture: str
    study: str


class HintData(TypedDict):
    """The next move to find: what it takes up, where to, and what it does."""

    move: str
    pieces: list[str]
    target: str
    says: list[str]


def puzzle_games() -> list[PuzzleGameData]:
    """The games that have puzzles."""
    return [counted(name) for name in games() if puzzles(name)]


@functools.cache
def counted(name: str) -> PuzzleGameData:
    found = puzzles(name)
    named = Counter(each.theme for each in found)
    return {
        "name": name,
        "title": facts(name).title,
        "count": len(found),
        "themes": [{"name": t.name, "title": t.title, "count": named[t.name]} for t in themes(name) if named[t.name]],
        "grades": dict(sorted(Counter(each.grade for each in found).items())),
    }


def listed(each: Puzzle) -> ListedPuzzle:
    return {"id": each.id, "game": each.game, "theme": each.theme, "grade": each.grade, "rating": each.rating}


def of_the_day(day: datetime.date) -> ListedPuzzle | None:
    found = puzzle_of_the_day(day)
    return None if found is None else listed(found)


def known(name: str) -> str:
    """The name itself, if it is that of a game."""
    if name not in games():
        raise Problem(404, "not-found", f"There is no game '{name}'.")
    return name


def wanted(name: str, number: str, own: str = "") -> Puzzle:
    """A puzzle of a game by its id, or the solver's own, which comes with the request."""
    if number == OWN:
        return _own(known(name), own)
    try:
        return puzzle(known(name), number)
    except BadInput as error:
        raise Problem(404, "not-found", str(error)) from error


@functools.lru_cache(maxsize=64)
def _own(name: str, text: str) -> Puzzle:
    """A puzzle sent by a visitor: everything in it is played once, so that it can be trusted afterwards."""
    try:
        found = read_puzzle(name, text)
        checked(found)
    except PyramidionError as error:
        raise bad_request(f"The puzzle cannot be used: {error}") from error
    if found.start.game.name != name:
        raise bad_request(f"This is not a puzzle for {facts(name).title}.")
    return found


def tried(given: Puzzle, moves: Sequence[str]) -> Attempt:
    try:
        return attempt(given, moves)
    except IllegalMove as error:
        raise illegal(error) from error


def puzzle_data(found: Attempt, view: str, look: str) -> PuzzleData:
    """A puzzle after some moves."""
    given, seat = found.puzzle, found.puzzle.seat
    arguments = {"view": view, "theme": look, "style": False}
    return {
        "id": given.id,
        "game": given.game,
        "title": theme(given.game, given.theme).title,
        "task": task_of(found.position.game, given.theme, given.result),
        "theme": given.theme,
        "grade": given.grade,
        "rating": given.rating,
        "proven": given.proven,
        "seat": seat,
        "you": found.position.game.seat_names[seat],
        "steps": len(given.steps),
        "found": list(found.found),
        "verdict": verdict(found),
        "says": says(found),
        "frames": [frame(ply, seat, arguments) for ply in found.news],
        "board": board_data(found.position, seat, free=not found.done),
        "picture": picture(found.position, found.last, seat, arguments, not found.done),
        "study": study_of(found) if found.done else "",
    }


def study_of(found: Attempt) -> str:
    """The address of the analysis board with a solved puzzle."""
    study = Study(found.puzzle.start)
    for text in found.puzzle.line:
        study.play(text)
    return f"{study.link('')}&side={found.puzzle.seat}"


def verdict(found: Attempt) -> Verdict:
    if found.failure is not None:
        return "wrong"
    return "solved" if found.done else "right" if found.found else "open"


def says(found: Attempt) -> str:
    if found.failure is not None:
        return why_wrong(found)
    return why_right(found) if found.done else ""


def frame(ply: Ply, seat: int, arguments: dict[str, Any]) -> FrameData:
    return {"picture": picture(ply.after, ply.move, seat, arguments, False), "says": effects(ply.move, ply.after, seat)}


def picture(position: Position, last: Move | None, seat: int, arguments: dict[str, Any], choosing: bool) -> str:
    """The board as the solver sees it, with all that a careful player would note down."""
    hidden = ("target", "heat", "excluded") if choosing else ("target", "heat", "excluded", "movable")
    kinds = [kind for kind in HIGHLIGHTS if kind not in hidden]
    return position.svg(seat, last_move=last, highlights=kinds, **arguments)


def hint(found: Attempt) -> HintData:
    """The next move to find."""
    if found.done:
        raise not_now("The puzzle is solved.")
    view, text = found.position.view(found.puzzle.seat), found.line[0]
    touch = touched(scene_of(view, view.seat), Move(view, view.check(text)))
    return {"move": text, "pieces": list(touch.pieces), "target": touch.target, "says": preview(view, text)}


@functools.lru_cache(maxsize=256)
def puzzle_svg(name: str, number: str, look: str) -> str:
    """The position of a puzzle as a standalone picture."""
    given = wanted(name, number)
    scene = scene_of(given.start, given.seat)
    return svg(scene, view="diagram", theme=look, highlights=("possible",))
