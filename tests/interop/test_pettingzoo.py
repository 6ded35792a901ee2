"""Games as PettingZoo environments, tried with PettingZoo's own tests."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import wrappers

import pyramidion as pyr
from pyramidion.engine.game import Game
from pyramidion.interop.pettingzoo import env, raw_env


@pytest.mark.filterwarnings("ignore:Observation")  # that they are dictionaries, or all zeros on an empty board
def test_pettingzoo_finds_nothing_wrong(variant: Game) -> None:
    api_test(env(variant), num_cycles=30)


@pytest.mark.filterwarnings("ignore:Observation")
def test_the_environment_without_wrappers_passes_too() -> None:
    api_test(raw_env("connect_four"), num_cycles=30)


def test_the_same_seed_is_the_same_game(name: str) -> None:
    seed_test(lambda: env(name), num_cycles=30)


def test_pettingzoo_likes_the_pictures(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: env(name, render_mode=render_mode), {"ansi": lambda text: len(text) > 30})
    assert capsys.readouterr().out


def play(environment: Any, moves: int, seed: int) -> list[tuple[str, float]]:
    """Random legal moves: who moved, and what each agent had earned by then."""
    chooser, found = np.random.default_rng(seed), []
    for agent in environment.agent_iter(moves):
        observation, reward, over, cut, _ = environment.last()
        found.append((agent, reward))
        legal = np.flatnonzero(observation["action_mask"])
        environment.step(None if over or cut else int(chooser.choice(legal)))
    return found


def wrapped_by_pettingzoo(name: str) -> Any:
    made: Any = wrappers.TerminateIllegalWrapper(raw_env(name), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


def complaint(ask: Any) -> str:
    try:
        return repr(ask())
    except (AssertionError, AttributeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"


def heard(game: Any, action: int | None) -> list[str]:
    """What an environment says before the start, in and out of turn, to an action, and after the end."""
    found = [complaint(lambda: game.agents), complaint(lambda: game.infos), complaint(lambda: game.agent_selection)]
    found += [complaint(lambda: game.step(0)), complaint(game.last), complaint(game.agent_iter)]
    game.reset(seed=1)
    for _ in range(6):
        game.step(1)
    found.append(complaint(lambda: game.step(action)))
    rewards = [float(reward) for reward in game.rewards.values()]
    state = (game.agents, game.agent_selection, rewards, game.terminations, game.truncations)
    found += [repr(state), complaint(lambda: game.step(None)), complaint(lambda: game.step(0))]
    turns = iter(game.agent_iter())
    return [*found, complaint(lambda: next(turns)), complaint(lambda: next(turns))]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("action", [1, 10_000, -1, None])
def test_our_checks_are_those_of_pettingzoos_wrappers(action: int | None) -> None:
    ours = heard(env("connect_four"), action)
    assert ours == heard(wrapped_by_pettingzoo("connect_four"), action) and "before reset" in ours[0]


def test_copies_and_pickles_go_on_alike_and_apart(name: str) -> None:
    one = env(name)
    one.reset(seed=3)
    play(one, 9, seed=1)
    two, three = copy.deepcopy(one), pickle.loads(pickle.dumps(one))
    assert play(one, 30, seed=2) == play(two, 30, seed=2) == play(three, 30, seed=2)


def test_a_whole_game_gives_every_agent_its_reward(name: str) -> None:
    game = env(name)
    game.reset(seed=5)
    ends = [reward for _, reward in play(game, 100_000, seed=6)][-len(game.possible_agents) :]
    assert not game.agents and sum(ends) == pytest.approx(0) and len(ends) > 1


def test_a_game_is_cut_short_after_a_number_of_moves() -> None:
    game = raw_env("telic", max_cycles=5)
    game.reset(seed=1)
    play(game, 5, seed=1)
    assert all(game.truncations.values()) and not any(game.terminations.values())


def test_masks_are_in_observations_and_infos_and_only_the_mover_may_act() -> None:
    game = raw_env("topologic")
    game.reset(seed=1)
    for agent in game.agents:
        mask = game.observe(agent)["action_mask"]
        assert np.array_equal(mask, game.infos[agent]["action_mask"])
        assert mask.any() == (agent == game.agent_selection)


def test_secrets_are_not_observed() -> None:
    one, two = raw_env("topologic"), raw_env("topologic")
    for game, secret in ((one, "secret:e4"), (two, "secret:a1")):
        game.reset(seed=1)
        game.step(game.session.game.actions.index(secret))
    assert np.array_equal(one.observe("player_1")["observation"], two.observe("player_1")["observation"])
    assert not np.array_equal(one.observe("player_0")["observation"], two.observe("player_0")["observation"])


def test_illegal_actions_and_render_modes_are_refused() -> None:
    game = raw_env("telic")
    game.reset(seed=1)
    with pytest.raises(pyr.IllegalMove):
        game.step(1)
    for action in (0.5, "roll"):
        with pytest.raises(pyr.BadInput, match="whole number"):
            game.step(action)  # type: ignore[arg-type]
    with pytest.raises(pyr.BadInput, match="player_0 is still in the game"):
        game.step(None)
    with pytest.raises(pyr.BadInput, match="A seed is"):
        game.reset(seed=-1)
    with pytest.raises(pyr.BadInput, match="max_cycles"):
        raw_env("telic", max_cycles=0)
    with pytest.raises(pyr.BadInput, match="render mode"):
        raw_env("telic", render_mode="film")
