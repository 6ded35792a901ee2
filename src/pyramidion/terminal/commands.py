"""The commands of the command line: their arguments, and which part of the program does the work."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from pyramidion.engine.errors import BadInput
from pyramidion.engine.game import Game
from pyramidion.engine.registry import facts, games, load, rules_text
from pyramidion.players.specs import SPECS

INTERRUPTED = 130
LONGEST_NUMBER = 30

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[Any]


def _command(commands: Commands, name: str, help_text: str, *examples: str) -> argparse.ArgumentParser:
    added: argparse.ArgumentParser = commands.add_parser(
        name,
        help=help_text,
        description=help_text[0].upper() + help_text[1:] + ".",
        epilog="\n  ".join(["examples:", *examples]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    return added


def _game_arguments(command: argparse.ArgumentParser, seed: str, optional: bool = False) -> None:
    command.add_argument("game", nargs="?" if optional else None, help="a game, as listed by 'pyramidion games'")
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="set an option of the game; may be repeated"
    )
    command.add_argument("--seed", type=_whole_number, metavar="N", help=seed)


def _whole_number(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or len(text) > LONGEST_NUMBER:
        raise argparse.ArgumentTypeError(
            f"'{text[:LONGEST_NUMBER]}' is no whole number of at most {LONGEST_NUMBER} digits"
        )
    return int(text)


def chosen_game(chosen: argparse.Namespace) -> Game:
    """The game named on the command line, with its options."""
    options: dict[str, object] = {}
    for item in chosen.option:
        name, equals, value = item.partition("=")
        if not equals:
            raise BadInput(f"'{item}' is no option. Write --option name=value.")
        options[name] = value
    return load(chosen.game, **options)


def _games(commands: Commands) -> None:
    command = _command(
        commands, "games", "list the games and their options", "pyramidion games", "pyramidion games --json"
    )
    command.add_argument("--json", action="store_true", help="as JSON")
    command.set_defaults(run=_run_games)


def _run_games(chosen: argparse.Namespace) -> None:
    if chosen.json:
        print(json.dumps({name: _facts_json(name) for name in games()}, indent=1))
        return
    for name in games():
        about = facts(name)
        print(f"{name}: {about.title}, by {about.author} ({about.year})\n    {about.summary}")
        for option in about.options:
            print(f"    --option {option.name}=  {option.allowed()}")


def _facts_json(name: str) -> dict[str, object]:
    about = facts(name)
    options = {o.name: {"values": dict(o.values), "free": o.free, "rulings": o.rulings} for o in about.options}
    plain = {key: getattr(about, key) for key in ("title", "author", "year", "credit", "summary", "rules", "seats")}
    return {**plain, "chance": about.chance, "hidden": about.hidden, "options": options}


def _rules(commands: Commands) -> None:
    command = _command(
        commands, "rules", "print the rules of a game", "pyramidion rules telic", "pyramidion rules telic | less"
    )
    command.add_argument("game", help="a game, as listed by 'pyramidion games'")
    command.set_defaults(run=lambda chosen: print(rules_text(chosen.game), end=""))


def _print(commands: Commands) -> None:
    command = _command(
        commands,
        "print",
        "print and play: a PDF with board, pieces to cut out and fold, sheets and rules, at true size",
        "pyramidion print telic",
        "pyramidion print mid_challenge --option players=4 --paper letter -o mids.pdf",
        "pyramidion print topologic --seed 7",
    )
    _game_arguments(command, "the seed of a shuffled set-up; default: 0")
    command.add_argument("--paper", default="a4", help="a4 or letter; default: a4")
    command.add_argument("-o", "--output", metavar="FILE", help="the file to write; default: the game's name with .pdf")
    command.set_defaults(run=_run_print)


def _run_print(chosen: argparse.Namespace) -> None:
    from pyramidion.terminal.print import print_game

    game = chosen_game(chosen)
    print_game(game, chosen.seed or 0, chosen.paper, chosen.output or f"{game.name}.pdf")


def _play(commands: Commands) -> None:
    command = _command(
        commands,
        "play",
        "play a game in the terminal by typing moves",
        "pyramidion play                     choose from a list",
        "pyramidion play telic               two people at one keyboard",
        "pyramidion play telic --bot 1       the second seat is a bot",
        "pyramidion play telic --bot 1=level:6 --bot 0=random",
        "pyramidion play telic --save game.jsonl",
    )
    _game_arguments(command, "the seed of the dice and of the set-up; default: a fresh one", optional=True)
    command.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="SEAT[=PLAYER]",
        help=f"who plays a seat: {SPECS}; default: level:3",
    )
    command.add_argument("--save", metavar="FILE", help="keep the record in FILE after every move, and go on from it")
    command.set_defaults(run=_run_play)


def _run_play(chosen: argparse.Namespace) -> int:
    from pyramidion.terminal.play import ask_for_game, play, seats_of_bots

    others = ""
    if chosen.game is None:
        chosen.game, others = ask_for_game()
        if not chosen.game:
            return 0
    game = chosen_game(chosen)
    bots = dict.fromkeys(range(1, game.seats), others) if others else seats_of_bots(chosen.bot)
    return play(game, chosen.seed, bots, chosen.save)


def _perft(commands: Commands) -> None:
    command = _command(
        commands,
        "perft",
        "count the sequences of exactly so many plies",
        "pyramidion perft telic 8",
        "pyramidion perft activator 4 --option bend=all --json",
    )
    _game_arguments(command, "the seed of a shuffled set-up; default: 0")
    command.add_argument("plies", type=_whole_number, help="how many plies; every number up to it is counted")
    command.add_argument("--json", action="store_true", help="as JSON")
    command.set_defaults(run=_run_perft)


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
    command = _command(
        commands,
        "simulate",
        "play random games in bulk and report on them",
        "pyramidion simulate telic --games 100000",
        "pyramidion simulate mid_challenge --option players=3 --option board=tiles",
        "pyramidion simulate telic --games 10000000 --device cuda --json",
    )
    _game_arguments(command, "game number i of a seed is always the same game; default: 0")
    command.add_argument("--games", type=_whole_number, default=10_000, metavar="N", help="how many; default: 10000")
    command.add_argument("--device", default="cpu", help="cpu or cuda; default: cpu")
    command.add_argument("--threads", type=_whole_number, metavar="N", help="threads of the CPU; default: all cores")
    command.add_argument("--json", action="store_true", help="as JSON")
    command.set_defaults(run=_run_simulate)


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


def _replay(commands: Commands) -> None:
    command = _command(
        commands,
        "replay",
        "print the games of a record file move by move, checking every ply",
        "pyramidion replay game.jsonl",
        "pyramidion replay game.jsonl --quiet    only check",
    )
    command.add_argument("file", help="a file of records, one game a line")
    form = command.add_mutually_exclusive_group()
    form.add_argument("--quiet", action="store_true", help="print one line a game, no boards")
    form.add_argument("--json", action="store_true", help="as JSON, one line a game, with the text of every position")
    command.set_defaults(run=_run_replay)


def _run_replay(chosen: argparse.Namespace) -> None:
    from pyramidion.terminal import replay

    replay.show_file(chosen.file, replay.summary if chosen.quiet else replay.as_json if chosen.json else replay.told)


def _picture(commands: Commands) -> None:
    command = _command(
        commands,
        "picture",
        "draw a position into a file: SVG, PNG, text or the scene as JSON",
        "pyramidion picture telic -o telic.svg",
        "pyramidion picture activator -o board.png --view oblique --theme dark --size 1200",
        "pyramidion picture --position 'TEXT' --seat 0 -o mine.svg",
        "pyramidion picture --record game.jsonl --ply 12 -o ply12.svg",
    )
    _game_arguments(command, "the seed of a shuffled set-up; default: 0", optional=True)
    command.add_argument("--position", metavar="TEXT", help="a position as its one-line text")
    command.add_argument("--record", metavar="FILE", help="a position of the first game in a file of records")
    command.add_argument("--ply", type=_whole_number, metavar="N", help="with --record: after N plies; default: all")
    command.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="where to; its ending, .svg .png .txt .json, says what"
    )
    command.add_argument("--seat", type=_whole_number, metavar="N", help="as this seat sees it; default: a spectator")
    command.add_argument("--view", default="plan", help="plan or oblique; default: plan")
    command.add_argument("--theme", default="light", help="light or dark; default: light")
    command.add_argument("--size", type=_whole_number, metavar="N", help="width in pixels; default: 640")
    command.add_argument("--flip", action="store_true", help="from the other side of the table")
    command.add_argument("--choices", action="store_true", help="mark what can move and where to")
    command.set_defaults(run=_run_picture)


def _run_picture(chosen: argparse.Namespace) -> None:
    from pyramidion.terminal.picture import asked_position, write_picture

    game = chosen_game(chosen) if chosen.game else None
    position, last_move = asked_position(game, chosen.seed or 0, chosen.position, chosen.record, chosen.ply)
    wishes = {
        "view": chosen.view,
        "theme": chosen.theme,
        "size": 640 if chosen.size is None else chosen.size,
        "flip": chosen.flip,
    }
    write_picture(position, chosen.output, chosen.seat, {**wishes, "last_move": last_move}, chosen.choices)


def _arena(commands: Commands) -> None:
    command = _command(
        commands,
        "arena",
        "let players play against each other, and rate them",
        "pyramidion arena telic --players level:3 level:5 mcts:2000 --games 400",
        "pyramidion arena activator --players level:5 'engine:0.5s:./my-engine' --save games.jsonl",
        "pyramidion arena telic --players level:4 level:3 --games 2000 --sprt 0:50",
        "pyramidion arena telic --ladder     all levels of a game, for docs/ladders.md",
        "pyramidion arena --ladder           all levels of all games",
    )
    _game_arguments(command, "the seed of everything: set-ups, dice and players; default: 0", optional=True)
    command.add_argument(
        "--players",
        nargs="+",
        default=[],
        metavar="PLAYER",
        help="two or more of: random, greedy, level:1 to level:8, mcts:2000, mcts:0.5s, uct:2000, alphabeta:20000, "
        "engine:COMMAND, engine:0.5s:COMMAND; everyone meets everyone",
    )
    command.add_argument(
        "--games",
        type=_whole_number,
        default=400,
        metavar="N",
        help="games of each two players, or of each table of more seats, rounded up so that everyone has had the same "
        "luck in every seat; default: 400",
    )
    command.add_argument("--threads", type=_whole_number, metavar="N", help="games at a time; default: all cores")
    command.add_argument(
        "--openings",
        type=_whole_number,
        metavar="N",
        help="random plies at the start of each game; default: none where dice or a shuffled set-up make games differ, "
        "else 2",
    )
    command.add_argument(
        "--save",
        metavar="FILE",
        help="keep every game in FILE as it ends, and go on from it; for a ladder a folder, by default ladder-games",
    )
    command.add_argument("--json", metavar="FILE", help="write all results to FILE as JSON")
    command.add_argument(
        "--sprt",
        metavar="ELO0:ELO1",
        help="with two players: stop as soon as it is clear, with errors of 5 in 100, whether the first is stronger by "
        "ELO0 or by ELO1",
    )
    command.add_argument("--ladder", action="store_true", help="measure each level against the one below")
    command.add_argument(
        "--top-games",
        type=_whole_number,
        default=100,
        metavar="N",
        help="of a ladder: the games of the highest level; default: 100",
    )
    command.add_argument(
        "--output",
        default="docs/ladders",
        metavar="FOLDER",
        help="of a ladder: where it is written; default: docs/ladders",
    )
    command.set_defaults(run=_run_arena)


def _run_arena(chosen: argparse.Namespace) -> int:
    from pyramidion.arena.pairings import Plan, usual_opening
    from pyramidion.arena.sprt import read_sprt
    from pyramidion.arena.tournament import Arena
    from pyramidion.terminal.arena import measure

    if chosen.ladder:
        return _run_ladders(chosen)
    if chosen.game is None:
        raise BadInput("Name a game before the players, as in: pyramidion arena telic --players random level:3.")
    game = chosen_game(chosen)
    opening = usual_opening(game) if chosen.openings is None else chosen.openings
    plan = Plan(game, tuple(chosen.players), chosen.seed or 0, opening)
    test = read_sprt(chosen.sprt) if chosen.sprt else None
    complete = measure(Arena(plan, chosen.games, chosen.threads, chosen.save, test), chosen.json)
    return 0 if complete else INTERRUPTED


def _run_ladders(chosen: argparse.Namespace) -> int:
    from pyramidion.arena.ladder import Effort
    from pyramidion.terminal.arena import measure_ladders

    for name in ("option", "players", "openings", "sprt", "json"):
        if getattr(chosen, name):
            raise BadInput(f"A ladder takes no --{name}; leave it out.")
    effort = Effort(chosen.games, chosen.top_games, chosen.seed or 0, chosen.threads)
    measured = [load(name) for name in ([chosen.game] if chosen.game else games())]
    complete = measure_ladders(measured, effort, chosen.save or "ladder-games", chosen.output)
    return 0 if complete else INTERRUPTED


def _engine(commands: Commands) -> None:
    command = _command(
        commands,
        "engine",
        "speak the line protocol for engines on stdin and stdout (docs/engines.md)",
        "pyramidion engine --player level:5",
        "pyramidion arena telic --players level:5 'engine:2s:pyramidion engine'",
    )
    command.add_argument(
        "--player", metavar="PLAYER", help="who answers; default: the highest level, for as long as each request allows"
    )
    command.set_defaults(run=_run_engine)


def _run_engine(chosen: argparse.Namespace) -> None:
    from pyramidion.terminal.engine import serve

    for reply in serve(chosen.player, sys.stdin):
        print(reply, flush=True)


def _bench(commands: Commands) -> None:
    command = _command(
        commands,
        "bench",
        "measure the speed of everything, with ratios, in one run",
        "pyramidion bench",
        "PYRAMIDION_GAMES=examples pyramidion bench --seconds 2",
        "pyramidion bench --device cuda",
    )
    command.add_argument("--seconds", type=float, default=1.0, help="how long to measure each thing; default: 1")
    command.add_argument("--device", default="cpu", help="cpu, or cuda to measure the GPU too; default: cpu")
    command.add_argument("--json", action="store_true", help="as JSON")
    command.set_defaults(run=_run_bench)


def _run_bench(chosen: argparse.Namespace) -> None:
    from pyramidion.terminal.bench import bench

    bench(chosen.seconds, chosen.device, chosen.json)


COMMANDS = (_games, _rules, _print, _play, _perft, _simulate, _replay, _picture, _arena, _engine, _bench)
