"""Studies as data for a page: the tree of moves, and what a seat may see of one of its positions."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict

from pyramidion.draw.narration import events, scene_of
from pyramidion.draw.schema import event_data
from pyramidion.draw.svg import USUAL
from pyramidion.draw.touch import touched
from pyramidion.engine.errors import BadPosition, IllegalMove
from pyramidion.engine.header import CHANCE
from pyramidion.engine.move import Move
from pyramidion.engine.notation import position_from_text
from pyramidion.engine.position import Position
from pyramidion.engine.registry import ruling_text
from pyramidion.players.analysis import Analysis, Line
from pyramidion.server.problems import illegal, not_now
from pyramidion.server.views.board import board_data, seat_colours
from pyramidion.server.views.data import BoardData, EventData, GameData
from pyramidion.server.views.pictures import Look
from pyramidion.server.views.sentences import SOUNDS
from pyramidion.study.studies.arrangement import impossible
from pyramidion.study.studies.nodes import Node
from pyramidion.study.studies.notation import study_head
from pyramidion.study.studies.starts import is_start
from pyramidion.study.studies.tree import Study

FOLLOWING = 8  # moves of a line that are sent


class SideData(TypedDict):
    """A seat: its name, and the colour of its pieces."""

    seat: int
    title: str
    colour: str


class StudyMove(TypedDict):
    """A move of a study."""

    after: int  # the number of the move it follows, 0 for the start
    move: str
    veiled: str  # what those read who may not know the move when it is made
    seat: int | None  # None for chance
    whose: int  # the seat whose turn it is, also for chance
    turn: int  # turns completed before it
    told: str  # what the game told after it
    comment: str


class StudyData(TypedDict):
    """A study, its moves in the order of its text; the first has the number 1."""

    game: GameData
    sides: list[SideData]
    hidden: bool  # is there anything a seat may not know?
    whole: bool  # does it begin with the start of a game?
    head: str  # of its text, before the moves
    start: str  # the text of the first position
    comment: str
    moves: list[StudyMove]
    at: int


class OutcomeShare(TypedDict):
    """An outcome of chance, and how often it comes up."""

    move: str
    share: float


class LookData(TypedDict):
    """A position as a viewer may know it."""

    text: str
    says: str  # what to do, or how the game ended
    mover: int | None  # None for chance, and when the game is over
    whose: int
    turn: int
    blank: bool  # is something hidden that moves may depend on?
    results: list[float]  # of a game that is over
    chances: list[OutcomeShare]
    last: StudyMove | None  # the move that led here
    events: list[EventData]  # what it did
    board: BoardData
    picture: str


class SetupData(TypedDict):
    """A position that is set up by hand, and why no game can lead to it, if so."""

    text: str
    impossible: str
    board: BoardData
    picture: str


class ChosenMove(TypedDict):
    move: str


class GrowingLine(TypedDict):
    """A line of an analysis that goes on."""

    move: str
    results: tuple[float, ...]
    exact: bool
    line: tuple[str, ...]
    pieces: tuple[str, ...]
    target: str


class GrowingLines(TypedDict):
    """The best lines so far; `done` when they grow no further."""

    seat: int
    results: tuple[float, ...]  # what each seat may expect
    exact: bool
    lines: list[GrowingLine]
    effort: int
    depth: int
    done: bool


def study_data(study: Study) -> StudyData:
    nodes = list(study.nodes())
    places = {id(node): place for place, node in enumerate(nodes)}
    game = study.game
    return {
        "game": {"name": game.name, "title": game.title, "spec": game.spec},
        "sides": [
            {"seat": seat, "title": title, "colour": seat_colours(game.spec)[seat]}
            for seat, title in enumerate(game.seat_names)
        ],
        "hidden": game.facts.hidden,
        "whole": is_start(study.root.position),
        "head": study_head(study),
        "start": study.root.position.text,
        "comment": study.root.comment,
        "moves": [move_data(node, places[id(node.parent)]) for node in nodes[1:]],
        "at": places[id(study.node)],
    }


def move_data(node: Node, after: int) -> StudyMove:
    assert node.move is not None
    return {**made(node.move, node.position), "after": after, "comment": node.comment}


def made(move: Move, now: Position) -> StudyMove:
    """A move and the turn it belongs to."""
    before = move.position
    return {
        "after": 0,
        "move": move.text,
        "veiled": move.text_for(None, now),
        "seat": None if before.mover == CHANCE else before.mover,
        "whose": before.seat,
        "turn": before.turn,
        "told": before.game.manual.told(before.fields, now.fields),
        "comment": "",
    }


def reached(text: str, moves: str = "") -> tuple[Position, Move | None]:
    """The position after some moves, and the last of them."""
    position, last = position_from_text(text), None
    for word in moves.split():
        try:
            last = Move(position, position.code_of(word))
            position = position.play(last)
        except IllegalMove as error:
            raise illegal(error) from error
    return position, last


def viewer(position: Position, seat: int | None, everything: bool) -> int | None:
    """The seat whose view is shown: the one wanted, or for everything one that nothing is hidden from."""
    if not everything or not position.game.facts.hidden:
        return seat
    return next((each for each in range(position.game.seats) if not position.view(each).blank), seat)


def look_data(position: Position, last: Move | None, seat: int | None, look: Look) -> LookData:
    """A position as a seat may see it, with what led to it."""
    mover = position.mover
    free = mover is not None and mover != CHANCE and not position.blank
    outcome = position.outcome
    return {
        "text": position.text,
        "says": ending(position) or status(position),
        "mover": None if mover == CHANCE else mover,
        "whose": position.seat,
        "turn": position.turn,
        "blank": position.blank,
        "results": [float(result) for result in outcome.results] if outcome else [],
        "chances": [{"move": str(move), "share": float(share)} for move, share in position.chances()],
        "last": made(last, position) if last else None,
        "events": event_list(last, position, seat) if last else [],
        "board": board_data(position, seat, free),
        "picture": picture(position, last, seat, look, free),
    }


def setup_data(position: Position, seat: int | None, look: Look) -> SetupData:
    """A position to be set up further: nothing can be done there by the rules."""
    try:
        board = board_data(position, seat, free=False)
        drawn = picture(position, None, seat, look, free=False)
    except (ArithmeticError, LookupError, ValueError) as error:
        raise BadPosition("A position like this cannot be drawn. Change its text.") from error
    return {"text": position.text, "impossible": impossible(position), "board": board, "picture": drawn}


def event_list(move: Move, now: Position, seat: int | None) -> list[EventData]:
    found = events(move.position, now, seat, move)
    return [EventData(**event_data(event), sound=SOUNDS.get(event.kind, "")) for event in found]  # type: ignore[typeddict-item]


def status(position: Position) -> str:
    """What to do, as somebody says who only looks on, and what the game has told."""
    notes = scene_of(position, None).notes
    return " ".join(note.text for note in notes if note.kind in ("status", "hint"))


def ending(position: Position) -> str:
    """How the game ended, in a sentence."""
    outcome = position.outcome
    if outcome is None:
        return ""
    told = next((note.title for note in scene_of(position, None).notes if note.kind == "over"), "")
    return told or ruling_text(position.game.name, outcome.rule)


def picture(position: Position, last: Move | None, seat: int | None, look: Look, free: bool) -> str:
    kinds = [kind for kind in USUAL if kind != "target" and (free or kind != "movable")]
    arguments: dict[str, Any] = {"view": look.view, "theme": look.theme, "flip": look.flip}
    arguments |= {"arrangement": look.arrangement, "style": not look.bare, "caption": not look.bare}
    return position.svg(seat, last_move=last, highlights=[*kinds, *look.help_marks], **arguments)


def deciding_view(position: Position) -> Position:
    """What the seat to move may know, for a bot to think about."""
    if position.mover is None:
        raise not_now("The game is over here: go back to a position where a player is to move.")
    if position.mover == CHANCE:
        raise not_now("Chance is to move here, not a player.")
    return position.view(position.mover)


def growing_lines(view: Position, found: Analysis, most: int, done: bool) -> GrowingLines:
    lines = [growing_line(view, line) for line in found.lines[:most]]
    best = found.best
    return {
        "seat": view.seat,
        "results": best.results,
        "exact": best.exact,
        "lines": lines,
        "effort": found.effort,
        "depth": found.depth,
        "done": done,
    }


def weighed(position: Position, lines: list[Line], expected: Line) -> GrowingLines:
    """All outcomes of chance and what they lead to."""
    return {
        "seat": position.seat,
        "results": expected.results,
        "exact": expected.exact,
        "lines": [line_of(line, (), "") for line in lines],
        "effort": expected.effort,
        "depth": 1,
        "done": True,
    }


def growing_line(view: Position, line: Line) -> GrowingLine:
    touch = touched(scene_of(view, view.seat), Move(view, view.check(line.move)))
    return line_of(line, touch.pieces, touch.target)


def line_of(line: Line, pieces: tuple[str, ...], target: str) -> GrowingLine:
    return {
        "move": line.move,
        "results": line.results,
        "exact": line.exact,
        "line": (line.line or (line.move,))[:FOLLOWING],
        "pieces": pieces,
        "target": target,
    }
