"""Games in OpenSpiel, tried with its own tests and algorithms, where it is installed."""

from __future__ import annotations

import copy
import importlib
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pyramidion as pyr
from pyramidion.engine.game import Game

PREFIX = "pyramidion_"


@pytest.fixture
def pyspiel() -> Any:
    """OpenSpiel with our games registered."""
    library = pytest.importorskip("pyspiel")
    importlib.import_module("pyramidion.interop.openspiel")
    return library


def test_random_games_pass_the_tests_of_openspiel(pyspiel: Any, name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(PREFIX + name), num_sims=1, serialize=True, verbose=False)


def test_options_are_parameters(pyspiel: Any) -> None:
    game = pyspiel.load_game(f"{PREFIX}mid_challenge(players=3)")
    assert game.num_players() == 3 and game.new_initial_state().is_chance_node()
    assert game.num_distinct_actions() == len(pyr.load("mid_challenge", players=3).actions)


def test_every_value_of_every_option_can_be_written_as_text_and_read(pyspiel: Any, variant: Game) -> None:
    parameters = importlib.import_module("pyramidion.interop.openspiel").parameters(variant.facts, variant.options)
    game = pyspiel.load_game(PREFIX + variant.name, parameters)
    text = pyspiel.serialize_game_and_state(game, game.new_initial_state())
    read, state = pyspiel.deserialize_game_and_state(text)
    assert read.game == variant and str(state) == str(game.new_initial_state())


def test_a_number_among_words_is_a_text(pyspiel: Any) -> None:
    game = pyspiel.load_game(f"{PREFIX}activator", {"quiet": "100"})
    assert str(game) == f"{PREFIX}activator(quiet=_100)" and game.game.options["quiet"] == "100"
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_games_and_states_can_be_written_as_text_copied_and_pickled(pyspiel: Any) -> None:
    text = pyr.load("telic").start(seed=0).play("roll").play("=2").play("+B").text
    subgame = pyspiel.load_game(f"{PREFIX}telic", {"position": text})
    for game in (subgame, pyspiel.load_game(f"{PREFIX}topologic(seekers=3)")):
        assert str(pyspiel.load_game(str(game))) == str(pickle.loads(pickle.dumps(game))) == str(game)
        state = game.new_initial_state()
        state.apply_action(state.legal_actions()[0])
        for other in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert str(other) == str(state) and other.history() == state.history()


def test_states_are_our_positions(pyspiel: Any, name: str) -> None:
    game, chooser = pyspiel.load_game(PREFIX + name), np.random.default_rng(1)
    state, position = game.new_initial_state(), pyr.load(name).start(seed=0)
    for _ in range(40):
        if state.is_terminal():
            break
        assert str(state) == position.text
        texts = {state.action_to_string(action) for action in state.legal_actions()}
        assert texts == {str(move) for move in position.moves()}
        action = int(chooser.choice(state.legal_actions()))
        position = position.play(state.action_to_string(action))
        state.apply_action(action)


def test_information_states_hide_secrets(pyspiel: Any) -> None:
    game = pyspiel.load_game(f"{PREFIX}topologic")
    states = [game.new_initial_state() for _ in range(2)]
    for state, secret in zip(states, ("secret:e4", "secret:a1"), strict=True):
        state.apply_action(state.string_to_action(0, secret))
    one, two = states
    assert one.information_state_string(1) == two.information_state_string(1)
    assert one.information_state_string(0) != two.information_state_string(0)
    assert one.observation_tensor(1) == two.observation_tensor(1) != one.observation_tensor(0)


def test_mcts_and_is_mcts_play_our_games(pyspiel: Any) -> None:
    ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    dice = np.random.RandomState(1)
    for name, maker in (("telic", mcts.MCTSBot), ("connect_four", mcts.MCTSBot)):
        game = pyspiel.load_game(PREFIX + name)
        bot = maker(game, 1.4, 20, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)
        state = game.new_initial_state()
        assert bot.step(state) in state.legal_actions()
    game = pyspiel.load_game(f"{PREFIX}topologic", {"seekers": 3})
    state = game.new_initial_state()
    state.apply_action(7)
    seeker = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, dice), 1.4, 5, random_state=dice)
    assert seeker.step(state) in state.legal_actions()


def test_counterfactual_regret_finds_the_win_in_a_tiny_game(pyspiel: Any) -> None:
    """Six squares are free: the whole tree is small enough for CFR."""
    cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")
    text = ".y.yr.y/.ryyy.y/ryrrr.y/ryrryrr/rryyyry/yrryrry 0 36"  # only f wins; a and c lose
    win = pyr.load("connect_four").actions.index("f")
    game = pyspiel.load_game(f"{PREFIX}connect_four", {"position": text})
    solver = cfr.CFRSolver(game)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    probabilities = solver.average_policy().action_probabilities(game.new_initial_state())
    assert len(probabilities) == 3 and probabilities[win] > 0.9


@pytest.mark.usefixtures("pyspiel")
def test_an_openspiel_bot_sits_in_our_arena() -> None:
    root = Path(__file__).parents[2]
    bot = f"engine:4:{sys.executable} {root / 'examples' / 'openspiel_engine.py'}"
    command = [sys.executable, "-m", "pyramidion", "arena", "connect_four", "--players", "random", bot, "--games", "2"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert "openspiel_engine" in done.stdout and "forfeit" not in done.stdout
