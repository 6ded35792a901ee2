"""`pyramidion puzzles`: list the puzzles of a game, and solve one by typing moves."""

from __future__ import annotations

import json

from pyramidion.engine.errors import BadInput, IllegalMove
from pyramidion.engine.registry import load
from pyramidion.study.puzzles.attempts import Attempt, attempt, told, why_right, why_wrong
from pyramidion.study.puzzles.puzzle import Puzzle, puzzle, puzzles
from pyramidion.study.puzzles.themes import task_of, theme, themes
from pyramidion.terminal.play import LEAVE, ask
from pyramidion.terminal.screen import board

HELP = "Type a move, or: moves, hint, solution, quit."


def list_puzzles(name: str, wanted: str | None, named: str | None, grade: int | None, as_json: bool) -> None:
    """Print the puzzles that fit."""
    found = [each for each in puzzles(load(name)) if _fits(each, wanted, named, grade)]
    if named is not None and all(each.theme != named for each in puzzles(name)):
        known = ", ".join(each.name for each in themes(name) if any(p.theme == each.name for p in puzzles(name)))
        raise BadInput(f"{load(name).title} has no puzzles of the theme '{named}'. Its themes: {known or 'none'}.")
    if as_json:
        print(json.dumps([_data(each) for each in found], indent=1))
        return
    for each in found:
        sure = "proven" if each.proven else "by search"
        moves = f"{len(each.steps)} move{'s' * (len(each.steps) != 1)}"
        print(f"{each.id}  grade {each.grade}  {theme(name, each.theme).title} ({each.theme}), {moves}, {sure}")
    print(f"{len(found)} puzzles." + (f" Solve one: pyramidion puzzles {name} {found[0].id}" if found else ""))


def _fits(each: Puzzle, wanted: str | None, named: str | None, grade: int | None) -> bool:
    return wanted in (None, each.id) and named in (None, each.theme) and grade in (None, each.grade)


def _data(each: Puzzle) -> dict[str, object]:
    return {
        "id": each.id,
        "game": each.game,
        "rating": each.rating,
        "proven": each.proven,
        **json.loads(each.to_json()),
    }


def solve_puzzle(name: str, wanted: str) -> int:
    """Ask for moves until the puzzle is solved or the solver leaves."""
    given, now = puzzle(load(name).name, wanted), list[str]()
    print(f"{board(given.start.view(given.seat))}\n")
    print(
        f"You are {given.start.game.seat_names[given.seat]}. {task_of(load(name), given.theme, given.result)}\n{HELP}"
    )
    while True:
        found = attempt(given, now)
        if found.done:
            print(f"Right! {why_right(found)}")
            return 0
        answer = ask(f"move {len(now) + 1} of {len(given.steps)}> ")
        if answer in LEAVE:
            return 0
        now = _answered(found, answer)


def _answered(found: Attempt, answer: str) -> list[str]:
    """The right moves after what the solver typed."""
    now = list(found.found)
    view = found.position.view(found.puzzle.seat)
    if answer == "moves":
        print(" ".join(str(move) for move in view.moves()))
    elif answer == "solution":
        print(f"The move: {found.line[0]}")
    elif answer == "hint":
        print(f"The move begins with {found.line[0][:2]}")
    elif answer:
        return _tried(found, answer, now)
    return now


def _tried(found: Attempt, answer: str, now: list[str]) -> list[str]:
    try:
        after = attempt(found.puzzle, [*now, answer])
    except IllegalMove as error:
        print(error)
        return now
    print(told(after.news, found.puzzle.seat))
    if after.failure is not None:
        print(f"Not the best. {why_wrong(after)}")
    elif not after.done:
        print(f"{board(after.position.view(found.puzzle.seat))}\nRight! Go on.")
    return list(after.found)
