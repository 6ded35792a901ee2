"""The commands for comparing players: the arena, its ladders, and our bots as an engine for others."""

from __future__ import annotations

import argparse
import os
import sys

from pyramidion.engine.errors import BadInput
from pyramidion.engine.registry import games, load
from pyramidion.players.specs import SPECS
from pyramidion.terminal.arguments import (
    INTERRUPTED,
    Commands,
    chosen_game,
    command,
    file_name,
    game_arguments,
    whole_number,
)

LADDER_ONLY = ("top_games", "highest", "output")
NOT_FOR_LADDERS = ("option", "players", "openings", "even", "sprt", "json")


def _arena(commands: Commands) -> None:
    added = command(
        commands,
        "arena",
        "let players compete, and rate them",
        "pyramidion arena telic --players level:3 level:5 mcts:2000 --games 400",
        "pyramidion arena activator --players level:5 'engine:0.5s:./my-engine' --save games.jsonl",
        "pyramidion arena telic --players level:4 level:3 --games 2000 --sprt 0:50",
        "pyramidion arena telic --ladder     measure all levels of a game",
        "pyramidion arena --ladder           measure all levels of all games",
    )
    game_arguments(added, "seed for set-ups, dice and players; default: 0", optional=True)
    _pairing_arguments(added)
    _file_arguments(added)
    _ladder_arguments(added)
    added.set_defaults(run=_run_arena)


def _pairing_arguments(added: argparse.ArgumentParser) -> None:
    """Who plays whom, how often, and from which positions."""
    players = f"one or more of: {SPECS}; every player meets every other, and one alone plays itself"
    added.add_argument("--players", nargs="+", default=[], metavar="PLAYER", help=players)
    number = (
        "games per pair of players, or per group of players for three or four seats; rounded up so that every player "
        "gets every seat with the same luck; default: 400"
    )
    added.add_argument("--games", type=whole_number, default=400, metavar="N", help=number)
    added.add_argument("--threads", type=whole_number, metavar="N", help="games played at once; default: one per core")
    openings = (
        "start each game with N random plies; default: none if dice or a shuffled set-up make games differ, "
        "otherwise enough for a hundred different openings"
    )
    added.add_argument("--openings", type=whole_number, metavar="N", help=openings)
    even = "skip openings that level 7 considers as good as decided; ladders always do"
    added.add_argument("--even", action="store_true", help=even)
    turns = (
        "count a game as drawn after N turns; in a ladder this applies to players that look ahead; "
        "default: no limit beyond the rules"
    )
    added.add_argument("--most-turns", type=whole_number, metavar="N", help=turns)
    test = (
        "with two players: stop as soon as it is clear whether the first is stronger by ELO0 or by ELO1, "
        "wrong in at most 1 case in 20; write negative numbers as --sprt=-50:0"
    )
    added.add_argument("--sprt", metavar="ELO0:ELO1", help=test)


def _file_arguments(added: argparse.ArgumentParser) -> None:
    save = "save every finished game to FILE, and continue from it; for a ladder a folder, by default ladder-games"
    added.add_argument("--save", type=file_name, metavar="FILE", help=save)
    added.add_argument("--json", type=file_name, metavar="FILE", help="write the results to FILE as JSON")


def _ladder_arguments(added: argparse.ArgumentParser) -> None:
    added.add_argument("--ladder", action="store_true", help="measure each level against the one below")
    top = "ladder only: games for level 8, and against random; default: 100"
    added.add_argument("--top-games", type=whole_number, metavar="N", help=top)
    highest = "ladder only: the highest level to measure, 2 to 8, to leave out the slow ones; default: 8"
    added.add_argument("--highest", type=int, choices=range(2, 9), metavar="LEVEL", help=highest)
    output = "ladder only: where to write the ladder; default: where the page and the documentation read it"
    added.add_argument("--output", type=file_name, metavar="FOLDER", help=output)


def _run_arena(chosen: argparse.Namespace) -> int:
    if chosen.ladder:
        return _run_ladders(chosen)
    _check_arena(chosen)
    from pyramidion.arena.openings import usual_opening
    from pyramidion.arena.pairings import Schedule
    from pyramidion.arena.sprt import read_sprt
    from pyramidion.arena.tournament import Arena
    from pyramidion.terminal.arena import measure

    game = chosen_game(chosen)
    opening = usual_opening(game) if chosen.openings is None else chosen.openings
    plan = Schedule(game, tuple(chosen.players), chosen.seed or 0, opening, chosen.even, chosen.most_turns)
    test = read_sprt(chosen.sprt) if chosen.sprt else None
    complete = measure(Arena(plan, chosen.games, chosen.threads, chosen.save, test), chosen.json)
    return 0 if complete else INTERRUPTED


def _check_arena(chosen: argparse.Namespace) -> None:
    for name in LADDER_ONLY:
        if getattr(chosen, name) is not None:
            raise BadInput(f"--{name.replace('_', '-')} is for ladders only: add --ladder, or leave it out.")
    if chosen.save and chosen.json and os.path.realpath(chosen.save) == os.path.realpath(chosen.json):
        raise BadInput("--save and --json need different files.")
    if chosen.game is None:
        raise BadInput("Name a game before the players, as in: pyramidion arena telic --players random level:3.")


def _run_ladders(chosen: argparse.Namespace) -> int:
    from pyramidion.arena.ladder import Workload
    from pyramidion.arena.ladder_page import LADDERS
    from pyramidion.players.levels import HIGHEST
    from pyramidion.terminal.arena import measure_ladders

    for name in NOT_FOR_LADDERS:
        if getattr(chosen, name):
            raise BadInput(f"--{name} cannot be used with --ladder; leave it out.")
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
        "offer our bots to other programs: the engine protocol on stdin and stdout (docs/engines.md)",
        "pyramidion engine --player level:5",
        "pyramidion arena telic --players level:5 'engine:2s:pyramidion engine'",
    )
    added.add_argument(
        "--player",
        metavar="PLAYER",
        help="the player who answers; default: the highest level, within the budget of each request",
    )
    added.set_defaults(run=_run_engine)


def _run_engine(chosen: argparse.Namespace) -> None:
    from pyramidion.terminal.engine import serve

    for reply in serve(chosen.player, sys.stdin):
        print(reply, flush=True)


COMMANDS = (_arena, _engine)
