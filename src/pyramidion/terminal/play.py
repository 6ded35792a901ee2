"""A game in the terminal, against bots or between people at one keyboard."""

from __future__ import annotations

import contextlib
import os
import random
import sys
from collections import deque
from collections.abc import Iterator

from pyramidion.engine.errors import BadInput, BadRecord, IllegalMove, PyramidionError
from pyramidion.engine.files import read_text, write_text
from pyramidion.engine.game import Game
from pyramidion.engine.match import Match, replay
from pyramidion.engine.position import Position
from pyramidion.engine.records import read_records
from pyramidion.engine.registry import facts, games, rules_text
from pyramidion.players.analysis import Line
from pyramidion.players.bots import Player, bot, player
from pyramidion.players.levels import HIGHEST, NAMES
from pyramidion.terminal.replay import told_of, who
from pyramidion.terminal.screen import board

with contextlib.suppress(ImportError):  # arrow keys and history, where the system has them
    import readline  # noqa: F401

USUAL_BOT = "level:3"
ADVICE_SECONDS = 1.0
CERTAIN = {1.0: "win", 0.5: "draw", 0.0: "loss"}  # by the share of the game
LEAVE = ("quit", "exit", "q")
CLEAR_LINE = "\r\x1b[2K"
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
HELP = """Type a move, or one of:
  moves        list the legal moves
  board        show the board again
  undo         take back the last move
  advice       show what a strong bot would play, and what it expects
  rules        show the rules of the game
  save FILE    save the game to a file
  help         show this text
  quit         leave the game (also exit or q)"""


def ask_for_game() -> tuple[str, str]:
    """Ask for a game and for who plays the other seats (empty: people); an empty name means leave."""
    names = games()
    print("Which game?\n")
    for number, name in enumerate(names, start=1):
        print(f"  {number}  {facts(name).title}: {facts(name).summary}")
    titles = {facts(name).title.lower(): name for name in names}
    name = _choice("\nNumber or name (Enter for 1, q to quit): ", [*names], titles)
    if not name:
        return "", ""
    levels = [f"level:{number + 1}" for number in range(len(NAMES))]
    prompt = (
        f"Opponent: a bot of level 1 to {len(levels)}, or {len(levels) + 1} for a person next to you (Enter for 1): "
    )
    against = _choice(prompt, [*levels, "person"], {})
    return (name if against else ""), against.replace("person", "")


def seats_of_bots(given: list[str]) -> dict[int, str]:
    """The bots by seat, as given on the command line."""
    found = {}
    for item in given:
        seat, _, spec = item.partition("=")
        if not (seat.isascii() and seat.isdecimal()):
            raise BadInput(f"'{item}' does not start with a seat number. Write --bot 1 or --bot 1=level:5.")
        found[int(seat)] = spec or USUAL_BOT
    return found


def _choice(prompt: str, names: list[str], titles: dict[str, str]) -> str:
    """One of the names, chosen by number, name or title; empty means leave."""
    while True:
        answer = (ask(prompt) or "1").lower()
        if answer in LEAVE:
            return ""
        if answer in names or answer in titles:
            return titles.get(answer, answer)
        if answer.isascii() and answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        print(f"Please type a number from 1 to {len(names)}, or a name.")


def ask(prompt: str) -> str:
    """A line typed by the player; `quit` at the end of the input."""
    try:
        return input(prompt).strip()
    except (EOFError, RuntimeError):
        print()
        return "quit"


def play(game: Game, seed: int | None, bots: dict[int, str], save: str | None) -> int:
    """Play until the game ends or the player leaves."""
    if any(seat >= game.seats for seat in bots):
        raise BadInput(f"{game.title} has seats 0 to {game.seats - 1} here; use one of them with --bot.")
    luck = random.Random(seed).randrange(1 << 32)
    players = {seat: player(game, spec, luck + seat) for seat, spec in bots.items()}
    try:
        return play_on(begin(game, seed, save), players, save)
    finally:
        for each in players.values():
            each.close()


def play_on(match: Match, players: dict[int, Player], save: str | None) -> int:
    """Play until the end or until somebody leaves; seats without a player are asked for moves."""
    if save:
        _save(match, save)
    print(f"{match.game.title}. Type a move such as {match.game.facts.example}, or help.\n")
    shown, told = -1, len(match.codes)
    while match.position.mover is not None:
        seat = match.position.mover
        if seat in players:
            _let_play(match, seat, players)
        else:
            if shown != len(match.codes):
                alone = len(players) == match.game.seats - 1
                print(f"{_news(match, told)}{board(match.position.view(seat), seat if alone else None)}\n")
                shown = told = len(match.codes)
            answer = ask(f"{match.seats[seat]}> ")
            if answer.lower() in LEAVE:
                return 0
            if not _obey_or_explain(match, seat, set(players), answer):
                shown = -1
        if save:
            _save(match, save)
    print(f"{_news(match, told)}{board(match.position)}")
    return 0


