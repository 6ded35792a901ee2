"""A dense numbering of the moves of a game, for programs that learn: codes have gaps, these numbers have none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine import edge
from pyramidion.engine.errors import BadInput
from pyramidion.engine.move import Move
from pyramidion.engine.whole import is_whole

if TYPE_CHECKING:
    from pyramidion.engine.game import Game
    from pyramidion.engine.position import Position

MOST_ACTIONS = 1 << 16
WIDEST_GAP = 1 << 12  # in the codes of a game that does not list them
NONE = -1


class Actions:
    """Moves with their numbers from 0: `actions.text(3)`, `actions.index("a2-a3")`, `len(actions)`."""

    def __init__(self, game: Game, codes: Sequence[int], noun: str = "actions") -> None:
        self.game, self.noun = game, noun
        self.codes = np.array(codes, dtype=np.int32)  # of each number
        self.numbers = np.full(1 + max(codes, default=0), NONE, dtype=np.int32)  # of each code
        self.numbers[self.codes] = np.arange(len(codes))

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Iterator[str]:
        return map(self.text, range(len(self)))

    def __repr__(self) -> str:
        return f"<{len(self)} {self.noun} of {self.game.spec}>"

    def code(self, number: int) -> int:
        """The code of an action, as `position.play` takes it."""
        if not is_whole(number, 0, len(self) - 1):
            known = f"{self.noun} 0 to {len(self) - 1}" if len(self) else f"no {self.noun}"
            raise BadInput(f"{self.game.spec} has {known}, not {number!r}.")
        return int(self.codes[number])

    def of(self, move: Move | int) -> int:
        """The number of a move, given as a Move or as a code."""
        code = move.code if isinstance(move, Move) and move.position.game == self.game else move
        number = int(self.numbers[code]) if is_whole(code, 0, len(self.numbers) - 1) else NONE
        if number == NONE:
            raise BadInput(f"{move!r} is not the code of one of the {len(self)} {self.noun} of {self.game.spec}.")
        return number

    def mask(self, room: NDArray[np.int32], count: int) -> NDArray[np.bool_]:
        """Which actions are among the first codes in `room`, a workspace that holds choices."""
        found = np.empty(len(self.codes), dtype=np.bool_)
        if self.game.bind(edge.mark_numbers)(room, count, self.numbers, found):
            codes = room[0, :count].tolist()
            raise BadInput(f"Some of {codes} are not codes of the {len(self)} {self.noun} of {self.game.spec}.")
        return found

    def text(self, number: int, position: Position | None = None) -> str:
        """The text of an action in a position; without one, its text at the start of the game."""
        return self._there(position).text_of(self.code(number))

    def index(self, text: str, position: Position | None = None) -> int:
        """The number of a move given as text; BadInput if the text is not a move."""
        there = self._there(position)
        code = self.game.manual.read_move(there.fields, text) if isinstance(text, str) else None
        if code is None:
            raise BadInput(f"{text!r} is not a move in {self.game.title}, such as {self.game.facts.example}.")
        return self.of(code)

    def _there(self, position: Position | None) -> Position:
        """The position, or the start of the game for None."""
        if position is None:
            return self.game.start(seed=0)
        if getattr(position, "game", None) != self.game:
            raise BadInput(f"Expected a position of {self.game.spec}, not {position!r}.")
        return position

    @property
    def mirrored(self) -> Sequence[int]:
        """For each action, its number as the second of two seats sees it in its tensor."""
        mirrored = self.game.description.encoding.mirrored
        return [self.of(mirrored(code)) for code in self.codes.tolist()]


def moves_of(game: Game) -> Actions:
    """The moves of seats: those that the game lists, or every code that has a text."""
    return _numbered(game, game.description.encoding.moves)


def outcomes_of(game: Game) -> Actions:
    """The outcomes of chance, in the same way."""
    if not game.facts.chance:
        return Actions(game, (), "outcomes")
    return _numbered(game, game.description.encoding.outcomes, "outcomes")


def _numbered(
    game: Game, listed: Callable[[Mapping[str, str]], Sequence[int]] | None, noun: str = "actions"
) -> Actions:
    return Actions(game, listed(game.options) if listed else list(_codes_with_texts(game)), noun)


def _codes_with_texts(game: Game) -> Iterator[int]:
    """The codes from 0 up whose text, at a start of the game, reads back as the code."""
    fields, last = game.start(seed=0).fields, 0
    for code in range(MOST_ACTIONS):
        try:
            known = game.manual.read_move(fields, game.manual.move_text(fields, code)) == code
        except (LookupError, ValueError):
            known = False
        if known:
            yield code
            last = code
        elif code > last + WIDEST_GAP:
            return
    raise BadInput(f"{game.title} has texts for more than {MOST_ACTIONS} codes: list its moves in its encoding.py.")
