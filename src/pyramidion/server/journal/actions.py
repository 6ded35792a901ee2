"""What seats can do at a table: each function returns the change an action makes, None for no change, or refuses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from pyramidion.engine.errors import IllegalMove
from pyramidion.engine.header import CHANCE
from pyramidion.engine.match import outcome_data
from pyramidion.engine.move import Move
from pyramidion.server.journal.entries import (
    Asked,
    Begun,
    Change,
    Closed,
    Credited,
    Declined,
    Ended,
    Moved,
    Opening,
    Paused,
    Rematched,
    Result,
    Resumed,
    Said,
    Seated,
    Signature,
    TakenBack,
)
from pyramidion.server.journal.fairness import Fairness, is_link, secret_commitment
from pyramidion.server.journal.signatures import action_text, is_signed
from pyramidion.server.journal.table import OPEN, OVER, PERSON, PLAYING, Table
from pyramidion.server.journal.table_match import TableMatch
from pyramidion.server.problems import Problem, illegal, not_now, not_yours

MOST_ENTRIES = 5_000  # of a table, whose whole journal is read when somebody comes


@dataclass(frozen=True)
class SignedMove:
    """What a seat with a key adds to a move: its link for the ply, the salt of its commitment, and its signature."""

    link: str
    salt: str
    signature: Signature


def sit(table: Table, seat: int, name: str, holder: str, contribution: str, key: str | None = None) -> Change | None:
    """Take an open seat; the game begins when it was the last one."""
    known = table.seats[seat]
    if known.kind == PERSON and known.holder == holder:
        return None
    if known.kind or table.status != OPEN:
        raise not_now(f"Seat {seat} is taken. Ask for the table to see which seats are open.")
    others = [each for number, each in enumerate(table.seats) if number != seat]
    opening = _opening(table, seat, contribution) if all(other.kind for other in others) else None
    return Seated(seat, name, holder, contribution, key, opening)


def begin(table: Table) -> Change | None:
    """Begin a table at which only bots sit."""
    if table.status != OPEN or not all(seat.kind for seat in table.seats):
        return None
    return Begun(_opening(table))


def _opening(table: Table, seat: int | None = None, contribution: str = "") -> Opening:
    contributions = [contribution if n == seat else each.contribution for n, each in enumerate(table.seats)]
    fairness = Fairness(table.id, table.terms.seed, tuple(contributions), table.terms.dice)
    match = TableMatch(table.game, fairness, table.names)
    return Opening(table.game.setup_text(match.positions[0]), match.texts(secrets=True))


def move(
    table: Table, seat: int, text: str, ply: int, request: str | None = None, signed: SignedMove | None = None
) -> Change | None:
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
        if match.game.facts.hidden:
            match.position.view(seat).check(text)
        ahead = match.foresee(text, _links(table, seat, signed))
    except IllegalMove as error:
        raise illegal(error) from error
    if signed is not None:
        _check_signed_move(table, seat, text, ply, signed)
    outcome = outcome_data(ahead.positions[-1].outcome)
    result = None if outcome is None else Result(**outcome)
    moved = Moved(seat, ahead.texts, _commitment(table, match, seat, text, signed), request, outcome=result)
    return moved if signed is None else replace(moved, link=signed.link, salt=signed.salt, signed=signed.signature)


def _check_signed_move(table: Table, seat: int, text: str, ply: int, signed: SignedMove) -> None:
    check_signature(table, seat, signed.signature, "move", ply, signed.link, secret_commitment(signed.salt, text))
    if not is_link(signed.link, ply, table.seats[seat].contribution):
        raise Problem(422, "bad-signature", f"The link for ply {ply} does not lead to the contribution of the seat.")


def check_signature(table: Table, seat: int, signature: Signature, *words: object) -> None:
    """Refuse a signature that is not the seat's."""
    key, head = table.seats[seat].key, table.head_after(signature.seen)
    if head is None:
        raise Problem(409, "out-of-step", "The head that was signed is too old. Ask for the table and sign again.")
    if not is_signed(key, signature.by, action_text(table.id, seat, signature.seen, head, words)):
        raise Problem(422, "bad-signature", "The signature is not that of this seat for this action.")
    if any(signature.by in line for line in table.lines[signature.seen :]):
        raise Problem(409, "out-of-step", "This signature has already been used. Ask for the table and sign again.")


def _check_if_signed(table: Table, seat: int, signature: Signature | None, *words: object) -> None:
    if signature is not None:
        check_signature(table, seat, signature, *words)


