"""Games as Gymnasium environments, tried with Gymnasium's own checker."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import pyramidion as pyr
from pyramidion.interop.gymnasium import BatchEnv, GameEnv, env_id


def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    check_env(gymnasium.make(env_id(name)).unwrapped)


def test_a_game_against_a_bot_is_played_to_its_end() -> None:
    env = gymnasium.make("Pyramidion/Telic-v1", opponent="level:1", merge="either")
    observation, info = env.reset(seed=4)
    assert env.unwrapped.session.game.spec == "telic(merge=either)"  # type: ignore[attr-defined]
    chooser, reward, over = np.random.default_rng(1), 0.0, False
    while not over:
        assert np.array_equal(observation["action_mask"], info["action_mask"]) and reward == 0
        action = chooser.choice(np.flatnonzero(info["action_mask"]))
        observation, earned, over, cut, info = env.step(action)
        reward = float(earned)
        assert not cut
    assert reward in (-1, 0, 1)
    env.close()


def test_a_seat_is_drawn_when_none_is_chosen_and_seeds_repeat() -> None:
    env = GameEnv("mid_challenge", seat=None, players=4)
    seats = [env.reset(seed=seed)[1]["seat"] for seed in range(12)]
    assert set(seats) == {0, 1, 2, 3}
    assert [env.reset(seed=seed)[1]["seat"] for seed in range(12)] == seats
    assert env.reset(seed=7)[0]["action_mask"].any()


def test_an_illegal_action_loses() -> None:
    env = GameEnv("telic")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(1)
    assert (reward, over, info["illegal"]) == (-1, True, True)


def test_wrong_wishes_are_refused() -> None:
    with pytest.raises(pyr.BadInput, match="seats 0 to 1"):
        GameEnv("telic", seat=2)
    with pytest.raises(pyr.BadInput, match="is not a player"):
        GameEnv("telic", opponent="Kasparov")
    with pytest.raises(pyr.BadInput, match="cannot be rendered"):
        BatchEnv("telic", 2, render_mode="ansi")


def test_a_batch_is_a_vector_environment(name: str) -> None:
    envs = gymnasium.make_vec(env_id(name), num_envs=8, vectorization_mode="vector_entry_point")
    observation, info = envs.reset(seed=2)
    again, _ = gymnasium.make_vec(env_id(name), num_envs=8, vectorization_mode="vector_entry_point").reset(seed=2)
    assert all(np.array_equal(observation[key], again[key]) for key in observation)
    for step in range(30):
        assert envs.observation_space.contains(observation)
        movers = info["mover"]
        actions = np.array([np.flatnonzero(mask)[step % mask.sum()] for mask in observation["action_mask"]])
        observation, rewards, done, cut, info = envs.step(actions)
        assert np.array_equal(rewards, info["rewards"][np.arange(8), movers])
        assert done.shape == cut.shape == (8,) and not cut.any()
    kept, masks = observation["observation"].copy(), info["action_mask"].copy()
    envs.step([int(np.flatnonzero(mask)[0]) for mask in observation["action_mask"]])
    assert np.array_equal(observation["observation"], kept) and np.array_equal(info["action_mask"], masks)
    envs.close()
