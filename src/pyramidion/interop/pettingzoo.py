"""Any game as a PettingZoo AEC environment.

    from pyramidion.interop.pettingzoo import env

    game = env("telic", merge="either", render_mode="ansi")

An agent is a seat, called `player_0` and so on. Observations are dictionaries with `observation`, the tensor of the
seat, and `action_mask`, which is also in `infos`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.extras import extra
from pyramidion.engine.game import Game
from pyramidion.interop.sessions import RENDER_MODES, VERSION, Observation, Session

with extra("pettingzoo", "PettingZoo"):
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from pyramidion.interop.spaces import observation_space


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  the name that PettingZoo's environments have
    """The environment without PettingZoo's usual wrappers: an illegal action raises IllegalMove.

    After `max_cycles` moves of seats a game that is not over is truncated.
    """

    def __init__(
        self, game: Game | str, render_mode: str | None = None, max_cycles: int | None = None, **options: object
    ) -> None:
        super().__init__()
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
        self.agents: list[str] = []
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
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.session.play(action)
        self._moves += 1
        self._cumulative_rewards[agent] = 0.0
        over = self.session.position.mover is None
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = {each: self.session.reward(self._seats[each]) for each in self.agents}
        elif self._moves == self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        """The seat to move; at the end the one after the last to move, so that all learn of it in turn."""
        mover = self.session.position.mover
        seat = (self.session.position.seat + 1) % len(self.possible_agents) if mover is None else mover
        self.agent_selection = self.possible_agents[seat]
        for agent, info in self.infos.items():
            info["action_mask"] = self.session.mask(self._seats[agent])

    def observe(self, agent: str) -> Observation:
        return self.session.observation(self._seats[agent])

    def state(self) -> NDArray[np.float32]:
        """What all seats see together."""
        seats = range(len(self.possible_agents))
        return np.stack([self.session.position.tensor(seat) for seat in seats])

    def render(self) -> Any:
        return self.session.render()


def env(game: Game | str, render_mode: str | None = None, max_cycles: int | None = None, **options: object) -> AECEnv:
    """A game in PettingZoo's usual wrappers: an illegal action loses the game."""
    made: Any = raw_env(game, render_mode, max_cycles, **options)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)
