"""The commands about one game: list, read, play, draw, print, replay and check it."""

from __future__ import annotations

import argparse
import json

from pyramidion.engine.registry import facts, games, rules_text
from pyramidion.players.specs import SPECS
from pyramidion.terminal.arguments import Commands, chosen_game, command, game_arguments, report_broken, whole_number


def _games(commands: Commands) -> None:
    added = command(
        commands, "games", "list the games and their options", "pyramidion games", "pyramidion games --json"
    )
    added.add_argument("--json", action="store_true", help="print JSON")
    added.set_defaults(run=_run_games)


def _run_games(chosen: argparse.Namespace) -> None:
    report_broken()
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
    return {
        "title": about.title,
        "author": about.author,
        "year": about.year,
        "credit": about.credit,
        "summary": about.summary,
        "rules": about.rules_version,
        "seats": about.seats,
        "chance": about.chance,
        "hidden": about.hidden,
        "options": options,
    }


def _rules(commands: Commands) -> None:
    added = command(
        commands, "rules", "print the rules of a game", "pyramidion rules telic", "pyramidion rules telic | less"
    )
    added.add_argument("game", help="a game listed by 'pyramidion games'")
    added.set_defaults(run=lambda chosen: print(rules_text(chosen.game), end=""))


def _print(commands: Commands) -> None:
    added = command(
        commands,
        "print",
        "make a print-and-play PDF: the board, pieces to cut out and fold, score sheets and the rules, at actual size",
        "pyramidion print telic",
        "pyramidion print mid_challenge --option players=4 --paper letter -o mids.pdf",
        "pyramidion print topologic --seed 7",
    )
    game_arguments(added, "seed for a shuffled set-up; default: 0")
    added.add_argument("--paper", default="a4", help="a4 or letter; default: a4")
    added.add_argument("-o", "--output", metavar="FILE", help="the file to write; default: the game's name plus .pdf")
    added.set_defaults(run=_run_print)


def _run_print(chosen: argparse.Namespace) -> None:
    from pyramidion.terminal.print import print_game

    game = chosen_game(chosen)
    print_game(game, chosen.seed or 0, chosen.paper, chosen.output or f"{game.name}.pdf")


def _play(commands: Commands) -> None:
    added = command(
        commands,
        "play",
        "play in the terminal by typing moves",
        "pyramidion play                     choose from a list",
        "pyramidion play telic               two people at one keyboard",
        "pyramidion play telic --bot 1       the second seat is a bot",
        "pyramidion play telic --bot 1=level:6 --bot 0=random",
        "pyramidion play telic --save game.jsonl",
    )
    game_arguments(added, "seed for the dice and the set-up; default: random", optional=True)
    added.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="SEAT[=PLAYER]",
        help=f"let a bot play a seat, counted from 0; PLAYER is {SPECS}; default: level:3",
    )
    added.add_argument(
        "--save", metavar="FILE", help="save the game to FILE after every move, and continue it if FILE exists"
    )
    added.set_defaults(run=_run_play)


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


def _replay(commands: Commands) -> None:
    added = command(
        commands,
        "replay",
        "print recorded games move by move, checking every ply",
        "pyramidion replay game.jsonl",
        "pyramidion replay game.jsonl --quiet    check only",
    )
    added.add_argument("file", help="a file of game records, one per line")
    form = added.add_mutually_exclusive_group()
    form.add_argument("--quiet", action="store_true", help="print one line per game, without boards")
    form.add_argument(
        "--json", action="store_true", help="print JSON, one line per game, with the text of every position"
    )
    added.set_defaults(run=_run_replay)


def _run_replay(chosen: argparse.Namespace) -> None:
    from pyramidion.terminal import replay

    replay.show_file(chosen.file, replay.summary if chosen.quiet else replay.as_json if chosen.json else replay.told)


def _export(commands: Commands) -> None:
    added = command(
        commands,
        "export",
        "print recorded games in another program's format",
        "pyramidion export game.jsonl --to ppn > game.ppn",
        "pyramidion export games.jsonl --to abstractplay",
    )
    added.add_argument("file", help="a file of game records, one per line")
    added.add_argument("--to", required=True, metavar="FORMAT", help="ppn or abstractplay")
    added.set_defaults(run=_run_export)


def _run_export(chosen: argparse.Namespace) -> None:
    from pyramidion.interop.exports import exported
    from pyramidion.terminal import replay

    replay.show_file(chosen.file, lambda match, number: exported(match, chosen.to))


def _picture(commands: Commands) -> None:
    added = command(
        commands,
        "picture",
        "draw a position to a file, as SVG, PNG, text or JSON",
        "pyramidion picture telic -o telic.svg",
        "pyramidion picture activator -o board.png --view oblique --theme dark --size 1200",
        "pyramidion picture --position 'TEXT' --seat 0 -o mine.svg",
        "pyramidion picture --record game.jsonl --ply 12 -o ply12.svg",
    )
    game_arguments(added, "seed for a shuffled set-up; default: 0", optional=True)
    added.add_argument("--position", metavar="TEXT", help="draw this position, given as its one-line text")
    added.add_argument("--record", metavar="FILE", help="draw a position from the first game in FILE")
    added.add_argument(
        "--ply", type=whole_number, metavar="N", help="with --record: the position after N plies; default: the last"
    )
    added.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="the file to write, ending in .svg, .png, .txt or .json"
    )
    added.add_argument(
        "--seat", type=whole_number, metavar="N", help="draw what this seat sees; default: what a spectator sees"
    )
    added.add_argument("--view", default="diagram", help="diagram, plan or oblique; default: diagram")
    added.add_argument("--theme", default="light", help="light, dark, contrast or safe; default: light")
    added.add_argument("--arrangement", default="wide", help="wide or tall; default: wide")
    added.add_argument("--size", type=whole_number, metavar="N", help="width in pixels; default: 640")
    added.add_argument("--flip", action="store_true", help="draw from the other side of the table")
    added.add_argument("--caption", action="store_true", help="write below it what marks mean and whose turn it is")
    added.add_argument("--choices", action="store_true", help="mark what can move, and where")
    added.set_defaults(run=_run_picture)


def _run_picture(chosen: argparse.Namespace) -> None:
    from pyramidion.terminal.picture import asked_position, write_picture

    game = chosen_game(chosen) if chosen.game else None
    position, last_move = asked_position(game, chosen.seed or 0, chosen.position, chosen.record, chosen.ply)
    arguments = {
        "view": chosen.view,
        "theme": chosen.theme,
        "arrangement": chosen.arrangement,
        "size": 640 if chosen.size is None else chosen.size,
        "flip": chosen.flip,
        "caption": chosen.caption,
    }
    write_picture(position, chosen.output, chosen.seat, {**arguments, "last_move": last_move}, chosen.choices)


def _check(commands: Commands) -> None:
    added = command(
        commands,
        "check",
        "check a game you are writing, and say what is missing or wrong",
        "pyramidion check examples/connect_four",
        "pyramidion check examples/connect_four --seconds 60    play more random games",
    )
    added.add_argument("folder", help="the game's folder, with its rules.py and manual.py")
    added.add_argument(
        "--seconds", type=whole_number, default=6, metavar="N", help="how long to play random games; default: 6"
    )
    added.set_defaults(run=_run_check)


def _run_check(chosen: argparse.Namespace) -> int:
    from pyramidion.terminal.check import check_folder

    return check_folder(chosen.folder, chosen.seconds)


COMMANDS = (_games, _rules, _play, _picture, _print, _replay, _export, _check)
