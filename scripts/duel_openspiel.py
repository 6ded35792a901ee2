"""Our tree search against OpenSpiel's C++ MCTS on Connect Four: simulations a second, and games at equal time per move.

Needs OpenSpiel (pip install open_spiel). PYRAMIDION_GAMES=examples python scripts/duel_openspiel.py --games 200
"""

from __future__ import annotations

import argparse
import random
import time
from collections import deque
from typing import Any

import pyspiel

import pyramidion as pyr
from pyramidion.arena.intervals import share_interval
from pyramidion.players.analysis import Budget
from pyramidion.players.bots import thinker_for
from pyramidion.terminal.progress import Bar

NAME = "connect_four"
THEIR_CONSTANT = 1.4
OPENING = 2  # random plies, so that no two pairs of games are the same


def their_bot(game: Any, simulations: int, seed: int) -> Any:
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(game, evaluator, THEIR_CONSTANT, simulations, 2000, False, seed, False)


def speeds(simulations: int = 50_000) -> tuple[float, float]:
    """Simulations a second from the start, ours and theirs, on one core."""
    theirs = pyspiel.load_game(NAME)
    searcher = their_bot(theirs, simulations, 1)
    start = time.process_time()
    searcher.step(theirs.new_initial_state())
    their_speed = simulations / (time.process_time() - start)
    ours = thinker_for(pyr.load(NAME), "uct")
    start = time.process_time()
    deque(ours.think(pyr.load(NAME).start(), Budget(effort=10 * simulations), 1), maxlen=1)
    return 10 * simulations / (time.process_time() - start), their_speed


def play(seed: int, we_begin: bool, simulations: int, search: str) -> float:
    """One game; our result. We may think as long about a move as they did about their last one."""
    game, theirs = pyr.load(NAME), pyspiel.load_game(NAME)
    position, state = game.start(), theirs.new_initial_state()
    chooser, bot, thinker = random.Random(seed), their_bot(theirs, simulations, seed + 1), thinker_for(game, search)
    seconds = simulations / 100_000
    while position.mover is not None:
        if position.turn < OPENING:
            code = chooser.choice(state.legal_actions())
        elif (position.mover == 0) == we_begin:
            (last,) = deque(thinker.think(position, Budget(seconds=seconds), seed), maxlen=1)
            code = int(next(move for move in position.moves() if str(move) == last.best.move))
        else:
            start = time.perf_counter()
            code = bot.step(state)
            seconds = time.perf_counter() - start
        position = position.play(code)
        state.apply_action(code)
    assert position.outcome is not None
    return float(position.outcome.results[0 if we_begin else 1])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--simulations", type=int, default=3000, help="theirs a move; we get as much time")
    parser.add_argument("--search", default="uct", help="ours: uct, tree or alphabeta")
    chosen = parser.parse_args()
    ours, theirs = speeds()
    print(f"simulations a second: ours {ours:,.0f}, OpenSpiel's {theirs:,.0f}, {ours / theirs:.1f} times")
    results: list[float] = []
    with Bar("games", chosen.games) as bar:
        for number in range(chosen.games):
            results.append(play(number // 2, number % 2 == 0, chosen.simulations, chosen.search))
            bar.reach(len(results))
    score = sum(results) / len(results)
    low, high = share_interval(score, len(results))
    print(f"{chosen.search} at equal time: {score:.1%} of {len(results)} games, 95 % interval {low:.1%} to {high:.1%}")


if __name__ == "__main__":
    main()
