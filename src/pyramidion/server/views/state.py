"""A table as a seat or a spectator may know it. Everything a table's page and socket say is put together here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast

from pyramidion.draw.narration import scene_of
from pyramidion.engine.registry import ruling_text
from pyramidion.server.journal import actions
from pyramidion.server.journal.clocks import NONE, Timing
from pyramidion.server.journal.entries import Begun, Entry, Moved, Opening, Seated, TakenBack
from pyramidion.server.journal.table import OVER, PERSON, PLAYING, Table
from pyramidion.server.views.board import board_data, position_data, revealed, seat_colours
from pyramidion.server.views.data import (
    ClockData,
    GameData,
    HeadlineData,
    OutcomeData,
    PlyData,
    SeatData,
    StateData,
    TableData,
    TimingData,
    UpdateData,
)
from pyramidion.server.views.notebook import notebook
from pyramidion.server.views.proofs import fairness_data
from pyramidion.server.views.sentences import happened, ply_data, ply_events

ENDED = {
    "resignation": "{name} resigned.",
    "time": "{name} ran out of time.",
    "agreement": "The players agreed on a draw.",
}


def table_data(table: Table, seat: int | None, now: int, held: Sequence[int] = ()) -> TableData:
    """A table as a seat may know it, or a spectator for None; `held` are all seats of the one who asks."""
    return {
        "id": table.id,
        "game": game_data(table),
        "options": dict(table.game.options),
        "rules": unusual_rules(table),
        "title": table.terms.title,
        "shuffled": table.game.shuffled,
        "created": table.terms.created,
        "before": table.terms.before,
        "you": seat,
        "yours": list(held),
        "history": history(table, seat),
        "happened": happened(table.match, seat) if table.match else [],
        "notebook": notebook(table.match, seat) if table.match and table.game.facts.hidden else [],
        "chat": table.terms.chat,
        "talk": [{"at": at, "seat": who, "text": text} for at, who, text in table.talk],
        "fairness": fairness_data(table),
        **state_data(table, seat, now),
    }


def game_data(table: Table) -> GameData:
    return {"name": table.game.name, "title": table.game.title, "spec": table.game.spec}


def unusual_rules(table: Table) -> list[str]:
    """What the options that are not at their defaults mean, in sentences."""
    chosen = [(option, table.game.options[option.name]) for option in table.game.facts.options]
    return [
        option.values.get(value, f"{option.name.replace('_', ' ').capitalize()}: {value}.")
        for option, value in chosen
        if value != option.default
    ]


def state_data(table: Table, seat: int | None, now: int) -> StateData:
    """What changes from entry to entry."""
    position = table.position
    return {
        "number": table.number,
        "head": table.head,
        "status": table.status,
        "ply": table.ply,
        "seats": [seat_data(table, number) for number in range(len(table.seats))],
        "mover": table.mover,
        "turn": None if position is None else position.turn,
        "position": None if position is None else position_data(position, seat),
        "moves": legal_moves(table, seat),
        "board": None if position is None else board_data(position, seat, can_move(table, seat), table.status == OVER),
        "paused": table.paused,
        "asks": {what: list(seats) for what, seats in table.asks.items()},
        "can_undo": seat is not None and table.status == PLAYING and actions.undo_ply(table, seat) is not None,
        "outcome": outcome_data(table, seat),
        "clock": clock_data(table, now),
        "trouble": table.trouble,
        "rematch": table.rematch,
    }


def seat_data(table: Table, number: int) -> SeatData:
    known = table.seats[number]
    return {
        "seat": number,
        "title": table.game.seat_names[number],
        "colour": seat_colours(table.game.spec)[number],
        "kind": known.kind or "open",
        "name": table.names[number],
        "level": known.level or None,
    }


def can_move(table: Table, seat: int | None) -> bool:
    """Is it the seat's turn, with the game going on?"""
    return seat is not None and table.mover == seat and not table.paused


def legal_moves(table: Table, seat: int | None) -> list[str]:
    """The moves that the seat can make now."""
    if table.position is None or not can_move(table, seat):
        return []
    return [str(move) for move in table.position.view(seat).moves()]


