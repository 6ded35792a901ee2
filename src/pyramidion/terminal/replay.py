"""Recorded games on the terminal: every ply with its board, or one line per game."""

from __future__ import annotations

import json
from collections.abc import Callable

from pyramidion.draw.events import Event
from pyramidion.draw.narration import events
from pyramidion.engine.errors import BadRecord, PyramidionError
from pyramidion.engine.header import CHANCE
from pyramidion.engine.match import Match, outcome_data, replay
from pyramidion.engine.move import Move
from pyramidion.engine.records import read_records
from pyramidion.terminal.screen import board


def show_file(path: str, form: Callable[[Match, int], str]) -> None:
    """Replay and print every game of a file; BadRecord says where one is wrong."""
    count = 0
    for number, record in read_records(path):
        try:
            match = replay(record)
        except PyramidionError as error:
            raise BadRecord(f"{path}, line {number}: {error}") from error
        print(form(match, number))
        count += 1
    if count == 0:
        raise BadRecord(f"{path} contains no game records.")


def summary(match: Match, number: int) -> str:
    return f"line {number}: {match.game.spec}, {len(match.codes)} plies, {ending(match)}"


def as_json(match: Match, number: int) -> str:
    """The game as a spectator may see it, with the text of every position."""
    plies = [{"who": who(match, ply), "move": text} for ply, text in enumerate(match.texts())]
    positions = [position.view(None).text for position in match.positions]
    outcome = outcome_data(match.outcome)
    return json.dumps(
        {"line": number, "game": match.game.spec, "plies": plies, "positions": positions, "outcome": outcome}
    )


def told(match: Match, number: int) -> str:
    """The whole game as a spectator may see it, board by board."""
    lines = [f"{match.game.title} ({match.game.spec}): {' - '.join(match.seats)}, {match.started}", ""]
    lines += [board(match.positions[0].view(None)), ""]
    for ply, text in enumerate(match.texts()):
        told = told_of(match, ply, None)
        lines.append(" ".join([f"{ply + 1}. {who(match, ply)}: {text}" + "." * bool(told), *(e.says for e in told)]))
        lines += [board(match.positions[ply + 1].view(None)), ""]
    return "\n".join([*lines, ending(match), ""])


def told_of(match: Match, ply: int, seat: int | None) -> tuple[Event, ...]:
    """What a ply did, as a seat may know it, without whose turn is next."""
    before, after = match.positions[ply], match.positions[ply + 1]
    return events(before, after, seat, Move(before, match.codes[ply]))[:-1]


def who(match: Match, ply: int) -> str:
    mover = match.positions[ply].mover
    assert mover is not None
    return "chance" if mover == CHANCE else match.seats[mover]


def ending(match: Match) -> str:
    """How the game ended, in words."""
    outcome = match.outcome
    if outcome is None:
        return "not finished"
    names = " and ".join(match.seats[seat] for seat in outcome.winners)
    if len(outcome.winners) == match.game.seats:
        return f"drawn by {outcome.rule}"
    return f"{names} {'wins' if len(outcome.winners) == 1 else 'share the win'} by {outcome.rule}"
