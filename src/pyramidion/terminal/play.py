"""A game in the terminal: type move texts, for all seats or against random moves."""

from __future__ import annotations

import random
import sys
from pathlib import Path

from pyramidion.engine.errors import BadInput, BadRecord, IllegalMove, PyramidionError
from pyramidion.engine.files import write_text
from pyramidion.engine.game import Game
from pyramidion.engine.match import Match, replay
from pyramidion.engine.records import read_records
from pyramidion.engine.registry import facts, games, rules_text
from pyramidion.terminal.replay import ending

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
HELP = """Type a move, or one of:
  moves        the legal moves
  board        the board again
  undo         take the last move back
  rules        the rules of the game
  save FILE    keep the record in a file
  help         this text
  quit         leave the game"""


def ask_for_game() -> tuple[str, list[int]]:
    """Let the player pick a game and who plays it; an empty name when nobody answers."""
    names = games()
    print("Which game?\n")
    for number, name in enumerate(names, start=1):
        print(f"  {number}  {facts(name).title}: {facts(name).summary}")
    name = _choice("\nNumber or name (Enter: 1): ", [*names])
    if not name:
        return "", []
    against = _choice("Against 1 random moves or 2 a person beside you? (Enter: 1): ", ["random", "person"])
    return name, [] if against == "person" else list(range(1, len(facts(name).seats)))


def _choice(prompt: str, names: list[str]) -> str:
    """One of the names, chosen by number or by name; empty when the input ends."""
    while True:
        try:
            answer = input(prompt).strip() or "1"
        except EOFError:
            print()
            return ""
        if answer in names:
            return answer
        if answer.isdigit() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]
        print(f"Please answer with a number from 1 to {len(names)}.")


def play(game: Game, seed: int | None, at_random: set[int], save: str | None) -> int:
    """Play until the game ends or the player leaves."""
    if any(seat >= game.seats for seat in at_random):
        at_random = {seat for seat in at_random if seat < game.seats}
        if not at_random:
            raise BadInput(f"{game.title} has seats 0 to {game.seats - 1}.")
    match = begin(game, seed, save)
    if save:
        _save(match, save)
    print(f"{game.title}. Type a move such as {game.facts.example}, or help.\n")
    shown = -1
    while match.position.mover is not None:
        seat = match.position.mover
        if seat in at_random:
            _random_move(match)
        else:
            if shown != len(match.codes):
                print(f"{_news(match)}{match.position.view(seat)}\n")
                shown = len(match.codes)
            if not _one_command(match, seat, at_random):
                if match.codes and not save:
                    print("The game was not kept; --save FILE would keep it.")
                return 0
        if save:
            _save(match, save)
    print(f"{_news(match)}{match.position}\n\n{ending(match)[0].upper()}{ending(match)[1:]}.")
    return 0


def begin(game: Game, seed: int | None, save: str | None) -> Match:
    """A new match, or the one that was left unfinished in the file to save to."""
    if save is None or not Path(save).exists():
        return Match(game, seed)
    records = [record for _, record in read_records(save)]
    if len(records) != 1:
        raise BadRecord(f"{save} holds {len(records)} games; to go on it must hold one.")
    match = replay(records[0])
    if match.outcome or match.game != game:
        state = "is finished" if match.outcome else f"is of {match.game.spec}, not {game.spec}"
        raise BadRecord(f"The game in {save} {state}. Name another file.")
    print(f"Going on with the game in {save}, after {len(match.codes)} plies.")
    return match


def _news(match: Match) -> str:
    """The last ply made, so that nobody has to guess what happened."""
    if not match.codes:
        return ""
    ply = len(match.codes) - 1
    reveals = match.told(ply)
    return f"{match.shown(ply, match.position.mover)}{f' ({reveals})' if reveals else ''}\n\n"


def _random_move(match: Match) -> None:
    seat = match.position.mover
    assert seat is not None
    match.play(random.choice(match.position.moves()))
    print(f"{match.seats[seat]} plays {match.shown(_last_decision(match), None)}")


def _last_decision(match: Match) -> int:
    ply = len(match.codes) - 1
    while (match.positions[ply].mover or 0) < 0:
        ply -= 1
    return ply


def _one_command(match: Match, seat: int, at_random: set[int]) -> bool:
    """Ask for a move or command and do it; False to leave."""
    try:
        answer = input(f"{match.seats[seat]}> ").strip()
    except EOFError:
        print()
        return False
    word, _, rest = answer.partition(" ")
    if word == "quit":
        return False
    try:
        _obey(match, seat, at_random, word, rest.strip())
    except IllegalMove as error:
        print(f"Not allowed. {error}.")
    except PyramidionError as error:
        print(error)
    return True


def _obey(match: Match, seat: int, at_random: set[int], word: str, rest: str) -> None:
    if word == "moves":
        print(" ".join(str(move) for move in match.position.moves()))
    elif word == "board":
        print(match.position.view(seat))
    elif word == "undo":
        while match.undo().mover in at_random:
            pass
    elif word == "rules":
        print(rules_text(match.game.name))
    elif word == "save" and rest:
        _save(match, rest)
        print(f"Saved in {rest}.")
    elif word in ("", "help", "save"):
        print(HELP)
    else:
        match.play(word)
        if match.shown(_last_decision(match), None) != word and sys.stdout.isatty():
            print(CLEAR + "Hidden. Hand the keyboard over.\n")


def _save(match: Match, path: str) -> None:
    write_text(path, match.record(secrets=True).to_json() + "\n")
