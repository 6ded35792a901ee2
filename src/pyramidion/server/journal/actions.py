"""What seats can do at a table: each function returns the change an action makes, None for no change, or refuses."""

from __future__ import annotations

from fractions import Fraction

from pyramidion.engine.errors import IllegalMove
from pyramidion.engine.header import CHANCE
from pyramidion.engine.move import Move
from pyramidion.server.journal.entries import (
    Asked,
    Begun,
    Change,
    Credited,
    Declined,
    Ended,
    Moved,
    Opening,
    Paused,
    Rematched,
    Resumed,
    Said,
    Seated,
    TakenBack,
)
from pyramidion.server.journal.fairness import Fairness
from pyramidion.server.journal.table import OPEN, OVER, PERSON, PLAYING, Table, TableMatch
from pyramidion.server.problems import Problem, illegal, not_now, not_yours


def sit(table: Table, seat: int, name: str, holder: str, contribution: str) -> Change | None:
    """Take an open seat; the game begins when it was the last one."""
    known = table.seats[seat]
    if known.kind == PERSON and known.holder == holder:
        return None
    if known.kind or table.status != OPEN:
        raise not_now(f"Seat {seat} is taken. Ask for the table to see which seats are open.")
    others = [each for number, each in enumerate(table.seats) if number != seat]
    opening = _opening(table, seat, contribution) if all(other.kind for other in others) else None
    return Seated(seat, name, holder, contribution, opening)


def begin(table: Table) -> Change | None:
    """Begin a table at which only bots sit."""
    if table.status != OPEN or not all(seat.kind for seat in table.seats):
        return None
    return Begun(_opening(table))


def _opening(table: Table, seat: int | None = None, contribution: str = "") -> Opening:
    contributions = [contribution if n == seat else each.contribution for n, each in enumerate(table.seats)]
    fairness = Fairness(table.id, table.terms.seed, tuple(contributions))
    match = TableMatch(table.game, fairness, table.names)
    return Opening(table.game.setup_text(match.positions[0]), match.texts(secrets=True))


def move(table: Table, seat: int, text: str, ply: int, request: str | None = None) -> Change | None:
    """Make a move, with the rolls that follow. A repeated request adds nothing."""
    if is_repeated(table, seat, text, ply, request):
        return None
    match = playing(table)
    if table.paused:
        raise not_now("The game is paused. Resume it first.")
    if ply != table.ply:
        raise Problem(
            409, "out-of-step", f"The move is for ply {ply}, but the game is at ply {table.ply}.", ply=table.ply
        )
    if table.mover != seat:
        raise not_now(f"It is {table.names[table.mover or 0]}'s turn.")
    try:
        match.position.view(seat).check(text)
    except IllegalMove as error:
        raise illegal(error) from error
    hidden = match.game.facts.hidden and _is_hidden(match, seat, text)
    commitment = table.fairness.commit(table.number + 1, text) if hidden else None
    return Moved(seat, _plies(match, text), commitment, request)


def is_repeated(table: Table, seat: int, text: str, ply: int, request: str | None) -> bool:
    """Was this very move made at this ply already?"""
    if request is not None and request in table.requests:
        return True
    match = table.match
    if match is None or not 0 <= ply < table.ply or match.positions[ply].mover != seat:
        return False
    return match.positions[ply].text_of(match.codes[ply]) == text


def _plies(match: TableMatch, text: str) -> list[str]:
    """A move and the rolls that follow it, played on a copy of the match's end."""
    ply, position = len(match.codes), match.position.play(text)
    plies = [text]
    while position.mover == CHANCE:
        ply += 1
        outcome = match.rolled(position, ply)
        plies.append(str(outcome))
        position = position.play(outcome)
    return plies


def _is_hidden(match: TableMatch, seat: int, text: str) -> bool:
    """Is the move hidden from somebody?"""
    move = Move(match.position, match.position.check(text))
    after = match.position.play(move)
    viewers = [None, *(other for other in range(match.game.seats) if other != seat)]
    return any(not after.may_read(move, viewer) for viewer in viewers)


