"""Any game as an OpenSpiel game, with chance nodes, information states and observers. Importing this registers them.

    import pyspiel
    import pyramidion.interop.openspiel

    game = pyspiel.load_game("pyramidion_telic", {"merge": "either"})

Options whose values are numbers are numbers here too: `pyramidion_mid_challenge(players=3)`. A number among words is
written with an underscore, `pyramidion_activator(quiet=_100)`, since OpenSpiel would read it as a number otherwise.
Besides the options of a game there are two parameters: `seed` for its shuffled set-up, and `position`, the text of a
position to start from.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar
from urllib.parse import quote, unquote

import numpy as np

from pyramidion.engine.errors import Unavailable
from pyramidion.engine.facts import Facts
from pyramidion.engine.game import Game
from pyramidion.engine.header import CHANCE
from pyramidion.engine.move import Move
from pyramidion.engine.position import Position
from pyramidion.engine.registry import games, load

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise Unavailable("OpenSpiel is missing: pip install open_spiel.") from error

PREFIX = "pyramidion_"
PLIES_PER_TURN = 64  # more than any turn has
MOST_TURNS = 10_000  # where a game may go on without end
MARK = "_"  # before a number that is a text


def game_type(game: Game) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded, whatever its options."""
    kind, facts = pyspiel.GameType, game.facts
    chance = kind.ChanceMode.EXPLICIT_STOCHASTIC if facts.chance else kind.ChanceMode.DETERMINISTIC
    hidden = kind.Information.IMPERFECT_INFORMATION if facts.hidden else kind.Information.PERFECT_INFORMATION
    return kind(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=hidden,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=len(facts.seats),
        min_num_players=min(2, len(facts.seats)),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults(facts),
    )


def defaults(facts: Facts) -> dict[str, str | int]:
    """The parameters of a game and what they are unless given."""
    options = {option.name: option.default for option in facts.options}
    return {**parameters(facts, options), "seed": 0, "position": ""}


def parameters(facts: Facts, options: Mapping[str, str]) -> dict[str, str | int]:
    """Options as parameters: OpenSpiel reads what looks like a number as a number."""
    numeric = {option.name for option in facts.options if all(value.isdigit() for value in option.values)}
    return {name: int(value) if name in numeric else _marked(value) for name, value in options.items()}


def _marked(value: str) -> str:
    return MARK + value if value.isdigit() else value


def game_info(game: Game) -> Any:
    """The sizes of a game with its options."""
    return pyspiel.GameInfo(
        num_distinct_actions=len(game.actions),
        max_chance_outcomes=len(game.outcomes),
        num_players=game.seats,
        min_utility=-1 / max(1, game.seats - 1),
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=PLIES_PER_TURN * (game.manual.most_turns(game.options) or MOST_TURNS),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game of ours in OpenSpiel's words. Each has its own class: what is registered must outlive Python."""

    name: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        usual = load(self.name)
        given = {**defaults(usual.facts), **(params or {})}
        self.seed, self.place = int(given.pop("seed")), unquote(given.pop("position"))
        self.game = load(self.name, **{key: str(value).removeprefix(MARK) for key, value in given.items()})
        written = {**parameters(usual.facts, self.game.options), "seed": self.seed}
        written["position"] = quote(self.place)  # OpenSpiel writes a game as text, where commas part the parameters
        changed = {key: value for key, value in written.items() if value != defaults(usual.facts)[key]}
        super().__init__(game_type(usual), game_info(self.game), changed)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, dict[str, Any]]]:
        return pyspiel.load_game, (PREFIX + self.name, self.get_parameters())

    def new_initial_state(self) -> SpielState:
        return SpielState(self, self.game.position(self.place) if self.place else self.game.start(self.seed))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self.game, bool(iig_obs_type and iig_obs_type.perfect_recall))


@dataclass(frozen=True, eq=False)
class Past:
    """A move and all that came before it, shared by the copies of a state."""

    before: Past | None
    move: Move

    def moves(self) -> list[Move]:
        found, past = [], self
        while True:
            found.append(past.move)
            if past.before is None:
                return found[::-1]
            past = past.before

    def __deepcopy__(self, memo: object) -> Past:
        return self

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[list[Move]]]:
        """All moves in one list: a long game, pickled move within move, would go too deep for Python."""
        return past_of, (self.moves(),)


def past_of(moves: list[Move]) -> Past | None:
    return functools.reduce(Past, moves, None)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position and how it was reached."""

    def __init__(self, game: SpielGame, position: Position) -> None:
        super().__init__(game)
        self.position = position
        self.past: Past | None = None

    def current_player(self) -> Any:
        mover = self.position.mover
        if mover is None:
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if mover == CHANCE else mover

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(map(self.position.game.actions.of, self.position.codes))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        number = self.position.game.outcomes.of
        return sorted((number(move), float(weight)) for move, weight in self.position.chances())

    def _code(self, player: int, action: int) -> int:
        numbers = self.position.game.outcomes if player == pyspiel.PlayerId.CHANCE else self.position.game.actions
        return numbers.code(action)

    def _apply_action(self, action: int) -> None:
        move = Move(self.position, self._code(self.current_player(), action))
        self.position = self.position.play(move)
        self.past = Past(self.past, move)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.text_of(self._code(player, action))

    def is_terminal(self) -> bool:
        return self.position.mover is None

    def returns(self) -> list[float]:
        outcome, seats = self.position.outcome, self.position.game.seats
        if outcome is None:
            return [0.0] * seats
        return [float((seats * Fraction(result) - 1) / max(1, seats - 1)) for result in outcome.results]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """A state that the player cannot tell from this one, as IS-MCTS asks for it."""
        other: SpielState = self.clone()
        view = self.position.view(player)
        other.position = view.guess(int(sampler() * (1 << 53))) if view.blank else self.position
        return other

    def __str__(self) -> str:
        return self.position.text


class SpielObserver:
    """What a player sees: the tensor of the seat, and as a text its view, or with perfect recall all plies as well."""

    def __init__(self, game: Game, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        self.tensor = np.zeros(int(np.prod(game.tensor_shape)), dtype=np.float32)
        self.dict = {"planes": self.tensor.reshape(game.tensor_shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        self.dict["planes"][:] = state.position.tensor(player)

    def string_from(self, state: SpielState, player: int) -> str:
        if not self.perfect_recall:
            return f"{player} {state.position.view(player).text}"
        if not state.position.game.facts.hidden:
            return f"{player} {state.history_str()}"
        plies = [move.text_for(player, state.position) for move in (state.past.moves() if state.past else ())]
        return f"{player} {state.position.view(player).text} | {' '.join(plies)}"


def register_games() -> None:
    """Register every game that is found; one that is registered already is left alone."""
    for name in games():
        if PREFIX + name not in pyspiel.registered_names():
            made = type(f"SpielGame_{name}", (SpielGame,), {"name": name})
            pyspiel.register_game(game_type(load(name)), made)


register_games()