def _commitment(table: Table, match: TableMatch, seat: int, text: str, signed: SignedMove | None) -> str | None:
    """To a move that is hidden from someone."""
    if not match.game.facts.hidden or not _is_hidden(match, seat, text):
        return None
    salt = table.fairness.secret_salt(table.number + 1) if signed is None else signed.salt
    return secret_commitment(salt, text)


def is_repeated(table: Table, seat: int, text: str, ply: int, request: str | None) -> bool:
    """Was this very move made at this ply already?"""
    if request is not None and request in table.requests:
        return True
    match = table.match
    if match is None or not 0 <= ply < table.ply or match.positions[ply].mover != seat:
        return False
    return match.positions[ply].text_of(match.codes[ply]) == text


def _links(table: Table, seat: int, signed: SignedMove | None) -> list[str]:
    """The last link of every seat, once a seat has moved."""
    links = table.links
    if signed is not None:
        links[seat] = signed.link
    return links


def _is_hidden(match: TableMatch, seat: int, text: str) -> bool:
    """Is the move hidden from anyone?"""
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


def ask(table: Table, seat: int, what: str, signed: Signature | None = None) -> Change | None:
    """Ask for something that needs everybody's agreement, or agree to it; bots have nothing against an undo."""
    playing(table)
    _check_if_signed(table, seat, signed, "ask", what)
    if what == "undo" and undo_ply(table, _first_to_ask(table, what, seat)) is None:
        raise not_now("You have no move to take back: an undo never goes past a roll or a hint.")
    if what == "draw" and len(table.persons) < len(table.seats):
        raise not_now("Bots do not agree to draws; only people can.")
    if what == "pause" and table.paused:
        raise not_now("The game is already paused.")
    agreed = {*table.asks.get(what, []), seat}
    if what == "undo" and table.mover == seat == _first_to_ask(table, what, seat) and _own_turn(table, seat):
        return _granted(table, what, seat, signed)
    if agreed >= set(table.persons):
        return _granted(table, what, seat, signed)
    return None if seat in table.asks.get(what, []) else Asked(what, seat, signed)


def _own_turn(table: Table, seat: int) -> bool:
    """Has nobody else decided anything since the last decision of the seat?"""
    ply = undo_ply(table, seat)
    return ply is not None and ply == table.ply - 1


def _first_to_ask(table: Table, what: str, seat: int) -> int:
    return table.asks.get(what, [seat])[0]


def _granted(table: Table, what: str, seat: int, signed: Signature | None) -> Change:
    if what == "undo":
        ply = undo_ply(table, _first_to_ask(table, what, seat))
        assert ply is not None
        return TakenBack(seat, ply, signed)
    if what == "pause":
        return Paused(seat, signed)
    share = str(Fraction(1, table.game.seats))
    return Ended(seat, "agreement", [share] * table.game.seats, signed)


def decline(table: Table, seat: int, what: str, signed: Signature | None = None) -> Change | None:
    """Say no to what was asked, or take the question back."""
    playing(table)
    _check_if_signed(table, seat, signed, "decline", what)
    return Declined(what, seat, signed) if what in table.asks else None


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


def resign(table: Table, seat: int, signed: Signature | None = None) -> Change | None:
    """Give up: nothing for this seat, equal parts for the others."""
    playing(table)
    _check_if_signed(table, seat, signed, "resign")
    return Ended(seat, "resignation", without(table, seat), signed)


def close(table: Table, seat: int, signed: Signature) -> Change | None:
    """After the game: stand by all of it."""
    if table.over_at is None or signed.seen < table.over_at:
        raise not_now("The game is still going on, or it was when that head was current.")
    check_signature(table, seat, signed, "close")
    return None if seat in table.closed else Closed(seat, signed)


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


def resume(table: Table, seat: int, signed: Signature | None = None) -> Change | None:
    """Go on after a pause, or let a bot that failed try again."""
    playing(table)
    _check_if_signed(table, seat, signed, "resume")
    return Resumed(seat, signed) if table.paused or table.trouble else None


def chat(table: Table, seat: int, text: str) -> Change | None:
    if not table.terms.chat:
        raise not_now("This table has no chat.")
    return Said(seat, text)


def check_room(table: Table, change: Change) -> None:
    """Refuse what makes a journal longer than any game needs; a game that has begun can still be ended."""
    if table.number >= MOST_ENTRIES and not isinstance(change, (Credited, Ended, Closed, Rematched)):
        raise not_now(f"This table is full: its journal has {table.number} entries. Resign, and go on at another one.")


def rematch(table: Table, seat: int | None, fresh: str) -> Change | None:
    """Note the table at which the game is played again."""
    if table.status != OVER:
        raise not_now("The game is still going on.")
    if seat is None:
        raise not_yours("Only those who played can ask for a rematch.")
    return None if table.rematch else Rematched(seat, fresh)
