"""What a move touches: the pieces it moves and the place it leads to. Clicks, buttons and arrows come from it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyramidion.draw.scene import Scene
from pyramidion.draw.things import Arrow, Cell, Highlight
from pyramidion.engine.move import Move
from pyramidion.engine.picture import Touch
from pyramidion.engine.position import Position


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move and what it touches."""

    move: str
    touch: Touch


def choices(position: Position, scene: Scene) -> list[Choice]:
    """The legal moves with what they touch in the scene of this position."""
    return [Choice(str(move), touched(scene, move)) for move in position.moves()]


def touched(scene: Scene, move: Move) -> Touch:
    found: Touch = move.position.game.manual.touched(scene, move.position.fields, int(move))
    return found


def with_choices(scene: Scene, position: Position) -> Scene:
    """The scene with what can move, and where it can go, highlighted."""
    touches = [choice.touch for choice in choices(position, scene)]
    movable = dict.fromkeys(each for touch in touches for piece in touch.pieces for each in equals(scene, piece))
    targets = dict.fromkeys(touch.target for touch in touches if touch.target)
    marks = [Highlight(f"movable-{piece}", "movable", piece, says="This can move.") for piece in movable]
    marks += [Highlight(f"target-{place}", "target", place, says="A move can lead here.") for place in targets]
    return scene.marked(marks)


def equals(scene: Scene, piece: str) -> list[str]:
    """A piece, and those in the same place beside the board that are called the same: any of them can be taken."""
    found = next((each for each in scene.pieces if each.id == piece), None)
    if found is None or any(cell.id == found.place for cell in scene.cells):
        return [piece]
    return [piece, *(each.id for each in scene.on(found.place) if each.name == found.name and each.id != piece)]


def with_last_move(scene: Scene, before: Scene, move: Move) -> Scene:
    """The scene with the places of a move that led to it highlighted, and an arrow between them; none twice."""
    touch = touched(before, move)
    origins = dict.fromkeys(piece.place for piece in before.pieces if piece.id in touch.pieces)
    marked = {mark.on for mark in scene.highlights if mark.kind == "last"}
    found = {place for place in scene.places.keys() - marked if _on_board(scene, place)}
    places = [place for place in dict.fromkeys([*origins, touch.target]) if place in found]
    marks = [Highlight(f"last-{place}", "last", place, says=f"{move} was the last move.") for place in places]
    return scene.marked(marks, _arrows(scene, [*origins], touch.target, str(move)))


def _on_board(scene: Scene, place: str) -> bool:
    """Is it a cell, or a goal among them? What lies beside the board is not marked."""
    found = scene.places[place]
    return isinstance(found, Cell) or found.role == "goal"


def _arrows(scene: Scene, origins: list[str], target: str, text: str) -> Iterator[Arrow]:
    cells, drawn = {cell.id for cell in scene.cells}, {arrow.id for arrow in scene.arrows}
    for origin in origins:
        name = f"arrow-{origin}-{target}"
        if name not in drawn and origin in cells and target in scene.places and origin != target:
            yield Arrow(name, "last", origin, target, f"The last move was {text}.")