def _let_play(match: Match, seat: int, players: dict[int, Player]) -> None:
    """Let a bot move; if it fails, the people at the keyboard take over its seat."""
    name = match.seats[seat]
    try:
        with _shown(f"{name} is thinking ..."):
            match.play(players[seat].choose(match.position.view(seat)))
    except PyramidionError as error:
        players.pop(seat).close()
        print(f"{error}\nFrom now on you make {name}'s moves. Type 'save FILE' to save the game.")


@contextlib.contextmanager
def _shown(text: str) -> Iterator[None]:
    """Show a text on the terminal while something runs."""
    shows = sys.stdout.isatty()
    try:
        if shows:
            print(text, end="", flush=True)
        yield
    finally:
        if shows:
            print(CLEAR_LINE, end="", flush=True)


def begin(game: Game, seed: int | None, save: str | None) -> Match:
    """A new match, or the unfinished one in the file."""
    if save is None or not os.path.exists(save):
        return Match(game, seed)
    records = [record for _, record in read_records(save)]
    if len(records) != 1:
        raise BadRecord(f"{save} contains {len(records)} games; it must contain one to be continued.")
    match = replay(records[0], seed)
    if match.outcome or match.game != game:
        state = "is finished" if match.outcome else f"is of {match.game.spec}, not {game.spec}"
        raise BadRecord(f"The game in {save} {state}. Choose another file.")
    print(f"Continuing the game in {save}, after ply {len(match.codes)}.")
    match.roll()
    return match


def _news(match: Match, since: int) -> str:
    """The plies since `since`, and what they did."""
    lines = []
    for ply in range(since, len(match.codes)):
        told = told_of(match, ply, match.position.mover)
        text = f"{who(match, ply)}: {match.shown(ply, match.position.mover)}"
        lines.append(" ".join([text + "." * bool(told), *(event.says for event in told)]))
    return "\n".join([*lines, "", ""]) if lines else ""


def _last_decision(match: Match) -> int:
    ply = len(match.codes) - 1
    while (match.positions[ply].mover or 0) < 0:
        ply -= 1
    return ply


def _obey_or_explain(match: Match, seat: int, bots: set[int], answer: str) -> bool:
    """Do what was typed, or say why not; False if the board should be shown again."""
    try:
        return _obey(match, seat, bots, answer)
    except IllegalMove as error:
        print(f"Not allowed. {error}." if error.rule else error)
    except PyramidionError as error:
        print(error)
    return True


def _obey(match: Match, seat: int, bots: set[int], answer: str) -> bool:
    word, _, rest = answer.partition(" ")
    if answer == "moves":
        print(" ".join(str(move) for move in match.position.moves()))
    elif answer == "undo":
        _undo(match, bots)
        return False
    elif answer == "advice":
        _advise(match.position.view(seat))
    elif answer == "rules":
        print(rules_text(match.game.name))
    elif word == "save" and rest:
        _save_as(match, rest.strip())
    elif answer in ("", "help", "save"):
        print(HELP)
    elif answer == "board":
        return False
    else:
        _play(match, answer)
    return True


def _advise(view: Position) -> None:
    """Print what the strongest bot would play, and how it expects the game to go on."""
    (last,) = deque(bot(view.game, HIGHEST).analyse(view, seconds=ADVICE_SECONDS), maxlen=1)
    best = last.best
    follows = f" Likely to follow: {' '.join(best.line[1:])}" if best.line[1:] else ""
    print(f"{best.move}: {prospect(best, view.seat, last.effort)}.{follows}")


def prospect(best: Line, seat: int, effort: int) -> str:
    """What a line is worth to a seat, and how certain that is."""
    share = best.results[seat]
    if best.exact and share in CERTAIN:
        return f"a certain {CERTAIN[share]}"
    sure = "certain" if best.exact else f"estimated from {effort:,} positions"
    return f"your chances are {share:.0%}, {sure}"


def _play(match: Match, text: str) -> None:
    match.play(text)
    if match.shown(_last_decision(match), None) != text and sys.stdout.isatty():
        print(CLEAR + "Your move is hidden. Hand over the keyboard.\n")


def _undo(match: Match, bots: set[int]) -> None:
    """Go back to the last decision of a person."""
    people = set(range(match.game.seats)) - bots
    if not any(position.mover in people for position in match.positions[:-1]):
        raise BadInput("You have no move to take back.")
    while match.undo().mover in bots:
        pass


def _save_as(match: Match, path: str) -> None:
    """Save the game where the player says, but never over a file that is not a game record."""
    if os.path.exists(path) and not read_text(path).startswith(match.record().to_json()[:20]):
        raise BadInput(f"{path} is not a game record. Choose another file.")
    _save(match, path)
    print(f"Saved to {path}. To continue later: pyramidion play {match.game.name} --save {path}")


def _save(match: Match, path: str) -> None:
    write_text(path, match.record(secrets=True).to_json() + "\n")
