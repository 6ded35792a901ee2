"""What a game says about itself: names, credits, seats and options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pyramidion.engine.errors import BadInput


@dataclass(frozen=True)
class Option:
    """A question the rules leave open, with its answers; the first is the default."""

    name: str
    rulings: str
    values: Mapping[str, str]  # each value and what it means, in one sentence
    free: str = ""  # what else is allowed besides the values, in words
    since: Mapping[str, int] = field(default_factory=dict)  # the rules version that brought a value; 1 if not named

    @property
    def default(self) -> str:
        return next(iter(self.values))

    def number(self, value: str) -> int:
        """The value's place among the values, as a position's field holds it; free ones are last."""
        return list(self.values).index(value) if value in self.values else len(self.values)

    def allowed(self) -> str:
        return ", ".join(self.values) + (f", or {self.free}" if self.free else "")


@dataclass(frozen=True)
class Facts:
    """The facts about a game."""

    title: str
    author: str
    year: int
    credit: str  # version, source and licence of the author's text
    summary: str  # one sentence for a list of games
    letter: str  # before the numbers of the rulings
    rules_version: int  # of our rules, raised when a ruling changes or an option gains a value
    seats: tuple[str, ...]  # the names of the seats, in turn order
    most_moves: int  # no position offers more moves or outcomes
    example: str  # move texts, for people who mistyped one
    goal: str = ""  # how to win, in one sentence for people at the table; the summary where it is empty
    chance: bool = False
    hidden: bool = False
    options: tuple[Option, ...] = ()
    seats_option: str = ""  # the option that says how many of the seats are taken
    replays_from: int = 0  # the oldest rules version whose records still replay; 0: only the current one

    def option(self, name: str) -> Option:
        for option in self.options:
            if option.name == name:
                return option
        names = ", ".join(option.name for option in self.options) or "none"
        raise BadInput(f"{self.title} has no option '{name}'. Its options: {names}.")
