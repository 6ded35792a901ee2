"""Players of any kind: specs such as level:4, and Python objects or functions that choose moves."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game
from pyramidion.engine.move import Move
from pyramidion.engine.position import Position
from pyramidion.players.bots import Player, check_spec, player

Choice = Move | str | int  # a move in any form that Position.play takes
Chooser = Callable[[Position], Choice]


class Chooses(Protocol):
    """A bot of yours: it gets what its seat may see, and returns a legal move in any form."""

    def choose(self, view: Position) -> Choice: ...


class Guest:
    """A bot of yours as a player. Closing it does nothing, since it may play more games."""

    def __init__(self, name: str, choose: Chooser) -> None:
        self.name = name
        self._choose = choose

    def choose(self, view: Position) -> Move:
        return Move(view, view.check(self._choose(view)))

    def close(self) -> None:
        pass


class Cast:
    """Makes players by their names: our own by their specs, yours by the names you gave them."""

    def __init__(self, given: Sequence[str | Chooses | Chooser]) -> None:
        self._guests: dict[str, Chooser] = {}
        self.names = tuple(self._named(bot) for bot in given)

    def __call__(self, game: Game, name: str, seed: int) -> Player:
        return Guest(name, self._guests[name]) if name in self._guests else player(game, name, seed)

    @property
    def travels(self) -> bool:
        """Can these players be sent to other processes?"""
        try:
            pickle.dumps(self)
        except (pickle.PicklingError, TypeError, AttributeError):
            return False
        return all(_module(bot) != "__main__" for bot in self._guests.values())

    def _named(self, bot: Any) -> str:
        if isinstance(bot, str):
            check_spec(bot)
            return bot
        choose = bot.choose if callable(getattr(bot, "choose", None)) else bot
        if not callable(choose) or inspect.isclass(bot):
            raise BadInput(f"A bot is a spec such as level:4, an object with choose(view), or a function, not {bot!r}.")
        name = str(getattr(bot, "name", "") or getattr(bot, "__name__", "") or type(bot).__name__)
        while name in self._guests:
            name += "'"
        self._guests[name] = choose
        return name


def _module(bot: Chooser) -> str:
    owner = getattr(bot, "__self__", None)
    return str(getattr(bot if owner is None else type(owner), "__module__", "__main__"))
