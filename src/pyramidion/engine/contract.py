"""What a game says besides its compiled verbs: the contract between a game's folder and everything else.

`manual.py` of a game has a `MANUAL`, which every layer asks; `judgement.py`, where there is one, has a `JUDGEMENT`,
which only players ask; `encoding.py`, where there is one, has an `ENCODING`, from which moves and positions get their
numbers for programs that learn. What a game may leave out has its default here. Functions get positions whose fields
are attributes, and change only those that they are meant to fill in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

import numpy as np

from pyramidion.engine.errors import BadInput
from pyramidion.engine.facts import Facts
from pyramidion.engine.picture import Picture, Touch

if TYPE_CHECKING:
    from pyramidion.engine.game import Game
    from pyramidion.engine.position import Position

Scene = TypeVar("Scene", bound=Picture)


def endless(options: Mapping[str, str]) -> int | None:
    """The game may go on forever."""
    return None


def listed_only(name: str, text: str) -> str:
    """Only the listed values are allowed."""
    raise BadInput(f"'{text}' is not a value of {name}.")


def nothing_to_prepare(position: np.record, options: Mapping[str, str]) -> None:
    """The option fields say everything."""


def nothing_told(before: np.record, after: np.record) -> str:
    """A move reveals nothing besides itself."""
    return ""


def nothing_attempted(scene: Any, position: np.record, piece: str, target: str) -> str | None:
    """The game does not say what a click may have meant."""
    return None


def seen_alike(code: int) -> int:
    """Both seats see the board from the same side."""
    return code


@dataclass(frozen=True, kw_only=True)
class Manual(Generic[Scene]):
    """A game in words and pictures."""

    facts: Facts

    move_text: Callable[[np.record, int], str]
    """A move as text: `move_text(position, code)`, ASCII without spaces, different for every code."""

    read_move: Callable[[np.record, str], int | None]
    """The code of a move given as text, legal or not; None if the text is not a move. It may raise IllegalMove."""

    refuse: Callable[[np.record, int], tuple[str, int]]
    """Why a move is not allowed: part of a sentence, and the number of the ruling, or 0."""

    place_text: Callable[[np.record], str]
    """What lies where, in one line: the game's own part of a position text."""

    read_place: Callable[[np.record, str], None]
    """Fill in the fields that `place_text` writes; BadPosition where the text is malformed."""

    check: Callable[[np.record], None]
    """Raise BadPosition for a position, or a view of one, that no game can lead to."""

    scene: Callable[[Position, int | None], Scene]
    """What lies on the table, given the view of a seat, or of a spectator for None."""

    touched: Callable[[Scene, np.record, int], Touch]
    """Which pieces of a scene a move takes up, and where they go: `touched(scene, position, code)`."""

    attempted: Callable[[Scene, np.record, str, str], str | None] = nothing_attempted
    """The move that clicks on a piece and a place stand for, legal or not; None if there is none."""

    most_turns: Callable[[Mapping[str, str]], int | None] = endless
    """How many turns a game with these options can last; None if it may go on without end."""

    read_option: Callable[[str, str], str] = listed_only
    """The value of an option that takes more than the listed ones, checked: `read_option(name, text)`."""

    prepare: Callable[[np.record, Mapping[str, str]], None] = nothing_to_prepare
    """Fill in what follows from the options and is the same at every start; the option fields are set already."""

    setup_text: Callable[[np.record], str] | None = None
    """A shuffled set-up in one word; None if all games start the same way."""

    read_setup: Callable[[np.record, str], None] | None = None
    """Lay out the start from such a word; BadPosition where it is malformed."""

    shown: Callable[[np.record, int, np.record, int | None], str] | None = None
    """A move made earlier as a seat may read it now, `shown(before, code, now, seat)`; None if all is open."""

    told: Callable[[np.record, np.record], str] = nothing_told
    """What everybody learns from a ply besides the move, `told(before, after)`; nothing where it follows from it."""

    kit: Callable[[Game], object] | None = None
    """What to print besides the rules, in the words of draw/kit.py; None for a plain board."""


Line = tuple[str, tuple[float, ...], int, bool, tuple[str, ...]]  # move, results, effort, exact, expected moves
Thought = tuple[Sequence[Line], int, int]  # lines, effort, depth


class Expert(Protocol):
    """A player made for one game, where general search is not enough."""

    def think(
        self, view: Position, effort: int | None, seconds: float | None, seed: int, cancelled: Callable[[], bool]
    ) -> Iterator[Thought]:
        """Ever better lines, best first, until the budget is spent or `cancelled` says so."""


@dataclass(frozen=True)
class Level:
    """How a level thinks: how far, and how surely it tells good from bad.

    A player that looks one move ahead has no effort. `blur` is how far it misjudges what it sees, in
    log odds: it takes what looks best to it, and what is clearly bad still looks bad. `overlooks` is for
    games with an expert: how much of what has been told it has not noticed.
    """

    effort: int | None = None
    blur: float = 0.0
    seconds: float | None = None
    overlooks: float = 0.0

    @property
    def looks_ahead(self) -> bool:
        """Further than one move?"""
        return self.effort is not None or self.seconds is not None


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """What players know of a game besides its rules. The verbs that go with it stand in the same file."""

    features: tuple[str, ...] = ()
    """What makes a position good, by name, in the order in which the verb `features` writes the numbers."""

    inputs: int = 0
    """How many inputs the game's network has, of which the verb `inputs` names those that are on; 0 without one."""

    search: Literal["tree", "alphabeta"] = "tree"
    """How the game is searched best, unless it has an expert."""

    levels: Mapping[int, Level] = field(default_factory=dict)
    """Levels that think in another way than usual."""

    expert: Callable[[Game, float], Expert] | None = None
    """Makes the game's own player: `expert(game, overlooks)`."""


@dataclass(frozen=True, kw_only=True)
class Encoding:
    """Moves and positions as numbers, for programs that learn. The verb `observe` stands in the same file."""

    planes: Callable[[Mapping[str, str]], Sequence[str]] | None = None
    """What the planes of a tensor show with these options, in the order in which `observe` fills them; None if a
    tensor lists all fields of the position."""

    board: Callable[[Mapping[str, str]], tuple[int, int]] | None = None
    """The ranks and files of each plane; required with `planes`."""

    squares: Callable[[Mapping[str, str]], Sequence[int]] | None = None
    """What `observe` calls the squares of a plane, rank by rank; None for numbers from 0 on."""

    moves: Callable[[Mapping[str, str]], Sequence[int]] | None = None
    """The codes of all moves that seats can make with these options; None for every code whose text reads back."""

    outcomes: Callable[[Mapping[str, str]], Sequence[int]] | None = None
    """The codes of all outcomes of chance, in the same way."""

    mirrored: Callable[[int], int] = seen_alike
    """The code of a move as the second of two seats sees it, where `observe` turns the board for that seat."""

    counters: tuple[str, ...] = ()
    """Fields besides `turn` that only count, so that positions which differ in them are nearly the same."""
