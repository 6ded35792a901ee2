"""The command for designers: playtest a game, and compare rules."""

from __future__ import annotations

import argparse

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


def _playtest(commands: Commands) -> None:
    added = command(
        commands,
        "playtest",
        "measure a game: is it fair, long, lucky, decided too early, and what does another rule change?",
        "pyramidion playtest telic",
        "pyramidion playtest traffic_tyrants --games 2000 --report tyrants.html --json tyrants.json",
        "pyramidion playtest traffic_tyrants --compare sequence=global,own",
        "pyramidion playtest activator --rulings --variant-games 200 --report rulings.html",
        "pyramidion playtest mid_challenge --players random --games 1000000",
        "pyramidion playtest telic --games 2000 --report telic.html --resume     go on after Ctrl-C",
    )
    game_arguments(added, "seed for set-ups, dice and players; default: 0")
    _game_arguments(added)
    _rule_arguments(added)
    _output_arguments(added)
    added.set_defaults(run=_run_playtest)


def _game_arguments(added: argparse.ArgumentParser) -> None:
    """Who plays how many games, and what is measured."""
    added.add_argument("--games", type=whole_number, default=400, metavar="N", help="games to play; default: 400")
    players = f"one player, who plays itself, or several, who meet each other: {SPECS}; default: level:4"
    added.add_argument("--players", nargs="+", default=["level:4"], metavar="PLAYER", help=players)
    measures = "take only these measures (docs/measures.md lists them); default: all that fit the game"
    added.add_argument("--measures", nargs="+", default=[], metavar="MEASURE", help=measures)
    valued = "value the positions of the first N games, for the measures that need it; default: 400"
    added.add_argument("--valued", type=whole_number, metavar="N", help=valued)
    openings = "start each game with N random plies; default: as in the arena"
    added.add_argument("--openings", type=whole_number, metavar="N", help=openings)
    turns = "cut a game off after N turns; default: no limit beyond the rules"
    added.add_argument("--most-turns", type=whole_number, metavar="N", help=turns)
    skill = "also find out whether thinking twice as long wins: N games for each of five steps; default: none"
    added.add_argument("--skill", type=whole_number, default=0, metavar="N", help=skill)


def _rule_arguments(added: argparse.ArgumentParser) -> None:
    """Which variants are compared."""
    compare = (
        "compare values of an option, the baseline first; several options are compared in all combinations, "
        "on the same seeds and seats"
    )
    added.add_argument("--compare", nargs="+", default=[], metavar="OPTION=VALUE,VALUE", help=compare)
    rulings = "compare every other value of each option, one at a time, with the game as it is"
    added.add_argument("--rulings", action="store_true", help=rulings)
    games = "games of each variant; default: as many as of the game itself"
    added.add_argument("--variant-games", type=whole_number, metavar="N", help=games)


def _output_arguments(added: argparse.ArgumentParser) -> None:
    """What is written where, and where the work is done."""
    added.add_argument("--report", type=file_name, metavar="FILE", help="write a report to FILE, as one HTML page")
    added.add_argument("--json", type=file_name, metavar="FILE", help="write all numbers to FILE as JSON")
    save = "keep every finished game in FILE; default: beside the report or JSON, until it is complete"
    added.add_argument("--save", type=file_name, metavar="FILE", help=save)
    added.add_argument("--resume", action="store_true", help="continue with the games saved by an interrupted run")
    added.add_argument("--workers", type=whole_number, metavar="N", help="games played at once; default: one per core")
    added.add_argument("--device", default="cpu", help="cpu or cuda, for random games in bulk; default: cpu")
    on = "play on a Ray cluster: ray for one on this machine, or ray://HOST:PORT"
    added.add_argument("--on", metavar="RAY", help=on)


def _run_playtest(chosen: argparse.Namespace) -> int:
    from pyramidion.lab.settings import Settings
    from pyramidion.terminal.playtest import Files, run

    settings = Settings(
        chosen_game(chosen),
        tuple(chosen.players),
        chosen.games,
        chosen.seed or 0,
        chosen.openings,
        tuple(chosen.measures),
        tuple(chosen.compare),
        chosen.rulings,
        chosen.variant_games,
        chosen.skill,
        chosen.valued,
        chosen.most_turns,
        chosen.device,
    )
    files = Files(chosen.report, chosen.json, chosen.save, chosen.resume)
    return 0 if run(settings, files, chosen.workers, chosen.on) else INTERRUPTED


COMMANDS = (_playtest,)
