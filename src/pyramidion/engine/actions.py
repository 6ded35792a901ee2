"""A dense numbering of the moves of a game, for programs that learn: codes have gaps, these numbers have none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine import edge
from pyramidion.engine.errors import BadInput

if TYPE_CHECKING:
    from pyramidion.engine.game import Game
    from pyramidion.engine.move import Move
    from pyramidion.engine.position import Position

MOST_ACTIONS = 1 << 16
WIDEST_GAP = 1 << 12  # in the codes of a game that does not list them
NONE = -1


class Actions:
    """Moves with their numbers from 0: `actions.text(3)`, `actions.index("a2-a3")`, `len(actions)`."""

    def __init__(self, game: Game, codes: Sequence[int]) -> None:
        self.game = game
        self.codes = np.array(codes, dtype=np.int32)  # of each number
        self.numbers = np.full(1 + max(codes, default=0), NONE, dtype=np.int32)  # of each code
        self.numbers[self.codes] = np.arange(len(codes))

    def __len__(self) -> int:
        return len(self.codes)

    def __iter__(self) -> Iterator[str]:
        return map(self.text, range(len(self)))

    def __repr__(self) -> str:
        return f"<{len(self)} actions of {self.game.spec}>"

    def code(self, number: int) -> int:
        """The code of an action, as `position.play` takes it."""
        if not 0 <= number < len(self):
            raise BadInput(f"{self.game.spec} has actions 0 to {len(self) - 1}, not {number}.")
        return int(self.codes[number])

    def of(self, move: Move | int) -> int:
        """The number of a move, given as a Move or as a code."""
        code = int(move)
        number = int(self.numbers[code]) if 0 <= code < len(self.numbers) else NONE
        if number == NONE:
            raise BadInput(f"{code} is not the code of one of the {len(self)} actions of {self.game.spec}.")
        return number

    def mask(self, room: NDArray[np.int32], count: int) -> NDArray[np.bool_]:
        """Which actions are among the first codes in `room`, a workspace that holds choices."""
        found = np.empty(len(self.codes), dtype=np.bool_)
        if self.game.bind(edge.mark_numbers)(room, count, self.numbers, found):
            codes = room[0, :count].tolist()
            raise BadInput(f"Some of {codes} are not codes of the {len(self)} actions of {self.game.spec}.")
        return found

    def text(self, number: int, position: Position | None = None) -> str:
        """The text of an action in a position; without one, its text at the start of the game."""
        return (position or self.game.start(seed=0)).text_of(self.code(number))

    def index(self, text: str, position: Position | None = None) -> int:
        """The number of a move given as text; BadInput if the text is not a move."""
        code = self.game.manual.read_move((position or self.game.start(seed=0)).fields, text)
        if code is None:
            raise BadInput(f"'{text}' is not a move in {self.game.title}, such as {self.game.facts.example}.")
        return self.of(code)

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
    return _numbered(game, game.description.encoding.outcomes) if game.facts.chance else Actions(game, ())


def _numbered(game: Game, listed: Callable[[Mapping[str, str]], Sequence[int]] | None) -> Actions:
    return Actions(game, listed(game.options) if listed else list(_codes_with_texts(game)))


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
