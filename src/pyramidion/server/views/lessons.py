"""What a game teaches, read from its lessons.json: an illustrated introduction, and exercises judged by the engine."""

from __future__ import annotations

import functools
import json
import re
from dataclasses import dataclass, field
from typing import Any

from pyramidion.draw.scene import Scene
from pyramidion.draw.svg import svg
from pyramidion.draw.things import Highlight
from pyramidion.engine.errors import IllegalMove
from pyramidion.engine.files import read_text
from pyramidion.engine.move import Move
from pyramidion.engine.notation import position_from_text
from pyramidion.engine.position import Position
from pyramidion.engine.registry import facts, games, load
from pyramidion.server.problems import Problem, illegal, not_now

START_SEED = 7


@dataclass(frozen=True)
class Illustration:
    """A step of the introduction: a few words and a position, or what a move made of it."""

    text: str
    shows: str
    position: str | None = None
    move: str | None = None
    marks: tuple[str, ...] = ()
    highlights: tuple[str, ...] = ("last",)
    view: str = "diagram"
    seat: int | None = None


@dataclass(frozen=True)
class Step:
    """One ply of an exercise: what to do, the moves that do it, and what to say to others."""

    task: str
    answers: tuple[str, ...]
    wrong: str
    wrong_for: dict[str, str]


@dataclass(frozen=True)
class Exercise:
    """A position and what its mover should find. The claims are what the answers do and no other moves."""

    title: str
    position: str
    seat: int
    right: str
    claims: tuple[str, ...]
    steps: tuple[Step, ...]
    highlights: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lessons:
    intro: tuple[Illustration, ...] = ()
    exercises: tuple[Exercise, ...] = ()
    tips: tuple[str, ...] = ()  # for the first game, one a turn
    signs: dict[str, str] = field(default_factory=dict)  # what marks on the board mean, by their kinds
    goal: int = 0  # the illustration that shows the goal, from 1 on; 0 for none


@dataclass(frozen=True)
class Attempt:
    """How far some moves led: the position after the right ones, and what is said of the last."""

    position: Position
    played: tuple[str, ...]
    last: Move | None
    right: bool
    done: bool
    says: str


@functools.cache
def lessons(name: str) -> Lessons:
    """The lessons of a game; none where it has no such file."""
    if name not in games():
        raise Problem(404, "not-found", f"There is no game '{name}'.")
    path = load(name).description.lessons_file
    return read_lessons(json.loads(read_text(path))) if path.exists() else Lessons()


def read_lessons(data: dict[str, Any]) -> Lessons:
    return Lessons(
        tuple(_illustration(each) for each in data["intro"]),
        tuple(_exercise(each) for each in data["exercises"]),
        tuple(data.get("tips", ())),
        data.get("signs", {}),
        data.get("goal", 0),
    )


def _illustration(data: dict[str, Any]) -> Illustration:
    lists: dict[str, Any] = {name: tuple(data[name]) for name in ("marks", "highlights") if name in data}
    return Illustration(**(data | lists))


def _exercise(data: dict[str, Any]) -> Exercise:
    steps = tuple(_step(each, data["wrong"]) for each in (data, *data.get("then", ())))
    return Exercise(
        data["title"],
        data["position"],
        data["seat"],
        data["right"],
        tuple(data["claims"]),
        steps,
        tuple(data.get("highlights", ())),
    )


def _step(data: dict[str, Any], wrong: str) -> Step:
    return Step(data["task"], tuple(data["answers"]), data.get("wrong", wrong), data.get("wrong_for", {}))


def exercise(name: str, number: int) -> Exercise:
    """An exercise by its number, from 1 on."""
    found = lessons(name).exercises
    if not 1 <= number <= len(found):
        raise Problem(404, "not-found", f"{facts(name).title} has {len(found)} exercises.")
    return found[number - 1]


def attempt(given: Exercise, moves: list[str]) -> Attempt:
    """Make moves as long as they are right; a move that the rules forbid is refused with the ruling."""
    position, last, played = position_from_text(given.position), None, list[str]()
    for step, text in zip(given.steps, moves, strict=False):
        move = _move(position.view(given.seat), text)
        if str(move) not in step.answers:
            says = step.wrong_for.get(str(move), step.wrong)
            return Attempt(position, tuple(played), last, False, False, says)
        position, last = position.play(move.code), Move(position, move.code)
        played.append(str(move))
    done = len(played) == len(given.steps)
    says = given.right if done else given.steps[len(played)].task
    return Attempt(position, tuple(played), last, True, done, says)


def answer(found: Attempt, given: Exercise) -> str:
    """A move that is right after those played so far."""
    if found.done:
        raise not_now("The exercise is solved.")
    legal = [str(move) for move in found.position.view(given.seat).moves()]
    return next(text for text in given.steps[len(found.played)].answers if text in legal)


def _move(view: Position, text: str) -> Move:
    try:
        return Move(view, view.check(text))
    except IllegalMove as error:
        raise illegal(error) from error


@functools.lru_cache(maxsize=256)
def illustration_svg(name: str, number: int, theme: str) -> str:
    """The picture of a step of the introduction, from 1 on."""
    steps = lessons(name).intro
    if not 1 <= number <= len(steps):
        raise Problem(404, "not-found", f"The introduction has {len(steps)} pictures.")
    step = steps[number - 1]
    kinds = (*step.highlights, "target") if step.marks else step.highlights
    return svg(illustrated(name, step), view=step.view, theme=theme, highlights=kinds)


def size(picture: str) -> tuple[int, int]:
    """Width and height of a picture, in its own units."""
    found = re.search(r'viewBox="\S+ \S+ (\d+) (\d+)"', picture)
    assert found is not None
    return int(found[1]), int(found[2])


def illustrated(name: str, step: Illustration) -> Scene:
    """The scene that a step shows."""
    position = position_from_text(step.position) if step.position else load(name).start(seed=START_SEED)
    last = None
    if step.move is not None:
        last = Move(position, position.check(step.move))
        position = position.play(last)
    scene = position.scene(step.seat, last)
    assert isinstance(scene, Scene)
    return scene.marked(Highlight(f"target-{place}", "target", place) for place in step.marks)