def playing(table: Table) -> TableMatch:
    """The match, while it goes on."""
    if table.status == OPEN or table.match is None:
        raise not_now("The game has not begun: a seat is still open.")
    if table.status == OVER:
        raise not_now("The game is over.")
    return table.match


def ask(table: Table, seat: int, what: str) -> Change | None:
    """Ask for something that needs everybody's agreement, or agree to it; bots have nothing against an undo."""
    playing(table)
    if what == "undo" and undo_ply(table, _first_to_ask(table, what, seat)) is None:
        raise not_now("There is no move of yours that can be taken back: nothing goes back behind a roll or a hint.")
    if what == "draw" and len(table.persons) < len(table.seats):
        raise not_now("Bots play on: a draw can be agreed on among people only.")
    if what == "pause" and table.paused:
        raise not_now("The game is paused already.")
    agreed = {*table.asks.get(what, []), seat}
    if what == "undo" and table.mover == seat and _own_turn(table, seat):
        return _granted(table, what, seat)
    if agreed >= set(table.persons):
        return _granted(table, what, seat)
    return None if seat in table.asks.get(what, []) else Asked(what, seat)


def _own_turn(table: Table, seat: int) -> bool:
    """Has nobody else decided anything since the last decision of the seat?"""
    ply = undo_ply(table, seat)
    return ply is not None and ply == table.ply - 1


def _first_to_ask(table: Table, what: str, seat: int) -> int:
    return table.asks.get(what, [seat])[0]


def _granted(table: Table, what: str, seat: int) -> Change:
    if what == "undo":
        ply = undo_ply(table, _first_to_ask(table, what, seat))
        assert ply is not None
        return TakenBack(seat, ply)
    if what == "pause":
        return Paused(seat)
    share = str(Fraction(1, table.game.seats))
    return Ended(seat, "agreement", [share] * table.game.seats)


def decline(table: Table, seat: int, what: str) -> Change | None:
    """Say no to what was asked, or take the question back."""
    playing(table)
    return Declined(what, seat) if what in table.asks else None


def undo_ply(table: Table, seat: int) -> int | None:
    """The ply of the last decision of a seat with nothing revealed since, or None."""
    match = table.match
    assert match is not None
    for ply in range(table.ply - 1, -1, -1):
        if match.positions[ply].mover == CHANCE or match.told(ply):
            return None
        if match.positions[ply].mover == seat:
            return ply
    return None


def resign(table: Table, seat: int) -> Change | None:
    """Give up: nothing for this seat, equal parts for the others."""
    playing(table)
    return Ended(seat, "resignation", without(table, seat))


def flag(table: Table, now: int) -> Change | None:
    """The time of the seat to move has run out."""
    if table.status != PLAYING or table.deadline is None or now < table.deadline:
        return None
    assert table.mover is not None
    return Ended(table.mover, "time", without(table, table.mover))


def credit(table: Table, since: int, now: int) -> Change | None:
    """Give the seat to move the time back that has passed since a moment, or since the last entry if that was later."""
    ms = now - max(since, table.clock.since)
    return None if table.deadline is None or ms <= 0 else Credited(ms)


def without(table: Table, seat: int) -> list[str]:
    """Results where a seat gets nothing and the others share equally."""
    part = str(Fraction(1, table.game.seats - 1))
    return ["0" if number == seat else part for number in range(table.game.seats)]


def resume(table: Table, seat: int) -> Change | None:
    """Go on after a pause, or let a bot that failed try again."""
    playing(table)
    return Resumed(seat) if table.paused or table.trouble else None


def chat(table: Table, seat: int, text: str) -> Change | None:
    if not table.terms.chat:
        raise not_now("This table has no chat.")
    return Said(seat, text)


def rematch(table: Table, seat: int | None, fresh: str) -> Change | None:
    """Note the table at which the game is played again."""
    if table.status != OVER:
        raise not_now("The game is still going on.")
    if seat is None:
        raise not_yours("Only those who played can ask for a rematch.")
    return None if table.rematch else Rematched(seat, fresh)
