"""Why a move is refused, and which moves are legal instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from pyramidion.engine import edge
from pyramidion.engine.errors import BadInput, IllegalMove

if TYPE_CHECKING:
    from pyramidion.engine.position import Position


def explain(position: Position, reason: int, code: int) -> NoReturn:
    """Raise the error for a reason that `edge.play_legal` gave."""
    if reason == edge.BLANK:
        refuse_if_blank(position)
    if reason == edge.ENDED:
        refuse_if_over(position)
    refuse(position, code)


def refuse_if_blank(position: Position) -> None:
    if position.blank:
        raise IllegalMove("This view hides something that a move may depend on. Call guess() on it first.")


def refuse_if_over(position: Position) -> None:
    if position.mover is None:
        raise IllegalMove("The game is over; no move can be made.")


def refuse(position: Position, code: int) -> NoReturn:
    """Say why a code is not a legal move, citing the ruling."""
    game = position.game
    if not _is_code(position, code):
        raise IllegalMove(f"{code} is not a code of a move in {game.title}; legal now: {_some_moves(position)}.")
    reason, rule = game.manual.refuse(position.fields, code)
    raise IllegalMove(reason, game.ruling(rule) if rule else None)


def refuse_text(position: Position, text: str) -> NoReturn:
    """Say how moves are written."""
    game = position.game
    raise IllegalMove(
        f"'{text}' is not a move in {game.title}. Moves are written like {game.facts.example}; "
        f"legal now: {_some_moves(position)}."
    )


def _is_code(position: Position, code: int) -> bool:
    """Does a move text stand for this code?"""
    try:
        return code >= 0 and position.game.manual.read_move(position.fields, position.text_of(code)) == code
    except BadInput:
        return False


def _some_moves(position: Position, most: int = 12) -> str:
    texts = [str(move) for move in position.moves()]
    return ", ".join(texts[:most]) + (f" and {len(texts) - most} more" if len(texts) > most else "")
