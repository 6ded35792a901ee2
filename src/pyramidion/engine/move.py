"""Moves of a position: texts and stable codes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

if TYPE_CHECKING:
    from pyramidion.engine.position import Position


class Move:
    """A move of one position: `str(move)` is its text, `int(move)` its stable code."""

    __slots__ = ("code", "position")

    def __init__(self, position: Position, code: int) -> None:
        self.position = position
        self.code = code

    @property
    def text(self) -> str:
        return self.position.text_of(self.code)

    def text_for(self, seat: int | None, now: Position) -> str:
        """The move as a seat, or a spectator for None, may read it when the game has come to `now`."""
        show = self.position.game.manual.shown
        return self.text if show is None else show(self.position.fields, self.code, now.fields, seat)

    def __str__(self) -> str:
        return self.text

    def __int__(self) -> int:
        return self.code

    __index__ = __int__

    def __repr__(self) -> str:
        return f"<Move {self.text}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self.code == other.code and self.position.game == other.position.game

    def __hash__(self) -> int:
        return hash(self.code)


class Moves(Sequence[Move]):
    """The moves of one position in a fixed order. Each Move is created on access, since there may be hundreds."""

    __slots__ = ("codes", "position")

    def __init__(self, position: Position, codes: list[int]) -> None:
        self.position = position
        self.codes = codes

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Moves: ...
    def __getitem__(self, index: int | slice) -> Move | Moves:
        found = self.codes[index]
        return Moves(self.position, found) if isinstance(found, list) else Move(self.position, found)

    def __iter__(self) -> Iterator[Move]:
        return iter([Move(self.position, code) for code in self.codes])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Moves, tuple)) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))
