"""A game with its options chosen: what `pyramidion.load` returns."""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine import binding, dice, edge
from pyramidion.engine.actions import Actions, moves_of, outcomes_of
from pyramidion.engine.contract import Manual
from pyramidion.engine.description import Description
from pyramidion.engine.errors import BadInput, BadPosition
from pyramidion.engine.fields import attributes, with_fields
from pyramidion.engine.tensors import Lens, lens_for
from pyramidion.engine.whole import is_whole

if TYPE_CHECKING:
    from pyramidion.engine.position import Position

SEED_LIMIT = 1 << 63


class Workspace:
    """Arrays that compiled functions write to: read them before you call anything else."""

    def __init__(self, layout: np.dtype[np.void], most_moves: int) -> None:
        self.choices = np.zeros((2, most_moves), dtype=np.int32)  # moves, and the weights of chance
        self.codes = self.choices[0].data
        self.positions = np.zeros(2, dtype=layout)  # before a move, and after it
        memory = self.positions.view(np.int8).data.cast("B")
        self.before, self.after = memory[: layout.itemsize], memory[layout.itemsize :]  # their bytes
        self.dice = np.zeros(dice.WORDS, dtype=np.int64)
        self.seen = np.zeros(1, dtype=layout)  # what a seat may see of a position
        self.seen_data = self.seen.view(np.int8).reshape(1, -1)  # the same memory, byte by byte
        self.seen_bytes = self.seen_data.data.cast("B")


class Workspaces(threading.local):
    """A workspace for each thread."""

    def __init__(self, layout: np.dtype[np.void], most_moves: int) -> None:
        self.own = Workspace(layout, most_moves)


class Game:
    """One of the games, with a value for each of its options. Equal games have equal specs."""

    def __init__(self, description: Description, options: Mapping[str, str]) -> None:
        from pyramidion.engine.position import Position

        self._position = Position
        self.description = description
        self.name = description.name
        self.manual = description.manual
        self.facts = description.facts
        self.layout = description.layout
        self.options: Mapping[str, str] = MappingProxyType(chosen_options(self.manual, options))
        self.template = self._template()
        self.template.flags.writeable = False
        self._empty = self.template.tobytes()
        self.fields_layout = with_fields(description.layout)  # its rows have attributes
        self._workspaces = Workspaces(description.layout, self.facts.most_moves)
        self._bound = binding.bound(description)

    @functools.cached_property
    def spec(self) -> str:
        """The name and the options that are not at their defaults: `telic(merge=either)`."""
        changed = [f"{o.name}={self.options[o.name]}" for o in self.facts.options if self.options[o.name] != o.default]
        return f"{self.name}({','.join(changed)})" if changed else self.name

    @property
    def workspace(self) -> Workspace:
        """Arrays for compiled functions; each thread has its own."""
        return self._workspaces.own

    @property
    def title(self) -> str:
        return self.facts.title

    @functools.cached_property
    def seats(self) -> int:
        """How many seats take part."""
        return int(self.options[self.facts.seats_option]) if self.facts.seats_option else len(self.facts.seats)

    @functools.cached_property
    def seat_names(self) -> tuple[str, ...]:
        return self.facts.seats[: self.seats]

    @functools.cached_property
    def actions(self) -> Actions:
        """All moves that seats can make, numbered from 0."""
        return moves_of(self)

    @functools.cached_property
    def outcomes(self) -> Actions:
        """All outcomes of chance, numbered from 0."""
        return outcomes_of(self)

    @functools.cached_property
    def lens(self) -> Lens:
        """How positions become tensors."""
        return lens_for(self)

    @property
    def planes(self) -> tuple[str, ...]:
        """What the planes of a tensor show, by name."""
        return self.lens.planes

    @property
    def tensor_shape(self) -> tuple[int, int, int]:
        """The planes, ranks and files of a position's tensor."""
        return self.lens.shape

    def start(self, seed: int | None = None, setup: str | None = None) -> Position:
        """The first position. A shuffled set-up comes from the seed, or is given as a text."""
        number = checked_seed(seed)
        if setup is not None:
            return self._position(self, self._set_up(setup))
        space = self.workspace
        space.before[:] = self._empty
        self.bind(edge.lay_out)(space.positions, space.dice, number)
        return self._position(self, space.before.tobytes())

    def _set_up(self, setup: str) -> bytes:
        if self.manual.read_setup is None:
            raise BadPosition(f"{self.title} always starts the same way: leave the set-up out.")
        if not isinstance(setup, str):
            raise BadPosition(f"A set-up is a text, as setup_text(position) writes it, not {setup!r}.")
        row = copied(self.template)
        self.manual.read_setup(attributes(row), setup)
        return row.tobytes()

    @property
    def shuffled(self) -> bool:
        """Is the set-up shuffled?"""
        return self.manual.setup_text is not None

    def setup_text(self, position: Position) -> str | None:
        """The shuffled set-up of a position as a text, or None if there is nothing to shuffle."""
        return None if self.manual.setup_text is None else self.manual.setup_text(position.fields)

    def position(self, text: str) -> Position:
        """Set up any position from its one-line text."""
        from pyramidion.engine.notation import read_position

        return read_position(self, text)

    def bind(self, function: Callable[..., Any]) -> Any:
        """A generic function for this game: compiled, or interpreted while the rules are."""
        try:
            return self._bound[function]
        except KeyError:
            return binding.bind(self.description, function)

    def warm_up(self) -> None:
        """Compile what positions need, or load it from disk, and use the compiled rules from then on. Until
        then, everything else that uses the game runs as before."""
        bind, space = binding.compiled(self.description), self.workspace
        space.before[:] = self._empty
        bind(edge.lay_out)(space.positions, space.dice, 0)
        bind(edge.list_choices)(space.positions, space.choices)
        bind(edge.play_legal)(space.positions, space.choices, space.codes[0])
        if self.facts.hidden:
            bind(edge.hide)(space.positions, 0)
            bind(edge.fill_in)(space.positions, space.dice, 0)
        binding.use(self.description, binding.compiled)

    def rows(self, count: int) -> NDArray[np.void]:
        """Empty rows for positions, as compiled functions take them."""
        return np.zeros(count, dtype=self.layout)

    def ruling(self, number: int) -> str:
        return f"{self.facts.letter}{number}"

    def _template(self) -> NDArray[np.void]:
        row = np.zeros(1, dtype=self.layout)
        fields = attributes(row)
        for option in self.facts.options:
            setattr(fields, option.name, option.number(self.options[option.name]))
        self.manual.prepare(fields, self.options)
        return row

    def __repr__(self) -> str:
        return f"<Game {self.spec}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.spec == other.spec

    def __hash__(self) -> int:
        return hash(self.spec)

    def __deepcopy__(self, memo: object) -> Game:
        """Itself, since it never changes."""
        return self

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        from pyramidion.engine.registry import load

        return load, (self.spec,)


