"""Games as Gymnasium environments, tried with Gymnasium's own checker."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

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


def test_no_step_is_made_before_a_game_begins_or_after_it_ends() -> None:
    env, over = GameEnv("telic"), False
    with pytest.raises(pyr.BadInput, match=r"call reset\(\) first"):
        env.step(0)
    env.reset(seed=1)
    env.step(1)  # illegal
    with pytest.raises(pyr.BadInput, match=r"call reset\(\) first"):
        env.step(0)
    observation, _ = env.reset(seed=1)
    while not over:
        observation, _, over, _, _ = env.step(np.flatnonzero(observation["action_mask"])[0])
    with pytest.raises(pyr.BadInput, match=r"call reset\(\) first"):
        env.step(0)


def test_wrong_wishes_are_refused() -> None:
    with pytest.raises(pyr.BadInput, match="seats 0 to 1"):
        GameEnv("telic", seat=2)
    for seat in (True, 0.0, "first"):
        with pytest.raises(pyr.BadInput, match="seats 0 to 1"):
            GameEnv("telic", seat=seat)  # type: ignore[arg-type]
    with pytest.raises(pyr.BadInput, match="is not a player"):
        GameEnv("telic", opponent="Kasparov")
    with pytest.raises(pyr.BadInput, match="named by a text, not None"):
        GameEnv("telic", opponent=None)  # type: ignore[arg-type]
    for number in (0, -1, 1.5, "8"):
        with pytest.raises(pyr.BadInput, match="number of games"):
            BatchEnv("telic", number)  # type: ignore[arg-type]
    envs = BatchEnv("telic", 2)
    with pytest.raises(pyr.BadInput, match="one seed"):
        envs.reset(seed=[1, 2])
    with pytest.raises(pyr.BadInput, match="leave out the options reset_mask"):
        envs.reset(options={"reset_mask": np.array([True, False])})
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


def test_games_that_end_leave_their_last_observation_as_gymnasium_wants_it(name: str) -> None:
    envs = BatchEnv(name, 6)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observation, info = envs.reset(seed=3)
    assert "final_obs" not in info and info["_mover"].all()
    done = np.zeros(6, dtype=np.bool_)
    for seed in range(5000):
        movers = info["mover"]
        observation, rewards, done, _, info = envs.step(envs.batch.sample(seed))
        if done.any():
            break
        assert "final_obs" not in info and "final_info" not in info
    final, last = info["final_obs"], info["final_info"]
    assert np.array_equal(info["_final_obs"], done) and np.array_equal(info["_final_info"], done)
    for row in range(6):
        assert (final[row] is not None) == done[row]
    for row in np.flatnonzero(done).tolist():
        ended = envs.batch.ended(row)
        assert ended is not None and ended.outcome is not None
        assert envs.single_observation_space.contains(final[row]) and not final[row]["action_mask"].any()
        assert np.array_equal(final[row]["observation"], ended.tensor(ended.seat))
        assert last["mover"][row] == -2 and last["_mover"][row]
        assert last["rewards"][row][movers[row]] == rewards[row]
        assert observation["action_mask"][row].any()  # the next game


def test_what_is_told_of_the_end_has_the_form_that_gymnasium_gives_it() -> None:
    theirs = SyncVectorEnv([lambda: GameEnv("telic")] * 2, autoreset_mode=AutoresetMode.SAME_STEP)
    theirs.reset(seed=1)
    *_, expected = theirs.step(np.array([1, 0]))  # the first is illegal, which ends the game
    envs = BatchEnv("telic", 2)
    envs.reset(seed=1)
    info: dict[str, Any] = {}
    for seed in range(5000):
        *_, info = envs.step(envs.batch.sample(seed))
        if "final_obs" in info:
            break
    (row,) = np.flatnonzero(info["_final_obs"])
    assert info["final_obs"].dtype == expected["final_obs"].dtype == object
    assert info["final_obs"][row].keys() == expected["final_obs"][0].keys()
    for key in ("_final_obs", "_final_info", "_action_mask"):
        assert info[key].dtype == expected[key].dtype == np.bool_
    assert info["final_info"]["action_mask"].shape == expected["final_info"]["action_mask"].shape
    assert np.array_equal(info["final_info"]["_action_mask"], info["_final_info"])


def test_wrappers_of_gymnasium_know_when_games_end() -> None:
    games = BatchEnv("connect_four", 4)
    envs = RecordEpisodeStatistics(games)
    envs.reset(seed=1)
    lengths: list[int] = []
    for seed in range(60):
        *_, info = envs.step(games.batch.sample(seed))
        lengths += info["episode"]["l"][info["_episode"]].tolist() if "episode" in info else []
    assert len(lengths) > 3 and all(7 <= length <= 42 for length in lengths)
