"""What puzzles are about, in words. A game may name its own themes in `themes.json`."""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Collection
from dataclasses import dataclass

from pyramidion.draw.narration import events
from pyramidion.engine.files import read_text
from pyramidion.engine.game import Game
from pyramidion.engine.move import Move
from pyramidion.engine.position import Position
from pyramidion.engine.registry import load


@dataclass(frozen=True)
class Theme:
    """A theme, and the moves that belong to it: by what a move gets, by what it does, and by how it is written.

    `results` are those of a puzzle, `events` kinds of draw/events.py, `moves` is a regular expression for the seat's
    number, a space and the move. What is left out fits all.
    """

    name: str
    title: str
    task: str
    results: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    moves: str = ""

    def fits(self, result: str, kinds: Collection[str], text: str) -> bool:
        return (
            (not self.results or result in self.results)
            and (not self.events or bool(set(self.events) & set(kinds)))
            and re.fullmatch(self.moves or ".*", text) is not None
        )


USUAL = (
    Theme("win", "Find the win", "Find the only move that wins.", ("win",)),
    Theme("draw", "Save the draw", "Find the only move that saves a draw.", ("draw",)),
    Theme("save", "Save the game", "Find the only move that does not lose.", ("save",)),
    Theme("best", "Best move", "Find the move that is clearly better than all others."),
)


@functools.cache
def themes(name: str) -> tuple[Theme, ...]:
    """The themes of a game: its own first, then those that every game has."""
    path = load(name).description.folder / "themes.json"
    own = json.loads(read_text(path)) if path.exists() else []
    return (*(_theme(each) for each in own), *USUAL)


def _theme(data: dict[str, object]) -> Theme:
    lists = {key: tuple(value) for key, value in data.items() if isinstance(value, list)}
    return Theme(**(data | lists))  # type: ignore[arg-type]


def theme(name: str, wanted: str) -> Theme:
    """A theme by its name."""
    return next((each for each in themes(name) if each.name == wanted), USUAL[-1])


def theme_of(view: Position, move: str, result: str) -> Theme:
    """The first theme of the game that a move belongs to."""
    kinds = () if view.blank else kinds_of(view, move)
    text = f"{view.seat} {move}"
    return next(each for each in themes(view.game.name) if each.fits(result, kinds, text))


def kinds_of(view: Position, move: str) -> tuple[str, ...]:
    """What a move does, as kinds of events."""
    made = Move(view, view.check(move))
    return tuple(event.kind for event in events(view, view.play(made), view.seat, made))


def task_of(game: Game, wanted: str, result: str) -> str:
    """What to do, without giving away how."""
    own = theme(game.name, wanted).task
    return own or next(each.task for each in USUAL if each.fits(result, (), ""))
