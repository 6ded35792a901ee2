"""A notebook for games that tell something: where the pieces stood each time, and what was told."""

from __future__ import annotations

from pyramidion.draw.narration import scene_of
from pyramidion.draw.scene import Scene
from pyramidion.draw.touch import touched
from pyramidion.engine.match import Match
from pyramidion.engine.move import Move
from pyramidion.server.views.data import NotebookLine, StandsData


def notebook(match: Match, seat: int | None) -> list[NotebookLine]:
    """A line for each ply that told something; games that tell nothing have no notebook."""
    return [_line(match, ply, seat, said) for ply in range(len(match.codes)) if (said := match.told(ply))]


def _line(match: Match, ply: int, seat: int | None, said: str) -> NotebookLine:
    """What was told after a ply, and where the pieces stood then; they may have been taken off since."""
    before = match.positions[ply]
    scene = scene_of(before, seat)
    touch = touched(scene, Move(before, match.codes[ply]))
    places = {piece.id: touch.target if piece.id in touch.pieces else piece.place for piece in scene.pieces}
    names = {cell.id: cell.value for cell in scene.cells}
    stood: list[StandsData] = [
        {"piece": _short(scene, name), "place": place, "on": names.get(place, "")}
        for name, place in sorted(places.items())
    ]
    return {"ply": ply, "part": _part(scene), "pieces": stood, "says": said}


def _short(scene: Scene, name: str) -> str:
    piece = next(each for each in scene.pieces if each.id == name)
    return piece.letter or piece.text or name


def _part(scene: Scene) -> str:
    """The part of the game, such as round 1."""
    return next((note.title for note in scene.notes if note.kind == "part"), "")
