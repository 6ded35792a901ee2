"""The commands for research: count move sequences, simulate random games, measure speed."""

from __future__ import annotations

import argparse
import json
import math
import sys
from pathlib import Path

from pyramidion.terminal.arguments import INTERRUPTED, Commands, chosen_game, command, game_arguments, whole_number


def _perft(commands: Commands) -> None:
    added = command(
        commands,
        "perft",
        "count all sequences of a given number of plies",
        "pyramidion perft telic 8",
        "pyramidion perft activator 4 --option bend=all --json",
    )
    game_arguments(added, "seed for a shuffled set-up; default: 0")
    added.add_argument("plies", type=whole_number, help="count sequences of 1 ply, 2 plies, and so on up to this many")
    added.add_argument("--json", action="store_true", help="print JSON")
    added.set_defaults(run=_run_perft)


def _run_perft(chosen: argparse.Namespace) -> None:
    from pyramidion.engine.perft import perft

    game = chosen_game(chosen)
    start = game.start(seed=chosen.seed or 0)
    counts: dict[int, int] = {}
    for plies in range(min(1, chosen.plies), chosen.plies + 1):
        counts[plies] = perft(start, plies)
        if not chosen.json:
            print(f"perft {plies} = {counts[plies]}", flush=True)
    if chosen.json:
        print(json.dumps({"game": game.spec, "perft": counts}))


def _simulate(commands: Commands) -> None:
    added = command(
        commands,
        "simulate",
        "play random games in bulk: who wins, how long games last, how they end",
        "pyramidion simulate telic --games 100000",
        "pyramidion simulate mid_challenge --option players=3 --option board=tiles",
        "pyramidion simulate telic --games 10000000 --device cuda --json",
    )
    game_arguments(added, "seed for all games; the same seed gives the same games; default: 0")
    added.add_argument(
        "--games", type=whole_number, default=10_000, metavar="N", help="how many games to play; default: 10000"
    )
    added.add_argument("--device", default="cpu", help="cpu or cuda; default: cpu")
    added.add_argument("--threads", type=whole_number, metavar="N", help="CPU threads; default: one per core")
    added.add_argument("--json", action="store_true", help="print JSON")
    added.set_defaults(run=_run_simulate)


def _run_simulate(chosen: argparse.Namespace) -> int:
    from pyramidion.engine.simulation import check_count
    from pyramidion.terminal.report import simulation_json, simulation_text
    from pyramidion.terminal.simulation import totals_of

    check_count(chosen.games)
    found, complete = totals_of(chosen_game(chosen), chosen.games, chosen.seed or 0, chosen.device, chosen.threads)
    if found.games:
        print(json.dumps(simulation_json(found)) if chosen.json else simulation_text(found))
    if not complete:
        print(f"pyramidion: interrupted after {found.games} of {chosen.games} games.", file=sys.stderr)
    return 0 if complete else INTERRUPTED


def _bench(commands: Commands) -> None:
    added = command(
        commands,
        "bench",
        "measure speed on this machine: random games, single calls, pictures, start-up",
        "pyramidion bench",
        "PYRAMIDION_GAMES=examples pyramidion bench --seconds 2",
        "pyramidion bench --device cuda",
    )
    added.add_argument("--seconds", type=float, default=1.0, help="how long each measurement takes; default: 1")
    added.add_argument("--device", default="cpu", help="cpu, or cuda to measure the GPU as well; default: cpu")
    added.add_argument("--json", action="store_true", help="print JSON")
    added.set_defaults(run=_run_bench)


def _run_bench(chosen: argparse.Namespace) -> None:
    from pyramidion.terminal.bench import bench

    bench(chosen.seconds, chosen.device, chosen.json)


def _solve(commands: Commands) -> None:
    added = command(
        commands,
        "solve",
        "find out who wins with perfect play, and which moves keep that result",
        "pyramidion solve traffic_tyrants --position 'TEXT'",
        "pyramidion solve traffic_tyrants --score --memory 4096",
        "pyramidion solve traffic_tyrants --position 'TEXT' --proof proof.txt",
        "pyramidion solve traffic_tyrants --check proof.txt",
    )
    game_arguments(added, "seed for a shuffled set-up; default: 0")
    added.add_argument("--position", metavar="TEXT", help="the text of a position; default: the start of the game")
    added.add_argument("--proof", type=Path, metavar="FILE", help="write strategies that prove the value")
    added.add_argument(
        "--check", type=Path, metavar="FILE", help="check a --proof file with the plain rules, no search"
    )
    added.add_argument("--score", action="store_true", help="find the exact difference of points, not only the result")
    added.add_argument(
        "--memory", type=whole_number, default=1024, metavar="MB", help="memory for positions; default: 1024"
    )
    added.add_argument("--threads", type=whole_number, metavar="N", help="CPU threads; default: one per core")
    added.add_argument("--positions", type=whole_number, metavar="N", help="give up after this many positions")
    added.add_argument("--json", action="store_true", help="print JSON")
    added.set_defaults(run=_run_solve)


def _run_solve(chosen: argparse.Namespace) -> int:
    from pyramidion.terminal.solve import Limits, check, solve

    if chosen.check is not None:
        return check(chosen.check)
    game = chosen_game(chosen)
    start = game.start(seed=chosen.seed or 0) if chosen.position is None else game.position(chosen.position)
    limits = Limits(chosen.memory, chosen.threads, math.inf if chosen.positions is None else chosen.positions)
    return solve(start, chosen.score, limits, chosen.proof, chosen.json)


COMMANDS = (_perft, _simulate, _solve, _bench)
