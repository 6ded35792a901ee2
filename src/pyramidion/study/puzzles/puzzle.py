"""Puzzles: positions with one best move. Each game keeps its own in `puzzles.jsonl`, one a line."""

from __future__ import annotations

import datetime
import functools
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pyramidion.engine.errors import BadInput
from pyramidion.engine.files import read_text
from pyramidion.engine.game import Game, checked_game
from pyramidion.engine.notation import position_from_text
from pyramidion.engine.position import Position
from pyramidion.engine.registry import games, load

LONGEST_LINE = 24  # plies
HIGHEST_GRADE = 6
LOWEST_RATING, RATING_A_GRADE = 800, 200
DIGITS = "abcdefghjkmnpqrstuvwxyz23456789"
ID_LENGTH = 6


@dataclass(frozen=True)
class Worth:
    """What a move leads to: the mover's expected result, and the moves that follow."""

    move: str
    share: float
    exact: bool
    reply: tuple[str, ...] = ()


@dataclass(frozen=True)
class Step:
    """A move to find: what it is worth to the solver, and what the other moves are worth."""

    move: str
    share: float
    exact: bool
    others: tuple[Worth, ...]
    also: tuple[str, ...] = ()  # later moves of the same turn, with which one may begin as well
    then: tuple[str, ...] = ()  # how the game may go on, up to the opponent's reply

    @property
    def margin(self) -> float:
        """How much better the move is than the next best."""
        return self.share - max((other.share for other in self.others), default=0.0)

    @property
    def proven(self) -> bool:
        """Is it certain that no other move is as good?"""
        return self.exact and all(other.exact for other in self.others)


@dataclass(frozen=True)
class Puzzle:
    """A position, and the line to find: the solver's moves, and between them the best replies."""

    game: str
    position: str  # as text; of a game with secrets the whole of it
    line: tuple[str, ...]
    steps: tuple[Step, ...]  # one for each move of the solver in the line
    theme: str
    grade: int  # how many of the levels 1 to 6 miss the first move
    source: str = ""  # the game it comes from: level, seed and ply

    @functools.cached_property
    def id(self) -> str:
        """A short name that stays the same as long as the position does."""
        number = int.from_bytes(hashlib.sha256(self.position.encode()).digest()[:8], "big")
        return "".join(DIGITS[number // len(DIGITS) ** place % len(DIGITS)] for place in range(ID_LENGTH))

    @functools.cached_property
    def start(self) -> Position:
        return position_from_text(self.position)

    @property
    def seat(self) -> int:
        return self.start.seat

    @property
    def proven(self) -> bool:
        return all(step.proven for step in self.steps)

    @property
    def result(self) -> str:
        """What the first move gets: `win`, `draw`, `save` where all others lose, else `gain`."""
        first = self.steps[0]
        if first.exact and first.share == 1:
            return "win"
        lost = all(other.exact and other.share == 0 for other in first.others)
        if first.exact and first.share == 0.5 and lost:
            return "draw"
        return "save" if lost and first.others else "gain"

    @property
    def rating(self) -> int:
        """How hard it is, on the scale of the solver's rating."""
        return LOWEST_RATING + RATING_A_GRADE * self.grade

    def to_json(self) -> str:
        data = {
            "position": self.position,
            "line": " ".join(self.line),
            "steps": [_step_text(step) for step in self.steps],
            "theme": self.theme,
            "grade": self.grade,
            "source": self.source,
        }
        return json.dumps(data, separators=(",", ":"))


def _step_text(step: Step) -> str:
    """`a2-a3 61; b4-b5 43 b2-b3; roll 12!`: moves, percent for the solver, `!` where certain, and the replies; after
    the first move, and a bar, those with which one may begin as well."""
    first = Worth("|".join((step.move, *step.also)), step.share, step.exact, step.then)
    return "; ".join(_worth_text(worth) for worth in (first, *step.others))


def _worth_text(worth: Worth) -> str:
    sure = "!" if worth.exact else ""
    return " ".join((worth.move, f"{100 * worth.share:.1f}".removesuffix(".0") + sure, *worth.reply))


def _read_worth(text: str) -> Worth:
    move, number, *reply = text.split()
    return Worth(move, float(number.rstrip("!")) / 100, number.endswith("!"), tuple(reply))


def _read_step(text: str) -> Step:
    first, *others = [_read_worth(part) for part in text.split("; ")]
    move, *also = first.move.split("|")
    return Step(move, first.share, first.exact, tuple(others), tuple(also), first.reply)


def read_puzzle(game: str, text: str) -> Puzzle:
    """A puzzle from its line; BadInput if it is malformed."""
    try:
        data: Mapping[str, Any] = json.loads(text)
        steps = tuple(_read_step(each) for each in data["steps"])
        line, position = tuple(data["line"].split()), str(data["position"])
        found = Puzzle(game, position, line, steps, str(data["theme"]), int(data["grade"]), str(data["source"]))
    except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as error:
        raise BadInput("This is not a puzzle, as puzzles are written in puzzles.jsonl.") from error
    followed = [step.then for step in steps] + [other.reply for step in steps for other in step.others]
    if len(line) > LONGEST_LINE or any(len(reply) > LONGEST_LINE for reply in followed):
        raise BadInput(f"A line of a puzzle, and every reply, has at most {LONGEST_LINE} plies.")
    if not all(text.isascii() and text.isprintable() for text in (found.theme, found.source)):
        raise BadInput("The theme and the source of a puzzle are plain ASCII texts.")
    shares = [share for step in steps for share in (step.share, *(other.share for other in step.others))]
    if not steps or not line or not all(0 <= share <= 1 for share in shares) or not 0 <= found.grade <= HIGHEST_GRADE:
        raise BadInput("A puzzle needs a line to find, and what its moves are worth.")
    return found


def puzzles_file(game: Game) -> Path:
    return game.description.folder / "puzzles.jsonl"


def puzzles(game: Game | str) -> tuple[Puzzle, ...]:
    """All puzzles of a game, the easiest first; none where it has no such file."""
    return _puzzles(game if isinstance(game, str) else checked_game(game).name)


@functools.cache
def _puzzles(name: str) -> tuple[Puzzle, ...]:
    path = puzzles_file(load(name))
    if not path.exists():
        return ()
    found = [read_puzzle(name, line) for line in read_text(path).splitlines()]
    return tuple(sorted(found, key=lambda puzzle: (puzzle.grade, puzzle.id)))


def puzzle(name: str, wanted: str) -> Puzzle:
    """A puzzle by its game and id."""
    for each in puzzles(name):
        if each.id == wanted:
            return each
    raise BadInput(f"There is no puzzle '{wanted}' of {load(name).title}.")


def puzzle_of_the_day(day: datetime.date) -> Puzzle | None:
    """The same for everybody: each game in turn, and each of its puzzles once before any comes again."""
    found = [puzzles(name) for name in games() if puzzles(name)]
    if not found:
        return None
    round_number, turn = divmod(day.toordinal(), len(found))
    return scattered(found[turn])[round_number % len(found[turn])]


@functools.cache
def scattered(found: tuple[Puzzle, ...]) -> tuple[Puzzle, ...]:
    """In an order that has nothing to do with how hard they are."""
    return tuple(sorted(found, key=lambda puzzle: hashlib.sha256(puzzle.id.encode()).digest()))
