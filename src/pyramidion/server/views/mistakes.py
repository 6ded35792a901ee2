"""Choices of a reviewed game, looked at again: arrows for what was played and what was better, and other tries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from typing_extensions import TypedDict

from pyramidion.draw.narration import scene_of
from pyramidion.draw.touch import touched
from pyramidion.engine.header import CHANCE
from pyramidion.engine.match import Match
from pyramidion.engine.move import Move
from pyramidion.engine.position import Position
from pyramidion.server.views.board import board_data
from pyramidion.server.views.data import BoardData
from pyramidion.server.views.pictures import Look
from pyramidion.server.views.sentences import effects
from pyramidion.server.views.studies import picture
from pyramidion.study.chances import points
from pyramidion.study.reviews.agenda import played_at
from pyramidion.study.reviews.review import Ply

CLOSE = 2  # percents by which a right move may be worth less than the best
Verdict = Literal["open", "right", "better", "wrong", "shown"]


class ArrowData(TypedDict):
    """An arrow over the board: the move that was played, or a better one."""

    kind: Literal["played", "better"]
    pieces: list[str]
    target: str


class TriedMove(TypedDict):
    """A move, what it does, and what the seat could then expect, in whole percents."""

    move: str
    says: list[str]
    points: int


class AgainData(TypedDict):
    """A choice of a finished game to be made again; the best move only when it is found or asked for."""

    ply: int
    number: int
    seat: int
    you: str
    verdict: Verdict
    played: TriedMove
    tried: TriedMove | None
    best: TriedMove | None
    arrows: list[ArrowData]
    board: BoardData
    picture: str


def arrows_of(match: Match, ply: Ply) -> list[ArrowData]:
    """What was played at a ply, and what was better; nothing where nothing better is known."""
    position = match.positions[ply.ply]
    better = ply.information.better if ply.information else (ply.best,) if ply.cost else ()
    if not better:
        return []
    played = match.texts()[ply.ply :][: len(played_at(match, ply.ply))]
    return [*arrows(position, played, "played"), *arrows(position, better, "better")]


def arrows(position: Position, moves: Sequence[str], kind: Literal["played", "better"]) -> Iterator[ArrowData]:
    """What moves touch, one after the other, as long as the same seat makes them."""
    seat = position.seat
    for text in moves:
        if position.mover in (None, CHANCE) or position.mover != seat:
            return
        view = position.view(seat)
        touch = touched(scene_of(view, seat), Move(view, view.check(text)))
        yield {"kind": kind, "pieces": list(touch.pieces), "target": touch.target}
        position = position.play(text)


def again_data(match: Match, ply: Ply, tried: tuple[str, int] | None, verdict: Verdict, look: Look) -> AgainData:
    """A choice to be made again, after a try and what it is worth in percents."""
    assert ply.seat is not None
    position, told = match.positions[ply.ply], verdict in ("right", "shown")
    free = not told
    move = Move(position, position.check(tried[0])) if tried else None
    now = position if move is None else position.play(move)
    return {
        "ply": ply.ply,
        "number": ply.number,
        "seat": ply.seat,
        "you": match.game.seat_names[ply.seat],
        "verdict": verdict,
        "played": tried_move(position, ply.move, points(ply.after[ply.seat])),
        "tried": tried_move(position, *tried) if tried else None,
        "best": tried_move(position, ply.best, points(ply.before[ply.seat])) if told else None,
        "arrows": arrows_of(match, ply) if verdict == "shown" else [],
        "board": board_data(now, ply.seat, free and move is None),
        "picture": picture(now, move, ply.seat, look, free and move is None),
    }


def tried_move(position: Position, text: str, share: int) -> TriedMove:
    move = Move(position, position.check(text))
    return {"move": text, "says": effects(move, position.play(move), position.seat), "points": share}


def verdict_on(ply: Ply, share: int, best: int) -> Verdict:
    """Is a move that is worth so much, in percents, as good as the best, or at least better than the one played?"""
    assert ply.seat is not None
    if share >= best - CLOSE:
        return "right"
    return "better" if share > points(ply.after[ply.seat]) + CLOSE else "wrong"
