"""Positions: frozen, hashable, picklable."""

from __future__ import annotations

import functools
import math
from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine import edge, tensors
from pyramidion.engine.errors import BadInput, IllegalMove
from pyramidion.engine.game import Game, Workspace, checked_seat, checked_seed, copied
from pyramidion.engine.header import BEGINNING, CHANCE, MOVER_AT, OVER, WHOLE
from pyramidion.engine.move import Move, Moves
from pyramidion.engine.outcome import Outcome
from pyramidion.engine.picture import Picture
from pyramidion.engine.refusals import explain, refuse, refuse_if_blank, refuse_if_over, refuse_text

SPECTATOR = -1
MOST_CODE = (1 << 31) - 1
SCENES = 512  # that are kept
MOVERS = [None if byte == OVER & 0xFF else byte - (byte >> 7 << 8) for byte in range(256)]  # what a byte stands for


class Position:
    """What lies on the table and who is to move. Playing returns a new position."""

    __slots__ = ("_codes", "_fields", "_mover", "data", "game")

    def __init__(self, game: Game, data: bytes) -> None:
        """`data` are the bytes of a row."""
        self.game = game
        self.data = data
        self._mover = MOVERS[data[MOVER_AT]]
        self._codes: list[int] | None = None
        self._fields: np.record | None = None

    @property
    def row(self) -> NDArray[np.void]:
        """The fields as an array with one element, for compiled functions. Read-only."""
        return np.frombuffer(self.data, self.game.layout)

    @property
    def fields(self) -> np.record:
        """The same, with the fields as attributes. Read-only."""
        if self._fields is None:
            self._fields = np.frombuffer(self.data, self.game.fields_layout)[0]
        return self._fields

    @property
    def mover(self) -> int | None:
        """The seat that decides, CHANCE, or None when the game is over."""
        return self._mover

    @property
    def seat(self) -> int:
        """The seat whose turn it is, also while chance is to move."""
        return int(BEGINNING.unpack_from(self.data)[2])

    @property
    def turn(self) -> int:
        """How many turns are complete, all seats together."""
        return int(BEGINNING.unpack_from(self.data)[0])

    @property
    def outcome(self) -> Outcome | None:
        if self.mover is not None:
            return None
        _, _, _, rule, _, *twelfths = BEGINNING.unpack_from(self.data)
        shares = [Fraction(share, WHOLE) for share in twelfths[: self.game.seats]]
        results = tuple(int(share) if share.denominator == 1 else share for share in shares)
        return Outcome(results, self.game.ruling(rule))

    def moves(self) -> Sequence[Move]:
        """The legal moves in a fixed order; the outcomes when chance is to move."""
        return Moves(self, self.codes)

    @property
    def codes(self) -> list[int]:
        """The codes of the legal moves, in the same order. Read-only."""
        if self._codes is None:
            space, count = self._list_choices()
            self._codes = space.codes[:count].tolist()
        return self._codes

    def _list_choices(self) -> tuple[Workspace, int]:
        """Write what may happen next into the workspace; return it and how many there are."""
        game, space = self.game, self.game.workspace
        space.before[:] = self.data
        return space, game.bind(edge.list_choices)(space.positions, space.choices)

    def chances(self) -> tuple[tuple[Move, Fraction], ...]:
        """The outcomes with their exact weights when chance is to move, else nothing."""
        if self.mover != CHANCE:
            return ()
        codes, weights = self.weighted_codes()
        total = sum(weights)
        return tuple((Move(self, code), Fraction(weight, total)) for code, weight in zip(codes, weights, strict=True))

    def weighted_codes(self) -> tuple[list[int], list[int]]:
        """The codes of the outcomes of chance, and their weights in the smallest whole numbers."""
        space, count = self._list_choices()
        codes, weights = space.choices[:, :count].tolist()
        common = math.gcd(*weights)
        return codes, [weight // common for weight in weights]

    def play(self, move: Move | str | int) -> Position:
        """The position after a move, given as a Move, a text or a code; IllegalMove says why any other is refused."""
        game, space = self.game, self.game.workspace
        code = self.code_of(move)
        space.before[:] = self.data
        reason = game.bind(edge.play_legal)(space.positions, space.choices, code)
        if reason:
            explain(self, reason, code)
        return Position(game, space.after.tobytes())

    def code_of(self, move: Move | str | int) -> int:
        """The code of a move given in any form, legal or not; anything else is refused."""
        if isinstance(move, Move):
            game = move.position.game
            if game is not self.game and game != self.game:
                raise IllegalMove(f"{move} is a move of {game.spec}, not of {self.game.spec}.")
            return move.code
        if isinstance(move, str):
            refuse_if_blank(self)
            refuse_if_over(self)
            return self._read(move)
        if type(move) is not int:
            if isinstance(move, bool) or not isinstance(move, (int, np.integer)):
                raise IllegalMove(f"Expected a Move, a text or a whole number, not {move!r}.")
            move = int(move)
        if not 0 <= move <= MOST_CODE:
            refuse(self, move)
        return move

    def check(self, move: Move | str | int) -> int:
        """The code of a legal move, in a view too; IllegalMove says why any other is refused."""
        code = self._read(move) if isinstance(move, str) else self.code_of(move)
        if code not in self.codes:
            refuse(self, code)
        return code

    def text_of(self, code: int) -> str:
        try:
            return self.game.manual.move_text(self.fields, code)
        except (LookupError, TypeError, ValueError) as error:
            raise BadInput(f"{code!r} is not the code of a move in {self.game.title}.") from error

    def view(self, seat: int | None) -> Position:
        """What a seat may know, or a spectator for None."""
        checked_seat(self.game, seat)
        if not self.game.facts.hidden:
            return self
        space = self.game.workspace
        space.before[:] = self.data
        self.game.bind(edge.hide)(space.positions, SPECTATOR if seat is None else seat)
        return Position(self.game, space.before.tobytes())

    def guess(self, seed: int | None = None) -> Position:
        """A full position that this view does not exclude, each equally likely."""
        space, number = self.game.workspace, checked_seed(seed)
        space.before[:] = self.data
        self.game.bind(edge.fill_in)(space.positions, space.dice, number)
        return Position(self.game, space.before.tobytes())

    def possibilities(self) -> tuple[Position, ...]:
        """All full positions that this view does not exclude; BadInput if there are too many to list."""
        from pyramidion.engine.possibilities import possible_rows

        return tuple(Position(self.game, data) for data in possible_rows(self.game, self.row))

    def mask(self) -> NDArray[np.bool_]:
        """Which of `game.actions` are legal: none while chance is to move, or after the end."""
        space, count = self._list_choices()
        return self.game.actions.mask(space.choices, 0 if self.mover == CHANCE else count)

    def tensor(self, seat: int) -> NDArray[np.float32]:
        """What a seat sees, as numbers: one plane of the board for each of `game.planes`."""
        if checked_seat(self.game, seat) is None:
            raise BadInput("A tensor is made for a seat: give its number.")
        return tensors.tensor(self.game, self.data, seat)

    def key(self) -> bytes:
        """The position without its counters: equal for positions that were only reached at different times."""
        row = copied(self.row)
        for name in ("turn", *self.game.description.encoding.counters):
            row[name] = 0
        return row.tobytes()

    @property
    def blank(self) -> bool:
        """Does this view hide anything?"""
        return bool(BEGINNING.unpack_from(self.data)[4])

    @property
    def text(self) -> str:
        """The whole position and its options in one line; `game.position(text)` reads it."""
        turn, _, seat, *_ = BEGINNING.unpack_from(self.data)
        start = f"{self.game.spec} {self.game.manual.place_text(self.fields)}"
        if self.mover is None:
            return f"{start} -{seat} {turn} {self.outcome}"
        return f"{start} {'*' if self.mover == CHANCE else ''}{seat} {turn}"

    def to_json(self) -> str:
        """The position as JSON, field by field; `pyramidion.from_json` reads it."""
        from pyramidion.engine.notation import position_json

        return position_json(self)

    def scene(self, seat: int | None = None, last_move: Move | None = None, choices: bool = False) -> Picture:
        """What a seat may see on the table, or a spectator for None, from that seat's side.

        `last_move` is the move that led here, `choices` marks what can move and where to; neither
        shows what the seat may not know.
        """
        if last_move is not None and not isinstance(last_move, Move):
            raise BadInput(
                f"The last move is a Move of the position before, as before.moves() lists them, not {last_move!r}."
            )
        seen = self.view(seat)
        scene = _scene(seen, seat)
        if last_move is not None and self.may_read(last_move, seat):
            scene = scene.with_last_move(last_move.position.scene(seat), last_move)
        if choices and self.mover is not None and (self.mover == seat or not self.game.facts.hidden):
            scene = scene.with_choices(seen)
        return scene

    def svg(
        self,
        seat: int | None = None,
        *,
        view: str = "diagram",
        theme: str = "light",
        size: int | None = None,
        last_move: Move | None = None,
        highlights: bool | Collection[str] = True,
        flip: bool = False,
        arrangement: str = "wide",
        **more: Any,
    ) -> str:
        """A picture of what a seat may see, or a spectator for None.

        `view` is diagram, plan or oblique, `theme` light, dark, contrast or safe, `size` the width in pixels.
        `highlights` is True for the usual ones, False for none, or a list of kinds; `movable` and `target` show the
        choices. `arrangement` is wide or tall.
        """
        choices = isinstance(highlights, Collection) and not {"movable", "target"}.isdisjoint(highlights)
        arguments = {"view": view, "theme": theme, "size": size, "flip": flip, "arrangement": arrangement}
        return self.scene(seat, last_move, choices).svg(highlights=highlights, **arguments, **more)

    def png(self, seat: int | None = None, last_move: Move | None = None, **arguments: Any) -> bytes:
        """The same picture in pixels; needs the extra `png`."""
        return self.scene(seat, last_move).png(**arguments)

    def _repr_svg_(self) -> str:
        return self.svg(size=420)

    def may_read(self, move: Move, seat: int | None) -> bool:
        """May a seat know now that this move was made?"""
        if not isinstance(move, Move):
            raise BadInput(f"Expected a Move, as before.moves() lists them, not {move!r}.")
        return move.text_for(seat, self) == move.text

    def __str__(self) -> str:
        scene: Picture = self.game.manual.scene(self, None)
        return scene.text()

    def __repr__(self) -> str:
        return f"<Position {self.text}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.data == other.data and self.game == other.game

    def __hash__(self) -> int:
        return hash(self.data)

    def __deepcopy__(self, memo: object) -> Position:
        """Itself, since it never changes."""
        return self

    def __reduce__(self) -> tuple[type[Position], tuple[Game, bytes]]:
        return Position, (self.game, self.data)

    def _read(self, text: str) -> int:
        code = self.game.manual.read_move(self.fields, text)
        return refuse_text(self, text) if code is None else int(code)


@functools.lru_cache(maxsize=SCENES)
def _scene(view: Position, seat: int | None) -> Picture:
    """What a view shows. It is kept, because a table is drawn for several people and described in words."""
    scene: Picture = view.game.manual.scene(view, seat)
    return scene
