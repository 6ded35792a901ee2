"""The commands that count, simulate, compare and measure."""

from __future__ import annotations

import argparse
import json
import os
import sys

from pyramidion.engine.errors import BadInput
from pyramidion.engine.registry import games, load
from pyramidion.terminal.arguments import (
    INTERRUPTED,
    Commands,
    chosen_game,
    command,
    file_name,
    game_arguments,
    whole_number,
)


def _perft(commands: Commands) -> None:
    added = command(
        commands,
        "perft",
        "count the sequences of exactly so many plies",
        "pyramidion perft telic 8",
        "pyramidion perft activator 4 --option bend=all --json",
    )
    game_arguments(added, "the seed of a shuffled set-up; default: 0")
    added.add_argument("plies", type=whole_number, help="how many plies; every number up to it is counted")
    added.add_argument("--json", action="store_true", help="as JSON")
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
        "play random games in bulk and report on them",
        "pyramidion simulate telic --games 100000",
        "pyramidion simulate mid_challenge --option players=3 --option board=tiles",
        "pyramidion simulate telic --games 10000000 --device cuda --json",
    )
    game_arguments(added, "game number i of a seed is always the same game; default: 0")
    added.add_argument("--games", type=whole_number, default=10_000, metavar="N", help="how many; default: 10000")
    added.add_argument("--device", default="cpu", help="cpu or cuda; default: cpu")
    added.add_argument("--threads", type=whole_number, metavar="N", help="threads of the CPU; default: all cores")
    added.add_argument("--json", action="store_true", help="as JSON")
    added.set_defaults(run=_run_simulate)


def _run_simulate(chosen: argparse.Namespace) -> int:
    from pyramidion.engine.simulation import Simulation
    from pyramidion.terminal.report import simulation_json, simulation_text, with_progress

    simulation = Simulation(chosen_game(chosen), chosen.games, chosen.seed or 0, chosen.device, chosen.threads)
    complete = with_progress(simulation)
    run = simulation.run()
    if len(run):
        print(json.dumps(simulation_json(run)) if chosen.json else simulation_text(run))
    if not complete:
        print(f"pyramidion: interrupted after {len(run)} of {chosen.games} games.", file=sys.stderr)
    return 0 if complete else INTERRUPTED


def _arena(commands: Commands) -> None:
    added = command(
        commands,
        "arena",
        "let players play against each other, and rate them",
        "pyramidion arena telic --players level:3 level:5 mcts:2000 --games 400",
        "pyramidion arena activator --players level:5 'engine:0.5s:./my-engine' --save games.jsonl",
        "pyramidion arena telic --players level:4 level:3 --games 2000 --sprt 0:50",
        "pyramidion arena telic --ladder     all levels of a game, measured anew",
        "pyramidion arena --ladder           all levels of all games",
    )
    game_arguments(added, "the seed of everything: set-ups, dice and players; default: 0", optional=True)
    added.add_argument(
        "--players",
        nargs="+",
        default=[],
        metavar="PLAYER",
        help="two or more of: random, greedy, level:1 to level:8, mcts:2000, mcts:0.5s, uct:2000, alphabeta:20000, "
        "engine:COMMAND, engine:0.5s:COMMAND; everyone meets everyone",
    )
    added.add_argument(
        "--games",
        type=whole_number,
        default=400,
        metavar="N",
        help="games of each two players, or of each table of more seats, rounded up so that everyone has had the same "
        "luck in every seat; default: 400",
    )
    added.add_argument("--threads", type=whole_number, metavar="N", help="games at a time; default: all cores")
    added.add_argument(
        "--openings",
        type=whole_number,
        metavar="N",
        help="random plies at the start of each game; default: none where dice or a shuffled set-up make games differ, "
        "else as many as give a hundred beginnings",
    )
    added.add_argument(
        "--even",
        action="store_true",
        help="leave out openings after which level 7 thinks that somebody has as good as won; a ladder does so",
    )
    added.add_argument(
        "--most-turns",
        type=whole_number,
        metavar="N",
        help="count a game as drawn that is not over after N turns; in a ladder, games of players who look ahead; "
        "default: no limit but that of the rules",
    )
    added.add_argument(
        "--save",
        type=file_name,
        metavar="FILE",
        help="keep every game in FILE as it ends, and go on from it; for a ladder a folder, by default ladder-games",
    )
    added.add_argument("--json", type=file_name, metavar="FILE", help="write all results to FILE as JSON")
    added.add_argument(
        "--sprt",
        metavar="ELO0:ELO1",
        help="with two players: stop as soon as it is clear, with errors of 5 in 100, whether the first is stronger by "
        "ELO0 or by ELO1; with a minus write --sprt=-50:0",
    )
    added.add_argument("--ladder", action="store_true", help="measure each level against the one below")
    added.add_argument(
        "--top-games",
        type=whole_number,
        metavar="N",
        help="of a ladder: the games of level 8, and against random; default: 100",
    )
    added.add_argument(
        "--highest",
        type=int,
        choices=range(2, 9),
        metavar="LEVEL",
        help="of a ladder: the level from 2 to 8 with which it ends, to leave out those that think long; default: 8",
    )
    added.add_argument(
        "--output",
        type=file_name,
        metavar="FOLDER",
        help="of a ladder: where it is written; default: where pages and documentation look",
    )
    added.set_defaults(run=_run_arena)


