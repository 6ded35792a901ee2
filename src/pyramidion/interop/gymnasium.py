"""Any game as a Gymnasium environment: one seat is yours, bots have the others. Importing this registers them.

    import gymnasium
    import pyramidion.interop.gymnasium

    env = gymnasium.make("Pyramidion/Telic-v1", opponent="level:3")

A batch of games is a vector environment, in which the seat to move acts in turn:

    envs = gymnasium.make_vec("Pyramidion/Telic-v1", num_envs=4096, vectorization_mode="vector_entry_point")
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pyramidion.engine.batch import Batch
from pyramidion.engine.errors import BadInput, IllegalMove
from pyramidion.engine.extras import extra
from pyramidion.engine.game import SEED_LIMIT, Game, checked_seat
from pyramidion.engine.header import OVER
from pyramidion.engine.registry import games, load
from pyramidion.interop.sessions import RENDER_MODES, VERSION, Observation, Session
from pyramidion.players.bots import Player, player

with extra("gymnasium", "Gymnasium"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

    from pyramidion.interop.spaces import observation_space

Info = dict[str, Any]
Arrays = tuple[Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Info]


class GameEnv(gymnasium.Env[Observation, np.int64]):
    """A game against bots. An illegal action loses it at once, and `info["illegal"]` says so; `reset` begins the next.

    `seat` is yours; None draws one for each game. `opponent` names a player for all other seats.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012  as Gymnasium declares it

    def __init__(
        self,
        game: Game | str,
        opponent: str = "random",
        seat: int | None = 0,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self.session = Session(game, render_mode, options)
        self.render_mode = render_mode
        self.opponent, self.wanted_seat = opponent, checked_seat(self.session.game, seat)
        self.seat = self.wanted_seat or 0
        self._over = True  # until a game has begun
        self._others: Player = player(self.session.game, opponent)
        self.observation_space = observation_space(self.session.game)
        self.action_space = spaces.Discrete(len(self.session.game.actions))

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Observation, Info]:
        super().reset(seed=seed)
        self.session.reset(int(self.np_random.integers(SEED_LIMIT)))
        self._others.close()
        self._others = player(self.session.game, self.opponent, int(self.np_random.integers(SEED_LIMIT)))
        drawn = int(self.np_random.integers(self.session.game.seats))
        self.seat = drawn if self.wanted_seat is None else self.wanted_seat
        self._let_others_play()
        self._over = self.session.position.mover is None
        return self.session.observation(self.seat), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, Info]:
        if self._over:
            raise BadInput("No game is going on: call reset() first.")
        try:
            self.session.play(action)
        except IllegalMove:
            self._over = True
            return self.session.observation(self.seat), -1.0, True, False, {**self._info(), "illegal": True}
        self._let_others_play()
        self._over = self.session.position.mover is None
        reward = self.session.rewards()[self.seat]
        return self.session.observation(self.seat), reward, self._over, False, self._info()

    def _let_others_play(self) -> None:
        session = self.session
        while session.position.mover not in (None, self.seat):
            session.make(int(self._others.choose(session.position.view(session.position.mover))))

    def _info(self) -> Info:
        return {"action_mask": self.session.mask(self.seat), "seat": self.seat}

    def render(self) -> Any:
        return self.session.render(self.seat)

    def close(self) -> None:
        self._others.close()


class BatchEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """A batch of games in which the seat to move acts; observations and rewards are that seat's.

    `info["mover"]` are the seats to move now, and `info["rewards"]` the rewards of all seats. A game that ends is
    followed by the next in the same step; then `info["final_obs"]` is what the seat that moved last saw at its end,
    and `info["final_info"]` what `info` would have said. Unless `copy` is False, arrays are yours to keep.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012  as Gymnasium declares it

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        render_mode: str | None = None,
        copy: bool = True,
        threads: int | None = None,
        **options: object,
    ) -> None:
        if render_mode is not None:
            raise BadInput("A batch cannot be rendered: make a single environment.")
        self.game = load(game.spec if isinstance(game, Game) else game, **options)
        self.batch = Batch(self.game, num_envs, threads=threads)
        self.num_envs, self.render_mode, self.copy, self.threads = len(self.batch), render_mode, copy, threads
        self.single_observation_space = observation_space(self.game)
        self.single_action_space = spaces.Discrete(len(self.game.actions))
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def reset(self, *, seed: int | list[int | None] | None = None, options: Info | None = None) -> Any:
        if seed is not None and not isinstance(seed, (int, np.integer)):
            raise BadInput(f"A batch has one seed for all its games, a whole number, not {seed!r}.")
        if options:
            raise BadInput(f"A batch begins all its games at once: leave out the options {', '.join(options)}.")
        super().reset(seed=seed)
        self.batch = Batch(self.game, self.num_envs, int(self.np_random.integers(SEED_LIMIT)), threads=self.threads)
        observation = self._observation()
        return observation, self._info(observation)

    def step(self, actions: NDArray[np.int64]) -> Arrays:
        acting = self.batch.shown.mover.copy()
        shown = self.batch.step(actions)
        rewards = shown.rewards[np.arange(self.num_envs), acting]
        observation, never = self._observation(), np.zeros(self.num_envs, dtype=np.bool_)
        return observation, rewards, shown.done.copy(), never, self._info(observation) | self._final()

    def _observation(self) -> Observation:
        shown = self.batch.shown
        found: Observation = {"observation": shown.observation, "action_mask": shown.mask.view(np.int8)}
        return {name: array.copy() for name, array in found.items()} if self.copy else found

    def _info(self, observation: Observation) -> Info:
        shown, mask = self.batch.shown, observation["action_mask"]
        info = {"mover": shown.mover.copy(), "rewards": shown.rewards.copy(), "action_mask": mask}
        return _told(info, np.ones(self.num_envs, dtype=np.bool_))

    def _final(self) -> Info:
        """What Gymnasium wants to know of games that were followed by the next in the same step."""
        done = self.batch.shown.done.copy()
        if not done.any():
            return {}
        seen = np.full(self.num_envs, None, dtype=object)
        for row in np.flatnonzero(done):
            seen[row] = self._last_observation(int(row))
        info = {
            "mover": np.where(done, OVER, 0).astype(np.int8),
            "rewards": self.batch.shown.rewards.copy(),
            "action_mask": np.zeros((self.num_envs, len(self.game.actions)), dtype=np.int8),
        }
        return _told({"final_obs": seen, "final_info": _told(info, done)}, done)

    def _last_observation(self, row: int) -> Observation:
        """What the seat that moved last saw when the game of a row ended."""
        position = self.batch.ended(row)
        assert position is not None
        return {
            "observation": position.tensor(position.seat),
            "action_mask": np.zeros(len(self.game.actions), dtype=np.int8),
        }


def _told(info: Info, there: NDArray[np.bool_]) -> Info:
    """The same, and for every key, as Gymnasium does it, which games it is about."""
    return info | {f"_{name}": there.copy() for name in info}


def env_id(name: str) -> str:
    """The id under which a game is registered: `Pyramidion/Telic-v1`."""
    words = "".join(word.capitalize() for word in name.split("_"))
    return f"Pyramidion/{words}-v{VERSION}"


def register_games() -> None:
    """Register every game that is found; one that is registered already is left alone."""
    for name in games():
        if env_id(name) not in gymnasium.registry:
            gymnasium.register(
                id=env_id(name),
                entry_point=f"{__name__}:GameEnv",
                vector_entry_point=f"{__name__}:BatchEnv",
                kwargs={"game": name},
            )


register_games()
