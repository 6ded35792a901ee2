"""Any game as a PettingZoo AEC environment.

    from pyramidion.interop.pettingzoo import env

    game = env("telic", merge="either", render_mode="ansi")

An agent is a seat, called `player_0` and so on. Observations are dictionaries with `observation`, the tensor of the
seat, and `action_mask`, which is also in `infos`.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.errors import BadInput, IllegalMove
from pyramidion.engine.extras import extra
from pyramidion.engine.game import Game
from pyramidion.interop.sessions import RENDER_MODES, VERSION, Observation, Session

with extra("pettingzoo", "PettingZoo"):
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils.env_logger import EnvLogger
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    from pyramidion.interop.spaces import observation_space


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  the name that PettingZoo's environments have
    """The environment without PettingZoo's usual wrappers: an illegal action raises IllegalMove.

    After `max_cycles` moves of seats a game that is not over is truncated.
    """

    def __init__(
        self, game: Game | str, render_mode: str | None = None, max_cycles: int | None = None, **options: object
    ) -> None:
        super().__init__()
        if max_cycles is not None and not (isinstance(max_cycles, int) and max_cycles > 0):
            raise BadInput(f"max_cycles is a whole number from 1 on, or None for no limit, not {max_cycles!r}.")
        self.session = Session(game, render_mode, options)
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.metadata = {
            "name": f"pyramidion_{self.session.game.name}_v{VERSION}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.session.game.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        actions = len(self.session.game.actions)
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._observation_spaces = {agent: observation_space(self.session.game) for agent in self.possible_agents}

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.session.reset(seed)
        self._moves = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"action_mask": self.session.nothing} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._select()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadInput(f"{agent} is still in the game: give an action, not None.")
        self.session.play(action)
        self._moves += 1
        self._cumulative_rewards[agent] = 0.0
        if self.session.position.mover is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.possible_agents, self.session.rewards(), strict=True))
            self._accumulate_rewards()
        elif self._moves == self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        """The seat to move; at the end the one after the last to move, so that all learn of it in turn."""
        position = self.session.position
        seat = position.mover
        self.infos[self.agent_selection]["action_mask"] = self.session.nothing
        if seat is None:
            self.agent_selection = self.possible_agents[(position.seat + 1) % len(self.possible_agents)]
        else:
            self.agent_selection = self.possible_agents[seat]
            self.infos[self.agent_selection]["action_mask"] = self.session.legal()

    def lose(self, agent: str) -> None:
        """End the game as PettingZoo ends it after an illegal action: that agent gets -1, the others nothing."""
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = {each: -1.0 if each == agent else 0.0 for each in self.agents}
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Observation:
        return self.session.observation(self._seats[agent])

    def state(self) -> NDArray[np.float32]:
        """What all seats see together."""
        seats = range(len(self.possible_agents))
        return np.stack([self.session.position.tensor(seat) for seat in seats])

    def render(self) -> Any:
        return self.session.render()

    def close(self) -> None:
        """Nothing is open; PettingZoo asks for this where there is a `render`."""


class Checked(OrderEnforcingWrapper):  # type: ignore[misc]
    """What PettingZoo's three usual wrappers check, in one.

    They pass every attribute from one to the next, which takes longer than the game. Here attributes are those of the
    environment; before `reset` it has none, and PettingZoo's wrapper says so.
    """

    agents = property(attrgetter("env.agents"))
    agent_selection = property(attrgetter("env.agent_selection"))
    rewards = property(attrgetter("env.rewards"))
    terminations = property(attrgetter("env.terminations"))
    truncations = property(attrgetter("env.truncations"))
    infos = property(attrgetter("env.infos"))

    def last(self, observe: bool = True) -> Any:
        return self.env.last(observe) if self._has_reset else super().last(observe)

    def step(self, action: int | None) -> None:
        if not (self._has_reset and self.env.agents):
            super().step(action)  # complains
            return
        self._has_updated = True
        agent = self.env.agent_selection
        if action is None or not 0 <= action < len(self.env.session.nothing):
            self._check_bounds(agent, action)
        try:
            self.env.step(action)
        except IllegalMove:
            self._lose(agent)

    def _check_bounds(self, agent: str, action: int | None) -> None:
        """Only an agent whose game is over may, and must, pass None."""
        passes = action is None and (self.env.terminations[agent] or self.env.truncations[agent])
        assert passes, "action is not in action space"

    def _lose(self, agent: str) -> None:
        EnvLogger.warn_on_illegal_move()
        self.env.lose(agent)


def env(game: Game | str, render_mode: str | None = None, max_cycles: int | None = None, **options: object) -> AECEnv:
    """A game that checks what PettingZoo's usual wrappers check: an illegal action loses."""
    return Checked(raw_env(game, render_mode, max_cycles, **options))