def _run_arena(chosen: argparse.Namespace) -> int:
    from pyramidion.arena.openings import usual_opening
    from pyramidion.arena.pairings import Schedule
    from pyramidion.arena.sprt import read_sprt
    from pyramidion.arena.tournament import Arena
    from pyramidion.terminal.arena import measure

    if chosen.ladder:
        return _run_ladders(chosen)
    for name in ("top_games", "highest", "output"):
        if getattr(chosen, name) is not None:
            raise BadInput(f"--{name.replace('_', '-')} is for a ladder; add --ladder, or leave it out.")
    if chosen.save and chosen.json and os.path.realpath(chosen.save) == os.path.realpath(chosen.json):
        raise BadInput("Games and results need a file each: name another one with --json.")
    if chosen.game is None:
        raise BadInput("Name a game before the players, as in: pyramidion arena telic --players random level:3.")
    game = chosen_game(chosen)
    opening = usual_opening(game) if chosen.openings is None else chosen.openings
    plan = Schedule(game, tuple(chosen.players), chosen.seed or 0, opening, chosen.even, chosen.most_turns)
    test = read_sprt(chosen.sprt) if chosen.sprt else None
    complete = measure(Arena(plan, chosen.games, chosen.threads, chosen.save, test), chosen.json)
    return 0 if complete else INTERRUPTED


def _run_ladders(chosen: argparse.Namespace) -> int:
    from pyramidion.arena.ladder import Workload
    from pyramidion.arena.ladder_page import LADDERS
    from pyramidion.players.levels import HIGHEST
    from pyramidion.terminal.arena import measure_ladders

    for name in ("option", "players", "openings", "even", "sprt", "json"):
        if getattr(chosen, name):
            raise BadInput(f"A ladder takes no --{name}; leave it out.")
    top = Workload.top_games if chosen.top_games is None else chosen.top_games
    end = chosen.highest or HIGHEST
    effort = Workload(chosen.games, top, chosen.seed or 0, chosen.threads, end, chosen.most_turns)
    measured = [load(name) for name in ([chosen.game] if chosen.game else games())]
    complete = measure_ladders(measured, effort, chosen.save or "ladder-games", chosen.output or str(LADDERS))
    return 0 if complete else INTERRUPTED


def _engine(commands: Commands) -> None:
    added = command(
        commands,
        "engine",
        "speak the line protocol for engines on stdin and stdout (docs/engines.md)",
        "pyramidion engine --player level:5",
        "pyramidion arena telic --players level:5 'engine:2s:pyramidion engine'",
    )
    added.add_argument(
        "--player", metavar="PLAYER", help="who answers; default: the highest level, for as long as each request allows"
    )
    added.set_defaults(run=_run_engine)


def _run_engine(chosen: argparse.Namespace) -> None:
    from pyramidion.terminal.engine import serve

    for reply in serve(chosen.player, sys.stdin):
        print(reply, flush=True)


def _bench(commands: Commands) -> None:
    added = command(
        commands,
        "bench",
        "measure the speed of the games on this machine: random games, single calls, pictures, starts",
        "pyramidion bench",
        "PYRAMIDION_GAMES=examples pyramidion bench --seconds 2",
        "pyramidion bench --device cuda",
    )
    added.add_argument("--seconds", type=float, default=1.0, help="how long to measure each thing; default: 1")
    added.add_argument("--device", default="cpu", help="cpu, or cuda to measure the GPU too; default: cpu")
    added.add_argument("--json", action="store_true", help="as JSON")
    added.set_defaults(run=_run_bench)


def _run_bench(chosen: argparse.Namespace) -> None:
    from pyramidion.terminal.bench import bench

    bench(chosen.seconds, chosen.device, chosen.json)


COMMANDS = (_perft, _simulate, _arena, _engine, _bench)
