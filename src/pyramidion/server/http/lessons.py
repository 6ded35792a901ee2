"""Lessons over HTTP: pictures of the introduction, and exercises that are solved move by move."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Path, Response
from typing_extensions import TypedDict

from pyramidion.server.http.forms import AskAnswer, LessonClick, Solve
from pyramidion.server.http.guard import picture_policy
from pyramidion.server.views.board import board_data
from pyramidion.server.views.data import BoardData, PreviewData, RefusalData
from pyramidion.server.views.lessons import Attempt, Exercise, answer, attempt, exercise, illustration_svg, lessons
from pyramidion.server.views.pictures import Look
from pyramidion.server.views.refusals import why_not
from pyramidion.server.views.sentences import effects, preview

FEW = ("last", "movable", "threatened")  # the marks of every exercise; what else it is about, it says itself
KEPT = {"cache-control": "public, max-age=3600"}
Number = Annotated[int, Path(ge=1, le=100, description="exercises are numbered from 1 on")]
View = Literal["diagram", "plan", "oblique"]
Theme = Literal["light", "dark", "contrast", "safe"]
Arrangement = Literal["wide", "tall"]


def illustration(name: str, number: int, theme: Theme = "light") -> Response:
    """A picture of the introduction."""
    headers = {**KEPT, "content-security-policy": picture_policy(theme)}
    return Response(illustration_svg(name, number, theme), media_type="image/svg+xml", headers=headers)


class StepData(TypedDict):
    """A step of the introduction."""

    text: str
    shows: str


class TaskData(TypedDict):
    number: int
    title: str
    task: str


class ContentsData(TypedDict):
    intro: list[StepData]
    exercises: list[TaskData]


class ExerciseData(TypedDict):
    """An exercise after some moves, as its solver may know it."""

    title: str
    task: str
    steps: int
    seat: int
    you: str
    played: list[str]
    right: bool
    done: bool
    says: str
    happened: list[str]
    board: BoardData
    picture: str


def contents(name: str) -> ContentsData:
    """What a game teaches: the introduction in words, and the exercises."""
    found = lessons(name)
    tasks: list[TaskData] = [
        {"number": number, "title": each.title, "task": each.steps[0].task}
        for number, each in enumerate(found.exercises, start=1)
    ]
    return {"intro": [{"text": step.text, "shows": step.shows} for step in found.intro], "exercises": tasks}


def show(
    name: str, number: Number, view: View = "diagram", theme: Theme = "light", arrangement: Arrangement = "wide"
) -> ExerciseData:
    """An exercise: what to do, and the board."""
    given = exercise(name, number)
    return exercise_data(given, attempt(given, []), Look(view, theme, arrangement=arrangement))


def solve(
    name: str,
    number: Number,
    form: Solve,
    view: View = "diagram",
    theme: Theme = "light",
    arrangement: Arrangement = "wide",
) -> ExerciseData:
    """Try to solve an exercise with some moves. The answer says whether they are right, and why."""
    given = exercise(name, number)
    return exercise_data(given, attempt(given, form.moves), Look(view, theme, arrangement=arrangement))


def why(name: str, number: Number, form: LessonClick) -> RefusalData:
    """Why something on the board of an exercise cannot go somewhere, with the ruling."""
    given = exercise(name, number)
    return why_not(attempt(given, form.moves).position, given.seat, form.piece, form.target)


def show_answer(name: str, number: Number, form: AskAnswer) -> PreviewData:
    """The next right move of an exercise, for a player who gives up."""
    given = exercise(name, number)
    found = attempt(given, form.moves)
    move = answer(found, given)
    return {"move": move, "says": preview(found.position.view(given.seat), move)}


def exercise_data(given: Exercise, found: Attempt, look: Look) -> ExerciseData:
    """An exercise after some moves, as its solver may know it."""
    step = given.steps[min(len(found.played), len(given.steps) - 1)]
    return {
        "title": given.title,
        "task": step.task,
        "steps": len(given.steps),
        "seat": given.seat,
        "you": found.position.game.seat_names[given.seat],
        "played": list(found.played),
        "right": found.right,
        "done": found.done,
        "says": found.says,
        "happened": happened(given, found),
        "board": board_data(found.position, given.seat, free=not found.done),
        "picture": picture(given, found, look),
    }


def happened(given: Exercise, found: Attempt) -> list[str]:
    """What the last right move did, in sentences."""
    if found.last is None:
        return []
    return effects(found.last, found.position, given.seat)


def picture(given: Exercise, found: Attempt, look: Look) -> str:
    """The board as the solver sees it, for a page that has the style sheet."""
    kinds = [kind for kind in FEW if not (found.done and kind == "movable")]
    arguments: dict[str, Any] = {"view": look.view, "theme": look.theme, "arrangement": look.arrangement}
    marks = [*kinds, *given.highlights]
    return found.position.svg(given.seat, last_move=found.last, highlights=marks, style=False, **arguments)
