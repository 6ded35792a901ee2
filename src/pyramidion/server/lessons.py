"""Lessons over HTTP: pictures of the introduction, and exercises that are solved move by move."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Response

from pyramidion.draw.svg import USUAL
from pyramidion.server.forms import AskAnswer, LessonClick, Solve
from pyramidion.server.guard import picture_policy
from pyramidion.server.reasons import why_not
from pyramidion.server.showing import deeds, live_board, preview
from pyramidion.server.teaching import Attempt, Exercise, answer, attempt, exercise, illustration_svg, lessons

KEPT = {"cache-control": "public, max-age=3600"}
router = APIRouter(tags=["lessons"])
Number = Annotated[int, Path(ge=1, le=100, description="exercises are numbered from 1 on")]
View = Literal["plan", "oblique"]
Theme = Literal["light", "dark"]


@router.get("/learn/{name}/{number}.svg", include_in_schema=False)
def illustration(name: str, number: int, theme: Theme = "light") -> Response:
    """A picture of the introduction."""
    headers = {**KEPT, "content-security-policy": picture_policy(theme)}
    return Response(illustration_svg(name, number, theme), media_type="image/svg+xml", headers=headers)


@router.get("/api/lessons/{name}")
def contents(name: str) -> dict[str, Any]:
    """What a game teaches: the introduction in words, and the exercises."""
    found = lessons(name)
    tasks = [
        {"number": number, "title": each.title, "task": each.steps[0].task}
        for number, each in enumerate(found.exercises, start=1)
    ]
    return {"intro": [{"text": step.text, "shows": step.shows} for step in found.intro], "exercises": tasks}


@router.get("/api/lessons/{name}/{number}")
def show(name: str, number: Number, view: View = "plan", theme: Theme = "light") -> dict[str, Any]:
    """An exercise: what is to be done, and the board."""
    given = exercise(name, number)
    return exercise_data(given, attempt(given, []), view, theme)


@router.post("/api/lessons/{name}/{number}")
def solve(name: str, number: Number, form: Solve, view: View = "plan", theme: Theme = "light") -> dict[str, Any]:
    """Try to solve an exercise with some moves. The answer tells whether they are right, and why."""
    given = exercise(name, number)
    return exercise_data(given, attempt(given, form.moves), view, theme)


@router.post("/api/lessons/{name}/{number}/why")
def why(name: str, number: Number, form: LessonClick) -> dict[str, Any]:
    """Why something on the board of an exercise cannot go somewhere, with the ruling."""
    given = exercise(name, number)
    return why_not(attempt(given, form.moves).position, given.seat, form.piece, form.target)


@router.post("/api/lessons/{name}/{number}/answer")
def show_answer(name: str, number: Number, form: AskAnswer) -> dict[str, Any]:
    """The next right move of an exercise, for somebody who gives up."""
    given = exercise(name, number)
    found = attempt(given, form.moves)
    move = answer(found, given)
    return {"move": move, "says": preview(found.position.view(given.seat), move)}


def exercise_data(given: Exercise, found: Attempt, view: str, theme: str) -> dict[str, Any]:
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
        "board": live_board(found.position, given.seat, free=not found.done),
        "picture": picture(given, found, view, theme),
    }


def happened(given: Exercise, found: Attempt) -> list[str]:
    """What the last right move did, in sentences."""
    if found.last is None:
        return []
    return deeds(found.last, found.position, given.seat)


def picture(given: Exercise, found: Attempt, view: str, theme: str) -> str:
    """The board as the solver sees it, for a page that has the style sheet."""
    kinds = [kind for kind in USUAL if kind != "target" and not (found.done and kind == "movable")]
    wishes: dict[str, Any] = {"view": view, "theme": theme, "style": False, "caption": False}
    marks = [*kinds, *given.highlights]
    return found.position.svg(given.seat, last_move=found.last, highlights=marks, **wishes)