def outcome_data(table: Table, seat: int | None) -> OutcomeData | None:
    """How the game ended, and by which ruling."""
    outcome = table.match.outcome if table.match else None
    if outcome is None:
        return None
    return {
        "results": [str(result) for result in outcome.results],
        "rule": outcome.rule,
        "winners": list(outcome.winners),
        "says": ending(table, outcome.rule, seat),
    }


def ending(table: Table, rule: str, seat: int | None) -> str:
    """Why the game ended, said to a seat or to a spectator."""
    assert table.match is not None
    if rule in ENDED:
        says = ENDED[rule].format(name=_who_ended(table, seat))
        return " ".join([says, *revealed(table.match.position, seat)])
    told = next((note.title for note in scene_of(table.match.position, seat).notes if note.kind == "over"), "")
    return told or ruling_text(table.game.name, rule)


def _who_ended(table: Table, seat: int | None) -> str:
    """The one who resigned or ran out of time: you, unless the seat shares its screen with another one."""
    ended = table.ended_by or 0
    holders = [known.holder for known in table.seats]
    return "You" if ended == seat and holders.count(holders[ended]) == 1 else table.names[ended]


def clock_data(table: Table, now: int) -> ClockData | None:
    """The time that every seat has left."""
    timing, left = table.clock.timing, list(table.clock.left)
    if timing.kind == NONE:
        return None
    running = None if table.paused else table.mover
    if running is not None:
        left[running] -= max(0, now - table.clock.since)
    return {
        "kind": timing.kind,
        "seconds": timing.seconds,
        "increment": timing.increment,
        "left": [max(0, each) for each in left],
        "running": running,
    }


def history(table: Table, seat: int | None) -> list[PlyData]:
    """Every ply so far, as the seat may read it."""
    match = table.match
    return [] if match is None else [ply_data(match, ply, seat) for ply in range(len(match.codes))]


def update(table: Table, entry: Entry, before: int, seat: int | None, now: int) -> UpdateData:
    """What a seat is told when an entry was added; `before` is the ply until then."""
    said = {"type": "update", "you": seat, "what": entry.public(), "line": table.lines[-1]}
    news = {**said, **state_data(table, seat, now)}
    data = cast(UpdateData, news)
    match = table.match
    if match is not None and (plies := new_plies(table, entry, before)):
        data["plies"] = [ply_data(match, ply, seat) for ply in plies]
        data["events"] = [{**event, "ply": ply} for ply in plies for event in ply_events(match, ply, seat)]
    if match is not None and table.game.facts.hidden and isinstance(entry.change, Moved | TakenBack):
        data["notebook"] = notebook(match, seat)
    if table.status == OVER or isinstance(entry.change, Moved | TakenBack | Seated | Begun):
        data["fairness"] = fairness_data(table)
    return data


def new_plies(table: Table, entry: Entry, before: int) -> range:
    """The plies that an entry added."""
    match entry.change:
        case Moved():
            return range(before, table.ply)
        case Begun() | Seated(begin=Opening()):
            return range(table.ply)
    return range(0)


def timing_data(timing: Timing) -> TimingData:
    return {"kind": timing.kind, "seconds": timing.seconds, "increment": timing.increment}


def headline(table: Table, held: Sequence[int]) -> HeadlineData:
    """A table in a line, for the one who holds some of its seats."""
    timing = table.terms.timing
    return {
        "game": game_data(table),
        "rules": unusual_rules(table),
        "title": table.terms.title,
        "timing": None if timing.kind == NONE else timing_data(timing),
        "changed": table.changed,
        "host": next((seat.name for seat in table.seats if seat.kind == PERSON), ""),
        "free": [title for seat, title in zip(table.seats, table.game.seat_names, strict=True) if not seat.kind],
        "bots": [seat.level for seat in table.seats if seat.level],
        "others": [name for seat, name in enumerate(table.names) if seat not in held and table.seats[seat].kind],
        "turn": "" if table.mover is None else table.names[table.mover],
        "state": _stands(table, held),
    }


def _stands(table: Table, held: Sequence[int]) -> Literal["open", "playing", "over", "yours", "drawn", "won", "lost"]:
    outcome = table.match.outcome if table.match else None
    if table.mover in held:
        return "yours"
    if outcome is None or not held:
        return table.status
    if len(outcome.winners) == len(outcome.results):
        return "drawn"
    return "won" if set(held) & set(outcome.winners) else "lost"
