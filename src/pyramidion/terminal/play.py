"""A game in the terminal: type move texts, for all seats or against random moves."""

from __future__ import annotations

import contextlib
import os
import random
import sys

from pyramidion.draw.telling import events
from pyramidion.engine.errors import BadInput, BadRecord, IllegalMove, PyramidionError
from pyramidion.engine.files import read_text, write_text
from pyramidion.engine.game import Game
from pyramidion.engine.match import Match, replay
from pyramidion.engine.records import read_records
from pyramidion.engine.registry import facts, games, rules_text
from pyramidion.terminal.replay import who
from pyramidion.terminal.screen import board

with contextlib.suppress(ImportError):  # arrow keys and history, where the system has them
    import readline  # noqa: F401

LEAVE = ("quit", "exit", "q")
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
HELP = """Type a move, or one of:
  moves        the legal moves
  board        the board again
  undo         take the last move back
  rules        the rules of the game
  save FILE    keep the record in a file
  help         this text
  quit         leave the game, also exit or q"""


def ask_for_game() -> tuple[str, bool]:
    """Let the player pick a game, and whether the others play at random; an empty name to leave."""
    names = games()
    print("Which game?\n")
    for number, name in enumerate(names, start=1):
        print(f"  {number}  {facts(name).title}: {facts(name).summary}")
    titles = {facts(name).title.lower(): name for name in names}
    name = _choice("\nNumber or name (Enter: 1, q: leave): ", [*names], titles)
    if not name:
        return "", False
    against = _choice("Against 1 random moves or 2 a person beside you? (Enter: 1): ", ["random", "person"], {})
    return (name if against else ""), against == "random"


def _choice(prompt: str, names: list[str], titles: dict[str, str]) -> str:
    """One of the names, chosen by number, name or title; empty to leave."""
    while True:
        answer = (ask(prompt) or "1").lower()
        if answer in LEAVE:
            return ""
        if answer in names or answer in titles:
            return titles.get(answer, answer)
        if answer.isascii() and answer.isdecimal() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        print(f"Please answer with a number from 1 to {len(names)}, or a name.")


def ask(prompt: str) -> str:
    """A line typed by the player; `quit` when the input has ended."""
    try:
        return input(prompt).strip()
    except (EOFError, RuntimeError):
        print()
        return "quit"


def play(game: Game, seed: int | None, at_random: set[int], save: str | None) -> int:
    """Play until the game ends or the player leaves."""
    if any(seat >= game.seats for seat in at_random):
        raise BadInput(f"{game.title} has seats 0 to {game.seats - 1} here; --random names one of them.")
    match = begin(game, seed, save)
    chooser = random.Random(seed)
    if save:
        _save(match, save)
    print(f"{game.title}. Type a move such as {game.facts.example}, or help.\n")
    shown, told = -1, len(match.codes)
    while match.position.mover is not None:
        seat = match.position.mover
        if seat in at_random:
            match.play(chooser.choice(match.position.moves()))
        else:
            if shown != len(match.codes):
                print(f"{_news(match, told)}{board(match.position.view(seat))}\n")
                shown = told = len(match.codes)
            answer = ask(f"{match.seats[seat]}> ")
            if answer.lower() in LEAVE:
                return 0
            if not _obey_or_explain(match, seat, at_random, answer):
                shown = -1
        if save:
            _save(match, save)
    print(f"{_news(match, told)}{board(match.position)}")
    return 0


def begin(game: Game, seed: int | None, save: str | None) -> Match:
    """A new match, or the one that was left unfinished in the file to save to."""
    if save is None or not os.path.exists(save):
        return Match(game, seed)
    records = [record for _, record in read_records(save)]
    if len(records) != 1:
        raise BadRecord(f"{save} holds {len(records)} games; to go on it must hold one.")
    match = replay(records[0], seed)
    if match.outcome or match.game != game:
        state = "is finished" if match.outcome else f"is of {match.game.spec}, not {game.spec}"
        raise BadRecord(f"The game in {save} {state}. Name another file.")
    print(f"Going on with the game in {save}, after ply {len(match.codes)}.")
    match.roll()
    return match


def _news(match: Match, since: int) -> str:
    """The plies made since then and what they did, so that nobody has to guess what happened."""
    lines = []
    for ply in range(since, len(match.codes)):
        told = events(match.positions[ply], match.positions[ply + 1], match.position.mover)[:-1]
        text = f"{who(match, ply)}: {match.shown(ply, match.position.mover)}"
        lines.append(" ".join([text + "." * bool(told), *(event.says for event in told)]))
    return "\n".join([*lines, "", ""]) if lines else ""


def _last_decision(match: Match) -> int:
    ply = len(match.codes) - 1
    while (match.positions[ply].mover or 0) < 0:
        ply -= 1
    return ply


def _obey_or_explain(match: Match, seat: int, at_random: set[int], answer: str) -> bool:
    """Do what was typed, or say why not; False when the board should be shown again."""
    try:
        return _obey(match, seat, at_random, answer)
    except IllegalMove as error:
        print(f"Not allowed. {str(error).rstrip('.')}.")
    except PyramidionError as error:
        print(error)
    return True


def _obey(match: Match, seat: int, at_random: set[int], answer: str) -> bool:
    word, _, rest = answer.partition(" ")
    if answer == "moves":
        print(" ".join(str(move) for move in match.position.moves()))
    elif answer == "undo":
        _undo(match, at_random)
        return False
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


def _play(match: Match, text: str) -> None:
    match.play(text)
    if match.shown(_last_decision(match), None) != text and sys.stdout.isatty():
        print(CLEAR + "Hidden. Hand the keyboard over.\n")


def _undo(match: Match, at_random: set[int]) -> None:
    """Back to the last decision of a person."""
    people = set(range(match.game.seats)) - at_random
    if not any(position.mover in people for position in match.positions[:-1]):
        raise BadInput("There is no move of yours to take back.")
    while match.undo().mover in at_random:
        pass


def _save_as(match: Match, path: str) -> None:
    """Keep the record where the player says, but not in the place of something else."""
    if os.path.exists(path) and not read_text(path).startswith(match.record().to_json()[:20]):
        raise BadInput(f"{path} holds something else than a record. Name another file.")
    _save(match, path)
    print(f"Saved in {path}. To go on later: pyramidion play {match.game.name} --save {path}")


def _save(match: Match, path: str) -> None:
    write_text(path, match.record(secrets=True).to_json() + "\n")
