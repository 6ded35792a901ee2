"""Sentences about plies: what happened, what a move would do, what an analysis expects."""

from __future__ import annotations

from collections.abc import Sequence

from pyramidion.draw.narration import events, scene_of
from pyramidion.draw.schema import event_data
from pyramidion.draw.touch import touched
from pyramidion.engine.errors import IllegalMove
from pyramidion.engine.header import CHANCE
from pyramidion.engine.match import Match
from pyramidion.engine.move import Move
from pyramidion.engine.position import Position
from pyramidion.players.analysis import Analysis, Line
from pyramidion.server.problems import illegal
from pyramidion.server.views.data import AnalysisData, EventData, LineData, PlyData, PlySentences, ToldPly

UNTOLD = ("turn", "next", "over")  # what comes after a move is not what it does
SOUNDS = {"rolled": "rattle", "captured": "thud", "bumped": "knock", "hint": "ping", "over": "chime"}
RECENT = 3  # plies that a newcomer is told about
TOLD = 3  # plies of a line that are told in words
LINES = 5  # of an analysis that are told


def ply_data(match: Match, ply: int, seat: int | None) -> PlyData:
    """A ply as the seat may read it."""
    mover = match.positions[ply].mover
    return {
        "ply": ply,
        "seat": None if mover == CHANCE else mover,
        "whose": match.positions[ply].seat,
        "turn": match.positions[ply].turn,
        "text": match.shown(ply, seat),
        "told": match.told(ply),
    }


def ply_events(match: Match, ply: int, seat: int | None) -> list[EventData]:
    """What a ply did, as the seat may see it."""
    before, after = match.positions[ply], match.positions[ply + 1]
    found = events(before, after, seat, Move(before, match.codes[ply]))
    return [EventData(**event_data(event), sound=SOUNDS.get(event.kind, "")) for event in found]  # type: ignore[typeddict-item]


def happened(match: Match, seat: int | None) -> list[PlySentences]:
    """What the last plies did."""
    last = range(max(0, len(match.codes) - RECENT), len(match.codes))
    return [{"ply": ply, "says": [event["says"] for event in news(match, ply, seat)]} for ply in last]


def news(match: Match, ply: int, seat: int | None) -> list[EventData]:
    """What a ply did, without what to do next."""
    return [event for event in ply_events(match, ply, seat) if event["kind"] not in UNTOLD]


def told_ply(match: Match, ply: int, seat: int | None) -> ToldPly:
    """A ply with what it did."""
    found = news(match, ply, seat) or ply_events(match, ply, seat)
    return {**ply_data(match, ply, seat), "says": [event["says"] for event in found]}


def effects(move: Move, after: Position, seat: int | None) -> list[str]:
    """What a move does, without what to do next."""
    return [event.says for event in events(move.position, after, seat, move) if event.kind not in UNTOLD]


def preview(view: Position, text: str) -> list[str]:
    """What a move would do; nothing where that depends on what the seat of the view may not know."""
    try:
        move = Move(view, view.check(text))
    except IllegalMove as error:
        raise illegal(error) from error
    return [] if view.blank else effects(move, view.play(move), view.seat)


def analysis_data(view: Position, ply: int, found: Analysis) -> AnalysisData:
    """The best lines of an analysis, also in words."""
    lines = [line_data(view, line) for line in found.lines[:LINES]]
    return {"ply": ply, "seat": view.seat, "lines": lines, "effort": found.effort, "depth": found.depth}


def line_data(view: Position, line: Line) -> LineData:
    """A line, and in words what its first move does and what may follow."""
    own, *then = foretold(view, line.line[:TOLD] or (line.move,)) or [[]]
    touch = touched(scene_of(view, view.seat), Move(view, view.check(line.move)))
    return {
        "move": line.move,
        "results": line.results,
        "effort": line.effort,
        "exact": line.exact,
        "line": line.line,
        "says": own,
        "then": [sentence for says in then for sentence in says],
        "pieces": touch.pieces,
        "target": touch.target,
    }


def foretold(view: Position, line: Sequence[str]) -> list[list[str]]:
    """What each move of a line would do, as far as the seat of the view can know."""
    says: list[list[str]] = []
    for text in line:
        if view.blank or view.mover is None:
            break
        move = Move(view, view.check(text))
        after = view.play(move)
        says.append(effects(move, after, view.seat))
        view = after
    return says