def copied(row: NDArray[np.void]) -> NDArray[np.void]:
    """A copy by bytes, which is much quicker than NumPy's copy field by field."""
    return np.frombuffer(bytearray(row.tobytes()), dtype=row.dtype)


def chosen_options(manual: Manual[Any], given: Mapping[str, str]) -> dict[str, str]:
    """Every option with its value as a text: what was given, defaults for the rest."""
    facts = manual.facts
    values = {option.name: option.default for option in facts.options}
    for name, text in given.items():
        option = facts.option(name)
        if text in option.values:
            values[name] = text
        elif option.free:
            values[name] = manual.read_option(name, text)
        else:
            raise BadInput(f"{facts.title}: '{text}' is not a value of {name}. Allowed: {option.allowed()}.")
    return values


def checked_game(game: object) -> Game:
    """The game itself; BadInput for anything else."""
    if not isinstance(game, Game):
        raise BadInput(f"Expected a Game from pyramidion.load, not {game!r}.")
    return game


def checked_seat(game: Game, seat: int | None) -> int | None:
    """The seat itself, or None for a spectator; BadInput for a seat the game does not have."""
    if seat is not None and not is_whole(seat, 0, game.seats - 1):
        raise BadInput(f"{game.title} has seats 0 to {game.seats - 1}, not {seat!r}; None is a spectator.")
    return None if seat is None else int(seat)


def checked_seed(seed: int | None) -> int:
    """The seed itself, or a fresh one for None."""
    if seed is None:
        return int.from_bytes(os.urandom(8)) % SEED_LIMIT
    if not is_whole(seed, 0, SEED_LIMIT - 1):
        raise BadInput(f"A seed is a whole number from 0 to {SEED_LIMIT - 1}, not {seed!r}.")
    return int(seed)
