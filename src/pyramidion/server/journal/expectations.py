"""What the server's own rules make of an action: an entry of a journal that differs was not made by them."""

from __future__ import annotations

from dataclasses import replace

from pyramidion.server.journal import actions
from pyramidion.server.journal.entries import (
    Asked,
    Begun,
    Change,
    Closed,
    Credited,
    Declined,
    Ended,
    Entry,
    Moved,
    Paused,
    Rematched,
    Resumed,
    Said,
    Seated,
    Stuck,
    TakenBack,
)
from pyramidion.server.journal.fairness import FIRST_DICE
from pyramidion.server.journal.table import Table


def expected_change(table: Table, entry: Entry) -> Change | None:
    """What an entry of the table should say; refuses what the server would have refused."""
    match entry.change:
        case Seated(seat, name, holder, contribution, key):
            return actions.sit(table, seat, name, holder, contribution, key)
        case Begun():
            return actions.begin(table)
        case Moved() as moved:
            return _expected_move(table, moved)
        case TakenBack(seat, signed=signed):
            return actions.ask(table, seat, "undo", signed)
        case Paused(seat, signed):
            return actions.ask(table, seat, "pause", signed)
        case Asked(what, seat, signed):
            return actions.ask(table, seat, what, signed)
        case Declined(what, seat, signed):
            return actions.decline(table, seat, what, signed)
        case Ended() as ended:
            return _expected_end(table, ended, entry.at)
        case Resumed(seat, signed):
            return actions.resume(table, seat, signed)
        case Closed(seat, signed):
            return actions.close(table, seat, signed)
        case Rematched(seat, other):
            return actions.rematch(table, seat, other)
        case Said(seat, text):
            return actions.chat(table, seat, text)
        case Credited() | Stuck() as change:
            return change


def _expected_move(table: Table, moved: Moved) -> Change | None:
    signed = None
    if moved.link is not None and moved.signed is not None and moved.salt is not None:
        signed = actions.SignedMove(moved.link, moved.salt, moved.signed)
    expected = actions.move(table, moved.seat, moved.plies[0], table.ply, None, signed)
    if isinstance(expected, Moved) and table.terms.dice == FIRST_DICE:  # its entries may be older than their outcomes
        return replace(expected, outcome=moved.outcome)
    return expected


def _expected_end(table: Table, ended: Ended, at: int) -> Change | None:
    match ended.reason:
        case "resignation":
            return actions.resign(table, ended.seat, ended.signed)
        case "agreement":
            return actions.ask(table, ended.seat, "draw", ended.signed)
    return actions.flag(table, at)
