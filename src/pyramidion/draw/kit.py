"""What a game needs in print, as data: boards, tiles, pyramids, dice and sheets at their true sizes, in inches.

A game's `kit(game)` returns a Kit; the board and the rules are printed for every game.
"""

from __future__ import annotations

from dataclasses import dataclass

SLANT = 1.538842  # of a piecepack pyramid: the height of a facet beside its base
RISE = (SLANT**2 - 0.25) ** 0.5

# Side of the base and height above the table.
PIECEPACK_PYRAMIDS = {
    letter: (base, base * RISE) for letter, base in zip("ABCDEF", (0.5 + 11 / 160 * i for i in range(6)), strict=True)
}
LOONEY_PYRAMIDS = {"S": (9 / 16, 1.0), "M": (25 / 32, 1.375), "L": (1.0, 1.75)}
LOONEY_PIPS = {"S": 1, "M": 2, "L": 3}
COIN = 0.75
TILE = 2.0
PIECEPACK_DIE = ("0", "A", "2", "5", "4", "3")


@dataclass(frozen=True)
class Board:
    """The squares of the start, to lie on the table."""

    inches: float = 1.0  # side of a square on which a piece stands
    zones: tuple[str, ...] = ()  # ids of the zones that belong to it


@dataclass(frozen=True)
class Tiles:
    """The squares of the start, to be cut apart."""

    name: str
    inches: float


@dataclass(frozen=True)
class Pyramids:
    """Equal pyramids to fold."""

    name: str
    count: int
    colour: str
    base: float
    height: float
    letter: str = ""
    mark: str = ""  # the shape of their owner
    pips: int = 0


@dataclass(frozen=True)
class Discs:
    """Discs to cut out, one for each letter."""

    name: str
    letters: tuple[str, ...]
    colour: str
    inches: float = COIN


@dataclass(frozen=True)
class Coins:
    """Whirlpools to cut out."""

    name: str
    count: int
    inches: float = COIN


@dataclass(frozen=True)
class Dice:
    """Equal dice to fold; a face is named as that of a die in a scene."""

    name: str
    count: int
    colour: str
    suit: str
    faces: tuple[str, str, str, str, str, str]
    inches: float = 0.75


@dataclass(frozen=True)
class ScoreSheet:
    """A table to fill in. Columns have a name and a width."""

    title: str
    columns: tuple[tuple[str, float], ...]
    rows: tuple[tuple[str, ...], ...]  # what stands in the first fields of every row
    row_height: float = 0.26


Item = Tiles | Pyramids | Discs | Coins | Dice | ScoreSheet


@dataclass(frozen=True)
class Kit:
    """All that is printed for a game besides its rules; without a board, its squares are tiles."""

    board: Board | None = Board()
    items: tuple[Item, ...] = ()
    advice: tuple[str, ...] = ()  # sentences for those who build it
